/// Hexadecimal digits, one at a time.
enum HexDigits {
    /// The uppercase digit of the low four bits.
    static func uppercase(_ value: UInt8) -> String {
        let digit = value & 0xF
        let scalar = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
        return String(Unicode.Scalar(scalar))
    }

    /// The value of an ASCII digit of either case; `nil` for any other byte.
    static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
