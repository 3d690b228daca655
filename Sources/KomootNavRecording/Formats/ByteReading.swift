extension Span<UInt8> {
    /// Two bytes, the least significant first.
    func littleEndian16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: number(at: offset))
    }

    /// Eight bytes, the least significant first.
    func littleEndian64(at offset: Int) -> UInt64 {
        UInt64(littleEndian: number(at: offset))
    }

    /// Four bytes, the most significant first.
    func bigEndian32(at offset: Int) -> UInt32 {
        UInt32(bigEndian: number(at: offset))
    }

    /// Eight bytes, the most significant first.
    func bigEndian64(at offset: Int) -> UInt64 {
        UInt64(bigEndian: number(at: offset))
    }

    /// The bytes as a number of the machine. It traps if they are not all there.
    @inline(__always)
    private func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int) -> Number {
        unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: Number.self)
    }
}
