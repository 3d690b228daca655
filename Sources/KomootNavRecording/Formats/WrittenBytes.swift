import KomootNav

extension UInt16 {
    /// The bytes, the least significant first.
    var littleEndianBytes: ContiguousArray<UInt8> {
        [UInt8(truncatingIfNeeded: self), UInt8(truncatingIfNeeded: self >> 8)]
    }
}

extension UUID128 {
    /// The bytes in the Attribute Protocol's order: the text's last byte first.
    var wireBytes: ContiguousArray<UInt8> {
        ContiguousArray((0..<Self.byteCount).reversed().map { self[$0] })
    }
}

extension ContiguousArray<UInt8> {
    mutating func append(_ span: Span<UInt8>) {
        unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
    }
}
