import KomootNav

/// Vectors made from recorded inputs: a file of your own, which the runner judges like the suite's.
///
/// This library computes the expected answers when the file is made. They prove nothing by themselves; they
/// pin what this library did then. Check the file against whatever else the recording shows.
///
/// Source: `Fixtures/README.md`.
public struct RecordedVectors: Sendable {
    /// An input, and where it was recorded.
    public struct Input: Hashable, Sendable {
        /// What it is, in one sentence of at most 120 characters.
        public let title: String
        /// Where it was recorded.
        public let origin: String
        /// The input, in the form of the operation.
        public let input: JSONValue

        /// Creates an input.
        public init(title: String, origin: String, input: JSONValue) {
            self.title = title
            self.origin = origin
            self.input = input
        }
    }

    /// Which of the suite's forms the vectors have.
    public enum Layer: String, Hashable, Sendable, CaseIterable {
        /// Objects that are decoded.
        case codec
        /// Objects put together from reads.
        case reassembly
        /// A device's session.
        case centralSession = "session/central"

        /// The clause that all its vectors name.
        fileprivate var clause: String {
            switch self {
            case .codec: "2.6"
            case .reassembly: "8"
            case .centralSession: "C.4"
            }
        }

        fileprivate var operation: Vector.Operation {
            switch self {
            case .codec: .decode
            case .reassembly: .reassembly
            case .centralSession: .centralSession
            }
        }

        fileprivate var schema: String {
            switch self {
            case .codec: "../schema/codec.schema.json"
            case .reassembly: "../schema/reassembly.schema.json"
            case .centralSession: "../../schema/session.schema.json"
            }
        }
    }

    /// The vectors.
    public let file: VectorFile
    private let layer: Layer

    /// Computes the expected answers.
    ///
    /// - Parameters:
    ///   - inputs: what was recorded.
    ///   - layer: the operation.
    ///   - topic: lowercase letters, and dashes between them.
    /// - Returns: `nil` if there are no inputs, if one does not have the operation's form, or if the topic has
    ///   other characters.
    public init?(_ inputs: [Input], layer: Layer, topic: String) {
        guard Self.topic(topic) != nil, !inputs.isEmpty else { return nil }
        var vectors: [Vector] = []
        for recorded in inputs {
            guard let expected = LibraryTestee().answer(layer.operation, recorded.input) else {
                return nil
            }
            let number = String(vectors.count + 1)
            let digits = number.utf8.count == 1 ? "0" + number : number
            let layerName = layer.rawValue.uppercased().replacing("/", with: "-")
            vectors.append(
                Vector(
                    id: "KBC/\(layerName)/\(topic.uppercased())/BV-\(digits)",
                    title: recorded.title, clause: layer.clause, level: .recommended,
                    since: VectorSuite.currentVersion,
                    provenance: "captured: \(recorded.origin)", flags: [],
                    operation: layer.operation, input: recorded.input, expected: expected,
                    wrongAnswers: nil))
        }
        self.layer = layer
        file = VectorFile(
            suite: "KBC", suiteVersion: VectorSuite.currentVersion, layer: layer.rawValue,
            topic: topic, count: vectors.count, flags: [:], vectors: vectors)
    }

    /// The text, if it can be a topic: lowercase letters, and dashes between them.
    public static func topic(_ text: String) -> String? {
        let words = text.split(separator: "-", omittingEmptySubsequences: false)
        let isTopic = words.allSatisfy { word in
            !word.isEmpty && word.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
        }
        return isTopic ? text : nil
    }

    /// The objects that an implementation must deliver as whole ones.
    public var objects: Set<ContiguousArray<UInt8>> {
        var objects: Set<ContiguousArray<UInt8>> = []
        for vector in file.vectors {
            guard case .array(let steps) = vector.expected["steps"] else { continue }
            for step in steps {
                if let object = step.bytes("object") { objects.insert(object) }
                guard case .array(let effects) = step["effects"] else { continue }
                for effect in effects where effect["extent"]?.string == ObjectExtent.whole.rawValue
                {
                    if let object = effect.bytes("bytes") { objects.insert(object) }
                }
            }
        }
        return objects
    }

    /// The file's path below a folder of fixtures.
    public var path: String { "\(layer.rawValue)/\(file.topic).json" }

    /// The file's text: one vector a line.
    public var text: String {
        let head: [(String, JSONValue)] = [
            ("$schema", .string(layer.schema)), ("suite", .string(file.suite)),
            ("suiteVersion", .string(file.suiteVersion)), ("layer", .string(file.layer)),
            ("topic", .string(file.topic)), ("count", .size(file.count)),
            ("flags", .object([:])),
        ]
        let members = head.map { "  \(JSONValue.string($0).description): \($1.description),\n" }
        let vectors = file.vectors.map { "    \($0.json.description)" }.joined(separator: ",\n")
        return "{\n" + members.joined() + "  \"vectors\": [\n\(vectors)\n  ]\n}\n"
    }
}

extension Vector {
    fileprivate var json: JSONValue {
        .object([
            "id": .string(id), "title": .string(title), "clause": .string(clause),
            "level": .string(level.rawValue), "since": .string(since),
            "provenance": .string(provenance), "flags": .array(flags.map(JSONValue.string)),
            "operation": .string(operation.rawValue), "input": input, "expected": expected,
        ])
    }
}
