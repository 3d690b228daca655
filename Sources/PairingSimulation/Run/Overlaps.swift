/// Which clients are connected at the same time, and since when.
package struct Overlaps: Sendable {
    /// Two clients that are both connected.
    package struct Overlap: Hashable, Sendable {
        package let one: Int
        package let other: Int
        /// When the second of them was connected, in microseconds.
        package let since: UInt64
        /// Whether they have the same name.
        package let isCopy: Bool
    }

    /// A lease by any clock, in microseconds.
    package static let longest: UInt64 = 6_010_000

    /// All pairs of clients that are connected now.
    package private(set) var current: [Overlap] = []

    package init() {}

    /// Takes note of who is connected now, in ascending order.
    ///
    /// - Returns: the pairs that have been connected for longer than a lease. One that ends just now counts as well.
    package mutating func follow(
        _ connected: [Int], at time: UInt64, isCopy: (Int, Int) -> Bool
    ) -> [Overlap] {
        let known = current
        current = []
        for (position, one) in connected.enumerated() {
            for other in connected.dropFirst(position + 1) {
                current.append(
                    known.first { $0.one == one && $0.other == other }
                        ?? Overlap(
                            one: one, other: other, since: time, isCopy: isCopy(one, other)))
            }
        }
        return known.filter { time - $0.since > Self.longest }
    }
}
