public import KomootNav

/// What a simulated device was given to show.
public struct Delivery: Hashable, Sendable {
    /// When.
    public let time: VirtualClock.Instant
    /// Whether it is a whole object, or the beginning of one.
    public let extent: ObjectExtent
    /// The bytes.
    public let bytes: ContiguousArray<UInt8>

    /// The instruction, with the layout detected unless it is given.
    ///
    /// - Throws: what `NavigationInstruction(decoding:layout:extent:)` throws.
    public func instruction(
        layout: InstructionLayout? = nil
    ) throws(KomootNavError) -> NavigationInstruction {
        try NavigationInstruction(decoding: bytes.span, layout: layout, extent: extent)
    }
}
