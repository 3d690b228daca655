/// Something that will happen at a set time.
struct ScheduledEvent: Sendable {
    /// When, in microseconds.
    let time: UInt64
    let happening: Happening
}

/// Everything that is yet to happen, with the earliest event first.
///
/// A heap with four children a node orders keys only, and what happens stays in its place: among thousands of
/// phones and devices, what takes the time is the memory that a change of the order touches.
package struct EventQueue: Sendable {
    private struct Key {
        /// When, in microseconds.
        let time: UInt64
        /// Decides which of two events at the same time comes first.
        let order: UInt64
        /// Where the happening is.
        let place: Int32

        func comes(before other: Key) -> Bool {
            time < other.time || time == other.time && order < other.order
        }
    }

    private static let childCount = 4

    private var heap: ContiguousArray<Key> = []
    private var happenings: ContiguousArray<Happening> = []
    /// The places that are free again.
    private var free: ContiguousArray<Int32> = []
    private var count: UInt64 = 0

    /// When the first event happens; `nil` if there is none.
    var firstTime: UInt64? { heap.count > 0 ? heap[0].time : nil }

    package mutating func add(_ happening: Happening, at time: UInt64) {
        count += 1
        let key = Key(time: time, order: count, place: keep(happening))
        var hole = heap.count
        heap.append(key)
        while hole > 0 {
            let parent = (hole - 1) / Self.childCount
            guard key.comes(before: heap[parent]) else { break }
            heap[hole] = heap[parent]
            hole = parent
        }
        heap[hole] = key
    }

    mutating func popFirst() -> ScheduledEvent? {
        guard heap.count > 0 else { return nil }
        let first = heap[0]
        let last = heap.removeLast()
        if heap.count > 0 { sink(last) }
        free.append(first.place)
        return ScheduledEvent(time: first.time, happening: happenings[Int(first.place)])
    }

    /// Puts a key in place of the first one.
    private mutating func sink(_ key: Key) {
        // A plain loop that reads each key once, because this is what a debug build spends most of a world's time on.
        let count = heap.count
        var hole = 0
        while true {
            var child = Self.childCount * hole + 1
            guard child < count else { break }
            let end = min(child + Self.childCount, count)
            var (earliest, least) = (child, heap[child])
            child += 1
            while child < end {
                let other = heap[child]
                if other.comes(before: least) { (earliest, least) = (child, other) }
                child += 1
            }
            guard least.comes(before: key) else { break }
            heap[hole] = least
            hole = earliest
        }
        heap[hole] = key
    }

    private mutating func keep(_ happening: Happening) -> Int32 {
        guard let place = free.popLast() else {
            happenings.append(happening)
            return Int32(happenings.count - 1)
        }
        happenings[Int(place)] = happening
        return place
    }
}
