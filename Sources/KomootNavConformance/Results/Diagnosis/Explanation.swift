/// The bugs and habits that together explain best what a testee got wrong.
///
/// Every difference costs as much as it stays unexplained, a bug that does not show where it should costs more, and
/// each bug costs something too. The best explanation costs least. So a bug is blamed only if it explains more than the
/// others do, of bugs that overlap the one that shows everywhere where it could, and two bugs at once are found though
/// each hides some of what the other does.
struct Explanation {
    /// By how much a bug must better the explanation, with and without another one in its place, to be certain.
    static let margin = 100
    /// How many differences a bug must explain by itself to be certain.
    static let support = 2
    /// How many more differences a bug must explain than there are alike that nothing explains.
    static let against = 5
    /// How many different numbers a bug must explain to be certain, if it changes that many.
    static let leastValues = 3
    /// The most bugs that are looked for.
    static let greatestCount = 8
    /// The bugs that are considered for each operation: those that explain most.
    static let candidateCount = 9

    /// A bug or a habit that is blamed.
    struct Blame: Hashable {
        let cause: Cause
        /// Whether nothing else explains the same.
        let isCertain: Bool
    }

    /// What may be to blame.
    enum Cause: Hashable {
        /// A bug, by its flag.
        case bug(String)
        /// Something that the testee does in every case.
        case habit(Habit.Kind)
    }

    typealias Operation = Vector.Operation

    /// How much each difference weighs, by case and name.
    let weights: [Operation: [String: [String: Int]]]
    /// What each cause has to do with each case.
    let relations: [Operation: [Cause: [String: Relation]]]
    /// What two bugs have to do with the cases in which they do together what does not follow from each alone.
    let joint: [Operation: [Pair: [String: Relation]]]
    /// The cases with an instruction that were run.
    let instructions: [Operation: Set<String>]
    /// The right answers, where the operation's answers are not all right.
    let expected: [Operation: [String: JSONValue]]
    /// The operations of which the answers are steps.
    let scripted: Set<Operation>
    /// The operations in which a bug had to do with answers that came.
    let judged: [Cause: Set<Operation>]
    /// The limits for which bugs seem to account.
    let knownLimits: Set<Cause>
    /// The sizes that bugs depend on, by case.
    let measured: [Operation: [String: [Habit.Measure: Int]]]
    /// What the testee did.
    private let observations: [(CaseResult, Observation)]
    /// The causes that the rules of showing distances have; `nil` without rules.
    let ofDistances: [Blame]?
    /// These rules.
    let fits: [DistanceFit]

