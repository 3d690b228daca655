/// How large a serialised value may be. No limit of a watch is documented. The bytes have the only bound that is known, that of
/// the vendor's library for Android; depth and number are this library's. An app may choose others.
///
/// Source: `Docs/Watch.md`, clauses 5.5 and 6.9.
public struct MonkeyLimits: Hashable, Sendable {
    /// What the vendor's library for Android takes at most, in bytes.
    public static let androidByteCount = 16_384
    /// The deepest nesting that can be allowed.
    public static let largestDepth = 256
    /// The length of a string is written in two bytes, and counts the zero byte at its end.
    public static let longestStringByteCount = 65_534

    /// The largest number of bytes.
    public let maximumByteCount: Int
    /// The largest number of values inside each other: 1 for a number, 2 for an array of numbers.
    public let maximumDepth: Int
    /// The largest number of values, with those in arrays and dictionaries, keys among them.
    public let maximumValueCount: Int

    /// Creates limits. What is out of its range is taken as the nearest that is in it.
    ///
    /// - Parameters:
    ///   - maximumByteCount: at least 0, at most 2³¹ − 2, so that one more can be counted where `Int` has 32 bits.
    ///   - maximumDepth: 1 to ``largestDepth``.
    ///   - maximumValueCount: at least 1, at most 2³¹ − 1.
    public init(
        maximumByteCount: Int = MonkeyLimits.androidByteCount, maximumDepth: Int = 16,
        maximumValueCount: Int = 4096
    ) {
        self.maximumByteCount = min(max(maximumByteCount, 0), Int(Int32.max) - 1)
        self.maximumDepth = min(max(maximumDepth, 1), Self.largestDepth)
        self.maximumValueCount = min(max(maximumValueCount, 1), Int(Int32.max))
    }
}
