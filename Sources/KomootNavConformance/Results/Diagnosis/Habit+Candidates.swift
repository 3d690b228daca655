import KomootNavPipe

extension Habit.Kind {
    /// How often something must be seen to be taken for a habit.
    private static let leastCount = 3

    /// What may be habits: of what is wrong with each member, what comes most often, and each limit from which on
    /// something is always wrong.
    static func candidates(_ observations: [(CaseResult, Observation)]) -> [Self] {
        var counts: [String: [Self: Int]] = [:]
        for (result, observation) in observations {
            for (subject, kind) in shown(by: observation, result.vector) {
                counts[subject, default: [:]][kind, default: 0] += 1
            }
        }
        let best = counts.values.compactMap { kinds in
            kinds.max { ($0.value, $0.key.description) < ($1.value, $1.key.description) }
        }
        return best.filter { $0.value >= leastCount }.map(\.key)
            + Habit.Measure.allCases.flatMap { limits(of: $0, observations) }
    }

    /// The habits that one case may show, each with its subject.
    private static func shown(by observation: Observation, _ vector: Vector) -> [(String, Self)] {
        switch observation {
        case .right, .differsFromStep: return []
        case .differs where observation.isRefusal, .breakdown:
            var habits = [("answer", Self.noAnswer), ("instruction", .noInstruction)]
            if let arrow = vector.expected[Observation.arrowName] {
                let name = Observation.arrowName
                habits.append((name, .noAnswerWith(member: name, arrow)))
            }
            // Other streets are too many to look for one.
            let name = Observation.streetName
            if let street = vector.expected[name], street == .string("") {
                habits.append((name, .noAnswerWith(member: name, street)))
            }
            return habits
        case .differs(let members):
            let values = members.flatMap { member, value in
                [
                    (member, Self.constant(member: member, value)),
                    ("any \(member)", .wrong(member: member)),
                ]
            }
            let readings = Habit.Reading.allCases.filter { reading in
                members[reading.member].map { $0 == reading.value(insteadOf: vector.expected) }
                    ?? false
            }
            let others = values + readings.map { ("\($0)", .otherReading($0)) }
            guard let given = members[Observation.streetName]??.string,
                let right = vector.expected[Observation.streetName]?.string
            else { return others }
            return others + shown(byStreet: given, insteadOf: right, vector)
        }
    }

    private static func shown(
        byStreet given: String, insteadOf right: String, _ vector: Vector
    ) -> [(String, Self)] {
        guard !given.isEmpty else { return [] }
        var habits: [(String, Self)] = []
        if right.hasPrefix(given) {
            habits.append(("cut", .cutStreet(byteCount: given.utf8.count / 2)))
        }
        if given.hasPrefix(right) {
            let more = String(given.dropFirst(right.utf8.count))
            habits.append(("followed", .streetFollowed(by: more)))
        }
        // Byte 21 is a bug of its own.
        if let object = vector.input["bytes"]?.string, object.hasSuffix(given),
            !given.hasPrefix(right)
        {
            let byte = (object.utf8.count - given.utf8.count) / 2
            if byte != 21 { habits.append(("beginning", .streetBegins(byte: byte))) }
        }
        return habits
    }

    /// The limits of a measure from which on there is never an answer, or what is measured is always wrong: those of each
    /// operation.
    private static func limits(
        of measure: Habit.Measure, _ observations: [(CaseResult, Observation)]
    ) -> Set<Self> {
        var measured: [Vector.Operation: [(Int, Observation)]] = [:]
        for (result, observation) in observations {
            guard let value = measure.value(in: result.vector.expected) else { continue }
            measured[result.vector.operation, default: []].append((value, observation))
        }
        var limits: Set<Self> = []
        for cases in measured.values {
            let noAnswer = limit(in: cases) {
                $0.isRefusal || $0.differences == [Observation.breakdownName]
            }
            let wrong = limit(in: cases) {
                $0.differences.contains(measure.member) && !$0.isRefusal
            }
            if let noAnswer { limits.insert(.noAnswerFrom(measure, noAnswer)) }
            if let wrong { limits.insert(.wrongFrom(measure, wrong)) }
        }
        return limits
    }

    /// The least value from which on something is wrong in every case; `nil` if there are too few, or if it is wrong in all.
    private static func limit(
        in measured: [(Int, Observation)], isWrong: (Observation) -> Bool
    ) -> Int? {
        let cases = Dictionary(grouping: measured, by: \.0)
        let wrong = cases.keys.sorted(by: >).prefix { value in
            (cases[value] ?? []).allSatisfy { isWrong($0.1) }
        }
        let count = wrong.reduce(0) { $0 + (cases[$1]?.count ?? 0) }
        return wrong.count > 1 && wrong.count < cases.count && count >= leastCount
            ? wrong.last : nil
    }
}
