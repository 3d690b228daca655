import KomootNav

/// The digests of all states that were visited: a hash table with open addressing.
struct StateTable {
    private var slots: ContiguousArray<(UInt64, UInt64)>
    private(set) var count = 0

    init() { slots = ContiguousArray(repeating: (0, 0), count: 1 << 12) }

    /// Adds a digest.
    ///
    /// - Returns: whether it is new.
    mutating func insert(_ digest: StateDigest) -> Bool {
        if count * 10 >= slots.count * 7 { grow() }
        return place(digest.words)
    }

    private mutating func place(_ words: (UInt64, UInt64)) -> Bool {
        // No digest is all zeros, except once in 2¹²⁸ times; that marks a free slot.
        let mask = slots.count - 1
        var position = Int(truncatingIfNeeded: words.0) & mask
        while slots[position] != (0, 0) {
            if slots[position] == words { return false }
            position = (position + 1) & mask
        }
        slots[position] = words
        count += 1
        return true
    }

    private mutating func grow() {
        let old = slots
        slots = ContiguousArray(repeating: (0, 0), count: old.count * 2)
        count = 0
        for words in old where words != (0, 0) { _ = place(words) }
    }
}
