extension NavigationInstruction {
    /// Encodes the instruction as a whole data object. If it was decoded from a whole object of
    /// this layout, the bytes are the same.
    ///
    /// - Parameter layout: the layout to write. There is no default, because only you know which
    ///   one the receiver needs.
    /// - Throws: ``KomootNavError/Code/identifierMismatch`` if the identifier's width does not fit
    ///   the layout; ``KomootNavError/Code/oversized`` if the object would exceed 512 bytes: the street
    ///   may have ``InstructionLayout/maximumStreetByteCount`` bytes.
    ///
    /// The result lends its bytes as a span on every system that the library supports; an `Array` does so on newer
    /// systems only.
    public func encoded(
        as layout: InstructionLayout
    ) throws(KomootNavError) -> ContiguousArray<UInt8> {
        let count = try encodedByteCount(as: layout)
        var object = ContiguousArray<UInt8>(repeating: 0, count: count)
        // An array's own mutable span needs newer systems than this library does.
        try unsafe object.withUnsafeMutableBufferPointer { (buffer) throws(KomootNavError) in
            var span = unsafe MutableSpan(_unsafeElements: buffer)
            _ = try encode(as: layout, into: &span)
        }
        return object
    }

    /// Encodes the instruction at the beginning of a buffer. Allocates nothing, and writes either
    /// the whole object or nothing.
    ///
    /// - Returns: the number of bytes written.
    /// - Throws: what ``encoded(as:)`` throws, and ``KomootNavError/Code/bufferTooSmall``.
    public func encode(
        as layout: InstructionLayout, into buffer: inout MutableSpan<UInt8>
    ) throws(KomootNavError) -> Int {
        try street.withBytes { (bytes) throws(KomootNavError) in
            try layout.encode(
                identifier, arrow, distanceInMeters: distanceInMeters, street: bytes, into: &buffer)
        }
    }

    /// The length of the data object in bytes.
    ///
    /// - Throws: what ``encoded(as:)`` throws.
    public func encodedByteCount(as layout: InstructionLayout) throws(KomootNavError) -> Int {
        try layout.encodedByteCount(identifier, streetByteCount: street.byteCount)
    }
}

// These need no heap, which a ``Street`` does: firmware lends the street's bytes.
extension InstructionLayout {
    /// Encodes an instruction with these fields; see ``NavigationInstruction/encode(as:into:)``.
    package func encode(
        _ identifier: InstructionIdentifier, _ arrow: Arrow, distanceInMeters: UInt32,
        street: Span<UInt8>, into buffer: inout MutableSpan<UInt8>
    ) throws(KomootNavError) -> Int {
        let count = try encodedByteCount(identifier, streetByteCount: street.count)
        guard buffer.count >= count else {
            throw KomootNavError(.bufferTooSmall, at: buffer.count)
        }
        for position in 0..<streetOffset { buffer[position] = 0 }
        switch identifier {
        case .uint32(let number): buffer.storeLittleEndian(number, at: identifierOffset)
        case .uuid(let uuid): buffer.store(uuid, at: identifierOffset)
        }
        buffer[arrowOffset] = arrow.rawValue
        buffer.storeLittleEndian(distanceInMeters, at: distanceOffset)
        for position in street.indices { buffer[streetOffset + position] = street[position] }
        return count
    }

    /// The length of a data object with these fields; see ``NavigationInstruction/encodedByteCount(as:)``.
    fileprivate func encodedByteCount(
        _ identifier: InstructionIdentifier, streetByteCount: Int
    ) throws(KomootNavError) -> Int {
        switch (identifier, identifierFormat) {
        case (.uint32, .uint32), (.uuid, .uuid): break
        case (.uint32, .uuid), (.uuid, .uint32):
            throw KomootNavError(.identifierMismatch, at: identifierOffset)
        }
        guard streetByteCount <= maximumStreetByteCount else {
            throw KomootNavError(.oversized, at: ATT.maximumValueLength)
        }
        return streetOffset + streetByteCount
    }
}
