/// Finds ill-formed and incomplete sequences in UTF-8.
///
/// Source: The Unicode Standard, section 3.9, table 3-7; `Docs/Protocol.md`, clause 5.1.
package enum UTF8Sequence {
    /// The length of the sequence that a byte begins, and the lowest and the highest second byte; `nil` if
    /// the byte can't begin one.
    @inline(__always)
    private static func shape(of lead: UInt8) -> (length: Int, lowest: UInt8, highest: UInt8)? {
        switch lead {
        case 0x00...0x7F: (1, 0x80, 0xBF)
        case 0x80...0xC1: nil
        case 0xC2...0xDF: (2, 0x80, 0xBF)
        case 0xE0...0xEF: (3, lead == 0xE0 ? 0xA0 : 0x80, lead == 0xED ? 0x9F : 0xBF)
        case 0xF0...0xF4: (4, lead == 0xF0 ? 0x90 : 0x80, lead == 0xF4 ? 0x8F : 0xBF)
        default: nil
        }
    }

    /// What a position holds.
    private enum Finding {
        case wellFormed(length: Int)
        /// The bytes end inside a sequence that is well-formed so far.
        case incomplete
        case illFormed
    }

    private static func look(at start: Int, in bytes: Span<UInt8>) -> Finding {
        guard let shape = shape(of: bytes[start]) else { return .illFormed }
        if shape.length == 1 { return .wellFormed(length: 1) }
        let left = bytes.count - start
        guard left > 1 else { return .incomplete }
        let second = bytes[start + 1]
        guard second >= shape.lowest && second <= shape.highest else { return .illFormed }
        for place in 2..<4 {
            if shape.length == place { return .wellFormed(length: place) }
            guard left > place else { return .incomplete }
            guard bytes[start + place] & 0xC0 == 0x80 else { return .illFormed }
        }
        return .wellFormed(length: 4)
    }

    /// Where the first ill-formed or incomplete sequence begins; `nil` if there is none.
    package static func firstIllFormed(in bytes: Span<UInt8>) -> Int? { check(bytes).illFormed }

    /// The same, and whether all bytes are known to be ASCII.
    @inline(__always)
    static func check(_ bytes: Span<UInt8>) -> (illFormed: Int?, isASCII: Bool) {
        #if hasFeature(Embedded)
            // Firmware has no room for the fast way.
            return (firstIllFormed(in: bytes, from: 0), false)
        #else
            let words = UTF8Words.check(bytes)
            return words.end == bytes.count
                ? (nil, words.isASCII) : (firstIllFormed(in: bytes, from: words.end), false)
        #endif
    }

    @inline(never)
    private static func firstIllFormed(in bytes: Span<UInt8>, from start: Int) -> Int? {
        var position = start
        while position < bytes.count {
            if bytes[position] < 0x80 {
                position += 1
                continue
            }
            guard case .wellFormed(let length) = look(at: position, in: bytes) else {
                return position
            }
            position += length
        }
        return nil
    }

    /// Where an incomplete last sequence begins; the number of bytes if there is none.
    static func incompleteTailStart(in bytes: Span<UInt8>) -> Int {
        // An incomplete sequence has one to three bytes, and only the first of them can begin one.
        for start in stride(from: bytes.count - 1, through: max(bytes.count - 3, 0), by: -1) {
            if case .incomplete = look(at: start, in: bytes) { return start }
        }
        return bytes.count
    }
}
