extension Explanation {
    /// What speaks for a cause: the differences that it explains by itself, and where they are.
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
        /// Those that show what the cause is, by their place: if another bug changes streets, a crash does not tell from
        /// which size on a street is too long.
        var firm: [Place: Int] = [:]
        /// The same, counted once if the cause allows several values, and otherwise four times.
        var strength: [Place: Int] = [:]
        /// The differences in the same places that nothing explains.
        var against: [Place: Int] = [:]
        /// The numbers that should have come in the places of the firm differences, of all that the cause changes there, and
        /// of the differences that nothing explains: that one number comes often says no more than that it comes once.
        var values: [Place: Set<JSONValue>] = [:]
        var changedValues: [Place: Set<JSONValue>] = [:]
        var valuesAgainst: [Place: Set<JSONValue>] = [:]
        /// How many differences the cause explains beside others in the same answers for which it would have other values.
        var besideConflicts = 0
        /// How many conflicts these answers have that nothing else explains.
        var conflicts = 0
        /// How many differences in sessions a cause that might do anything explains too, if this one could show elsewhere and
        /// does not.
        var besideAnything = 0
        /// The cases in which the cause must have shown and did not, with which nothing else that is blamed has to do.
        var contradictions = 0
        /// Where a cause that might do anything shows.
        var pattern: [Operation: Pattern] = [:]

        /// Whether there are enough differences that the cause explains, few in the same places that nothing does, and
        /// hardly any case in which the cause did not show.
        var isFirm: Bool {
            let telling = firm.filter { place, _ in
                strength[place, default: 0] > 4 * Explanation.against * against[place, default: 0]
                    && hasSeveralValues(at: place)
            }
            let count = telling.values.reduce(0, +)
            return count >= Explanation.support && count >= 50 * contradictions
        }

        private func hasSeveralValues(at place: Place) -> Bool {
            guard let changed = changedValues[place], !changed.isEmpty else { return true }
            let count = values[place, default: []].count
            return count >= min(Explanation.leastValues, changed.count)
                && count > Explanation.against * valuesAgainst[place, default: []].count
        }

        /// Whether the cause does what was done, or the cases in which it might do anything are wrong, and others are not.
        var isTelling: Bool {
            exact > 0 || pattern.isEmpty || pattern.values.contains(where: \.isTelling)
        }

        /// Whether what the cause explains is as wrong where the cause has nothing to do, or would do something else.
        var isRefuted: Bool {
            if all > 0, besideAnything == all { return true }
            // What fits one number only, and others not at all, fits by chance.
            let numbers = firm.keys.filter { changedValues[$0] != nil }
            if numbers.count == firm.count, !numbers.isEmpty,
                numbers.allSatisfy({
                    values[$0, default: []].count < valuesAgainst[$0, default: []].count
                })
            {
                return true
            }
            guard exact == 0 else { return false }
            if all > 0, besideConflicts == all, all <= conflicts { return true }
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

        /// Whether at least four in five cases show it, and where it has nothing to do hardly any differs like that.
        var isTelling: Bool {
            shown >= Explanation.support && 4 * idle <= shown
                && 10 * alike * (shown + idle) < shown * others
        }

        /// Whether half as many or more differ like that where it has nothing to do.
        var isEverywhere: Bool { alike > 0 && 2 * alike * (shown + idle) >= shown * others }
    }
}

