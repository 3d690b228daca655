/// Finds ill-formed and incomplete sequences in UTF-8.
///
/// Source: The Unicode Standard, section 3.9, table 3-7; `Docs/Protocol.md`, clause 5.1.
package enum UTF8Sequence {
    /// The length of the sequence that a byte begins, and the allowed second bytes; `nil` if the
    /// byte can't begin one.
    private static func shape(of lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch lead {
        case 0x00...0x7F: (1, 0x80...0xBF)
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xE1...0xEF: (3, 0x80...0xBF)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
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
        var position = start + 1
        while position < start + shape.length {
            guard position < bytes.count else { return .incomplete }
            let allowed = position == start + 1 ? shape.second : 0x80...0xBF
            guard allowed ~= bytes[position] else { return .illFormed }
            position += 1
        }
        return .wellFormed(length: shape.length)
    }

    /// Where the first ill-formed or incomplete sequence begins; `nil` if there is none.
    package static func firstIllFormed(in bytes: Span<UInt8>) -> Int? {
        var position = 0
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
