/// A navigation instruction: what to do, how far ahead, into which street.
///
/// ```swift
/// let instruction = try NavigationInstruction(decoding: value)
/// print(instruction.arrow, instruction.distanceInMeters, instruction.street)
/// ```
///
/// Source: `Docs/Protocol.md`, clause 2.
public struct NavigationInstruction: Hashable, Sendable {
    /// The identifier of the data object.
    public var identifier: InstructionIdentifier
    /// What to do.
    public var arrow: Arrow
    /// How far ahead, in metres, not rounded.
    public var distanceInMeters: UInt32
    /// The street to turn into.
    public var street: Street

    /// Creates an instruction.
    @inlinable public init(
        identifier: InstructionIdentifier, arrow: Arrow, distanceInMeters: UInt32,
        street: Street = ""
    ) {
        self.identifier = identifier
        self.arrow = arrow
        self.distanceInMeters = distanceInMeters
        self.street = street
    }

    /// Copies an instruction out of the bytes that a view reads.
    @inlinable public init(_ view: NavigationInstructionView) {
        self.init(
            identifier: view.identifier, arrow: view.arrow,
            distanceInMeters: view.distanceInMeters, street: Street(view.street))
    }

    /// Decodes a data object. To learn which layout was detected, use
    /// ``NavigationInstructionView``.
    ///
    /// - Parameters:
    ///   - bytes: the object, or its beginning.
    ///   - layout: the layout that the bytes must have; `nil` to detect it.
    ///   - extent: whether the bytes are a whole object or may be cut.
    /// - Throws: what ``NavigationInstructionView/init(decoding:layout:extent:)`` throws.
    @inlinable public init(
        decoding bytes: Span<UInt8>, layout: InstructionLayout? = nil, extent: ObjectExtent = .whole
    ) throws(KomootNavError) {
        self.init(try NavigationInstructionView(decoding: bytes, layout: layout, extent: extent))
    }

    /// Copies a data object from an array, `Data` or any other collection of bytes, and decodes it.
    ///
    /// - Throws: what ``init(decoding:layout:extent:)-(Span<UInt8>,_,_)`` throws.
    public init(
        decoding bytes: some Collection<UInt8>, layout: InstructionLayout? = nil,
        extent: ObjectExtent = .whole
    ) throws(KomootNavError) {
        try self.init(
            decoding: ContiguousArray(boundedBytes: bytes).span, layout: layout, extent: extent)
    }
}
