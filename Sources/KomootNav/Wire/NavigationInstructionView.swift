/// A navigation instruction read in place: it copies nothing and allocates nothing.
///
/// ```swift
/// let view = try NavigationInstructionView(decoding: value.span)
/// print(view.layout, view.arrow, view.distanceInMeters)
/// ```
///
/// The view can't outlive the bytes. To keep an instruction, use ``NavigationInstruction``.
///
/// `Data`, `ContiguousArray` and `ArraySlice` lend a span on every system that this library
/// supports; `Array` does from macOS 26 and iOS 26.
///
/// Source: `Docs/Protocol.md`, clauses 2 and 3.
public struct NavigationInstructionView: ~Escapable {
    private let bytes: Span<UInt8>
    /// The layout that was pinned or detected.
    public let layout: InstructionLayout
    /// Whether these are all of the object's bytes.
    public let extent: ObjectExtent

    /// Reads a data object.
    ///
    /// - Parameters:
    ///   - bytes: the object, or its beginning.
    ///   - layout: the layout that the bytes must have; `nil` to detect it by the rule of
    ///     ``InstructionLayout/detect(in:extent:)``.
    ///   - extent: whether the bytes are a whole object or may be cut.
    /// - Throws: ``KomootNavError/Code/oversized`` above 512 bytes;
    ///   ``KomootNavError/Code/truncated`` if a whole object ends before the layout's street offset,
    ///   or a cut one before the end of identifier, arrow and distance;
    ///   ``KomootNavError/Code/reservedNotZero`` if a reserved byte is not zero.
    @_lifetime(copy bytes)
    public init(
        decoding bytes: Span<UInt8>, layout: InstructionLayout? = nil, extent: ObjectExtent = .whole
    ) throws(KomootNavError) {
        guard bytes.count <= ATT.maximumValueLength else {
            throw KomootNavError(.oversized, at: ATT.maximumValueLength)
        }
        let resolved = extent.resolved(forByteCount: bytes.count)
        let taken: InstructionLayout
        if let layout {
            taken = layout
        } else {
            taken = try InstructionLayout.detect(in: bytes, extent: resolved)
        }
        let needed = resolved == .whole ? taken.streetOffset : taken.fieldsEnd
        guard bytes.count >= needed else {
            throw KomootNavError(.truncated, at: bytes.count)
        }
        try taken.checkReserved(in: bytes)
        self.bytes = bytes
        self.layout = taken
        self.extent = resolved
    }

    /// The identifier of this object.
    public var identifier: InstructionIdentifier {
        switch layout.identifierFormat {
        case .uint32: .uint32(bytes.littleEndianUInt32(at: layout.identifierOffset))
        case .uuid: .uuid(bytes.uuid(at: layout.identifierOffset))
        }
    }

    /// What to do.
    public var arrow: Arrow { Arrow(rawValue: bytes[layout.arrowOffset]) }

    /// How far ahead, in metres, not rounded.
    public var distanceInMeters: UInt32 { bytes.littleEndianUInt32(at: layout.distanceOffset) }

    /// The street to turn into; if the object is cut, as much of it as is there.
    public var street: StreetView {
        @_lifetime(copy self)
        get {
            let start = min(layout.streetOffset, bytes.count)
            return StreetView(bytes.extracting(start...), offsetInObject: start)
        }
    }
}
