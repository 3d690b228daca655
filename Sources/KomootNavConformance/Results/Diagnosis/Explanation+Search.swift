extension Explanation {
    /// The causes that together explain best what differs, sorted by name.
    mutating func blames() -> [Blame] {
        // Bugs tell more than limits do, where they account for all.
        var limits = knownLimits
        var all = Set(relations.values.flatMap(\.keys)).subtracting(limits)
        while true {
            let best = leastCauses(of: all)
            func rest(_ cause: Cause) -> [Cause] { best.filter { $0 != cause } }
            let supports = best.map { support(of: $0, beside: rest($0)) }
            // What explains nothing by itself is not to blame. Of those that explain the same, and nothing exactly, one is: the
            // one without which most stays unexplained.
            let idle = zip(best, supports).filter { $0.1.all == 0 }.map(\.0)
            let vague = zip(best, supports).filter { $0.1.exact == 0 }.map(\.0)
            let rivals = vague.filter { cause in idle.contains { overlap($0, cause) } }
            let costs = rivals.map { cost(of: rest($0)) }
            if let least = zip(costs, rivals).min(by: { $0.0 < $1.0 }) {
                all.remove(least.1)
                continue
            }
            let refuted = zip(best, supports).filter { $0.1.isRefuted }.map(\.0)
            if !refuted.isEmpty {
                all.subtract(refuted)
                continue
            }
            let needed = self.limits(limits, notExplainedBy: best)
            if !needed.isEmpty {
                limits.subtract(needed)
                all.formUnion(needed)
                continue
            }
            return zip(best, supports).map { cause, support in
                let margin = margin(of: cause, in: best, among: all)
                return Blame(
                    cause: cause,
                    isCertain: margin >= Self.margin
                        && support.isFirm && support.isTelling)
            }
        }
    }

    /// The causes that together cost least.
    private mutating func leastCauses(of all: Set<Cause>) -> [Cause] {
        let candidates = candidates(of: all)
        var best: [Cause] = []
        var least = cost(of: best)
        func consider(_ causes: [Cause], in explanation: inout Explanation) {
            let cost = explanation.cost(of: causes)
            if cost < least { (best, least) = (causes, cost) }
        }
        // Two bugs may explain what neither explains alone, so all pairs are tried.
        for (place, cause) in candidates.enumerated() {
            consider([cause], in: &self)
            for other in candidates[(place + 1)...] { consider([cause, other], in: &self) }
        }
        var previous: [Cause]
        repeat {
            previous = best
            for causes in neighbours(of: best, among: all.sorted()) {
                consider(causes, in: &self)
            }
        } while best != previous && best.count < Self.greatestCount
        return best
    }

    /// How much more the best explanation costs without a cause, or with another in its place.
    private mutating func margin(of cause: Cause, in best: [Cause], among all: Set<Cause>) -> Int {
        let rest = best.filter { $0 != cause }
        var least = cost(of: rest)
        for other in all where !best.contains(other) {
            least = min(least, cost(of: (rest + [other]).sorted()))
        }
        return least - cost(of: best)
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

    /// The causes that explain most, for each operation.
    private mutating func candidates(of all: Set<Cause>) -> [Cause] {
        var causes: Set<Cause> = []
        for (operation, related) in relations {
            let before = cost(of: [], in: operation)
            let gains = related.keys.filter(all.contains)
                .map { ($0, before - cost(of: [$0], in: operation)) }
            let useful = gains.filter { $0.1 > 0 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
            causes.formUnion(useful.prefix(Self.candidateCount).map(\.0))
        }
        return causes.sorted()
    }

    /// One cause more, one less, or another in the place of one.
    private func neighbours(of causes: [Cause], among all: [Cause]) -> [[Cause]] {
        let others = all.filter { !causes.contains($0) }
        let without = causes.map { cause in causes.filter { $0 != cause } }
        return without
            + ([causes] + without).flatMap { some in others.map { (some + [$0]).sorted() } }
    }
}
