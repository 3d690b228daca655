extension Explanation {
    /// The causes that together explain best what differs, sorted by name.
    mutating func blames() -> [Blame] {
        var all = Set(relations.values.flatMap(\.keys))
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
    mutating func margin(of cause: Cause, in best: [Cause], among all: Set<Cause>) -> Int {
        let rest = best.filter { $0 != cause }
        var least = cost(of: rest)
        for other in all where !best.contains(other) {
            least = min(least, cost(of: (rest + [other]).sorted()))
        }
        return least - cost(of: best)
    }

    /// How many differences a cause explains by itself.
    struct Support {
        /// A member of answers. Breakdowns in different operations may have different causes.
        struct Place: Hashable {
            let operation: Operation?
            let name: String

            init(_ operation: Operation, _ name: String) {
                let isValue = ![Observation.breakdownName, Observation.stepsName].contains(name)
                self.operation = isValue ? nil : operation
                self.name = name
            }
        }

        /// All in which nothing else that is blamed has a say.
        var all = 0
        /// Those in which the cause does exactly what was done.
        var exact = 0
        /// Those that show what the cause is, by their place: if another bug changes streets, a crash does not tell from which size
        /// on a street is too long.
        var firm: [Place: Int] = [:]
        /// The same, counted once if the cause allows several values, and otherwise four times.
        var strength: [Place: Int] = [:]
        /// The differences in the same places that nothing explains.
        var against: [Place: Int] = [:]
        /// Where a cause that might do anything shows.
        var pattern: [Operation: Pattern] = [:]

        /// Whether there are enough differences that the cause explains, and few in the same places that nothing
        /// does.
        var isFirm: Bool {
            let telling = firm.filter { place, _ in
                strength[place, default: 0] > 4 * Explanation.against * against[place, default: 0]
            }
            return telling.values.reduce(0, +) >= Explanation.support
        }

        /// Whether the cause does what was done, or the cases in which it might do anything are wrong, and others are not.
        var isTelling: Bool {
            exact > 0 || pattern.isEmpty || pattern.values.contains(where: \.isTelling)
        }

        /// Whether what the cause explains is as wrong where the cause has nothing to do, or would do something else.
        var isRefuted: Bool {
            guard exact == 0 else { return false }
            return !pattern.isEmpty && pattern.values.allSatisfy(\.isEverywhere)
                || !firm.isEmpty
                    && firm.allSatisfy { place, count in
                        place.name != Observation.breakdownName
                            && against[place, default: 0] > count
                    }
        }
    }

    /// Where a cause that might do anything shows, and where the same shows without it.
    struct Pattern {
        /// In how many cases it does something by itself.
        var shown = 0
        /// In how many it does nothing, although it might.
        var idle = 0
        /// In how many it has nothing to do.
        var others = 0
        /// In how many of these there are differences alike that nothing explains.
        var alike = 0

        var isTelling: Bool {
            shown >= Explanation.support && 4 * idle <= shown
                && 10 * alike * (shown + idle) < shown * others
        }

        var isEverywhere: Bool { alike > 0 && 2 * alike * (shown + idle) >= shown * others }
    }

    /// How many differences a cause explains by itself.
    func support(of cause: Cause, beside others: [Cause]) -> Support {
        let basis = basis(of: cause)
        let isSizeHidden =
            basis == Observation.streetName
            && relations.contains { operation, related in
                let ids = related[cause] ?? [:]
                return others.contains { other in
                    !relations.keys.contains { isPair(cause, other, in: $0) }
                        && related[other]?.contains { id, relation in
                            ids[id] != nil && !relation.isAnything && !relation.touches("error")
                                && relation.touches(basis)
                        } == true
                }
            }
        var support = Support()
        for operation in relations.keys {
            // A program with a bug in one place may be right in another.
            let active = others.filter {
                !isPair(cause, $0, in: operation) && operations(of: $0).contains(operation)
            }
            var names: Set<String> = []
            var pattern = Pattern()
            for (id, relation) in relations(of: cause, beside: others, in: operation) {
                let differing = differences(of: id, in: operation)
                let others = active.compactMap { relations[operation]?[$0]?[id] }
                guard !others.contains(where: \.isContradicted) else { continue }
                if relation.isAnything && relation.isIdle { pattern.idle += 1 }
                let before = support.all
                for (name, cost) in relation.unexplained where !relation.conflicts.contains(name) {
                    let isPrecise = cost <= Relation.Cost.breakdown
                    let isOwn = others.allSatisfy { other in
                        isPrecise
                            ? other.unexplained[name] ?? .max > cost
                                && !other.conflicts.contains(name)
                            : other.unexplained[name] == nil && !other.touches(basis)
                    }
                    let isWhole =
                        !relation.vague.contains(name)
                        || differing.allSatisfy { differing in
                            ([relation] + others).contains { $0.explains(differing) }
                        }
                    guard isOwn, isWhole else { continue }
                    support.all += 1
                    names.insert(name)
                    if isPrecise || !isSizeHidden {
                        let place = Support.Place(operation, name)
                        support.firm[place, default: 0] += 1
                        support.strength[place, default: 0] += cost == Relation.Cost.pattern ? 1 : 4
                    }
                    if cost <= Relation.Cost.pattern { support.exact += 1 }
                }
                if relation.isAnything && support.all > before { pattern.shown += 1 }
            }
            let own = relations[operation]?[cause] ?? [:]
            let related = relations(of: [cause] + others, in: operation)
            for id in instructions[operation] ?? []
            where own[id] == nil && (related[id] ?? []).allSatisfy(\.unexplained.isEmpty) {
                pattern.others += 1
                if !names.isDisjoint(with: differences(of: id, in: operation)) {
                    pattern.alike += 1
                }
            }
            if pattern.shown > 0 { support.pattern[operation] = pattern }
            for (name, count) in unexplained(names, of: cause, beside: others, in: operation) {
                support.against[Support.Place(operation, name), default: 0] += count
            }
        }
        return support
    }

    /// How many differences of these names none of the causes explains. That a member is always wrong does not explain why
    /// it is not what the cause makes of it.
    private func unexplained(
        _ names: Set<String>, of cause: Cause, beside others: [Cause], in operation: Operation
    ) -> [String: Int] {
        let own = relations(of: cause, beside: others, in: operation)
        let related = relations(of: [cause] + others, in: operation)
        var counts: [String: Int] = [:]
        for (id, weights) in weights[operation] ?? [:] {
            let relations = related[id] ?? []
            let conflicts = own[id]?.conflicts ?? []
            for name in names where weights[name] != nil {
                let isExplained = relations.contains { relation in
                    relation.explains(name)
                        && (!conflicts.contains(name)
                            || relation.unexplained[name] != Relation.Cost.habit)
                }
                if !isExplained { counts[name, default: 0] += 1 }
            }
        }
        return counts
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

    private func breaksDown(_ cause: Cause, in operation: Operation) -> Bool {
        relations[operation]?[cause]?.values.contains {
            $0.unexplained[Observation.breakdownName] != nil
        } == true
    }

    /// The member that decides whether a bug reads or writes memory that is not its own. What another bug makes of that
    /// member can't be known.
    private func basis(of cause: Cause) -> String {
        let names = relations.values.flatMap { ($0[cause] ?? [:]).values }.flatMap {
            $0.unseen.union($0.unexplained.keys.filter { $0 != Observation.breakdownName })
        }
        return !names.isEmpty && names.allSatisfy { $0 == Observation.arrowNameName }
            ? Observation.arrowName : Observation.streetName
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
