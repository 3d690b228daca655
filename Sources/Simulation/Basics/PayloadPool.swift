/// A range of bytes in the pool.
package struct Payload: Sendable {
    package static let none = Payload(slot: 0, count: 0)

    let slot: Int32
    var count: Int32
}

/// Storage for the bytes of PDUs under way. It reuses its slots, so a long run allocates nothing.
/// Slot 0 stays empty.
///
/// Each slot is an array of its own, so one can be read while others are written.
package struct PayloadPool: Sendable {
    /// An attribute's value has at most 512 bytes.
    static let slotSize = 512

    private static let emptySlot = ContiguousArray<UInt8>(repeating: 0, count: slotSize)

    private var slots: ContiguousArray<ContiguousArray<UInt8>> = [emptySlot]
    private var free: ContiguousArray<Int32> = []

    package mutating func store(_ source: Span<UInt8>) -> Payload {
        guard !source.isEmpty else { return .none }
        let slot = takeSlot()
        let count = min(source.count, Self.slotSize)
        unsafe slots[Int(slot)].withUnsafeMutableBytes { room in
            unsafe source.extracting(..<count).withUnsafeBytes { bytes in
                unsafe room.copyMemory(from: bytes)
            }
        }
        return Payload(slot: slot, count: Int32(count))
    }

    mutating func copy(_ payload: Payload) -> Payload {
        let source = bytes(of: payload)
        return store(source.span.extracting(first: Int(payload.count)))
    }

    mutating func release(_ payload: Payload) {
        if payload.slot != 0 { free.append(payload.slot) }
    }

    /// Changes a payload's length. New bytes have whatever values the slot still holds.
    mutating func resize(_ payload: Payload, to count: Int) -> Payload {
        let count = Int32(min(max(count, 0), Self.slotSize))
        guard payload.slot == 0 else { return Payload(slot: payload.slot, count: count) }
        return count == 0 ? payload : Payload(slot: takeSlot(), count: count)
    }

    mutating func corrupt(_ payload: Payload, at position: Int, with mask: UInt8) {
        guard payload.count > 0 else { return }
        slots[Int(payload.slot)][position % Int(payload.count)] ^= mask
    }

    /// The whole slot of a payload; the payload is its first `count` bytes.
    func bytes(of payload: Payload) -> ContiguousArray<UInt8> { slots[Int(payload.slot)] }

    private mutating func takeSlot() -> Int32 {
        if let slot = free.popLast() { return slot }
        slots.append(ContiguousArray(repeating: 0, count: Self.slotSize))
        return Int32(slots.count - 1)
    }
}
