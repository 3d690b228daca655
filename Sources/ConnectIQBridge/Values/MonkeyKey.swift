/// A key of a dictionary: any value but null, arrays, dictionaries and byte arrays.
///
/// Source: `Docs/Watch.md`, clause 6.7.
public enum MonkeyKey: Sendable {
    /// A `Number`.
    case number(Int32)
    /// A `Long`.
    case long(Int64)
    /// A `Float`.
    case float(Float)
    /// A `Double`.
    case double(Double)
    /// A `Boolean`.
    case boolean(Bool)
    /// A `Char`.
    case char(Unicode.Scalar)
    /// A `String`.
    case string(String)

    /// The value as a key; `nil` if it can't be one.
    public init?(_ value: MonkeyValue) {
        switch value {
        case .number(let number): self = .number(number)
        case .long(let number): self = .long(number)
        case .float(let number): self = .float(number)
        case .double(let number): self = .double(number)
        case .boolean(let flag): self = .boolean(flag)
        case .char(let character): self = .char(character)
        case .string(let text): self = .string(text)
        case .null, .array, .dictionary, .byteArray: return nil
        }
    }

    /// The key as a value.
    public var value: MonkeyValue {
        switch self {
        case .number(let number): .number(number)
        case .long(let number): .long(number)
        case .float(let number): .float(number)
        case .double(let number): .double(number)
        case .boolean(let flag): .boolean(flag)
        case .char(let character): .char(character)
        case .string(let text): .string(text)
        }
    }

    /// The type, and the value's bits; `nil` for a string.
    private var bits: (type: MonkeyType, bits: UInt64)? {
        switch self {
        case .number(let number): (.number, UInt64(UInt32(bitPattern: number)))
        case .long(let number): (.long, UInt64(bitPattern: number))
        case .float(let number): (.float, UInt64(number.bitPattern))
        case .double(let number): (.double, number.bitPattern)
        case .boolean(let flag): (.boolean, flag ? 1 : 0)
        case .char(let character): (.char, UInt64(character.value))
        case .string: nil
        }
    }
}

extension MonkeyKey: Hashable {
    public static func == (one: MonkeyKey, other: MonkeyKey) -> Bool {
        if case .string(let one) = one, case .string(let other) = other {
            return one.utf8.elementsEqual(other.utf8)
        }
        guard let one = one.bits, let other = other.bits else { return false }
        return one.type == other.type && one.bits == other.bits
    }

    public func hash(into hasher: inout Hasher) {
        if let bits {
            hasher.combine(bits.type.rawValue)
            hasher.combine(bits.bits)
        } else if case .string(let text) = self {
            var text = text
            text.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }
}

extension MonkeyKey: ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByStringLiteral
{
    /// A `Number`.
    public init(integerLiteral value: Int32) { self = .number(value) }
    /// A `Boolean`.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// A `String`.
    public init(stringLiteral value: String) { self = .string(value) }
}
