import Foundation

/// A JSON value of a pipe or a vector. Numbers with a fraction may stand only where nobody reads them.
///
/// Texts are equal if their code points are: `é` and `e` with a combining mark are different streets.
public enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// An integer.
    case number(Int64)
    /// A number with a fraction, of less than 2⁵³. No event, effect, vector or answer has one.
    case fraction(Double)
    /// A text.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; the order of its members does not matter.
    case object([String: JSONValue])

    /// The greatest integer that is written as a number; greater ones are strings.
    public static let greatestNumber = Int64(Int32.max)

    /// An unsigned integer as the fixtures write it.
    public static func integer(_ value: UInt32) -> JSONValue {
        Int64(value) <= greatestNumber ? .number(Int64(value)) : .string(String(value))
    }

    /// The member of an object; `nil` for any other value.
    public subscript(key: String) -> JSONValue? {
        if case .object(let members) = self { return members[key] }
        return nil
    }

    /// The text of a string; `nil` for any other value.
    public var string: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The integer in a number or a decimal string; `nil` for any other value.
    public var unsigned: UInt32? {
        switch self {
        case .number(let number): UInt32(exactly: number)
        case .string(let text): UInt32(text).flatMap { String($0) == text ? $0 : nil }
        case .null, .bool, .fraction, .array, .object: nil
        }
    }

    /// The same for times, which need 64 bits.
    package var unsigned64: UInt64? {
        switch self {
        case .number(let number): UInt64(exactly: number)
        case .string(let text): UInt64(text).flatMap { String($0) == text ? $0 : nil }
        case .null, .bool, .fraction, .array, .object: nil
        }
    }
}

extension JSONValue {
    public static func == (one: JSONValue, other: JSONValue) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.fraction(let one), .fraction(let other)): one == other
        case (.string(let one), .string(let other)):
            // Texts that differ differ in `==` too, which is fast.
            one == other && one.utf8.elementsEqual(other.utf8)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        case (.null, _), (.bool, _), (.number, _), (.fraction, _), (.string, _), (.array, _),
            (.object, _):
            false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let value): hasher.combine(value)
        case .fraction(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        }
    }
}

extension JSONValue {
    /// The greatest integer up to which `Double` has every one.
    private static let greatestExactInteger = 9_007_199_254_740_992.0

    /// A number that is written with a fraction or an exponent; `nil` if it is greater than those between which
    /// `Double` has every integer.
    init?(_ value: Double) {
        guard value.magnitude <= Self.greatestExactInteger else { return nil }
        self = Int64(exactly: value).map(JSONValue.number) ?? .fraction(value)
    }
}

extension JSONValue: Codable {
    /// Reads a value. A number beyond 64 bits is refused.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        // Each failed attempt is slow, so the most frequent types come first.
        if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .number(value)
        } else if let value = try? container.decode([String: JSONValue].self) {
            self = .object(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Double.self), let number = JSONValue(value) {
            self = number
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a number out of range")
        }
    }

    /// Writes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .fraction(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as one line of JSON, members sorted by name. Characters that a terminal would not show but
    /// obey, such as those that turn the writing direction, are escaped.
    public var description: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(self) else { return "null" }
        return String(decoding: data, as: UTF8.self).withEscapedControls
    }
}
