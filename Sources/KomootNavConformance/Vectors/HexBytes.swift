/// Bytes as hexadecimal text.
public enum HexBytes {
    /// Why a text is no bytes.
    public struct Malformed: Error, Hashable, Sendable {
        /// The place of the first character at fault, from 0; the length if one is missing.
        public let offset: Int
    }

    /// Reads pairs of hexadecimal digits of either case.
    public static func decode(_ text: some StringProtocol) throws(Malformed) -> ContiguousArray<
        UInt8
    > {
        var bytes: ContiguousArray<UInt8> = []
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
        var text = ""
        text.reserveCapacity(2 * bytes.count)
        for position in bytes.indices { append(bytes[position], to: &text) }
        return text
    }

    /// Writes lowercase digits.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes { append(byte, to: &text) }
        return text
    }

    private static func append(_ byte: UInt8, to text: inout String) {
        text += String(byte >> 4, radix: 16)
        text += String(byte & 0xF, radix: 16)
    }
}
