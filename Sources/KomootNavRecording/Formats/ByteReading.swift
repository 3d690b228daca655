extension Span<UInt8> {
    /// Two bytes, the least significant first.
    func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }

    /// Eight bytes, the least significant first.
    func littleEndian64(at offset: Int) -> UInt64 {
        var number: UInt64 = 0
        for position in (0..<8).reversed() {
            number = number << 8 | UInt64(self[offset + position])
        }
        return number
    }

    /// Four bytes, the most significant first.
    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16
            | UInt32(self[offset + 2]) << 8 | UInt32(self[offset + 3])
    }

    /// Eight bytes, the most significant first.
    func bigEndian64(at offset: Int) -> UInt64 {
        UInt64(bigEndian32(at: offset)) << 32 | UInt64(bigEndian32(at: offset + 4))
    }
}
