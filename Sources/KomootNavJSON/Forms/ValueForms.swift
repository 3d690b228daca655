package import KomootNav

/// The layout that JSON names: `auto`, or one of the known ones.
package enum LayoutChoice {
    /// The layout is detected from the bytes.
    case detected
    /// The layout is known.
    case chosen(InstructionLayout)

    /// The names of all choices, in JSON and on the command line.
    package static let names =
        [LayoutChoice.detected.name] + InstructionLayout.Known.allCases.map(\.rawValue)

    /// The choice in a session's configuration, where `nil` means that the layout is detected.
    package init(_ layout: InstructionLayout?) {
        self = layout.map(LayoutChoice.chosen) ?? .detected
    }

    /// Finds a choice by its name; `nil` for any other name.
    package init?(name: String) {
        if name == LayoutChoice.detected.name {
            self = .detected
        } else if let layout = InstructionLayout(name: name) {
            self = .chosen(layout)
        } else {
            return nil
        }
    }

    /// The name.
    package var name: String {
        switch self {
        case .detected: "auto"
        case .chosen(let layout): layout.description
        }
    }

    /// The layout that is known; `nil` to detect it.
    package var pinned: InstructionLayout? {
        switch self {
        case .detected: nil
        case .chosen(let layout): layout
        }
    }
}

extension JSONValue {
    /// The member `layout`; `nil` if it names none.
    package var layout: LayoutChoice? {
        self["layout"]?.string.flatMap(LayoutChoice.init(name:))
    }

    /// The member `radio`; `nil` if it names none.
    package var radio: ChunkReassembler.Radio? {
        self["radio"]?.string.flatMap(ChunkReassembler.Radio.init(name:))
    }

    /// A member that is one of a list of words; `nil` if it is none of them.
    package func word<Word: RawRepresentable<String>>(_ key: String, of type: Word.Type) -> Word? {
        self[key]?.string.flatMap(Word.init(rawValue:))
    }

    /// A member that is the error of an ATT response.
    package var attError: ATTError? {
        self["attError"]?.unsigned.flatMap { UInt8(exactly: $0) }.map(ATTError.init(rawValue:))
    }
}

extension ChunkReassembler.Radio {
    /// The names of the radios, in JSON and on the command line.
    package static let names = allCases.map(\.name)
}

extension InstructionIdentifier {
    /// Reads an identifier, a number or a UUID; `nil` for any other value.
    package init?(json: JSONValue) {
        if let number = json.unsigned {
            self = .uint32(number)
        } else if let uuid = json.string.flatMap({ UUID128($0) }) {
            self = .uuid(uuid)
        } else {
            return nil
        }
    }

    /// The number or the UUID.
    package var json: JSONValue {
        switch self {
        case .uint32(let number): .integer(number)
        case .uuid(let uuid): .string(uuid.description)
        }
    }
}

extension KomootNavError {
    /// The names of all codes.
    package static let codeNames = Code.all.map(\.name)

    /// Reads an error; `nil` for any other value.
    package init?(json: JSONValue) {
        guard let name = json["code"]?.string, let offset = json.int("offset") else { return nil }
        guard let code = Code.all.first(where: { $0.name == name }) else { return nil }
        if case .attError = code {
            guard let error = json.attError else { return nil }
            self.init(.attError(error), at: offset)
        } else {
            self.init(code, at: offset)
        }
    }

    /// The error's code and offset.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "code": .string(code.name), "offset": .size(offset),
        ]
        if case .attError(let error) = code { members["attError"] = error.json }
        return .object(members)
    }
}

extension ATTError {
    /// The code as a number.
    package var json: JSONValue { .integer(UInt32(rawValue)) }
}

extension SessionTime {
    /// The time in milliseconds.
    package var json: JSONValue { .number(Int64(clamping: milliseconds)) }
}

extension Ticket {
    /// The ticket as a number.
    package var json: JSONValue { .integer(rawValue) }
}

extension CentralSession.Peer {
    /// The peer as a number of 32 bits, as all JSON forms write it.
    package var json: JSONValue { .integer(UInt32(clamping: rawValue)) }
}

extension PeripheralSession.Central {
    /// The central as a number.
    package var json: JSONValue { .integer(rawValue) }
}
