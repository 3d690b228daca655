extension Explanation {
    /// The causes that together explain best what differs, sorted by name.
    mutating func blames() -> [Blame] {
        let candidates = self.candidates
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
        let all = Set(relations.values.flatMap(\.keys)).sorted()
        var previous: [Cause]
        repeat {
            previous = best
            for causes in neighbours(of: best, among: all) { consider(causes, in: &self) }
        } while best != previous && best.count < Self.greatestCount
        return best.compactMap { cause in
            let rest = best.filter { $0 != cause }
            let support = support(of: cause, beside: rest)
            guard support > 0 else { return nil }
            let others = all.filter { !best.contains($0) }
                .map { cost(of: (rest + [$0]).sorted()) }
            let margin = min(cost(of: rest), others.min() ?? .max) - least
            return Blame(
                cause: cause, isCertain: margin >= Self.margin && support >= Self.support)
        }
    }

    /// How many differences a cause explains by itself: other causes have nothing to do with them, or would have another
    /// value where it would have this one. What depends on the street's length says nothing if another cause changes it.
    private func support(of cause: Cause, beside others: [Cause]) -> Int {
        var count = 0
        for related in relations.values {
            let others = others.compactMap { related[$0] }
            for (id, relation) in related[cause] ?? [:] {
                for (name, cost) in relation.unexplained where !relation.conflicts.contains(name) {
                    let costs = others.compactMap { $0[id]?.unexplained[name] }
                    let isPrecise = cost <= Relation.Cost.breakdown
                    let hasRightLength = !others.contains {
                        $0[id]?.touches(Observation.streetName) == true
                    }
                    let isOwn =
                        isPrecise
                        ? costs.allSatisfy { $0 > cost } : costs.isEmpty && hasRightLength
                    if isOwn { count += 1 }
                }
            }
        }
        return count
    }

    /// The causes that explain most, for each operation.
    private var candidates: [Cause] {
        mutating get {
            var causes: Set<Cause> = []
            for (operation, related) in relations {
                let before = cost(of: [], in: operation)
                let gains = related.keys.map { ($0, before - cost(of: [$0], in: operation)) }
                let useful = gains.filter { $0.1 > 0 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
                causes.formUnion(useful.prefix(Self.candidateCount).map(\.0))
            }
            return causes.sorted()
        }
    }

    /// One cause more, one less, or another in the place of one.
    private func neighbours(of causes: [Cause], among all: [Cause]) -> [[Cause]] {
        let others = all.filter { !causes.contains($0) }
        let without = causes.map { cause in causes.filter { $0 != cause } }
        return without
            + ([causes] + without).flatMap { some in others.map { (some + [$0]).sorted() } }
    }
}
