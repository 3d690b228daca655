public import KomootNav

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
