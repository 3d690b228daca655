/// What a bug has to do with what a testee did with one case.
struct Relation: Hashable {
    /// How much each difference stays unexplained, by name: 0 if the bug does exactly this. Differences that the bug
    /// has nothing to do with are missing.
    var unexplained: [String: Int] = [:]
    /// The differences for which the bug would have another value.
    var conflicts: Set<String> = []
    /// Whether the bug would have shown, and did not.
    var isContradicted = false
    /// The members that the bug would change, if there is no answer that shows them.
    var unseen: Set<String> = []
    /// Whether something else may hide the bug.
    var canBeHidden = true
    /// Whether the bug could have shown, but need not.
    var isIdle = false
    /// Whether the bug might do anything, and so explains all that differs, but poorly.
    var isAnything = false
    /// The members for which the bug allows any value.
    var vague: Set<String> = []
    /// Whether the testee had too little time to tell a hang from a slow crash.
    var isDoubtful = false
    /// Whether this is what the first of two bugs does without the second too.
    var isOfFirstAlone = false
}

extension Relation {
    /// How much of a difference stays unexplained, if a bug…
    enum Cost {
        /// … does exactly this.
        static let exact = 0
        /// … allows few values, and this is one.
        static let pattern = 5
        /// … always breaks down like this.
        static let breakdown = 10
        /// … may crash, and this is a crash.
        static let likelyCrash = 15
        /// … allows any value, and what else differs is explained too.
        static let anyValue = 30
        /// … is a habit by which the member is always wrong.
        static let habit = 50
        /// … might do anything, or would have another value.
        static let anything = 60
        /// … has nothing to do with it.
        static let all = 100
    }

    /// Whether the bug does exactly this.
    var isExact: Bool { !unexplained.isEmpty && unexplained.allSatisfy { $0.value == Cost.exact } }

    /// Whether the bug changes this member, seen or unseen.
    func touches(_ name: String) -> Bool { unexplained[name] != nil || unseen.contains(name) }

    /// Whether the bug does this, or may do it.
    func explains(_ name: String) -> Bool {
        unexplained[name] != nil && !conflicts.contains(name)
    }

    /// The relation of a bug that does something of this; `nil` if it has none.
    init?(_ alternatives: [Vector.WrongAnswer.Alternative], to observation: Observation) {
        if observation == .right, !alternatives.contains(where: \.mayBeRight) {
            self = Relation(isContradicted: true)
            return
        }
        let matches = alternatives.compactMap {
            Match($0, isSure: alternatives.count == 1, observation)
        }
        guard let best = matches.min(by: { $0.rank < $1.rank }) else { return nil }
        if best.isHidden {
            guard !best.relation.unseen.isEmpty else { return nil }
            self = Relation(unseen: best.relation.unseen)
        } else if best.relation.isContradicted {
            // What may do nothing can be there without being seen.
            let mayDoNothing = alternatives.count > 1 && alternatives.contains(.members([:]))
            self = Relation(isContradicted: !mayDoNothing, isIdle: mayDoNothing)
        } else {
            self = best.relation
        }
    }
}

extension Vector.WrongAnswer.Alternative {
    /// Whether the answer may be right all the same.
    fileprivate var mayBeRight: Bool {
        switch self {
        case .anything: true
        case .members(let members): members.isEmpty
        case .crash, .hang, .step: false
        }
    }
}

/// How well one alternative fits.
private struct Match {
    var relation = Relation()
    /// Whether another fault hides what the bug would do.
    var isHidden = false
    /// Whether that is another wrong member, from which what the bug would change follows.
    var isHiddenByOther = false

    /// What is least is best.
    var rank: (Int, Int, Int, Int, Int) {
        let costs = relation.unexplained
        let mean = costs.isEmpty ? Relation.Cost.all : costs.values.reduce(0, +) / costs.count
        return (
            relation.isContradicted ? 1 : 0,
            // A form of the bug that would change the other member says more.
            isHiddenByOther ? .max : relation.conflicts.count,
            isHidden ? 1 : 0, mean, -costs.count
        )
    }

    init?(
        _ alternative: Vector.WrongAnswer.Alternative, isSure: Bool, _ observation: Observation
    ) {
        switch alternative {
        case .anything: matchAnything(observation)
        case .crash: match(.crash, isSure, observation)
        case .hang: match(.hang, isSure, observation)
        case .step(let number, let step): match(number, step, observation)
        case .members(let members):
            if members.isEmpty {
                guard observation == .right else { return nil }
                relation.isIdle = !isSure
            } else {
                match(members, observation)
            }
        }
    }

