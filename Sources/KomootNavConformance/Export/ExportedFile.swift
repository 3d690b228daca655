public import Foundation

/// A file of exported vectors.
public struct ExportedFile: Hashable, Sendable {
    /// Its name, without a folder.
    public let name: String
    /// Its content.
    public let content: String
}

/// A vector that can't be exported: a member is missing, or does not suit the operation.
public struct ExportError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The vector.
    public let id: String
    /// The member that is missing or wrong.
    public let member: String

    /// The fault as a sentence.
    public var description: String { "\(id) has no usable '\(member)'" }
}

extension ExportError: LocalizedError {
    /// The ``description`` as a sentence that stands alone.
    public var errorDescription: String? { "The vectors can't be exported: \(description)." }
}

/// Reads the members of a vector, or of an object in it, and names the member that is missing or wrong.
struct MemberReader {
    let id: String
    let json: JSONValue

    init(id: String, _ json: JSONValue) {
        self.id = id
        self.json = json
    }

    func fault(_ member: String) -> ExportError { ExportError(id: id, member: member) }

    func has(_ member: String) -> Bool { json[member] != nil }

    func text(_ member: String) throws(ExportError) -> String {
        guard let text = json[member]?.string else { throw fault(member) }
        return text
    }

    func integer(_ member: String, or usual: UInt32? = nil) throws(ExportError) -> UInt32 {
        guard let value = json[member] ?? usual.map(JSONValue.integer), let number = value.unsigned
        else { throw fault(member) }
        return number
    }

    func bool(_ member: String, or usual: Bool? = nil) throws(ExportError) -> Bool {
        if case .bool(let value) = json[member] { return value }
        guard let usual, !has(member) else { throw fault(member) }
        return usual
    }

    func bytes(_ member: String) throws(ExportError) -> [UInt8] {
        guard let bytes = json.bytes(member) else { throw fault(member) }
        return Array(bytes)
    }

    func object(_ member: String) throws(ExportError) -> MemberReader {
        guard let value = json[member], case .object = value else { throw fault(member) }
        return MemberReader(id: id, value)
    }

    func objects(_ member: String) throws(ExportError) -> [MemberReader] {
        guard case .array(let elements) = json[member] else { throw fault(member) }
        return elements.map { MemberReader(id: id, $0) }
    }

    /// The constant of a word.
    func constant(
        _ member: String, _ constants: [String: String], or usual: String? = nil
    ) throws(ExportError) -> String {
        guard has(member) || usual == nil else { return usual ?? "" }
        guard let constant = constants[try text(member)] else { throw fault(member) }
        return constant
    }
}
