public import KomootNav

/// What the fixtures expect of a display: `now` and the plain `text`, and for a distance ahead also
/// `value` and `unit`.
///
/// Decoding refuses a form in which these contradict each other, and a number that no display
/// shows, such as `1.25` or `007`.
extension DistanceDisplay: Codable {
    private enum Key: String, CodingKey {
        case now, value, unit, text
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        func refuse(_ key: Key, _ reason: String) -> DecodingError {
            .dataCorruptedError(forKey: key, in: container, debugDescription: reason)
        }
        if try container.decode(Bool.self, forKey: .now) {
            for key in [Key.value, .unit] where container.contains(key) {
                throw refuse(key, "\"now\" comes without it")
            }
            self = .now
        } else {
            let number = try container.decode(String.self, forKey: .value)
            guard let value = Value(number) else {
                throw refuse(.value, "\"\(number)\" is not a number with at most one decimal")
            }
            let symbol = try container.decode(String.self, forKey: .unit)
            guard let unit = Unit.allCases.first(where: { $0.symbol == symbol }) else {
                throw refuse(.unit, "there is no unit \"\(symbol)\"")
            }
            self = .ahead(value, unit)
        }
        guard try container.decode(String.self, forKey: .text) == description else {
            throw refuse(.text, "the text is \"\(description)\"")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(self == .now, forKey: .now)
        if case .ahead(let value, let unit) = self {
            try container.encode(value.description, forKey: .value)
            try container.encode(unit.symbol, forKey: .unit)
        }
        try container.encode(description, forKey: .text)
    }
}

extension DistanceDisplay.Value {
    /// Reads what ``description`` writes; `nil` for anything else.
    fileprivate init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let number = UInt64(parts.joined()) else { return nil }
        self = parts.count == 2 ? .tenths(number) : .whole(number)
        guard description == text else { return nil }
    }
}
