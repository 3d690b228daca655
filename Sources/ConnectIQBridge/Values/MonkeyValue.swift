/// A value of Monkey C, the language of a watch's apps: what a message consists of.
///
/// ```swift
/// let value: MonkeyValue = [0: 1, "street": "Hauptstraße", "speeds": [17.5, 18]]
/// let bytes = try value.encoded()
/// ```
///
/// Two values are equal if they are serialised alike: a `Number` differs from a `Long`, `é` as one scalar from `é` as
/// two, zero from minus zero, and the order of a dictionary counts; a value that is not a number is equal
/// to itself.
///
/// Source: `Docs/Watch.md`, clause 6.
public enum MonkeyValue: Sendable {
    /// Nothing.
    case null
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
    /// A `String`. It can be written only without a zero byte.
    case string(String)
    /// An `Array`.
    case array([MonkeyValue])
    /// A `Dictionary`.
    case dictionary(MonkeyDictionary)
    /// A `ByteArray`.
    case byteArray([UInt8])
}

extension MonkeyValue: Hashable {
    public static func == (one: MonkeyValue, other: MonkeyValue) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.array(let one), .array(let other)): one == other
        case (.dictionary(let one), .dictionary(let other)): one == other
        case (.byteArray(let one), .byteArray(let other)): one == other
        default:
            if let one = MonkeyKey(one), let other = MonkeyKey(other) {
                one == other
            } else {
                false
            }
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(MonkeyType.null.rawValue)
        case .array(let elements): hasher.combine(elements)
        case .dictionary(let dictionary): hasher.combine(dictionary)
        case .byteArray(let bytes): hasher.combine(bytes)
        case .number, .long, .float, .double, .boolean, .char, .string:
            hasher.combine(MonkeyKey(self))
        }
    }
}

extension MonkeyValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// A `Number`.
    public init(integerLiteral value: Int32) { self = .number(value) }
    /// A `Double`.
    public init(floatLiteral value: Double) { self = .double(value) }
    /// A `Boolean`.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// A `String`.
    public init(stringLiteral value: String) { self = .string(value) }
    /// ``null``.
    public init(nilLiteral: ()) { self = .null }
    /// An `Array`.
    public init(arrayLiteral elements: MonkeyValue...) { self = .array(elements) }
    /// A `Dictionary`. The keys must differ.
    public init(dictionaryLiteral pairs: (MonkeyKey, MonkeyValue)...) {
        self = .dictionary(MonkeyDictionary(literal: pairs))
    }
}
