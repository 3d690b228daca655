/// Bytes as hexadecimal text.
public enum HexBytes {
    /// Why a text is no bytes.
    public struct Malformed: Error, Hashable, Sendable {
        /// The place of the first character at fault, from 0; the length if one is missing.
        public let offset: Int
    }

    /// Reads pairs of hexadecimal digits of either case.
    public static func decode(_ text: some StringProtocol) throws(Malformed) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        var position = 0
        for character in text.unicodeScalars {
            guard character.isASCII, let digit = Character(character).hexDigitValue else {
                throw Malformed(offset: position)
            }
            if let first = high {
                bytes.append(first << 4 | UInt8(digit))
                high = nil
            } else {
                high = UInt8(digit)
            }
            position += 1
        }
        guard high == nil else { throw Malformed(offset: position) }
        return bytes
    }

    /// Writes lowercase digits.
    public static func encode(_ bytes: Span<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.count)
        for position in bytes.indices {
            text.append(digits[Int(bytes[position] >> 4)])
            text.append(digits[Int(bytes[position] & 0xF)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
