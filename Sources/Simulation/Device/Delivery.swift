public import KomootNav

/// Something that a simulated device was given to show.
public struct Delivery: Hashable, Sendable {
    /// When.
    public let time: VirtualClock.Instant
    /// Whether the bytes are a whole object, or may be cut.
    public let extent: ObjectExtent
    /// The bytes.
    public let bytes: ContiguousArray<UInt8>

    /// The instruction. Its layout is detected unless you give it.
    ///
    /// - Throws: what `NavigationInstruction(decoding:layout:extent:)` throws.
    public func instruction(
        layout: InstructionLayout? = nil
    ) throws(KomootNavError) -> NavigationInstruction {
        try NavigationInstruction(decoding: bytes.span, layout: layout, extent: extent)
    }
}