    private mutating func matchAnything(_ observation: Observation) {
        relation.isIdle = observation == .right
        relation.isAnything = true
        // Memory that is not its own makes no program refuse in so many words, write a log, or find another layout.
        guard !observation.isRefusal, !observation.isInWords, !observation.isMisread else { return }
        let cost = Relation.Cost.self
        let unexplained =
            switch observation {
            case .breakdown(.crash): cost.likelyCrash
            case .breakdown(.slow): cost.anyValue
            default: cost.anything
            }
        relation.isDoubtful = observation == .breakdown(.slow)
        for name in observation.differences { relation.unexplained[name] = unexplained }
    }

    private mutating func match(
        _ kind: Observation.Breakdown, _ isSure: Bool, _ observation: Observation
    ) {
        guard case .breakdown(let observed) = observation else {
            relation.isContradicted = true
            return
        }
        switch observed {
        case kind:
            relation.unexplained[Observation.breakdownName] =
                isSure ? Relation.Cost.breakdown : Relation.Cost.likelyCrash
        case .slow:
            relation.unexplained[Observation.breakdownName] = Relation.Cost.likelyCrash
            relation.isDoubtful = true
        // Memory that is shown need not be a text.
        case .malformed: relation.unexplained[Observation.breakdownName] = Relation.Cost.anyValue
        case .crash, .hang, .otherLine, .gaveUp: isHidden = true
        }
    }

    private mutating func match(_ number: Int, _ step: JSONValue?, _ observation: Observation) {
        switch observation {
        case .right: relation.isContradicted = true
        case .differsFromStep(number, step):
            relation.unexplained[Observation.stepsName] = Relation.Cost.exact
        case .differsFromStep(let observed, _) where observed < number: isHidden = true
        case .differsFromStep, .differs: conflict(over: Observation.stepsName)
        case .breakdown: isHidden = true
        }
    }

    private mutating func match(
        _ members: [String: Vector.WrongAnswer.Pattern], _ observation: Observation
    ) {
        let observed: [String: JSONValue?]
        switch observation {
        case .right, .differsFromStep:
            relation.isContradicted = true
            return
        case .differs(let differences): observed = differences
        case .breakdown(.malformed) where members.values.contains { !$0.isCertain }:
            relation.unexplained[Observation.breakdownName] = Relation.Cost.anyValue
            return
        case .breakdown:
            isHidden = true
            relation.unseen = Set(members.keys)
            return
        }
        let followers = Observation.followers(of: observed)
        if followers.isSuperset(of: members.keys) {
            isHidden = true
            isHiddenByOther = true
            relation.unseen = Set(members.keys)
            return
        }
        for (name, pattern) in members where !followers.contains(name) {
            if let value = observed[name] {
                if pattern.fits(value) {
                    if name == Observation.arrowNameName, !pattern.fitsName(value) { continue }
                    relation.unexplained[name] = cost(of: pattern)
                    if pattern == .any { relation.vague.insert(name) }
                } else if let text = value?.bytes("notUTF8")?.shownText,
                    pattern == .exactly(.string(text))
                {
                    // The testee does what the bug does, but does not repair the text.
                    relation.unexplained[name] = Relation.Cost.pattern
                } else {
                    conflict(over: name)
                }
            } else if pattern.isCertain {
                relation.isContradicted = true
            }
        }
        if relation.unexplained.isEmpty { relation.isContradicted = true }
    }

    private mutating func conflict(over name: String) {
        relation.unexplained[name] = Relation.Cost.anything
        relation.conflicts.insert(name)
    }

    private func cost(of pattern: Vector.WrongAnswer.Pattern) -> Int {
        switch pattern {
        case .missing, .exactly: Relation.Cost.exact
        case .among, .beginning, .textBeginning: Relation.Cost.pattern
        case .any: Relation.Cost.anyValue
        }
    }
}

extension Vector.WrongAnswer.Pattern {
    /// Whether a name is one that a bug shows: what lies past the end of a table of pictures is hardly readable.
    fileprivate func fitsName(_ value: JSONValue?) -> Bool {
        self != .any || value?.isReadable != true
    }
}

extension JSONValue {
    /// Whether it is the name of a reserved arrow.
    var isReserved: Bool { string?.hasPrefix("reserved") == true }

    /// Whether it is a text that somebody wrote.
    var isReadable: Bool {
        guard let string, !string.isEmpty else { return false }
        return string.unicodeScalars.allSatisfy { scalar in
            scalar.value >= 0x20 && scalar != "\u{7F}" && scalar != "\u{FFFD}"
        }
    }
}
