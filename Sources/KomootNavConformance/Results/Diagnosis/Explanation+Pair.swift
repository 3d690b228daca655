extension Explanation {
    /// Two bugs of which the first changes what the second has to do with: if the street begins at another place, other
    /// streets are too long.
    struct Pair: Hashable {
        private let flag: String
        private let otherFlag: String

        /// Reads the name of a pair: `one+other`.
        init?(_ name: String) {
            guard Vector.WrongAnswer.isPair(name) else { return nil }
            let flags = name.split(separator: "+")
            guard flags.count == 2 else { return nil }
            flag = String(flags[0])
            otherFlag = String(flags[1])
        }

        /// The second bug of a pair that it may be alone: 996 m, rounded down before the unit is chosen, is 990 m, and not
        /// rounded at all it is 996 m.
        static func second(of name: String, ifFirstMayBeIdle vector: Vector) -> Cause? {
            guard vector.input["style"]?.string == ShownStyle.metric.rawValue else { return nil }
            return switch name {
            case "thousandMetres+roundedDown": .bug("roundedDown")
            case "thousandMetres+distanceNotRounded": .bug("distanceNotRounded")
            default: nil
            }
        }

        /// The two.
        var bugs: [Cause] { [.bug(flag), .bug(otherFlag)] }

        /// Whether these are the two.
        func consists(of one: Cause, _ other: Cause) -> Bool {
            Set([one, other]) == [.bug(flag), .bug(otherFlag)]
        }

        /// Whether a cause is one of the two.
        func includes(_ cause: Cause) -> Bool {
            cause == .bug(flag) || cause == .bug(otherFlag)
        }

        /// Whether a cause is the second of the two.
        func isSecond(_ cause: Cause) -> Bool { cause == .bug(otherFlag) }

        /// What the two have to do together with what a testee did with a case.
        func relation(
            of wrong: Vector.WrongAnswer, to observation: Observation, _ vector: Vector
        ) -> Relation {
            guard var relation = Relation(wrong.alternatives, to: observation) else {
                return Relation()
            }
            relation.isOfFirstAlone = vector.wrongAnswers?[flag] == wrong
            if let alone = vector.wrongAnswers?[flag], alone != wrong,
                wrong.alternatives.count > 1,
                Relation(alone.alternatives, to: observation)?.isExact == true
            {
                // The first does this without the second, which could have shown.
                relation.isIdle = true
            }
            return relation
        }
    }

    /// What causes have to do with each case, if they are there at once.
    func relations(of causes: [Cause], in operation: Operation) -> [String: [Relation]] {
        let joint = (joint[operation] ?? [:]).filter { causes.count(where: $0.key.includes) == 2 }
        var found: [String: [Relation]] = [:]
        for cause in causes {
            let joint = joint.filter { $0.key.includes(cause) }.values
            for (id, relation) in relations[operation]?[cause] ?? [:]
            where !joint.contains(where: { $0[id] != nil }) {
                found[id, default: []].append(relation)
            }
        }
        for (id, relation) in joint.values.joined() { found[id, default: []].append(relation) }
        return found
    }

    /// What a cause has to do with each case, if others are there too.
    func relations(
        of cause: Cause, beside others: [Cause], in operation: Operation
    ) -> [String: Relation] {
        var found = relations[operation]?[cause] ?? [:]
        for (pair, relations) in joint[operation] ?? [:]
        where others.contains(where: { pair.consists(of: cause, $0) }) {
            for (id, relation) in relations {
                // What the first does without the second says nothing of the second.
                found[id] =
                    relation.isOfFirstAlone && pair.isSecond(cause) ? nil : relation
            }
        }
        return found
    }

    /// The same for one case.
    func relation(of cause: Cause, beside others: [Cause], to result: CaseResult) -> Relation? {
        let operation = result.vector.operation
        let id = result.vector.id
        var found = relations[operation]?[cause]?[id]
        for (pair, relations) in joint[operation] ?? [:] {
            guard let relation = relations[id],
                others.contains(where: { pair.consists(of: cause, $0) })
            else { continue }
            found = relation.isOfFirstAlone && pair.isSecond(cause) ? nil : relation
        }
        return found
    }

    /// Whether it is known what two causes do together.
    func isPair(_ one: Cause, _ other: Cause, in operation: Operation) -> Bool {
        joint[operation]?.keys.contains { $0.consists(of: one, other) } == true
    }
}
