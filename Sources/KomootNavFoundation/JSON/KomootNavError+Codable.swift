public import KomootNav

/// An error as the fixtures give it: `code` and `offset`, and `attError` with the number of a
/// phone's error.
extension KomootNavError: Codable {
    private enum Key: String, CodingKey {
        case code, offset, attError
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        let name = try container.decode(String.self, forKey: .code)
        guard var code = Code.named[name] else {
            throw DecodingError.dataCorruptedError(
                forKey: .code, in: container, debugDescription: "there is no code \"\(name)\"")
        }
        if case .attError = code {
            code = .attError(try container.decode(ATTError.self, forKey: .attError))
        } else if container.contains(.attError) {
            throw DecodingError.dataCorruptedError(
                forKey: .attError, in: container,
                debugDescription: "the code \"\(name)\" comes without it")
        }
        let offset = try container.decode(FixtureInteger.self, forKey: .offset)
        self.init(code, at: offset.value)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(code.name, forKey: .code)
        try container.encode(offset, forKey: .offset)
        if case .attError(let error) = code { try container.encode(error, forKey: .attError) }
    }
}

extension KomootNavError.Code {
    /// All codes by their names.
    fileprivate static let named = [String: Self](
        uniqueKeysWithValues: all.map { ($0.name, $0) })
}

/// The code as a number, as in the fixtures.
extension ATTError: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decodeInteger())
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

/// An integer, which is refused with its path if it has a fraction.
private struct FixtureInteger: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decodeInteger()
    }
}
