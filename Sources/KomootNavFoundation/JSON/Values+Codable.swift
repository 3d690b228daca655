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
