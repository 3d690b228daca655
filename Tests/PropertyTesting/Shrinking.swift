/// Makes failing choices simpler while they still fail.
struct Shrinking {
    /// How often the property may be tried in all.
    static let maximumAttempts = 4000

    private var attempts = 0
    private let fails: ([UInt64]) -> [UInt64]?

    /// - Parameter fails: tries choices; gives what was really drawn if the property fails.
    init(fails: @escaping ([UInt64]) -> [UInt64]?) { self.fails = fails }

    /// The simplest failing choices that were found.
    mutating func shrink(_ failing: [UInt64]) -> [UInt64] {
        var best = failing
        while attempts < Self.maximumAttempts {
            let before = best
            removeBlocks(from: &best)
            simplify(&best)
            if best == before { break }
        }
        return best
    }

    /// Shorter is simpler; of the same length, what is smaller at the first difference.
    private func isSimpler(_ one: [UInt64], than other: [UInt64]) -> Bool {
        one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
    }

    private mutating func take(_ candidate: [UInt64], for best: inout [UInt64]) -> Bool {
        guard attempts < Self.maximumAttempts else { return false }
        attempts += 1
        guard let drawn = fails(candidate), isSimpler(drawn, than: best) else { return false }
        best = drawn
        return true
    }

    private mutating func removeBlocks(from best: inout [UInt64]) {
        var size = max(best.count / 2, 1)
        while size >= 1 {
            var start = 0
            while start < best.count && attempts < Self.maximumAttempts {
                var candidate = best
                candidate.removeSubrange(start..<min(start + size, best.count))
                if !take(candidate, for: &best) { start += 1 }
            }
            size /= 2
        }
    }

    private mutating func simplify(_ best: inout [UInt64]) {
        var position = 0
        while position < best.count {
            // The least value that still fails, by bisection, then by steps of one.
            var low: UInt64 = 0
            while position < best.count && low < best[position] {
                let middle = low + (best[position] - low) / 2
                var candidate = best
                candidate[position] = middle
                if !take(candidate, for: &best) { low = middle + 1 }
                if attempts >= Self.maximumAttempts { return }
            }
            position += 1
        }
    }
}
