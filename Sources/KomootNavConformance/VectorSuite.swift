public import Foundation

/// All vectors below a folder.
public struct VectorSuite: Sendable {
    /// Why a suite can't be used.
    public enum LoadingError: Error, Hashable, Sendable {
        /// The folder of a layer is not there, or holds no file of vectors.
        case missingLayer(String)
        /// A file declares another number of vectors than it has.
        case wrongCount(file: String, declared: Int, found: Int)
        /// An id stands twice.
        case repeatedID(String)
        /// A vector names a flag that its file does not explain.
        case unknownFlag(String, id: String)
    }

    /// The layers that this version has.
    public static let layers = [
        "codec", "notification", "distance", "session/central", "session/peripheral",
    ]

    /// The files, sorted by layer and name.
    public let files: [VectorFile]

    /// The vectors of all files.
    public var vectors: [Vector] { files.flatMap(\.vectors) }

    /// Reads the suite from the folder that `Fixtures` is.
    ///
    /// - Throws: ``LoadingError``, and what reading and decoding files throw.
    public init(contentsOf folder: URL) throws {
        var files: [VectorFile] = []
        for layer in Self.layers {
            let layerFolder = folder.appendingPathComponent(layer)
            let names =
                (try? FileManager.default.contentsOfDirectory(atPath: layerFolder.path)) ?? []
            let vectorFiles = names.filter { $0.hasSuffix(".json") }.sorted()
            guard !vectorFiles.isEmpty else { throw LoadingError.missingLayer(layer) }
            for name in vectorFiles {
                let data = try Data(contentsOf: layerFolder.appendingPathComponent(name))
                let file = try JSONDecoder().decode(VectorFile.self, from: data)
                guard file.count == file.vectors.count else {
                    throw LoadingError.wrongCount(
                        file: "\(layer)/\(name)", declared: file.count, found: file.vectors.count)
                }
                files.append(file)
            }
        }
        var seen: Set<String> = []
        for file in files {
            for vector in file.vectors {
                guard seen.insert(vector.id).inserted else {
                    throw LoadingError.repeatedID(vector.id)
                }
                for flag in vector.flags where file.flags[flag] == nil {
                    throw LoadingError.unknownFlag(flag, id: vector.id)
                }
            }
        }
        self.files = files
    }
}
