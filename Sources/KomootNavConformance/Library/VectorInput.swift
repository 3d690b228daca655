import KomootNav

/// The words and forms in which vectors name the library's values.
enum LayoutChoice {
    case detected
    case chosen(InstructionLayout)

    var pinned: InstructionLayout? {
        switch self {
        case .detected: nil
        case .chosen(let layout): layout
        }
    }
}

extension JSONValue {
    /// The bytes of a member in hexadecimal; `nil` if it is none.
    func bytes(_ key: String) -> ContiguousArray<UInt8>? {
        self[key]?.string.flatMap { try? HexBytes.decode($0) }
    }

    /// The member `layout`; `nil` if it names none.
    var layout: LayoutChoice? {
        guard let name = self["layout"]?.string else { return nil }
        return name == "auto" ? .detected : InstructionLayout(name: name).map { .chosen($0) }
    }
}

extension InstructionIdentifier {
    init?(json: JSONValue) {
        if let number = json.unsigned {
            self = .uint32(number)
        } else if let uuid = json.string.flatMap({ UUID128($0) }) {
            self = .uuid(uuid)
        } else {
            return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .uint32(let number): .integer(number)
        case .uuid(let uuid): .string(uuid.description)
        }
    }
}
