/// Makes failing choices simpler while they still fail.
struct Shrinking {
    /// The largest number of times that the property is tried.
    static let maximumAttempts = 2000
    /// The widest gap between failing values that shrinking a choice can step over.
    static let longestStep: UInt64 = 4

    private var attempts = 0
    private let fails: ([UInt64]) -> [UInt64]?

    /// - Parameter fails: tries choices. If the property fails, it returns the choices that were
    ///   really drawn.
    init(fails: @escaping ([UInt64]) -> [UInt64]?) { self.fails = fails }

    /// Returns the simplest failing choices that it finds.
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

    /// Shorter lists are simpler. Of two with the same length, the one with the smaller number at
    /// the first difference is.
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

    /// Removes blocks of choices that overlap by half, first large and then smaller ones. It leaves
    /// half of the attempts for the values, so these get simpler too if many choices can't be
    /// removed.
    private mutating func removeBlocks(from best: inout [UInt64]) {
        let limit = attempts + (Self.maximumAttempts - attempts) / 2
        var size = max(best.count / 2, 1)
        while size >= 1 {
            var start = 0
            while start < best.count && attempts < limit {
                var candidate = best
                candidate.removeSubrange(start..<min(start + size, best.count))
                if !take(candidate, for: &best) { start += max(size / 2, 1) }
            }
            size /= 2
        }
    }

    private mutating func simplify(_ best: inout [UInt64]) {
        var position = 0
        while position < best.count {
            repeat {
                bisect(position, of: &best)
            } while stepDown(position, in: &best)
            position += 1
        }
    }

    /// Searches for the smallest failing value. It finds it if all larger values fail too.
    private mutating func bisect(_ position: Int, of best: inout [UInt64]) {
        var low: UInt64 = 0
        while position < best.count && low < best[position] && attempts < Self.maximumAttempts {
            let middle = low + (best[position] - low) / 2
            if !lower(position, to: middle, in: &best) { low = middle + 1 }
        }
    }

    /// Goes down by a small step, for failures with gaps between them, such as odd numbers.
    private mutating func stepDown(_ position: Int, in best: inout [UInt64]) -> Bool {
        guard position < best.count else { return false }
        for step in 1...Self.longestStep where step <= best[position] {
            if lower(position, to: best[position] - step, in: &best) { return true }
        }
        return false
    }

    private mutating func lower(
        _ position: Int, to value: UInt64, in best: inout [UInt64]
    ) -> Bool {
        var candidate = best
        candidate[position] = value
        return take(candidate, for: &best)
    }
}
