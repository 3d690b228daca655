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
    @usableFromInline let bytes: Span<UInt8>
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
    @inlinable
    @_lifetime(copy bytes)
    public init(
        decoding bytes: Span<UInt8>, layout: InstructionLayout? = nil, extent: ObjectExtent = .whole
    ) throws(KomootNavError) {
        let resolved = extent.resolved(forByteCount: bytes.count)
        #if hasFeature(Embedded)
            // Firmware has no room for a shortcut.
            let taken = try InstructionLayout.resolve(layout, for: bytes, resolved)
        #else
            let taken =
                layout == nil && InstructionLayout.isPlainlyDeployed(bytes, resolved)
                ? .deployed : try InstructionLayout.resolve(layout, for: bytes, resolved)
        #endif
        // Last: a view that is complete only on some ways would be kept in memory.
        self.bytes = bytes
        self.layout = taken
        self.extent = resolved
    }

    /// The identifier of this object.
    @inlinable public var identifier: InstructionIdentifier {
        switch layout.identifierFormat {
        case .uint32: .uint32(bytes.littleEndianUInt32(at: layout.identifierOffset))
        case .uuid: .uuid(bytes.uuid(at: layout.identifierOffset))
        }
    }

    /// What to do.
    @inlinable public var arrow: Arrow { Arrow(rawValue: bytes[layout.arrowOffset]) }

    /// How far ahead, in metres, not rounded.
    @inlinable public var distanceInMeters: UInt32 {
        bytes.littleEndianUInt32(at: layout.distanceOffset)
    }

    /// The street to turn into; if the object is cut, as much of it as is there.
    public var street: StreetView {
        @inlinable
        @_lifetime(copy self)
        get {
            let start = min(layout.streetOffset, bytes.count)
            return StreetView(bytes.extracting(start...), offsetInObject: start)
        }
    }
}
