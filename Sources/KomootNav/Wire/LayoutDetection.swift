extension InstructionLayout {
    /// Detects the layout of a data object from its bytes.
    ///
    /// The rule, in this order:
    /// 1. `legacy`: at least 21 bytes (20 if possibly cut), the top bits of byte 8 are `10` and the
    ///    high nibble of byte 6 is 4: a version-4 UUID. In the other two layouts byte 8 is the top
    ///    byte of the distance, which would then be 2³¹ m or more.
    /// 2. `published`: at least 21 bytes (20 if possibly cut), and bytes 9 to 20, as far as they
    ///    are there, are zero. In `deployed` they would belong to the street.
    /// 3. `deployed`: everything else of at least 9 bytes.
    ///
    /// The rule is exact if the street holds no NUL byte, the manoeuvre is less than 2³¹ m away,
    /// the reserved bytes are zero, and a `legacy` identifier is a version-4 UUID: all of this holds
    /// for what phones send. Pin the layout to decode any other object.
    ///
    /// Source: `Docs/Protocol.md`, clauses 3.1 to 3.5.
    ///
    /// - Parameters:
    ///   - bytes: the object, or its beginning.
    ///   - extent: whether the bytes are all of it.
    /// - Throws: ``KomootNavError/Code/oversized`` above 512 bytes,
    ///   ``KomootNavError/Code/truncated`` below 9.
    public static func detect(
        in bytes: Span<UInt8>, extent: ObjectExtent = .whole
    ) throws(KomootNavError) -> InstructionLayout {
        guard bytes.count <= ATT.maximumValueLength else {
            throw KomootNavError(.oversized, at: ATT.maximumValueLength)
        }
        guard bytes.count >= deployed.streetOffset else {
            throw KomootNavError(.truncated, at: bytes.count)
        }
        let shortestOther = extent == .whole ? legacy.streetOffset : ATT.smallestPayload
        guard bytes.count >= shortestOther else { return .deployed }
        if holdsVersion4UUID(bytes) { return .legacy }
        for position in published.fieldsEnd..<min(published.streetOffset, bytes.count)
        where bytes[position] != 0 {
            return .deployed
        }
        return .published
    }

    /// The layout of bytes that are an object, after every check.
    ///
    /// - Parameter layout: the layout that they must have; `nil` to detect it.
    /// - Throws: what ``NavigationInstructionView/init(decoding:layout:extent:)`` throws.
    @usableFromInline static func resolve(
        _ layout: InstructionLayout?, for bytes: Span<UInt8>, _ extent: ObjectExtent
    ) throws(KomootNavError) -> InstructionLayout {
        guard bytes.count <= ATT.maximumValueLength else {
            throw KomootNavError(.oversized, at: ATT.maximumValueLength)
        }
        let taken: InstructionLayout
        if let layout {
            taken = layout
        } else {
            taken = try detect(in: bytes, extent: extent)
        }
        let needed = extent == .whole ? taken.streetOffset : taken.fieldsEnd
        guard bytes.count >= needed else {
            throw KomootNavError(.truncated, at: bytes.count)
        }
        try taken.checkReserved(in: bytes)
        return taken
    }

    /// Whether a few bytes tell that detection finds `deployed`: this is what phones send, and the caller needs
    /// no call into this module to know it. If it is false, ``resolve(_:for:_:)`` decides.
    @inlinable static func isPlainlyDeployed(
        _ bytes: Span<UInt8>, _ extent: ObjectExtent
    ) -> Bool {
        guard bytes.count >= deployed.streetOffset && bytes.count <= ATT.maximumValueLength else {
            return false
        }
        let shortestOther = extent == .whole ? legacy.streetOffset : ATT.smallestPayload
        return bytes.count < shortestOther
            || bytes[published.fieldsEnd] != 0 && !holdsVersion4UUID(bytes)
    }

    /// Whether the first 16 bytes have the version and variant of a random UUID.
    ///
    /// Source: RFC 9562, sections 4.1 and 5.4. The caller has checked that 16 bytes are there.
    @inlinable static func holdsVersion4UUID(_ bytes: Span<UInt8>) -> Bool {
        bytes[8] & 0xC0 == 0x80 && bytes[6] >> 4 == 4
    }
}
