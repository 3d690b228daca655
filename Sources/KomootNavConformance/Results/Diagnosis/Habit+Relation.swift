extension Habit.Kind {
    /// The limit within which it shows.
    var limit: Habit.Limit? {
        switch self {
        case .noAnswerWithin(let limit), .wrongWithin(let limit), .sameWithin(let limit, _, _):
            limit
        case .noAnswer, .noInstruction, .noAnswerWith, .constant, .replaced, .wrong, .otherReading,
            .cutStreet, .cutText, .endOfStreetLost, .streetFollowed, .streetBegins, .distanceShown,
            .fieldsEarly, .memberBegins, .streetPadded, .streetEndsBefore, .otherArrows,
            .noAnswerIfIllFormed, .earlierIfIllFormed, .earlierIfAlike,
            .characters, .common:
            nil
        }
    }

    /// The member of which it says no more than that it is wrong.
    var vagueMember: String? {
        switch self {
        case .wrong(let member): member
        case .wrongWithin(let limit): limit.measure.member
        default: nil
        }
    }

    /// Whether it says no more than from where on something is wrong.
    var isLimit: Bool {
        if case .sameWithin = self { false } else { limit != nil }
    }

    /// Whether a testee does with a case what it does within the limit.
    func isLimiting(_ observation: Observation) -> Bool {
        switch self {
        case .noAnswerWithin:
            observation.isRefusal || observation.differences == [Observation.breakdownName]
        case .wrongWithin(let limit):
            observation.differences.contains(limit.measure.member) && !observation.isRefusal
        case .sameWithin(_, let member, let value):
            if case .differs(let members) = observation { members[member] == value } else { false }
        case .noAnswer, .noInstruction, .noAnswerWith, .constant, .replaced, .wrong, .otherReading,
            .cutStreet, .cutText, .endOfStreetLost, .streetFollowed, .streetBegins, .distanceShown,
            .fieldsEarly, .memberBegins, .streetPadded, .streetEndsBefore, .otherArrows,
            .noAnswerIfIllFormed, .earlierIfIllFormed, .earlierIfAlike,
            .characters, .common:
            false
        }
    }

    /// What the habit has to do with what a testee did with a case; `nil` if nothing.
    func relation(to observation: Observation, _ result: CaseResult) -> Relation? {
        guard var relation = relationIfSeen(to: observation, result) else { return nil }
        // A habit shows every time.
        if !relation.conflicts.isEmpty { relation = Relation(isContradicted: true) }
        relation.canBeHidden = false
        return relation
    }

    /// Whether another value came where the right answer is the value that is said to be always shown.
    func isDenied(by observation: Observation, _ result: CaseResult) -> Bool {
        guard case .constant(let member, let value?) = self,
            case .differs(let members) = observation
        else { return false }
        return result.vector.expected[member] == value && members[member] != nil
    }

    private func relationIfSeen(to observation: Observation, _ result: CaseResult) -> Relation? {
        let vector = result.vector
        guard case .object(let expected) = vector.expected else { return nil }
        switch self {
        case .noInstruction where result.right[Observation.arrowName] == nil: return nil
        case .noAnswerWith(let member, let value) where result.right[member] != value: return nil
        case .noAnswer, .noInstruction, .noAnswerWith: return noAnswer(observation)
        case .noAnswerWithin(let limit):
            guard let value = limit.measure.value(in: result.right), limit.contains(value)
            else { return nil }
            return noAnswer(observation)
        case .constant(let member, let value):
            // A refusal has no other member than the error.
            guard expected[member] != value, value == nil || expected["error"] == nil,
                // Nor has an identifier alone.
                expected["kind"] != .string("identifier") || expected[member] != nil
            else { return nil }
            let pattern = value.map(Vector.WrongAnswer.Pattern.exactly) ?? .missing
            return Relation([.members([member: pattern])], to: observation)
        case .replaced(let member, let right, let value):
            guard expected[member] == right, case .differs(let members) = observation,
                members[member] == value
            else { return expected[member] == right ? wrong(member, .right) : nil }
            return wrong(member, observation)
        case .wrong(let member):
            return expected[member] == nil ? nil : wrong(member, observation)
        case .wrongWithin(let limit):
            guard let value = limit.measure.value(in: result.right), limit.contains(value)
            else { return nil }
            return wrong(limit.measure.member, observation)
        case .sameWithin(let limit, let member, let value):
            guard expected[member] != nil, expected[member] != value,
                let measured = limit.measure.value(in: result.right), limit.contains(measured)
            else { return nil }
            return Relation([.members([member: .exactly(value)])], to: observation)
        case .otherReading(let reading):
            return otherReading(reading, result, observation)
        case .cutStreet(let count):
            return street(result, observation) { right, _ in String(right.prefix(2 * count)) }
        case .cutText(let count, let ending):
            let right = result.right[Observation.streetTextName]?.string?.unicodeScalars
            guard let right, right.count > count else { return nil }
            let kept = String(right.prefix(count - ending.unicodeScalars.count))
            return text(vector, observation, kept + ending)
        case .endOfStreetLost(let count):
            return street(result, observation) { right, _ in String(right.dropLast(2 * count)) }
        case .streetFollowed(let bytes):
            return street(result, observation) { right, _ in right + bytes }
        case .streetBegins(let byte):
            return street(result, observation) { $1.map { String($0.dropFirst(2 * byte)) } }
        case .noAnswerIfIllFormed:
            return result.isIllFormed ? noAnswer(observation) : nil
        case .fieldsEarly, .memberBegins, .streetPadded, .streetEndsBefore, .otherArrows,
            .earlierIfIllFormed, .earlierIfAlike:
            let changes = changes(insteadOf: result)
            guard !changes.isEmpty else { return nil }
            return Relation(
                changes.map { .members($0.mapValues(Vector.WrongAnswer.Pattern.exactly)) },
                to: observation)
        case .characters(let map):
            guard let value = map.value(insteadOf: result), value != expected[map.member] else {
                return nil
            }
            return Relation([.members([map.member: .exactly(value)])], to: observation)
        // A whole rule explains these: see `DistanceFit`.
        case .distanceShown: return nil
        // These are looked for last.
        case .common: return nil
        }
    }

    private func otherReading(
        _ reading: Habit.Reading, _ result: CaseResult, _ observation: Observation
    ) -> Relation? {
        let expected = result.vector.expected
        let values = reading.values(insteadOf: result)
        guard let member = reading.member(of: expected),
            values.contains(where: { $0 != expected[member] })
        else { return nil }
        let alternatives = values.map { value in
            Vector.WrongAnswer.Alternative.members(
                value == expected[member] ? [:] : [member: .exactly(value)])
        }
        return Relation(alternatives, to: observation)
    }

    private func noAnswer(_ observation: Observation) -> Relation? {
        guard observation.isRefusal || observation.isInWords else {
            return Relation([.crash, .hang], to: observation)
        }
        return Relation(
            unexplained: Dictionary(
                uniqueKeysWithValues: observation.differences.map {
                    ($0, Relation.Cost.likelyCrash)
                }))
    }

    /// The relation of a habit by which a member has a wrong value, whichever.
    private func wrong(_ member: String, _ observation: Observation) -> Relation? {
        switch observation {
        case .differs(let members) where members[member] != nil:
            Relation(unexplained: [member: Relation.Cost.habit])
        case .right, .differs: Relation(isContradicted: true)
        case .breakdown, .differsFromStep: nil
        }
    }

    /// The relation of a habit that makes another street of the right one and the object, both in hexadecimal. Only
    /// what the testee keeps of it counts. Of a text half a character at the end may be left out, or shown in some way.
    private func street(
        _ result: CaseResult, _ observation: Observation,
        _ other: (_ right: String, _ object: String?) -> String?
    ) -> Relation? {
        let expected = result.vector.expected
        guard let name = Observation.streetNames.first(where: { expected[$0] != nil }),
            let right = result.street,
            let hexadecimal = JSONValue.bytes(right).string,
            let whole = other(hexadecimal, result.vector.input["bytes"]?.string),
            case let given = result.streetCapacity.map({ String(whole.prefix(2 * $0)) }) ?? whole,
            given != hexadecimal,
            let street = JSONValue.object([name: .string(given)]).bytes(name)
        else { return nil }
        let shown =
            name == Observation.streetName
            ? [.string(given)]
            : [
                .string(street.shownText), .string(String(decoding: street, as: UTF8.self)),
                CharacterMap.value(Array(street), name),
            ]
        let alternatives = Set(shown).map { value in
            Vector.WrongAnswer.Alternative.members(
                value == expected[name] ? [:] : [name: .exactly(value)])
        }
        return alternatives == [.members([:])] ? nil : Relation(alternatives, to: observation)
    }

    /// The relation of a habit that makes this text of a street.
    private func text(
        _ vector: Vector, _ observation: Observation, _ text: String
    ) -> Relation? {
        let name = Observation.streetTextName
        guard let right = vector.expected[name]?.string, text != right else { return nil }
        return Relation([.members([name: .exactly(.string(text))])], to: observation)
    }
}
