/// How a value's type is written.
enum MonkeyType: UInt8 {
    case null = 0
    case number = 1
    case float = 2
    case string = 3
    case array = 5
    case boolean = 9
    case dictionary = 11
    case long = 14
    case double = 15
    case char = 19
    case byteArray = 20
}

/// The markers of the two sections.
enum MonkeySection {
    static let strings: UInt32 = 0xABCD_ABCD
    static let objects: UInt32 = 0xDA7A_DA7A
    /// A marker and a length.
    static let headByteCount = 8
}

extension Span<UInt8> {
    /// - Throws: `truncated`.
    func uint32(at start: Int) throws(MonkeyError) -> UInt32 {
        guard count - start >= 4 else { throw MonkeyError(.truncated, at: count) }
        var number: UInt32 = 0
        for position in start..<start + 4 { number = number << 8 | UInt32(self[position]) }
        return number
    }

    /// - Throws: `truncated`.
    func uint64(at start: Int) throws(MonkeyError) -> UInt64 {
        guard count - start >= 8 else { throw MonkeyError(.truncated, at: count) }
        return UInt64(try uint32(at: start)) << 32 | UInt64(try uint32(at: start + 4))
    }

    /// The content of the section whose marker is at a position.
    ///
    /// - Throws: `truncated`.
    func section(at start: Int) throws(MonkeyError) -> Range<Int> {
        let length = try uint32(at: start + 4)
        let content = start + MonkeySection.headByteCount
        guard UInt64(length) <= UInt64(count - content) else {
            throw MonkeyError(.truncated, at: count)
        }
        return content..<content + Int(length)
    }
}
