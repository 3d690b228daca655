import KomootNav

/// Traps if a state does not fit into the room that the header gives it. Both sizes are constants,
/// so the compiler removes the comparison.
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
    /// The number of the extent in the header.
    let extent: UInt8

    /// Bytes that the state at `owner` lends. They stay there until its next change. An empty span
    /// may have no address, and then gets the owner's.
    init(_ bytes: Span<UInt8>, extent: ObjectExtent, within owner: UnsafeMutableRawPointer) {
        unsafe start = unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe bytes.baseAddress ?? UnsafePointer(owner.assumingMemoryBound(to: UInt8.self))
        }
        size = bytes.count
        self.extent = extent.number
    }
}
