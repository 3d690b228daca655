import Foundation
import KomootNav
import KomootNavJSON
import RepositorySupport
import Testing

/// A vector of the fixtures, as far as these tests need it.
struct FixtureVector {
    let id: String
    let operation: String?
    let input: JSONValue
    let expected: JSONValue

    var isRefused: Bool { expected["error"] != nil }
    var bytes: Data { get throws { try Data(hex: input["bytes"]) } }

    /// The layout of the input; `nil` to detect it.
    var layout: InstructionLayout? { input["layout"]?.string.flatMap(InstructionLayout.init) }

    /// The extent of the input, if it has one.
    var extent: ObjectExtent? { input["extent"]?.string.flatMap(ObjectExtent.init) }

    private struct NoVectors: Error {
        let file: URL
    }

    private init(_ json: JSONValue) throws {
        id = try #require(json["id"]?.string)
        operation = json["operation"]?.string
        input = try #require(json["input"])
        expected = try #require(json["expected"])
    }

    /// All vectors of a layer. A missing folder is a failure.
    static func all(of layer: String) throws -> [FixtureVector] {
        let folder = Repository.fixtures.appendingPathComponent(layer)
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil
        ).filter { $0.pathExtension == "json" }
        try #require(!files.isEmpty)
        return try files.flatMap {
            let bytes = ContiguousArray(try Data(contentsOf: $0))
            guard case .array(let vectors) = JSONValue(bytes: bytes.span)?["vectors"] else {
                throw NoVectors(file: $0)
            }
            return try vectors.map(FixtureVector.init)
        }
    }
}

extension Data {
    /// Bytes from hexadecimal digits.
    init(hex: JSONValue?) throws {
        self.init(try HexBytes.decode(try #require(hex?.string)))
    }
}

extension JSONValue {
    /// The JSON form of a value. Equal forms have equal code points.
    init(encoding value: some Encodable) throws {
        self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
    }

    /// Reads a value from its JSON form.
    func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: JSONEncoder().encode(self))
    }
}
