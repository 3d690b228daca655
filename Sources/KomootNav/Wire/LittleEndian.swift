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
