import KomootNav

/// How long something took, each time that it happened.
///
/// The number of times, the shortest, the longest and the sum are exact. Percentiles come from classes of
/// durations, whose number is bounded: a percentile is at most 1/128 of itself too long, and never too short.
/// Up to 256 µs it is exact. So memory does not grow with the number of times.
public struct DurationDistribution: Hashable, Sendable {
    /// How many times.
    public private(set) var count = 0
    /// The shortest time; `nil` without any.
    public var minimum: Duration? { count == 0 ? nil : .microseconds(shortest) }
    /// The longest time; `nil` without any.
    public var maximum: Duration? { count == 0 ? nil : .microseconds(longest) }

    // These in microseconds. Durations take longer to compare.
    private var shortest = Int64.max
    private var longest: Int64 = 0
    private var totalMicroseconds: Int64 = 0
    /// How many times each class of durations was met, in the order of their lengths. Most times are of a few classes,
    /// which are found faster than a dictionary's.
    private var counts: ContiguousArray<ClassCount> = []

    private struct ClassCount: Hashable, Sendable {
        let position: Int
        var count: Int
    }

    /// Creates a distribution of nothing.
    package init() {}

    /// The sum of all times; at most the longest that 63 bits of microseconds hold.
    public var total: Duration { .microseconds(totalMicroseconds) }

    /// The time that at least half of all times do not exceed; `nil` without any.
    public var median: Duration? { percentile(50) }

    /// The shortest time that at least this share of all times does not exceed; `nil` without any.
    ///
    /// - Parameter percent: the share in per cent, from 0 to 100; other numbers count as the nearest of these.
    public func percentile(_ percent: Int) -> Duration? {
        guard let minimum, let maximum else { return nil }
        let share = min(max(percent, 0), 100)
        // The nearest rank, from 1.
        let rank = max((count * share + 99) / 100, 1)
        if rank == 1 { return minimum }
        var seen = 0
        for bar in bars {
            seen += bar.count
            if seen >= rank { return min(bar.longest, maximum) }
        }
        return maximum
    }

    /// A class of durations.
    public struct Bar: Hashable, Sendable {
        /// The longest duration that belongs to it.
        public let longest: Duration
        /// How many times it was met.
        public let count: Int
    }

    /// The classes that were met, the shortest first, for a histogram.
    public var bars: [Bar] {
        counts.map {
            Bar(longest: .microseconds(Self.longest(in: $0.position)), count: $0.count)
        }
    }

    /// Counts a duration.
    ///
    /// - Parameter microseconds: how long it took; a negative number counts as 0.
    package mutating func add(microseconds: Int64) {
        let length = max(microseconds, 0)
        count += 1
        shortest = min(shortest, length)
        longest = max(longest, length)
        let (sum, overflow) = totalMicroseconds.addingReportingOverflow(length)
        totalMicroseconds = overflow ? .max : sum
        add(1, to: Self.position(of: length))
    }

    private mutating func add(_ count: Int, to position: Int) {
        var (first, end) = (0, counts.count)
        while first < end {
            let middle = (first + end) / 2
            if counts[middle].position < position { first = middle + 1 } else { end = middle }
        }
        if first < counts.count && counts[first].position == position {
            counts[first].count += count
        } else {
            counts.insert(ClassCount(position: position, count: count), at: first)
        }
    }

    /// Adds all that another distribution has counted.
    mutating func add(_ other: DurationDistribution) {
        count += other.count
        shortest = min(shortest, other.shortest)
        longest = max(longest, other.longest)
        let (sum, overflow) = totalMicroseconds.addingReportingOverflow(other.totalMicroseconds)
        totalMicroseconds = overflow ? .max : sum
        for other in other.counts { add(other.count, to: other.position) }
    }

    /// How many classes each power of two has.
    private static let classesPerDoubling = 128
    private static let classBits = 7

    /// The class of a duration, in the order of their lengths.
    private static func position(of microseconds: Int64) -> Int {
        let highestBit = max(Int64.bitWidth - 1 - microseconds.leadingZeroBitCount, 0)
        let shift = max(highestBit - classBits, 0)
        return shift * classesPerDoubling + Int(microseconds >> Int64(shift))
    }

    /// The longest duration of a class, in microseconds.
    private static func longest(in position: Int) -> Int64 {
        let shift = max(position / classesPerDoubling - 1, 0)
        let first = Int64(position - shift * classesPerDoubling) << Int64(shift)
        // No overflow: together these are the last number of that many bits.
        return first + ((1 << Int64(shift)) - 1)
    }
}

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

/// A time of a log, and how often the log's clock had gone back before.
struct Moment: Hashable, Sendable {
    let time: CaptureTime
    let clockSteps: Int

    /// The microseconds since an earlier moment; `nil` if the clock went back in between.
    func microseconds(since earlier: Moment) -> Int64? {
        clockSteps == earlier.clockSteps ? time.microseconds(since: earlier.time) : nil
    }
}
