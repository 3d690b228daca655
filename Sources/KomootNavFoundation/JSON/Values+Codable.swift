public import KomootNav

/// The byte as a number, as in the fixtures.
extension Arrow: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decodeInteger())
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// The name, as in the fixtures.
extension DistanceStyle: Codable {}

/// The name, as in the fixtures.
extension ObjectExtent: Codable {}

/// The number, above 2,147,483,647 as a decimal string, or the UUID in its printed form, as in the
/// fixtures.
extension InstructionIdentifier: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self), let uuid = UUID128(text) {
            self = .uuid(uuid)
        } else {
            self = .uint32(try FixtureUInt32(from: decoder).value)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .uint32(let number): try FixtureUInt32(number).encode(to: encoder)
        case .uuid(let uuid):
            var container = encoder.singleValueContainer()
            try container.encode(uuid.description)
        }
    }
}

/// The name of a known layout, as in the fixtures. Encoding refuses a custom layout, which has no
/// name.
extension InstructionLayout: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let name = try container.decode(String.self)
        guard let layout = InstructionLayout(name: name) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "there is no layout \"\(name)\"")
        }
        self = layout
    }

    public func encode(to encoder: any Encoder) throws {
        guard let known else {
            throw EncodingError.invalidValue(
                self,
                .init(
                    codingPath: encoder.codingPath, debugDescription: "a custom layout has no name")
            )
        }
        var container = encoder.singleValueContainer()
        try container.encode(known.rawValue)
    }
}

/// The name, as in the fixtures.
extension CentralSession.Status: Codable {}

/// The name, as in the fixtures.
extension PeripheralSession.Phase: Codable {}

/// The names that the fixtures give to what an object says.
enum InstructionKey: String, CodingKey {
    case kind, layout, extent, identifier, arrow, arrowName, distanceInMeters, streetBytes, street
    case strictErrorOffset
}

/// The fields as the fixtures give them to an encoder: `identifier`, `arrow`, `distanceInMeters`
/// and `streetBytes`.
///
/// Decoding also takes what the fixtures expect of a decoder. It compares the `street` with the bytes if
/// it is there, and ignores other members.
extension NavigationInstruction: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: InstructionKey.self)
        self.init(
            identifier: try container.decode(InstructionIdentifier.self, forKey: .identifier),
            arrow: try container.decode(Arrow.self, forKey: .arrow),
            distanceInMeters: try container.decode(FixtureUInt32.self, forKey: .distanceInMeters)
                .value,
            street: try container.decode(FixtureBytes.self, forKey: .streetBytes).street)
        // Compared by bytes, because equal strings may have other code points.
        if let text = try container.decodeIfPresent(String.self, forKey: .street),
            !text.utf8.elementsEqual(street.description.utf8)
        {
            throw container.contradiction(.street, "the bytes are another street")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: InstructionKey.self)
        try container.encode(identifier, forKey: .identifier)
        try container.encode(arrow, forKey: .arrow)
        try container.encode(FixtureUInt32(distanceInMeters), forKey: .distanceInMeters)
        try container.encode(FixtureBytes(street), forKey: .streetBytes)
    }
}

extension KeyedDecodingContainer<InstructionKey> {
    /// The error of a member that contradicts the others.
    func contradiction(_ key: InstructionKey, _ reason: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: reason)
    }
}
