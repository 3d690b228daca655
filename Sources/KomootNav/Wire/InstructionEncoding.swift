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
        let count = try encodedByteCount(as: layout)
        guard buffer.count >= count else {
            throw KomootNavError(.bufferTooSmall, at: buffer.count)
        }
        for position in 0..<layout.streetOffset { buffer[position] = 0 }
        switch identifier {
        case .uint32(let number): buffer.storeLittleEndian(number, at: layout.identifierOffset)
        case .uuid(let uuid): buffer.store(uuid, at: layout.identifierOffset)
        }
        buffer[layout.arrowOffset] = arrow.rawValue
        buffer.storeLittleEndian(distanceInMeters, at: layout.distanceOffset)
        street.withBytes { bytes in
            for position in bytes.indices {
                buffer[layout.streetOffset + position] = bytes[position]
            }
        }
        return count
    }

    /// The length of the data object in bytes.
    ///
    /// - Throws: what ``encoded(as:)`` throws.
    public func encodedByteCount(as layout: InstructionLayout) throws(KomootNavError) -> Int {
        switch (identifier, layout.identifierFormat) {
        case (.uint32, .uint32), (.uuid, .uuid): break
        case (.uint32, .uuid), (.uuid, .uint32):
            throw KomootNavError(.identifierMismatch, at: layout.identifierOffset)
        }
        guard street.byteCount <= layout.maximumStreetByteCount else {
            throw KomootNavError(.oversized, at: ATT.maximumValueLength)
        }
        return layout.streetOffset + street.byteCount
    }
}
