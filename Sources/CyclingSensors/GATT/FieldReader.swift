/// Reads the fields of a value one after the other (clauses 1.1 and 1.3).
struct FieldReader: ~Escapable {
    private let bytes: Span<UInt8>
    private(set) var offset = 0

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>) { self.bytes = bytes }

    var remaining: Int { bytes.count - offset }

    private mutating func take(_ count: Int) throws(SensorError) -> Int {
        guard remaining >= count else { throw SensorError(.truncated, at: bytes.count) }
        defer { offset += count }
        return offset
    }

    mutating func uint8() throws(SensorError) -> UInt8 { bytes[try take(1)] }

    mutating func uint16() throws(SensorError) -> UInt16 {
        let start = try take(2)
        return UInt16(bytes[start]) | UInt16(bytes[start + 1]) << 8
    }

    mutating func int16() throws(SensorError) -> Int16 { Int16(bitPattern: try uint16()) }

    /// Three bytes; the high byte of the result is zero.
    mutating func uint24() throws(SensorError) -> UInt32 {
        let start = try take(3)
        return UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8 | UInt32(bytes[start + 2]) << 16
    }

    mutating func uint32() throws(SensorError) -> UInt32 {
        let low = try uint16()
        return UInt32(low) | UInt32(try uint16()) << 16
    }

    /// An integer of a type that the caller chooses.
    mutating func integer<Number: FixedWidthInteger>() throws(SensorError) -> Number {
        let start = try take(MemoryLayout<Number>.size)
        var number: Number = 0
        for position in 0..<MemoryLayout<Number>.size {
            number |= Number(truncatingIfNeeded: bytes[start + position]) << (8 * position)
        }
        return number
    }

    /// All bytes that are left, copied.
    mutating func rest() throws(SensorError) -> ShortBytes {
        let start = try take(remaining)
        return try ShortBytes(copying: bytes.extracting(start...), offsetInValue: start)
    }
}

/// Writes the fields of a value one after the other. The caller has asked for enough room.
struct FieldWriter {
    private(set) var offset = 0

    /// - Throws: `bufferTooSmall` if the buffer has less than `count` bytes.
    init(_ count: Int, in buffer: borrowing MutableSpan<UInt8>) throws(SensorError) {
        guard buffer.count >= count else { throw SensorError(.bufferTooSmall, at: buffer.count) }
    }

    mutating func put(_ value: UInt8, in buffer: inout MutableSpan<UInt8>) {
        buffer[offset] = value
        offset += 1
    }

    mutating func put(_ value: UInt16, in buffer: inout MutableSpan<UInt8>) {
        put(UInt8(truncatingIfNeeded: value), in: &buffer)
        put(UInt8(truncatingIfNeeded: value >> 8), in: &buffer)
    }

    mutating func put(_ value: Int16, in buffer: inout MutableSpan<UInt8>) {
        put(UInt16(bitPattern: value), in: &buffer)
    }

    /// Writes the three low bytes.
    mutating func put24(_ value: UInt32, in buffer: inout MutableSpan<UInt8>) {
        put(UInt16(truncatingIfNeeded: value), in: &buffer)
        put(UInt8(truncatingIfNeeded: value >> 16), in: &buffer)
    }

    mutating func put(_ value: UInt32, in buffer: inout MutableSpan<UInt8>) {
        put(UInt16(truncatingIfNeeded: value), in: &buffer)
        put(UInt16(truncatingIfNeeded: value >> 16), in: &buffer)
    }

    /// Writes an integer of any type.
    mutating func put<Number: FixedWidthInteger>(
        integer: Number, in buffer: inout MutableSpan<UInt8>
    ) {
        for position in 0..<MemoryLayout<Number>.size {
            put(UInt8(truncatingIfNeeded: integer >> (8 * position)), in: &buffer)
        }
    }

    mutating func put(_ bytes: ShortBytes, in buffer: inout MutableSpan<UInt8>) {
        for position in 0..<bytes.count { put(bytes[position], in: &buffer) }
    }
}
