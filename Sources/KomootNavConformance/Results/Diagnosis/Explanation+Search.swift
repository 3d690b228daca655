extension Explanation {
    /// The bugs that together explain best what differs, sorted by name.
    mutating func blames() -> [Blame] {
        let candidates = self.candidates
        var best: [String] = []
        var least = cost(of: best)
        func consider(_ flags: [String], in explanation: inout Explanation) {
            let cost = explanation.cost(of: flags)
            if cost < least { (best, least) = (flags, cost) }
        }
        // Two bugs may explain what neither explains alone, so all pairs are tried.
        for (place, flag) in candidates.enumerated() {
            consider([flag], in: &self)
            for other in candidates[(place + 1)...] { consider([flag, other], in: &self) }
        }
        let all = Set(relations.values.flatMap(\.keys)).sorted()
        var previous: [String]
        repeat {
            previous = best
            for flags in neighbours(of: best, among: all) { consider(flags, in: &self) }
        } while best != previous && best.count < Self.greatestCount
        return best.map { flag in
            let rest = best.filter { $0 != flag }
            let others = all.filter { !best.contains($0) }
                .map { cost(of: (rest + [$0]).sorted()) }
            let next = min(cost(of: rest), others.min() ?? .max)
            let isCertain =
                next - least >= Self.margin && support(of: flag, beside: rest) >= Self.support
            return Blame(flag: flag, isCertain: isCertain)
        }
    }

    /// How many differences a bug explains by itself: other bugs have nothing to do with them, or would have another
    /// value where it would have this one.
    private func support(of flag: String, beside others: [String]) -> Int {
        var count = 0
        for related in relations.values {
            let others = others.compactMap { related[$0] }
            for (id, relation) in related[flag] ?? [:] {
                for (name, cost) in relation.unexplained where !relation.conflicts.contains(name) {
                    let costs = others.compactMap { $0[id]?.unexplained[name] }
                    let isPrecise = cost <= Relation.Cost.breakdown
                    if costs.isEmpty || (isPrecise && costs.allSatisfy { $0 > cost }) { count += 1 }
                }
            }
        }
        return count
    }

    /// The bugs that explain most, for each operation.
    private var candidates: [String] {
        mutating get {
            var flags: Set<String> = []
            for (operation, related) in relations {
                let before = cost(of: [], in: operation)
                let gains = related.keys.map { ($0, before - cost(of: [$0], in: operation)) }
                let useful = gains.filter { $0.1 > 0 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
                flags.formUnion(useful.prefix(Self.candidateCount).map(\.0))
            }
            return flags.sorted()
        }
    }

    /// One bug more, one less, or another in the place of one.
    private func neighbours(of flags: [String], among candidates: [String]) -> [[String]] {
        let others = candidates.filter { !flags.contains($0) }
        let without = flags.map { flag in flags.filter { $0 != flag } }
        return without
            + ([flags] + without).flatMap { some in others.map { (some + [$0]).sorted() } }
    }
}