    /// Explains results, those of distances by rules if there are any.
    init(_ results: [CaseResult], _ fits: [DistanceFit] = []) {
        var weights: [Operation: [String: [String: Int]]] = [:]
        var instructions: [Operation: Set<String>] = [:]
        var observations: [(CaseResult, Observation)] = []
        var scripted: Set<Operation> = []
        var judged: [Cause: Set<Operation>] = [:]
        for result in CaseResult.withEarlier(results) {
            guard let observation = result.observation else { continue }
            observations.append((result, observation))
            if result.vector.expected["error"] == nil {
                instructions[result.vector.operation, default: []].insert(result.vector.id)
            }
            if result.vector.expected[Observation.stepsName] != nil {
                scripted.insert(result.vector.operation)
            }
            if observation.differences != [Observation.breakdownName] {
                for flag in result.vector.wrongAnswers?.keys ?? [:].keys {
                    judged[.bug(flag), default: []].insert(result.vector.operation)
                }
            }
            let names = observation.differences
            if !names.isEmpty {
                weights[result.vector.operation, default: [:]][result.vector.id] =
                    Dictionary(
                        uniqueKeysWithValues: names.map { name in
                            (name, result.weight(of: name) + observation.followerCount(of: name))
                        })
            }
        }
        let habits = Habit.Kind.candidates(observations)
        var relations: [Operation: [Cause: [String: Relation]]] = [:]
        var joint: [Operation: [Pair: [String: Relation]]] = [:]
        var expected: [Operation: [String: JSONValue]] = [:]
        var measured: [Operation: [String: [Habit.Measure: Int]]] = [:]
        for (result, observation) in observations {
            let vector = result.vector
            for measure in [Habit.Measure.arrow, .streetSize] {
                guard let value = measure.value(in: result.right) else { continue }
                measured[vector.operation, default: [:]][vector.id, default: [:]][measure] = value
            }
            guard weights[vector.operation] != nil else { continue }
            expected[vector.operation, default: [:]][vector.id] = vector.expected
            func add(_ relation: Relation?, of cause: Cause) {
                guard let relation else { return }
                relations[vector.operation, default: [:]][cause, default: [:]][vector.id] = relation
            }
            for (name, wrong) in vector.wrongAnswers ?? [:] {
                guard let pair = Pair(name) else {
                    add(Relation(wrong.alternatives, to: observation), of: .bug(name))
                    continue
                }
                if let second = Pair.second(of: name, ifFirstMayBeIdle: vector) {
                    // Whether it does this alone depends on how a program chooses the unit.
                    let alternatives = [.members([:])] + wrong.alternatives
                    add(Relation(alternatives, to: observation), of: second)
                } else {
                    joint[vector.operation, default: [:]][pair, default: [:]][vector.id] =
                        pair.relation(of: wrong, to: observation, vector)
                }
            }
            for habit in habits {
                add(habit.relation(to: observation, result), of: .habit(habit))
            }
        }
        self.fits = fits
        if fits.isEmpty {
            ofDistances = nil
        } else {
            let distances = Self.distances(observations, by: fits)
            relations[.distance] = distances.relations
            joint[.distance] = nil
            ofDistances = distances.blames
        }
        knownLimits = Set(
            habits.filter(\.isLimit).map(Cause.habit).filter { limit in
                relations.allSatisfy { operation, related in
                    Self.isKnown(limit, by: related, measured[operation] ?? [:])
                }
            })
        self.measured = measured
        self.observations = observations
        self.weights = weights
        self.relations = relations
        self.instructions = instructions
        self.expected = expected
        self.scripted = scripted
        self.judged = judged
        self.joint = joint
    }

    /// Whether a bug shows nearly wherever a limit does, and bugs account for the rest. Bugs that hardly ever show where
    /// they could don't count.
    private static func isKnown(
        _ limit: Cause, by related: [Cause: [String: Relation]],
        _ measured: [String: [Habit.Measure: Int]]
    ) -> Bool {
        let bugs = related.filter { cause, relations in
            let shown = relations.values.count { !$0.unexplained.isEmpty }
            return !cause.isHabit && isSharp(cause, relations, measured)
                && 10 * relations.values.count { $0.isIdle || $0.isContradicted } <= shown
        }
        var counts: [Cause: Int] = [:]
        var count = 0
        for (id, relation) in related[limit] ?? [:] where !relation.unexplained.isEmpty {
            let known = bugs.filter { _, relations in
                relation.unexplained.keys.allSatisfy { relations[id]?.explains($0) == true }
            }
            guard !known.isEmpty else { return false }
            for bug in known.keys { counts[bug, default: 0] += 1 }
            count += 1
        }
        return count == 0 || counts.values.contains { 2 * $0 > count }
    }

    /// What differs in a case.
    func differences(of id: String, in operation: Operation) -> [String] {
        weights[operation]?[id].map { Array($0.keys) } ?? []
    }

    /// The operations in which a cause has something to do with what differs.
    func operations(of cause: Cause) -> [Operation] {
        Operation.allCases.filter { operation in
            relations[operation]?[cause]?.values.contains { !$0.unexplained.isEmpty } == true
        }
    }

    /// A habit, with the operations and the cases in which it shows.
    func habit(_ kind: Habit.Kind) -> Habit {
        let operations = operations(of: .habit(kind))
        let related = operations.flatMap { (relations[$0]?[.habit(kind)] ?? [:]).values }
        let shown = related.count { !$0.unexplained.isEmpty }
        let denied = observations.count { result, observation in
            operations.contains(result.vector.operation) && kind.isDenied(by: observation, result)
        }
        return Habit(
            kind: kind, operations: operations, shownCount: shown,
            caseCount: shown + related.count(where: \.isContradicted) + denied,
            nearestRight: nearestRight(kind, in: operations),
            example: example(kind, in: operations),
            styles: remark(onStylesOf: .habit(kind))
        )
    }

