public import KomootNav

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
