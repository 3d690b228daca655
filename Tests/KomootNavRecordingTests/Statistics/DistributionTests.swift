import KomootNavRecording
import PropertyTesting
import Testing

@Suite("A distribution")
struct DistributionTests {
    private func distribution(_ microseconds: [Int64]) -> DurationDistribution {
        var distribution = DurationDistribution()
        for length in microseconds { distribution.add(microseconds: length) }
        return distribution
    }

    @Test("A distribution of durations has the nearest rank as its percentile")
    func percentiles() {
        let ten = distribution([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
        #expect(ten.count == 10)
        #expect(ten.minimum == .microseconds(10))
        #expect(ten.maximum == .microseconds(100))
        #expect(ten.median == .microseconds(50))
        #expect(ten.percentile(51) == .microseconds(60))
        #expect(ten.percentile(95) == .microseconds(100))
        #expect(ten.percentile(0) == .microseconds(10))
        #expect(ten.percentile(-3) == .microseconds(10))
        #expect(ten.percentile(400) == .microseconds(100))
        #expect(ten.total == .microseconds(550))
        let nothing = distribution([])
        #expect(nothing.median == nil && nothing.minimum == nil && nothing.maximum == nil)
        #expect(nothing.total == .zero && nothing.bars.isEmpty)
    }

    @Test("A distribution of durations is exact where all are the same, however long")
    func same() {
        for length: Int64 in [0, 255, 256, 30_000, 7_000_000, .max] {
            let same = distribution([length, length, length])
            #expect(same.median == .microseconds(length), "\(length)")
            #expect(same.minimum == same.maximum)
        }
    }

    @Test(
        "A distribution of the longest durations does not overflow, and takes what is negative for nothing"
    )
    func extremes() {
        let extremes = distribution([.max, .max, .min, -1])
        #expect(extremes.total == .microseconds(Int64.max))
        #expect(extremes.minimum == .zero)
        #expect(extremes.maximum == .microseconds(Int64.max))
        #expect(extremes.bars.map(\.count) == [2, 2])
        #expect(extremes.bars.map(\.longest) == [.zero, .microseconds(Int64.max)])
    }

    @Test("A distribution of durations is at most 1/128 too long, and never too short")
    func accuracy() throws {
        try checkProperty("percentiles are near the truth", count: 500) { choices in
            choices.list(atMost: 60) { choices in
                let bits = choices.integer(in: 0...62)
                return Int64(choices.number(upTo: (1 << UInt64(bits)) - 1))
            }
        } holds: { lengths in
            let distribution = distribution(lengths)
            let sorted = lengths.sorted()
            for percent in [0, 1, 50, 95, 99, 100] where !sorted.isEmpty {
                // The smallest number that at least so many of them do not exceed.
                let exact = sorted.first { length in
                    sorted.filter { $0 <= length }.count * 100 >= percent * sorted.count
                }
                guard let exact, let found = distribution.percentile(percent) else {
                    return "no percentile \(percent)"
                }
                let lower = Duration.microseconds(exact)
                let upper = lower + Duration.microseconds(exact / 128)
                guard found >= lower && found <= upper else {
                    return "percentile \(percent) is \(found), and should be \(lower)"
                }
            }
            let counted = distribution.bars.reduce(0) { $0 + $1.count }
            return counted == lengths.count ? nil : "\(counted) in the bars"
        }
    }

    @Test("A distribution of durations has few classes, however many durations there are")
    func bounded() {
        var many = DurationDistribution()
        for number in Int64(0)..<200_000 { many.add(microseconds: number * number * number) }
        #expect(many.count == 200_000)
        #expect(many.bars.count < 7500)
    }

    @Test("A distribution of chunk sizes is exact, and puts together what is longer than any value")
    func sizes() {
        var sizes = ChunkSizeDistribution()
        for size in [22, 22, 22, 12, 0, 512, 513, 60_000] { sizes.add(size) }
        #expect(sizes.counts == [0: 1, 12: 1, 22: 3, 512: 1, 513: 2])
        #expect(sizes.count == 8)
        #expect(sizes.minimum == 0 && sizes.maximum == ChunkSizeDistribution.oversized)
        #expect(sizes.percentile(50) == 22 && sizes.percentile(75) == 512)
        #expect(ChunkSizeDistribution().percentile(50) == nil)
    }
}
