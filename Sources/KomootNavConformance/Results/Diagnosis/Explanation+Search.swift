extension Explanation {
    /// The causes that together explain best what differs, sorted by name.
    func blames() -> [Blame] {
        if let ofDistances { return ofDistances }
        var costs = CauseCosts(self)
        // Bugs tell more than limits do, where they account for all.
        var limits = knownLimits
        var all = Set(costs.causes.indices.filter { !limits.contains(costs.causes[$0]) })
        while true {
            let numbers = leastCauses(of: all.sorted(), &costs)
            let best = numbers.map { costs.causes[$0] }
            let supports = best.map { cause in
                support(of: cause, beside: best.filter { $0 != cause })
            }
            // What explains nothing by itself is not to blame. Of those that explain the same, and nothing exactly, one is: the
            // one without which most stays unexplained.
            let idle = zip(best, supports).filter { $0.1.all == 0 }.map(\.0)
            let vague = zip(numbers, supports).filter { $0.1.exact == 0 }.map(\.0)
            let rivals = vague.filter { rival in
                idle.contains { overlap(costs.causes[rival], $0) }
            }
            let rests = rivals.map { rival in
                costs.cost(of: numbers.filter { $0 != rival })
            }
            if let least = zip(rests, rivals).min(by: { $0.0 < $1.0 }) {
                all.remove(least.1)
                continue
            }
            let refuted = zip(numbers, supports).filter { $0.1.isRefuted }.map(\.0)
            if !refuted.isEmpty {
                all.subtract(refuted)
                continue
            }
            let needed = self.limits(limits, notExplainedBy: best)
            if !needed.isEmpty {
                limits.subtract(needed)
                all.formUnion(costs.causes.indices.filter { needed.contains(costs.causes[$0]) })
                continue
            }
            return zip(numbers, supports).map { number, support in
                let cause = costs.causes[number]
                let isCertain =
                    support.isFirm && support.isTelling
                    && isSizeRight(of: cause, beside: best.filter { $0 != cause })
                    && margin(of: number, in: numbers, among: all, &costs) >= Self.margin
                return Blame(cause: cause, isCertain: isCertain)
            }
        }
    }

    /// The causes that together cost least.
    private func leastCauses(of all: [Int], _ costs: inout CauseCosts) -> [Int] {
        let candidates = costs.candidates(of: all, atMost: Self.candidateCount)
        var best: [Int] = []
        var least = costs.cost(of: best)
        func consider(_ causes: [Int], _ costs: inout CauseCosts) {
            if let cost = costs.cost(of: causes, ifLessThan: least) {
                (best, least) = (causes, cost)
            }
        }
        // Two bugs may explain what neither explains alone, so all pairs are tried.
        for (place, cause) in candidates.enumerated() {
            consider([cause], &costs)
            for other in candidates[(place + 1)...] { consider([cause, other], &costs) }
        }
        var previous: [Int]
        repeat {
            previous = best
            for causes in neighbours(of: best, among: all) { consider(causes, &costs) }
        } while best != previous && best.count < Self.greatestCount
        return best
    }

    /// How much more the best explanation costs without a cause, or with another in its place.
    private func margin(
        of cause: Int, in best: [Int], among all: Set<Int>, _ costs: inout CauseCosts
    ) -> Int {
        let rest = best.filter { $0 != cause }
        var least = costs.cost(of: rest)
        for other in all where !best.contains(other) {
            least = costs.cost(of: (rest + [other]).sorted(), ifLessThan: least) ?? least
        }
        return least - costs.cost(of: best)
    }

    /// Whether two causes are one, or explain the same of a case.
    private func overlap(_ one: Cause, _ other: Cause) -> Bool {
        one == other
            || relations.values.contains { related in
                let others = related[other] ?? [:]
                return (related[one] ?? [:]).contains { id, relation in
                    relation.unexplained.keys.contains { others[id]?.unexplained[$0] != nil }
                }
            }
    }

    /// One cause more, one less, or another in the place of one.
    private func neighbours(of causes: [Int], among all: [Int]) -> [[Int]] {
        let others = all.filter { !causes.contains($0) }
        let without = causes.map { cause in causes.filter { $0 != cause } }
        return without
            + ([causes] + without).flatMap { some in others.map { (some + [$0]).sorted() } }
    }
}
