/// What a notification of the navigation characteristic carries.
///
/// Phones send either the identifier alone, or the object, cut to what one notification holds. A
/// notification is a reason to read. It proves no order; rely only on a completed read. Clause C.12 of
/// `Docs/Sessions.md` says what is shown without one.
///
/// Source: `Docs/Protocol.md`, clause 7.
public enum NotificationPayload: ~Escapable {
    /// The identifier alone.
    case identifier(InstructionIdentifier)
    /// The object or its beginning; ``NavigationInstructionView/extent`` tells which.
    case instruction(NavigationInstructionView)

    /// Reads a notification's value.
    ///
    /// | bytes | meaning |
    /// |---|---|
    /// | 0–3, 5–8 | malformed |
    /// | 4 | a four-byte identifier |
    /// | 16, with a UUID's version and variant | a `legacy` identifier |
    /// | any other length up to 512 | an object, by ``NavigationInstructionView`` |
    ///
    /// If the layout is pinned, every value of its identifier's width is an identifier, and no other.
    ///
    /// - Parameters:
    ///   - bytes: the notification's value.
    ///   - layout: the layout that the phone is known to use; `nil` to detect it.
    ///   - extent: whether the value may have been cut. Leave the default unless you know that it
    ///     was not.
    /// - Throws: ``KomootNavError/Code/malformedNotification`` for the malformed lengths above, and
    ///   what ``NavigationInstructionView/init(decoding:layout:extent:)`` throws.
    @_lifetime(copy bytes)
    public init(
        decoding bytes: Span<UInt8>, layout: InstructionLayout? = nil,
        extent: ObjectExtent = .possiblyCut
    ) throws(KomootNavError) {
        if let identifier = Self.bareIdentifier(in: bytes, layout: layout) {
            self = .identifier(identifier)
        } else if bytes.count < InstructionLayout.deployed.streetOffset {
            throw KomootNavError(.malformedNotification, at: bytes.count)
        } else {
            self = .instruction(
                try NavigationInstructionView(decoding: bytes, layout: layout, extent: extent))
        }
    }

    private static func bareIdentifier(
        in bytes: Span<UInt8>, layout: InstructionLayout?
    ) -> InstructionIdentifier? {
        let mayBeNumber = layout?.identifierFormat != .uuid
        if mayBeNumber && bytes.count == InstructionLayout.IdentifierFormat.uint32.byteCount {
            return .uint32(bytes.littleEndianUInt32(at: 0))
        }
        guard bytes.count == UUID128.byteCount else { return nil }
        let mayBeUUID = layout?.identifierFormat == .uuid
        guard mayBeUUID || layout == nil && InstructionLayout.holdsVersion4UUID(bytes) else {
            return nil
        }
        return .uuid(bytes.uuid(at: 0))
    }
}