    /// What is shown instead of what, if a habit says only that a member is wrong: where no other habit could account for it.
    private func example(_ kind: Habit.Kind, in operations: [Operation]) -> String? {
        guard let member = kind.vagueMember else { return nil }
        let pairs = observations.compactMap {
            result, observation -> (given: JSONValue?, right: JSONValue?)? in
            guard operations.contains(result.vector.operation),
                case .differs(let members) = observation, let given = members[member],
                let related = relations[result.vector.operation],
                related[.habit(kind)]?[result.vector.id]?.unexplained.isEmpty == false,
                !related.contains(where: { cause, relations in
                    guard case .habit(let other) = cause, other.vagueMember == nil else {
                        return false
                    }
                    return relations[result.vector.id]?.explains(member) == true
                })
            else { return nil }
            return (given, result.vector.expected[member])
        }
        return AnswerForm.example(pairs)
    }

    /// The value nearest to a limit that is not within it, and not wrong.
    private func nearestRight(_ kind: Habit.Kind, in operations: [Operation]) -> Int? {
        guard let limit = kind.limit else { return nil }
        let right = observations.compactMap { result, observation in
            operations.contains(result.vector.operation) && !kind.isLimiting(observation)
                ? limit.measure.value(in: result.right) : nil
        }.filter { !limit.contains($0) }
        return limit.side == .from ? right.max() : right.min()
    }

    /// What differs in a case and nothing that is blamed does. Two certain causes may do together what neither does alone.
    func unexplained(_ result: CaseResult, by blames: [Blame]) -> [String] {
        let operation = result.vector.operation
        let relations = blames.compactMap { blame in
            let others = blames.map(\.cause).filter { $0 != blame.cause }
            return relation(of: blame.cause, beside: others, to: result).map {
                ($0, blame.isCertain)
            }
        }
        return differences(of: result.vector.id, in: operation).filter { name in
            !relations.contains { $0.0.explains(name) }
                && relations.count { $0.1 && $0.0.conflicts.contains(name) } <= 1
        }.sorted()
    }

    /// The limits that show in cases for which the bugs that are blamed don't account: more than one in five of these.
    func limits(_ limits: Set<Cause>, notExplainedBy causes: [Cause]) -> Set<Cause> {
        limits.filter { limit in
            var shown = 0
            var unexplained = 0
            for (operation, related) in relations {
                let bugs = causes.filter { !$0.isHabit }.map { bug in
                    relations(of: bug, beside: causes.filter { $0 != bug }, in: operation)
                }
                for (id, relation) in related[limit] ?? [:] where !relation.unexplained.isEmpty {
                    shown += 1
                    let isExplained = relation.unexplained.keys.allSatisfy { name in
                        bugs.contains { $0[id]?.explains(name) == true }
                    }
                    if !isExplained { unexplained += 1 }
                }
            }
            return 5 * unexplained > shown
        }
    }

    /// Whether a cause has something to do with what differs in a case, if others are there too.
    func explains(_ result: CaseResult, by cause: Cause, beside others: [Cause]) -> Bool {
        guard let relation = relation(of: cause, beside: others, to: result),
            !relation.unexplained.isEmpty
        else { return false }
        return relation.conflicts.allSatisfy { name in
            others.contains {
                self.relation(of: $0, beside: [cause], to: result)?.unexplained[name] != nil
            }
        }
    }
}

extension CaseResult {
    /// A list, or a step of a session, says more than a number: it hardly agrees by chance.
    fileprivate func weight(of member: String) -> Int {
        if case .array = vector.expected[member] { 3 } else { 1 }
    }
}

extension Explanation.Cause {
    fileprivate var isHabit: Bool {
        if case .habit = self { true } else { false }
    }
}

extension Explanation.Cause {
    /// The flag, or the habit in words.
    var name: String {
        switch self {
        case .bug(let flag): flag
        case .habit(let habit): habit.description
        }
    }
}
