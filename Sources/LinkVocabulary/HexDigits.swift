/// Bytes as hexadecimal digits, one byte at a time. UUIDs, errors, logs and fixtures are written with them.
package enum HexDigits {
    /// The two uppercase digits of a byte, as in `0A`.
    package static func uppercase(_ byte: UInt8) -> String {
        digits(of: byte, ten: UInt8(ascii: "A"))
    }

    /// The two lowercase digits of a byte, as in `0a`.
    package static func lowercase(_ byte: UInt8) -> String {
        digits(of: byte, ten: UInt8(ascii: "a"))
    }

    /// The value of an ASCII digit of either case; `nil` for any other byte.
    package static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }

    private static func digits(of byte: UInt8, ten: UInt8) -> String {
        digit(byte >> 4, ten: ten) + digit(byte & 0xF, ten: ten)
    }

    /// The digit of a value below 16.
    ///
    /// - Parameter ten: the digit of ten.
    private static func digit(_ value: UInt8, ten: UInt8) -> String {
        String(Unicode.Scalar(value < 10 ? UInt8(ascii: "0") + value : ten + value - 10))
    }
}
