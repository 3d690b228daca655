extension ContiguousArray<UInt8> {
    /// Copies bytes that may be an object. It copies at most one byte more than an object may have,
    /// so an oversized value stays oversized without being copied whole.
    init(boundedBytes bytes: some Collection<UInt8>) {
        self.init(bytes.prefix(ATT.maximumValueLength + 1))
    }
}

extension Span<UInt8> {
    /// Whether the bytes are equal. It compares eight at a time.
    package func holdsSameBytes(as other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        let wordSize = 8
        let wordsEnd = count - count % wordSize
        return unsafe withUnsafeBytes { left in
            unsafe other.withUnsafeBytes { right in
                for position in stride(from: 0, to: wordsEnd, by: wordSize) {
                    let leftWord = unsafe left.loadUnaligned(
                        fromByteOffset: position, as: UInt64.self)
                    let rightWord = unsafe right.loadUnaligned(
                        fromByteOffset: position, as: UInt64.self)
                    if leftWord != rightWord { return false }
                }
                for position in wordsEnd..<count where unsafe left[position] != right[position] {
                    return false
                }
                return true
            }
        }
    }
}

/// Reads and writes fields: integers with the least significant byte first (clause 2.1), UUIDs in
/// printed order. The caller has checked the bounds.
extension Span<UInt8> {
    @inlinable func littleEndianUInt32(at offset: Int) -> UInt32 {
        // Unsafe only in that it could be told to make a value of another type; the bounds are checked.
        unsafe UInt32(
            littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Eight bytes.
    @inlinable func word(at offset: Int) -> UInt64 {
        unsafe UInt64(
            littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @usableFromInline func uuid(at offset: Int) -> UUID128 {
        var high: UInt64 = 0
        var low: UInt64 = 0
        for position in 0..<8 {
            high = high << 8 | UInt64(self[offset + position])
            low = low << 8 | UInt64(self[offset + 8 + position])
        }
        return UUID128(high: high, low: low)
    }
}

extension MutableSpan<UInt8> {
    mutating func storeLittleEndian(_ value: UInt32, at offset: Int) {
        for position in 0..<4 {
            self[offset + position] = UInt8(truncatingIfNeeded: value >> UInt32(8 * position))
        }
    }

    mutating func store(_ uuid: UUID128, at offset: Int) {
        // Last byte first: a processor of 32 bits has no shift of a long number by a variable count.
        var high = uuid.high
        var low = uuid.low
        for position in (0..<8).reversed() {
            self[offset + position] = UInt8(truncatingIfNeeded: high)
            self[offset + 8 + position] = UInt8(truncatingIfNeeded: low)
            high >>= 8
            low >>= 8
        }
    }
}
