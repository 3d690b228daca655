public import KomootNav

/// An object that a simulated phone's app published: what a central may show.
public struct Publication: Hashable, Sendable {
    /// When.
    public let time: VirtualClock.Instant
    /// The layout that the object is written in.
    public let layout: InstructionLayout
    /// The bytes.
    public let bytes: ContiguousArray<UInt8>

    /// The instruction.
    ///
    /// - Throws: what `NavigationInstruction(decoding:layout:extent:)` throws.
    public func instruction() throws(KomootNavError) -> NavigationInstruction {
        try NavigationInstruction(decoding: bytes.span, layout: layout, extent: .whole)
    }
}
