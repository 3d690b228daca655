/// A 128-bit UUID: 16 bytes in the order in which it is printed.
///
/// Names the service and its characteristics, and identifies instructions in the `legacy` layout.
public struct UUID128: Hashable, Sendable {
    /// The number of bytes.
    public static let byteCount = 16
    /// The number of characters when printed: 32 digits and 4 hyphens.
    static let characterCount = 36
    /// The number of hexadecimal digits in one half.
    static let digitsPerHalf = 16

    /// The first eight bytes, the first one most significant.
    public let high: UInt64
    /// The last eight bytes, the last one least significant.
    public let low: UInt64

    /// Creates a UUID from its two halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates the UUID that a 16-bit number of the Bluetooth SIG stands for:
    /// `0000xxxx-0000-1000-8000-00805F9B34FB`.
    ///
    /// Source: Bluetooth Core Specification, Vol 3, Part B, section 2.5.1.
    public init(assignedNumber: UInt16) {
        self.init(
            high: UInt64(assignedNumber) << 32 | 0x0000_0000_0000_1000, low: 0x8000_0080_5F9B_34FB)
    }

    /// Creates a UUID from its printed form, `8-4-4-4-12` hexadecimal digits of either case;
    /// `nil` for any other text.
    public init?(_ text: String) {
        var halves: (high: UInt64, low: UInt64) = (0, 0)
        var position = 0
        var digits = 0
        for character in text.utf8 {
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard character == UInt8(ascii: "-") else { return nil }
            } else {
                guard position < Self.characterCount, let digit = HexDigits.value(of: character)
                else { return nil }
                if digits < Self.digitsPerHalf {
                    halves.high = halves.high << 4 | UInt64(digit)
                } else {
                    halves.low = halves.low << 4 | UInt64(digit)
                }
                digits += 1
            }
            position += 1
        }
        guard position == Self.characterCount else { return nil }
        self.init(high: halves.high, low: halves.low)
    }

    /// The byte at a position, counted from the first one printed; zero outside the UUID.
    public subscript(position: Int) -> UInt8 {
        guard position >= 0 && position < UUID128.byteCount else { return 0 }
        let half = position < 8 ? high : low
        return UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * (position % 8)))
    }
}

extension UUID128: CustomStringConvertible {
    /// The printed form, uppercase and hyphenated.
    public var description: String {
        var text = ""
        for position in 0..<UUID128.byteCount {
            if position == 4 || position == 6 || position == 8 || position == 10 { text += "-" }
            text += HexDigits.uppercase(self[position])
        }
        return text
    }
}
