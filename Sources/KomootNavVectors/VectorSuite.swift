public import Foundation

/// All vectors below a folder.
public struct VectorSuite: Sendable {
    /// Why a suite can't be used.
    public enum LoadingError: Error, Hashable, Sendable {
        /// There is no such folder, or it can't be read.
        case missingFolder(String)
        /// The folder that the package manager makes of the fixtures is not beside the program.
        case missingBundle(String)
        /// A layer's folder is missing, or holds no file of vectors.
        case missingLayer(String)
        /// A file has a different number of vectors than it declares.
        case wrongCount(file: String, declared: Int, found: Int)
        /// Two vectors have this id.
        case repeatedID(String)
        /// A vector names a flag that its file does not explain.
        case unknownFlag(String, id: String)
        /// A file belongs to a different version of the suite than the first file.
        case mixedVersions(file: String, String, String)
        /// A file can't be read, or is not a file of vectors.
        case badFile(String)
    }

    /// The version of the suite that belongs to this library.
    package static let currentVersion = "10.0.0"
    /// The layers that this version has, in the order of their first operations.
    public static let layers = Vector.Operation.allCases.map(\.layer).reduce(into: [String]()) {
        if $0.last != $1 { $0.append($1) }
    }

    /// The files by layer; within a layer the hand-written ones first, then by name.
    public let files: [VectorFile]
    /// The ids of the vectors that are run whatever a testee does, because they show bugs: those of files that do, and
    /// of each other bug of a layer the first two.
    package let idsThatShowBugs: Set<String>

    /// The version of the suite.
    public var version: String { files.first?.suiteVersion ?? "" }

    /// The bugs that vectors name, by their flags.
    public var flags: [String: VectorFile.Flag] {
        files.reduce(into: [:]) { $0.merge($1.flags) { first, _ in first } }
    }

    /// The vectors of all files.
    public var vectors: [Vector] { files.flatMap(\.vectors) }

    private static func idsThatShowBugs(in files: [VectorFile]) -> Set<String> {
        var ids: Set<String> = []
        for layer in Set(files.map(\.layer)) {
            let vectors = files.filter { $0.layer == layer }.flatMap(\.vectors)
            let showing = files.filter { $0.layer == layer && $0.showsBugs }.flatMap(\.vectors)
            ids.formUnion(showing.map(\.id))
            for flag in Set(vectors.flatMap(\.flags)).subtracting(showing.flatMap(\.flags)) {
                ids.formUnion(vectors.filter { $0.flags.contains(flag) }.prefix(2).map(\.id))
            }
        }
        return ids
    }

    /// Reads the suite from a folder like this repository's `Fixtures`.
    ///
    /// - Parameters:
    ///   - folder: the folder.
    ///   - others: further files of vectors, which come last.
    public init(contentsOf folder: URL, and others: [URL] = []) throws(LoadingError) {
        try self.init(try Self.files(in: folder), and: others)
    }

    /// This suite, and further files of vectors, which come last.
    package func adding(_ others: [URL]) throws(LoadingError) -> VectorSuite {
        try VectorSuite(files, and: others)
    }

    private static func files(in folder: URL) throws(LoadingError) -> [VectorFile] {
        guard (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) != nil else {
            throw LoadingError.missingFolder(folder.path)
        }
        var files: [VectorFile] = []
        for layer in Self.layers {
            let layerFolder = folder.appendingPathComponent(layer)
            let names =
                (try? FileManager.default.contentsOfDirectory(atPath: layerFolder.path)) ?? []
            let topics = names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
            guard !topics.isEmpty else { throw LoadingError.missingLayer(layer) }
            for topic in topics.sorted(by: Self.precedes) {
                let path = "\(layer)/\(topic).json"
                let url = layerFolder.appendingPathComponent("\(topic).json")
                let file = try Self.file(at: url, path)
                if let first = files.first, first.suiteVersion != file.suiteVersion {
                    throw LoadingError.mixedVersions(
                        file: path, file.suiteVersion, first.suiteVersion)
                }
                files.append(file)
            }
        }
        return files
    }

    private init(_ whole: [VectorFile], and others: [URL]) throws(LoadingError) {
        var files = whole
        for other in others {
            let file = try Self.file(at: other, other.path)
            guard Self.layers.contains(file.layer) else { throw LoadingError.badFile(other.path) }
            guard file.suiteVersion == files.first?.suiteVersion else {
                throw LoadingError.mixedVersions(
                    file: other.path, file.suiteVersion, files.first?.suiteVersion ?? "")
            }
            files.append(file)
        }
        var seen: Set<String> = []
        for vector in files.flatMap(\.vectors) where !seen.insert(vector.id).inserted {
            throw LoadingError.repeatedID(vector.id)
        }
        self.files = files
        idsThatShowBugs = Self.idsThatShowBugs(in: files)
    }

    /// Hand-written vectors come first.
    private static func precedes(_ one: String, _ other: String) -> Bool {
        let handWritten = VectorFile.handWrittenTopic
        return other != handWritten && (one == handWritten || one < other)
    }

    /// The largest file that is read, in bytes: a device would never end.
    private static let maximumByteCount = 1 << 26

    private static func file(at url: URL, _ path: String) throws(LoadingError) -> VectorFile {
        guard let handle = try? FileHandle(forReadingFrom: url),
            let data = try? handle.read(upToCount: maximumByteCount + 1),
            data.count <= maximumByteCount,
            let json = JSONValue(bytes: ContiguousArray(data).span), let file = VectorFile(json)
        else { throw LoadingError.badFile(path) }
        guard file.count == file.vectors.count else {
            throw LoadingError.wrongCount(
                file: path, declared: file.count, found: file.vectors.count)
        }
        for vector in file.vectors {
            for flag in vector.flags where file.flags[flag] == nil {
                throw LoadingError.unknownFlag(flag, id: vector.id)
            }
        }
        return file
    }
}

extension VectorSuite.LoadingError: CustomStringConvertible {
    /// The fault as a sentence.
    public var description: String {
        switch self {
        case .missingFolder(let folder): "there is no folder \(folder)"
        case .missingBundle(let name):
            "\(name) is not beside the program: move it together with the program"
        case .missingLayer(let layer): "the layer \(layer) is missing"
        case .wrongCount(let file, let declared, let found):
            "\(file) says it has \(declared) vectors, and has \(found)"
        case .repeatedID(let id): "two vectors have the id \(id)"
        case .unknownFlag(let flag, let id): "\(id) names the flag \(flag), which is not explained"
        case .mixedVersions(let file, let version, let first):
            "\(file) has version \(version), the others have \(first)"
        case .badFile(let file): "\(file) is not a file of vectors"
        }
    }
}

extension VectorSuite.LoadingError: LocalizedError {
    /// The ``description`` as a sentence that stands alone.
    public var errorDescription: String? { "The fixtures can't be used: \(description)." }
}
