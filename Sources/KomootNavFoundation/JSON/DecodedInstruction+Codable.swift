import KomootNav

/// What the fixtures expect of a decoder: the fields, `layout`, `extent`, and what follows from
/// them: `arrowName`, `street` and, for a street that is not well-formed, `strictErrorOffset`.
///
/// Decoding refuses a form in which these contradict each other. Encoding refuses a custom layout,
/// which has no name.
extension DecodedInstruction: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: InstructionKey.self)
        self.init(
            try NavigationInstruction(from: decoder),
            layout: try container.decode(InstructionLayout.self, forKey: .layout),
            extent: try container.decode(ObjectExtent.self, forKey: .extent))
        let isUUID = layout.identifierFormat == .uuid
        if case .uuid = instruction.identifier, !isUUID {
            throw container.contradiction(.identifier, "the layout's identifier has four bytes")
        } else if case .uint32 = instruction.identifier, isUUID {
            throw container.contradiction(.identifier, "the layout's identifier is a UUID")
        }
        guard try container.decode(String.self, forKey: .arrowName) == instruction.arrow.name else {
            throw container.contradiction(.arrowName, "the arrow is \(instruction.arrow.name)")
        }
        // The instruction has compared it with the bytes.
        _ = try container.decode(String.self, forKey: .street)
        let offset = try container.decodeIfPresent(FixtureUInt32.self, forKey: .strictErrorOffset)
        guard (offset.map { Int($0.value) }) == strictErrorOffset else {
            throw container.contradiction(.strictErrorOffset, "the bytes have another one, or none")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        try instruction.encode(to: encoder)
        var container = encoder.container(keyedBy: InstructionKey.self)
        try container.encode(layout, forKey: .layout)
        try container.encode(extent, forKey: .extent)
        try container.encode(instruction.arrow.name, forKey: .arrowName)
        try container.encode(instruction.street.description, forKey: .street)
        try container.encodeIfPresent(strictErrorOffset, forKey: .strictErrorOffset)
    }

    /// Where the first ill-formed sequence of the street begins, counted from the object's start;
    /// `nil` if there is none.
    private var strictErrorOffset: Int? {
        do throws(KomootNavError) {
            _ = try instruction.street.text(.strict)
            return nil
        } catch {
            return layout.streetOffset + error.offset
        }
    }
}

/// What the fixtures expect of a notification: `kind`, and the identifier or the instruction.
extension NavigationNotification: Codable {
    private enum Kind: String, Codable {
        case identifier, instruction
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: InstructionKey.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .identifier:
            self = .identifier(
                try container.decode(InstructionIdentifier.self, forKey: .identifier))
        case .instruction: self = .instruction(try DecodedInstruction(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: InstructionKey.self)
        switch self {
        case .identifier(let identifier):
            try container.encode(Kind.identifier, forKey: .kind)
            try container.encode(identifier, forKey: .identifier)
        case .instruction(let decoded):
            try container.encode(Kind.instruction, forKey: .kind)
            try decoded.encode(to: encoder)
        }
    }
}
