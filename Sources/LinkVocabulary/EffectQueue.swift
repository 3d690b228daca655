/// The effects of one event, in order, without a heap.
///
/// `Slots` is a tuple with one `Effect?` for each effect that an event can have. The standard
/// library's inline array needs newer systems than this library does.
package struct EffectQueue<Effect: Sendable, Slots: Sendable>: Sendable {
    /// The largest number of effects that one event can have.
    @inlinable package static var capacity: Int {
        MemoryLayout<Slots>.stride / MemoryLayout<Effect?>.stride
    }

    @usableFromInline var slots: Slots
    @usableFromInline var first: UInt8 = 0
    @usableFromInline var count: UInt8 = 0

    /// Creates an empty queue; all slots must be `nil`.
    @inlinable package init(slots: Slots) { self.slots = slots }

    @inlinable package var isEmpty: Bool { first == count }

    // One copy for all callers saves a kilobyte on a microcontroller.
    @inlinable @inline(never) package mutating func append(_ effect: Effect) {
        precondition(Int(count) < Self.capacity, "an event has more effects than there is room for")
        withSlot(at: Int(count)) { $0 = effect }
        count += 1
    }

    @inlinable package mutating func popFirst() -> Effect? {
        guard first < count else { return nil }
        let effect = withSlot(at: Int(first)) { $0 }
        first += 1
        if first == count {
            first = 0
            count = 0
        }
        return effect
    }

    @inlinable mutating func withSlot<R>(at position: Int, _ body: (inout Effect?) -> R) -> R {
        // A tuple of equal types is laid out like an array of them; `append` checks the bound.
        unsafe withUnsafeMutablePointer(to: &slots) { slots in
            let first = unsafe UnsafeMutableRawPointer(slots).assumingMemoryBound(to: Effect?.self)
            return unsafe body(&first[position])
        }
    }
}
