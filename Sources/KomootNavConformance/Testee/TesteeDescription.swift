import KomootNav

/// How a testee describes itself before it gets cases.
///
/// Source: `Docs/Conformance.md`.
public struct TesteeDescription: Hashable, Sendable {
    /// The version of the protocol between runner and testee.
    package static let protocolVersion: Int64 = 1

    /// The most characters (Unicode scalars) of a name or a version that the runner accepts: reports print them.
    package static let maximumNameLength = 100

    /// The implementation's name.
    public var name: String
    /// The implementation's version.
    public var version: String
    /// The layers that it has; cases of other layers are skipped.
    public var layers: Set<String>
    /// The features that it has; cases that need other features are skipped.
    public var features: Set<Feature>
    /// The members of an instruction that it has; it is not judged by others. `nil` stands for all.
    public var members: Set<InstructionMember>?
    /// The most bytes of a street that it keeps, 1 to 512; `nil` if it keeps them all.
    public var streetCapacity: Int?
    /// Whether a `char` of C is signed where the testee runs; `nil` if that is not known. On many devices it is unsigned.
    public var hasSignedChar: Bool?

    /// Creates a description.
    public init(
        name: String, version: String, layers: Set<String>, features: Set<Feature>,
        members: Set<InstructionMember>? = nil, streetCapacity: Int? = nil,
        hasSignedChar: Bool? = nil
    ) {
        self.name = name
        self.version = version
        self.layers = layers
        self.features = features
        self.members = members
        self.streetCapacity = streetCapacity
        self.hasSignedChar = hasSignedChar
    }

    /// Why a case is not for the testee; `nil` if it is.
    func lack(for vector: Vector, in layer: String) -> String? {
        guard layers.contains(layer) else { return "the testee has no layer \(layer)" }
        var needed = vector.features
        // What has one layout only need not heed that it is given.
        if vector.input["layout"]?.string == InstructionLayout.deployed.name,
            features.isDisjoint(with: [.published, .legacy])
        {
            needed.remove(.pinnedLayouts)
        }
        let missing = needed.subtracting(features).map(\.rawValue).sorted()
        guard missing.isEmpty else {
            return "the testee has no \(missing.joined(separator: ", "))"
        }
        return lackOfParts(for: vector)
    }
}

extension TesteeDescription {
    /// Reads the answer to `describe`.
    ///
    /// - Throws: ``Malformed``, even for an unknown layer, feature or member: it may be misspelt, and would not
    ///   be judged.
    init(_ answer: JSONValue) throws(Malformed) {
        guard case .object = answer else { throw Malformed("the answer is not an object") }
        guard answer["protocol"] == .number(Self.protocolVersion) else {
            throw Malformed("'protocol' is not \(Self.protocolVersion)")
        }
        guard let name = answer["name"]?.string, !name.isEmpty else {
            throw Malformed("'name' is not a string")
        }
        guard let version = answer["version"]?.string else {
            throw Malformed("'version' is not a string")
        }
        for (member, text) in [("name", name), ("version", version)]
        where text.unicodeScalars.count > Self.maximumNameLength {
            throw Malformed("'\(member)' has more than \(Self.maximumNameLength) characters")
        }
        let layers = try Self.texts("layers", in: answer)
        for layer in layers where !VectorSuite.layers.contains(layer) {
            throw Malformed("there is no layer '\(layer.beginning(40))'")
        }
        var features: Set<Feature> = []
        for text in try Self.texts("features", in: answer) {
            guard let feature = Feature(rawValue: text) else {
                throw Malformed("there is no feature '\(text.beginning(40))'")
            }
            features.insert(feature)
        }
        self.init(
            name: name, version: version, layers: Set(layers), features: features,
            members: try Self.members(in: answer),
            streetCapacity: try Self.streetCapacity(in: answer),
            hasSignedChar: try Self.hasSignedChar(in: answer))
    }

    private static func hasSignedChar(in answer: JSONValue) throws(Malformed) -> Bool? {
        switch answer["signedChar"] {
        case nil: return nil
        case .bool(let isSigned): return isSigned
        default: throw Malformed("'signedChar' is neither true nor false")
        }
    }

    private static func members(
        in answer: JSONValue
    ) throws(Malformed) -> Set<InstructionMember>? {
        guard answer["members"] != nil else { return nil }
        var members: Set<InstructionMember> = []
        for text in try texts("members", in: answer) {
            guard let member = InstructionMember(rawValue: text) else {
                throw Malformed("there is no member '\(text.beginning(40))'")
            }
            members.insert(member)
        }
        return members
    }

    private static func streetCapacity(in answer: JSONValue) throws(Malformed) -> Int? {
        guard let value = answer["streetCapacity"] else { return nil }
        let largest = ATT.maximumValueLength
        guard let capacity = value.unsigned.map(Int.init), 1...largest ~= capacity else {
            throw Malformed("'streetCapacity' is not a number from 1 to \(largest)")
        }
        return capacity
    }

    /// Why an answer is not a description.
    struct Malformed: Error, Hashable {
        let reason: String

        init(_ reason: String) { self.reason = reason }
    }

    private static func texts(_ key: String, in answer: JSONValue) throws(Malformed) -> [String] {
        guard case .array(let elements) = answer[key] else {
            throw Malformed("'\(key)' is not an array")
        }
        var texts: [String] = []
        for element in elements {
            guard let text = element.string else { throw Malformed("'\(key)' is not all strings") }
            texts.append(text)
        }
        return texts
    }

    /// The description as the answer to `describe`.
    var json: JSONValue {
        var json: [String: JSONValue] = [
            "protocol": .number(Self.protocolVersion),
            "name": .string(name),
            "version": .string(version),
            "layers": .array(layers.sorted().map(JSONValue.string)),
            "features": .array(features.map(\.rawValue).sorted().map(JSONValue.string)),
        ]
        if let members {
            json["members"] = .array(members.map(\.rawValue).sorted().map(JSONValue.string))
        }
        json["streetCapacity"] = streetCapacity.map(JSONValue.size)
        json["signedChar"] = hasSignedChar.map(JSONValue.bool)
        return .object(json)
    }
}
