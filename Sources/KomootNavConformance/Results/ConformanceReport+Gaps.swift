extension ConformanceReport {
    /// The cases that were not run of the sizes between the last that is right and the first that breaks down, those in the
    /// middle first: one of each size.
    func places(inGapOf measure: Habit.Measure) -> [Int] {
        var right: Set<Int> = []
        var broken: Set<Int> = []
        var left: [Int: Int] = [:]
        for (place, result) in results.enumerated() where result.vector.operation == .decode {
            guard let value = measure.value(in: result.right) else { continue }
            switch result.verdict {
            case .passed: right.insert(value)
            case .crashed, .timedOut, .malformed: broken.insert(value)
            case .notRun: left[value] = place
            case .wrong, .skipped: break
            }
        }
        // What breaks down for another reason has no size.
        let first = broken.subtracting(right).filter { value in
            right.allSatisfy { $0 < value || broken.contains($0) }
        }.min()
        guard let first, let last = right.filter({ $0 < first }).max() else { return [] }
        let middle = (first + last) / 2
        let sizes = left.keys.filter { last < $0 && $0 < first }
        return sizes.sorted { (abs($0 - middle), $0) < (abs($1 - middle), $1) }
            .compactMap { left[$0] }
    }
}
