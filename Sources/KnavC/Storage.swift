import KomootNav

/// Traps if a state does not fit into the room that the header has for it. Both are constants, so
/// that nothing is left of the comparison.
@inline(__always)
func checkRoom<State, Room>(for state: State.Type, in room: Room.Type) {
    precondition(
        MemoryLayout<State>.size <= MemoryLayout<Room>.size
            && MemoryLayout<State>.alignment <= MemoryLayout<Room>.alignment)
}

/// Bytes inside a state that the caller keeps.
@safe struct LentBytes {
    /// Where they are; never null.
    let start: UnsafePointer<UInt8>
    /// How many there are.
    let size: Int
    /// The number of their extent.
    let extent: UInt8

    /// Bytes that the state at `owner` lends, and that stay there until its next change. An empty
    /// span need not have an address, and gets that of the owner.
    init(_ bytes: Span<UInt8>, extent: ObjectExtent, within owner: UnsafeMutableRawPointer) {
        unsafe start = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress ?? UnsafePointer(owner.assumingMemoryBound(to: UInt8.self))
        }
        size = bytes.count
        self.extent = extent.number
    }
}