extension Explanation {
    /// How many differences a cause explains by itself.
    func support(of cause: Cause, beside others: [Cause]) -> Support {
        let basis = basis(of: cause)
        let isSizeHidden = isSizeHidden(of: cause, beside: others)
        var support = Support()
        for operation in relations.keys.sorted(by: {
            !scripted.contains($0) && scripted.contains($1)
        }) {
            // Much may go wrong in a session, and one difference is all that is seen of it. So a bug that could show
            // elsewhere, and does not, is not certain.
            let isFirm =
                !scripted.contains(operation) || support.all > 0
                || judged[cause, default: []].isSubset(of: scripted)
            // A program with a bug in one place may be right in another.
            let active = others.filter {
                !isPair(cause, $0, in: operation) && operations(of: $0).contains(operation)
            }
            var names: Set<String> = []
            var pattern = Pattern()
            var contradictions = 0
            for (id, relation) in relations(of: cause, beside: others, in: operation) {
                let differing = differences(of: id, in: operation)
                let others = active.compactMap { relations[operation]?[$0]?[id] }
                if relation.isContradicted && others.isEmpty { contradictions += 1 }
                guard !others.contains(where: \.isContradicted) else { continue }
                if relation.isAnything && relation.isIdle { pattern.idle += 1 }
                let before = support.all
                let conflicts = relation.conflicts.filter { name in
                    others.allSatisfy {
                        [nil, Relation.Cost.habit].contains($0.unexplained[name])
                    }
                }
                let expected = expected[operation]?[id]
                for name in relation.unexplained.keys {
                    guard let value = expected?.number(name) else { continue }
                    support.changedValues[Support.Place(operation, name), default: []]
                        .insert(value)
                }
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
                    if !isFirm, others.contains(where: \.isAnything) { support.besideAnything += 1 }
                    names.insert(name)
                    guard conflicts.isEmpty else {
                        support.besideConflicts += 1
                        continue
                    }
                    // A street alone may be wrong from some size on for any reason.
                    let isStreet = Observation.streetNames.contains(name)
                    if isPrecise || !isSizeHidden, !relation.isDoubtful,
                        isFirm, !(relation.isAnything && isStreet)
                    {
                        let place = Support.Place(operation, name)
                        if let value = expected?.number(name) {
                            support.values[place, default: []].insert(value)
                        }
                        support.firm[place, default: 0] += 1
                        support.strength[place, default: 0] += cost == Relation.Cost.pattern ? 1 : 4
                    }
                    if cost <= Relation.Cost.pattern { support.exact += 1 }
                }
                if support.all > before {
                    if relation.isAnything { pattern.shown += 1 }
                    support.conflicts += conflicts.count
                }
            }
            let elsewhere = elsewhere(cause, beside: others, in: operation)
            pattern.others = elsewhere.count
            pattern.alike = elsewhere.count { id in
                !names.isDisjoint(with: differences(of: id, in: operation))
            }
            if !names.isEmpty { support.contradictions += contradictions }
            if pattern.shown > 0 { support.pattern[operation] = pattern }
            for (name, ids) in unexplained(names, of: cause, beside: others, in: operation) {
                let place = Support.Place(operation, name)
                support.against[place, default: 0] += ids.count
                let values = ids.compactMap { expected[operation]?[$0]?[name] }
                support.valuesAgainst[place, default: []].formUnion(values)
            }
        }
        return support
    }

    /// Whether another bug changes the streets, so that what is too long can't be told.
    private func isSizeHidden(of cause: Cause, beside others: [Cause]) -> Bool {
        let street = Observation.streetName
        guard basis(of: cause) == street else { return false }
        return relations.values.contains { related in
            let own = related[cause] ?? [:]
            return others.contains { other in
                !relations.keys.contains { isPair(cause, other, in: $0) }
                    && related[other]?.contains { id, relation in
                        own[id] != nil && !relation.isAnything
                            && !relation.touches(Observation.errorName) && relation.touches(street)
                    } == true
            }
        }
    }

    /// The cases with an instruction in which a cause has nothing to do, and nothing else is to blame.
    private func elsewhere(
        _ cause: Cause, beside others: [Cause], in operation: Operation
    ) -> [String] {
        let own = relations[operation]?[cause] ?? [:]
        let related = relations(of: [cause] + others, in: operation)
        return (instructions[operation] ?? []).filter { id in
            own[id] == nil && (related[id] ?? []).allSatisfy(\.unexplained.isEmpty)
        }
    }

    /// The cases in which differences of these names are explained by none of the causes. That a member is always wrong does
    /// not explain why it is not what the cause makes of it.
    private func unexplained(
        _ names: Set<String>, of cause: Cause, beside others: [Cause], in operation: Operation
    ) -> [String: [String]] {
        let own = relations(of: cause, beside: others, in: operation)
        let related = relations(of: [cause] + others, in: operation)
        var cases: [String: [String]] = [:]
        for (id, weights) in weights[operation] ?? [:] {
            let relations = related[id] ?? []
            let conflicts = own[id]?.conflicts ?? []
            for name in names where weights[name] != nil {
                let isExplained = relations.contains { relation in
                    relation.explains(name)
                        && (!conflicts.contains(name)
                            || relation.unexplained[name] != Relation.Cost.habit)
                }
                if !isExplained { cases[name, default: []].append(id) }
            }
        }
        return cases
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
}

extension JSONValue {
    /// The value of a member that is a number. A street is none, even "12", or the byte 31.
    fileprivate func number(_ name: String) -> JSONValue? {
        guard !Observation.streetNames.contains(name), let value = self[name] else { return nil }
        return value.unsigned == nil ? nil : value
    }
}
