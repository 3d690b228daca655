/// Checks UTF-8 eight bytes at a time, as far as it consists of sequences of one and two bytes. Those are most of
/// the Latin, Greek, Cyrillic, Hebrew and Arabic scripts.
///
/// Source: The Unicode Standard, section 3.9, table 3-7.
enum UTF8Words {
    static let size = 8

    private static let topBits: UInt64 = 0x8080_8080_8080_8080

    /// How far the check came.
    struct Progress {
        /// Where to look byte by byte. All bytes before it are whole sequences, and well-formed.
        let end: Int
        /// Whether all bytes before the end are ASCII.
        let isASCII: Bool
    }

    /// Checks bytes until something else comes.
    @inline(__always)
    static func check(_ bytes: Span<UInt8>) -> Progress {
        let count = bytes.count
        var position = 0
        var all: UInt64 = 0
        /// The top bit of the first byte, if the word before ended inside a sequence.
        var carried: UInt64 = 0
        while position <= count - size {
            let word = bytes.word(at: position)
            guard let next = check(word, carried) else { break }
            all |= word
            carried = next
            position += size
        }
        if position > count - size && position < count {
            let word = tail(of: bytes, from: position)
            if let next = check(word, carried) {
                all |= word
                carried = next
                position = count
            }
        }
        return Progress(
            end: carried == 0 ? position : position - 1, isASCII: all & topBits == 0)
    }

    /// Checks a word, of which `carried` says whether its first byte ends a sequence.
    ///
    /// - Returns: the same for the next word; `nil` if the word holds anything else than whole sequences of
    ///   one and two bytes and, at its end, the beginning of one.
    @inline(__always)
    private static func check(_ word: UInt64, _ carried: UInt64) -> UInt64? {
        let isHigh = word & topBits
        if isHigh | carried == 0 { return 0 }
        // In the top bit of each byte: whether the byte is 11…, 10…, 111…, or a lead below C2.
        let leads = isHigh & word << 1
        let continues = isHigh & ~(word << 1)
        let leadsLonger = leads & word << 2
        let mayLead = (word & 0x1E1E_1E1E_1E1E_1E1E) + 0x7E7E_7E7E_7E7E_7E7E
        guard leadsLonger | (leads & ~mayLead) == 0, continues == leads << 8 | carried else {
            return nil
        }
        return leads >> 56
    }

    /// The bytes from a position to the end, fewer than a word, as the first ones of a word that ends with zeros.
    @inline(__always)
    private static func tail(of bytes: Span<UInt8>, from position: Int) -> UInt64 {
        let count = bytes.count
        if count >= size {
            return bytes.word(at: count - size) >> UInt64(8 * (size - (count - position)))
        }
        // The parts of a short text overlap, and there they have the same bytes.
        if count >= 4 {
            let word = UInt64(bytes.littleEndianUInt32(at: 0))
            return word | UInt64(bytes.littleEndianUInt32(at: count - 4)) << UInt64(8 * (count - 4))
        }
        let word = UInt64(bytes[0]) | UInt64(bytes[count / 2]) << UInt64(8 * (count / 2))
        return word | UInt64(bytes[count - 1]) << UInt64(8 * (count - 1))
    }
}
