import KomootNav

/// How many bytes the answers to reads had.
public struct ChunkSizeDistribution: Hashable, Sendable {
    /// What stands for every size above that of the longest value, 512 bytes.
    public static let oversized = ATT.maximumValueLength + 1

    /// How many answers had each size in bytes; ``oversized`` stands for all that are longer than a value can be.
    public private(set) var counts: [Int: Int] = [:]

    /// Creates a distribution of nothing.
    package init() {}

    /// How many answers there were.
    public var count: Int { counts.values.reduce(0, +) }
    /// The size of the shortest answer; `nil` without any.
    public var minimum: Int? { counts.keys.min() }
    /// The size of the longest answer; `nil` without any.
    public var maximum: Int? { counts.keys.max() }

    /// The smallest size that at least this share of all answers does not exceed; `nil` without any. It is exact.
    ///
    /// - Parameter percent: the share in per cent, from 0 to 100; other numbers count as the nearest of these.
    public func percentile(_ percent: Int) -> Int? {
        let share = min(max(percent, 0), 100)
        let rank = max((count * share + 99) / 100, 1)
        var seen = 0
        for (size, count) in counts.sorted(by: { $0.key < $1.key }) {
            seen += count
            if seen >= rank { return size }
        }
        return nil
    }

    /// Counts an answer of this many bytes.
    package mutating func add(_ size: Int) {
        counts[min(max(size, 0), Self.oversized), default: 0] += 1
    }
}
