/// Something that will happen at a set time.
struct ScheduledEvent: Sendable {
    /// When, in microseconds.
    let time: UInt64
    /// Decides which of two events at the same time comes first.
    let order: UInt64
    let happening: Happening

    func comes(before other: ScheduledEvent) -> Bool {
        time < other.time || time == other.time && order < other.order
    }
}

/// Everything that is yet to happen, as a binary heap with the earliest event first.
package struct EventQueue: Sendable {
    private var heap: ContiguousArray<ScheduledEvent> = []
    private var count: UInt64 = 0

    var first: ScheduledEvent? { heap.first }

    package mutating func add(_ happening: Happening, at time: UInt64) {
        count += 1
        let event = ScheduledEvent(time: time, order: count, happening: happening)
        var hole = heap.count
        heap.append(event)
        while hole > 0 {
            let parent = (hole - 1) / 2
            guard event.comes(before: heap[parent]) else { break }
            heap[hole] = heap[parent]
            hole = parent
        }
        heap[hole] = event
    }

    mutating func popFirst() -> ScheduledEvent? {
        guard let last = heap.popLast() else { return nil }
        guard let first = heap.first else { return last }
        var hole = 0
        while true {
            var child = 2 * hole + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count && heap[child + 1].comes(before: heap[child]) { child += 1 }
            guard heap[child].comes(before: last) else { break }
            heap[hole] = heap[child]
            hole = child
        }
        heap[hole] = last
        return first
    }
}
