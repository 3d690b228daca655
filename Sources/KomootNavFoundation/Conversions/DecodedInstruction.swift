public import KomootNav

/// An instruction with what its bytes told beside it: the layout, and whether they are all there.
///
/// ```swift
/// let decoded = try DecodedInstruction(decoding: characteristic.value ?? Data())
/// print(decoded.layout, decoded.spokenText())
/// ```
///
/// A street that may be cut is not said. The instruction's members can be read from the decoded
/// instruction itself: `decoded.arrow`.
///
/// It is the owned form of `NavigationInstructionView`. Its JSON form is what the fixtures expect
/// of a decoder.
@dynamicMemberLookup
public struct DecodedInstruction: Hashable, Sendable {
    /// What the bytes say.
    public var instruction: NavigationInstruction
    /// The layout that was pinned or detected.
    public var layout: InstructionLayout
    /// Whether the bytes are all of the object's. The street of a cut object may be incomplete.
    public var extent: ObjectExtent

    /// A member of the instruction: its identifier, arrow, distance or street.
    public subscript<Value>(dynamicMember member: KeyPath<NavigationInstruction, Value>) -> Value {
        instruction[keyPath: member]
    }

    /// Puts the parts together.
    public init(
        _ instruction: NavigationInstruction, layout: InstructionLayout,
        extent: ObjectExtent = .whole
    ) {
        self.instruction = instruction
        self.layout = layout
        self.extent = extent
    }

    /// Copies an instruction out of the bytes that a view reads.
    public init(_ view: NavigationInstructionView) {
        self.init(NavigationInstruction(view), layout: view.layout, extent: view.extent)
    }

    /// Copies a data object from `Data` or any other collection of bytes, and decodes it.
    ///
    /// - Parameters:
    ///   - bytes: the object, or its beginning.
    ///   - layout: the layout that the bytes must have; `nil` to detect it.
    ///   - extent: whether the bytes are a whole object or may be cut.
    /// - Throws: `KomootNavError` with one of the codes `oversized`, `truncated` and
    ///   `reservedNotZero`.
    public init(
        decoding bytes: some Collection<UInt8>, layout: InstructionLayout? = nil,
        extent: ObjectExtent = .whole
    ) throws(KomootNavError) {
        let copy = ContiguousArray(bounding: bytes)
        self.init(
            try NavigationInstructionView(decoding: copy.span, layout: layout, extent: extent))
    }
}

extension ContiguousArray<UInt8> {
    /// Copies bytes that may be an object: at most one byte more than an object may have, so that
    /// an oversized value stays oversized without being copied whole.
    init(bounding bytes: some Collection<UInt8>) {
        self.init(bytes.prefix(ATT.maximumValueLength + 1))
    }
}
