/// What sets of causes cost as explanations.
///
/// The search compares thousands of sets. So causes and cases are numbers here, the costs of a set are made from those of a
/// set with one cause less, and a set is not looked at closely if it can't cost less than the best one.
struct CauseCosts {
    /// What an explanation costs beyond what it leaves unexplained.
    fileprivate enum Price {
        /// A bug.
        static let bug = 150
        /// An operation in which a bug shows: a program may read the same thing in two places.
        static let operation = 50
        /// A case in which a bug should have shown.
        static let contradiction = 300
        /// The same, where another bug shows and may hide it.
        static let hidden = 50
        /// A case in which a bug could have shown.
        static let idle = 60
    }

    /// The causes in the order of their names; a cause's number is its place.
    let causes: [Explanation.Cause]
    private var operations: [OperationCosts]

    init(_ explanation: Explanation) {
        // What explains nothing, and is nothing's companion, can only make a set more expensive.
        let paired = Set(explanation.joint.values.flatMap(\.keys).flatMap(\.bugs))
        let all = explanation.relations.values.reduce(into: Set()) { all, related in
            for (cause, relations) in related
            where paired.contains(cause)
                || relations.values.contains(where: { !$0.unexplained.isEmpty })
            {
                all.insert(cause)
            }
        }
        causes = all.map { ($0.name, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
        let numbers = Dictionary(uniqueKeysWithValues: zip(causes, causes.indices))
        operations = explanation.weights.keys.map {
            OperationCosts(explanation, $0, numbers)
        }
    }

    /// What an explanation costs.
    mutating func cost(of causes: [Int]) -> Int {
        operations.indices.reduce(Price.bug * causes.count) {
            $0 + operations[$1].leastCost(of: causes)
        }
    }

    /// What an explanation costs; `nil` if that is not less than a limit.
    mutating func cost(of causes: [Int], ifLessThan limit: Int) -> Int? {
        let bounds = operations.map { $0.lowerBound(of: causes) }
        var cost = bounds.reduce(Price.bug * causes.count, +)
        for place in operations.indices {
            guard cost < limit else { return nil }
            cost += operations[place].leastCost(of: causes) - bounds[place]
        }
        return cost < limit ? cost : nil
    }

    /// The causes that explain most by themselves, so many of each operation at most.
    mutating func candidates(of all: [Int], atMost count: Int) -> [Int] {
        var candidates: Set<Int> = []
        for place in operations.indices {
            let gains = all.map { ($0, operations[place].gain(of: $0)) }.filter { $0.1 > 0 }
            let best = gains.sorted { ($1.1, $0.0) < ($0.1, $1.0) }.prefix(count)
            candidates.formUnion(best.map(\.0))
        }
        return candidates.sorted()
    }
}

/// What causes leave unexplained of one operation.
private struct OperationCosts {
    private typealias Price = CauseCosts.Price

    /// What a cause, or two bugs together, has to do with one case.
    private struct Fit {
        /// How much of each difference stays unexplained.
        let costs: [Int]
        /// The same if another difference hardly is explained: a bug that allows any value of one member hardly explains an
        /// answer in which others are wrong too.
        let costsBesideOthers: [Int]
        /// Whether it explains something.
        let isShown: Bool
        let isContradicted: Bool
        let canBeHidden: Bool
        let isIdle: Bool
        /// Whether a bug that might do anything did nothing here, if others explain all of it better.
        let mayBeIdle: Bool

        init(_ relation: Relation, _ names: [String]) {
            costs = names.map { relation.unexplained[$0] ?? Relation.Cost.all }
            costsBesideOthers = names.map {
                relation.vague.contains($0)
                    ? Relation.Cost.anything : relation.unexplained[$0] ?? Relation.Cost.all
            }
            isShown = !relation.unexplained.isEmpty
            isContradicted = relation.isContradicted
            canBeHidden = relation.canBeHidden
            isIdle = relation.isIdle
            mayBeIdle =
                relation.isAnything && relation.unexplained[Observation.breakdownName] == nil
                && relation.unexplained.keys.allSatisfy(names.contains)
        }

        /// Whether it did nothing here that others don't explain better.
        func isIdle(beside least: [Int]) -> Bool {
            isIdle
                || mayBeIdle
                    && costs.indices.allSatisfy {
                        costs[$0] == Relation.Cost.all || least[$0] < costs[$0]
                    }
        }
    }

    /// Two bugs together.
    private struct Joint {
        let one: Int
        let other: Int
        let fits: [Int: Fit]

        func includes(_ cause: Int) -> Bool { cause == one || cause == other }
    }

    /// What a set of causes leaves unexplained.
    private struct Costs {
        var sum = 0
        var byCase: [Int]
    }

    /// The weights of each case's differences.
    private var weights: [[Int]] = []
    private var fits: [Int: [Int: Fit]] = [:]
    /// The cases that each cause has to do with.
    private var cases: [Int: [Int]] = [:]
    private var joints: [Joint] = []
    private var known: [[Int]: Costs] = [:]

    init(
        _ explanation: Explanation, _ operation: Explanation.Operation,
        _ numbers: [Explanation.Cause: Int]
    ) {
        let weights = explanation.weights[operation] ?? [:]
        var places: [String: Int] = [:]
        var names: [[String]] = []
        func place(of id: String) -> Int {
            if let place = places[id] { return place }
            places[id] = names.count
            names.append(weights[id].map { Array($0.keys) } ?? [])
            return names.count - 1
        }
        func fits(_ relations: [String: Relation]) -> [Int: Fit] {
            Dictionary(
                uniqueKeysWithValues: relations.map { id, relation in
                    let place = place(of: id)
                    return (place, Fit(relation, names[place]))
                })
        }
        for (cause, relations) in explanation.relations[operation] ?? [:] {
            guard let number = numbers[cause] else { continue }
            let fits = fits(relations)
            self.fits[number] = fits
            cases[number] = Array(fits.keys)
        }
        for (pair, relations) in explanation.joint[operation] ?? [:] {
            let bugs = pair.bugs.compactMap { numbers[$0] }
            guard bugs.count == 2 else { continue }
            joints.append(Joint(one: bugs[0], other: bugs[1], fits: fits(relations)))
        }
        for id in weights.keys { _ = place(of: id) }
        self.weights = [[Int]](repeating: [], count: names.count)
        for (id, place) in places {
            self.weights[place] = names[place].map { weights[id]?[$0] ?? 0 }
        }
        let whole = self.weights.map { Relation.Cost.all * $0.reduce(0, +) }
        known[[]] = Costs(sum: whole.reduce(0, +), byCase: whole)
    }

    /// The least that these causes leave unexplained: a program with a bug in one place may be right in another.
    mutating func leastCost(of causes: [Int]) -> Int {
        var least = Int.max
        for subset in subsets(of: causes) {
            least = min(least, costs(of: subset).sum + Price.operation * subset.count)
        }
        return least
    }

    /// What is never more than the least cost.
    func lowerBound(of causes: [Int]) -> Int {
        var least = Int.max
        for subset in subsets(of: causes) {
            least = min(least, lowerBound(ofAll: subset) + Price.operation * subset.count)
        }
        return least
    }

    /// What is never more than what these causes leave unexplained together: of a cause more than in a known set, nothing of
    /// the cases that it has to do with.
    private func lowerBound(ofAll causes: [Int]) -> Int {
        if let known = known[causes] { return known.sum }
        for cause in causes {
            guard let known = known[causes.filter { $0 != cause }] else { continue }
            return cases(of: cause, beside: joints(of: causes))
                .reduce(known.sum) { $0 - known.byCase[$1] }
        }
        return 0
    }

    /// By how much a cause alone betters the explanation.
    mutating func gain(of cause: Int) -> Int {
        fits[cause] == nil ? 0 : costs(of: []).sum - costs(of: [cause]).sum
    }

    private func subsets(of causes: [Int]) -> [[Int]] {
        causes.filter { fits[$0] != nil }
            .reduce([[]]) { subsets, cause in subsets + subsets.map { $0 + [cause] } }
    }

    private func joints(of causes: [Int]) -> [Joint] {
        joints.filter { causes.contains($0.one) && causes.contains($0.other) }
    }

    /// The cases that a cause has to do with, alone or with another one.
    private func cases(of cause: Int, beside joints: [Joint]) -> Set<Int> {
        joints.reduce(into: Set(cases[cause] ?? [])) { cases, joint in
            if joint.includes(cause) { cases.formUnion(joint.fits.keys) }
        }
    }

    private mutating func costs(of causes: [Int]) -> Costs {
        if let known = known[causes] { return known }
        let sets = causes.map { cause in causes.filter { $0 != cause } }
        let place = sets.firstIndex { known[$0] != nil } ?? 0
        var costs = costs(of: sets[place])
        let joints = joints(of: causes)
        for number in cases(of: causes[place], beside: joints) {
            let cost = cost(ofCase: number, causes, joints)
            costs.sum += cost - costs.byCase[number]
            costs.byCase[number] = cost
        }
        known[causes] = costs
        return costs
    }

    /// What the causes leave unexplained of one case.
    private func cost(ofCase number: Int, _ causes: [Int], _ joints: [Joint]) -> Int {
        // Loops, because this is where the search spends its time.
        var fits: [Fit] = []
        for cause in causes {
            guard let fit = self.fits[cause]?[number] else { continue }
            let isShared =
                !joints.isEmpty
                && joints.contains { $0.includes(cause) && $0.fits[number] != nil }
            if !isShared { fits.append(fit) }
        }
        for joint in joints {
            if let fit = joint.fits[number] { fits.append(fit) }
        }
        var least = [Int](repeating: Relation.Cost.all, count: weights[number].count)
        for fit in fits {
            for place in least.indices { least[place] = min(least[place], fit.costs[place]) }
        }
        if least.contains(where: { $0 >= Relation.Cost.anything }) {
            for place in least.indices { least[place] = Relation.Cost.all }
            for fit in fits {
                for place in least.indices {
                    least[place] = min(least[place], fit.costsBesideOthers[place])
                }
            }
        }
        var sum = 0
        for place in least.indices { sum += weights[number][place] * least[place] }
        let isSomeShown = fits.contains(where: \.isShown)
        for fit in fits {
            if fit.isContradicted {
                sum += isSomeShown && fit.canBeHidden ? Price.hidden : Price.contradiction
            } else if fit.isIdle(beside: least) {
                sum += Price.idle
            }
        }
        return sum
    }
}
