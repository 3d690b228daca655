// What the reader itself leaves to others: references and keys.
extension MonkeyReader {
    /// Checks everything that ``MonkeyValue/init(decoding:limits:)-(Span<UInt8>,_)`` checks, and allocates nothing.
    ///
    /// - Throws: the error that it throws.
    static func check(_ bytes: Span<UInt8>, limits: MonkeyLimits) throws(MonkeyError) {
        let start = try MonkeyReader(bytes, limits: limits)
        var reader = start
        while let token = try reader.next() {
            if case .string(let offset) = token { _ = try reader.string(at: offset) }
        }
        try start.checkKeys()
    }

    /// Checks the keys of all dictionaries, once everything else is known to be right.
    ///
    /// The elements of containers come in the order of the containers. So one reader meets the containers, and
    /// another one, which is ahead of it, their elements.
    private func checkKeys() throws(MonkeyError) {
        var containers = self
        var elements = self
        _ = try elements.next()
        while let token = try containers.next() {
            switch token {
            case .dictionary(let count): try elements.checkKeys(count)
            case .array(let count): for _ in 0..<count { _ = try elements.next() }
            case .null, .number, .long, .float, .double, .boolean, .char, .string, .byteArray:
                break
            }
        }
    }

    /// Checks the keys of the dictionary whose first key comes next, and goes on to its end.
    private mutating func checkKeys(_ count: Int) throws(MonkeyError) {
        let start = self
        var seen = KeySketch()
        for number in 0..<count {
            guard let key = try next(), let sketch = sketch(of: key) else {
                throw MonkeyError(.invalidKey, at: tokenOffset)
            }
            if !seen.insert(sketch) {
                var earlier = start
                for _ in 0..<number {
                    if let other = try earlier.next(), try isSame(key, other) {
                        throw MonkeyError(.duplicateKey, at: tokenOffset)
                    }
                    _ = try earlier.next()
                }
            }
            _ = try next()
        }
    }

    /// Whether two keys are serialised alike.
    private func isSame(_ one: MonkeyToken, _ other: MonkeyToken) throws(MonkeyError) -> Bool {
        switch (one, other) {
        case (.string(let one), .string(let other)):
            if one == other { return true }
            let text = try string(at: one)
            let otherText = try string(at: other)
            guard text.count == otherText.count else { return false }
            for position in text.indices where text[position] != otherText[position] {
                return false
            }
            return true
        case (.float(let one), .float(let other)): return one.bitPattern == other.bitPattern
        case (.double(let one), .double(let other)): return one.bitPattern == other.bitPattern
        default: return one == other
        }
    }

    /// A number that equal keys share; `nil` if the token can't be a key.
    private func sketch(of key: MonkeyToken) -> UInt64? {
        switch key {
        case .number(let number): UInt64(UInt32(bitPattern: number))
        case .long(let number): UInt64(bitPattern: number) &+ 1
        case .float(let number): UInt64(number.bitPattern) &+ 2
        case .double(let number): number.bitPattern &+ 3
        case .boolean(let flag): flag ? 4 : 5
        case .char(let character): UInt64(character.value) &+ 6
        case .string(let offset):
            UInt64(textOfString(at: strings.lowerBound + Int(offset)).count) &+ 7
        case .null, .array, .dictionary, .byteArray: nil
        }
    }
}

/// Which keys a dictionary may have already.
private struct KeySketch {
    private var bits: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    /// Returns whether no key with this number was there.
    mutating func insert(_ number: UInt64) -> Bool {
        // Multiplied by the golden ratio, as Fibonacci hashing does; the uppermost bits depend on all.
        let place = (number &* 0x9E37_79B9_7F4A_7C15) >> 56
        let bit: UInt64 = 1 << (place & 63)
        switch place >> 6 {
        case 0: return Self.insert(bit, into: &bits.0)
        case 1: return Self.insert(bit, into: &bits.1)
        case 2: return Self.insert(bit, into: &bits.2)
        default: return Self.insert(bit, into: &bits.3)
        }
    }

    private static func insert(_ bit: UInt64, into word: inout UInt64) -> Bool {
        defer { word |= bit }
        return word & bit == 0
    }
}
