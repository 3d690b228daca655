extension Habit.Kind {
    /// How often something must be seen to be taken for a habit.
    static let leastCount = 3
    /// The first arrow that no phone of today sends, of those after the table.
    static let firstUnknownArrow = 31
    /// The most characters that may follow a text that is cut: three dots.
    private static let longestEnding = 3

    /// What may be habits: of what is wrong with each member, what comes most often, and each limit from which on
    /// something is always wrong.
    static func candidates(_ observations: [(CaseResult, Observation)]) -> [Self] {
        var counts: [String: [Self: Int]] = [:]
        for (result, observation) in observations {
            for (subject, kind) in shown(by: observation, result) {
                counts[subject, default: [:]][kind, default: 0] += 1
            }
        }
        let best = counts.values.compactMap { kinds in
            kinds.filter { $0.value >= leastCount }
                .sorted { one, other in
                    (other.value, other.key.endOfStreet.count, other.key.description)
                        < (one.value, one.key.endOfStreet.count, one.key.description)
                }
                .first { $0.key.isFixed(observations) }
        }
        return best.map(\.key).filter { $0.isUsual(observations) }
            + Habit.Measure.allCases.flatMap { limits(of: $0, observations) }
            + [Observation.arrowName, Observation.arrowNameName].flatMap {
                sameArrows($0, observations)
            } + earlier(observations) + otherArrows(observations) + illFormed(observations)
            + otherCharacters(observations)
    }

    /// The text before which a street ends. If none that was seen tells two apart, it is the longer one.
    private var endOfStreet: String {
        if case .streetEndsBefore(let text) = self { text } else { "" }
    }

    /// What characters of streets become: of their bytes, or else of their texts.
    private static func otherCharacters(_ observations: [(CaseResult, Observation)]) -> [Self] {
        let names = [Observation.streetName, Observation.streetTextName]
        // Not lazily: `first` of a lazy map makes its element twice.
        let map = names.reduce(nil) { map, name in map ?? CharacterMap(name, observations) }
        let ofText = CharacterMap(Observation.textName, observations)
        return [map, ofText].compactMap { $0 }.map { .characters($0) }
    }

    /// The arrow that is shown, or its name, for each from one on.
    private static func sameArrows(
        _ member: String, _ observations: [(CaseResult, Observation)]
    ) -> [Self] {
        var values: [Vector.Operation: [Int: Set<JSONValue?>]] = [:]
        var known: Set<JSONValue> = []
        for (result, observation) in observations {
            guard let arrow = Habit.Measure.arrow.value(in: result.right) else { continue }
            let right = result.vector.expected[member]
            if let right, arrow < firstUnknownArrow, !right.isReserved { known.insert(right) }
            let operation = result.vector.operation
            switch observation {
            case .right:
                values[operation, default: [:]][arrow, default: []].insert(right)
            case .differs(let members) where !observation.isRefusal:
                values[operation, default: [:]][arrow, default: []].insert(members[member] ?? right)
            case .differs, .breakdown, .differsFromStep: break
            }
        }
        let kinds = values.values.compactMap { sameArrow(member, $0, known) }
        return Array(Set(kinds))
    }

    private static func sameArrow(
        _ member: String, _ values: [Int: Set<JSONValue?>], _ known: Set<JSONValue>
    ) -> Self? {
        let arrows = values.keys.sorted(by: >)
        guard let last = arrows.first, let value = values[last]?.first, let value else {
            return nil
        }
        let same = arrows.prefix { values[$0] == [value] }
        // A name of another arrow is a bug of its own.
        let wrong =
            member == Observation.arrowName ? same.filter { value != .size($0) } : Array(same)
        guard wrong.count >= leastCount, let first = wrong.last,
            member == Observation.arrowName || value.isReadable,
            !known.contains(value) || member == Observation.arrowName
        else { return nil }
        let limit = Habit.Limit(measure: .arrow, side: .from, value: first)
        return .sameWithin(limit, member: member, value)
    }

    /// Whether a member has one value instead of several. One wrong value in the place of one right one is not a constant: the
    /// same distance may come in most cases.
    private func isFixed(_ observations: [(CaseResult, Observation)]) -> Bool {
        guard case .constant(let member, let value?) = self else { return true }
        var all: Set<JSONValue> = []
        var replaced: Set<JSONValue> = []
        for (result, observation) in observations {
            let isShown =
                if case .differs(let members) = observation { members[member] == value } else {
                    false
                }
            guard isShown || all.count < Self.leastCount,
                let right = result.vector.expected[member], right != value
            else { continue }
            if all.count < Self.leastCount { all.insert(right) }
            guard isShown else { continue }
            replaced.insert(right)
            if replaced.count == Self.leastCount { return true }
        }
        return replaced.count >= all.count
    }

    /// Whether there is no answer in nearly all cases of an operation with a value, if it is to depend on that.
    private func isUsual(_ observations: [(CaseResult, Observation)]) -> Bool {
        guard case .noAnswerWith(let member, let value) = self else { return true }
        let cases = Dictionary(grouping: observations.filter { $0.0.right[member] == value }) {
            $0.0.vector.operation
        }
        return cases.values.contains { all in
            let shown = all.count { result, observation in
                Self.shown(by: observation, result).contains { $0.1 == self }
            }
            return shown > 1 && 10 * shown >= 9 * all.count
        }
    }

    /// The habits that one case may show, each with its subject.
    private static func shown(
        by observation: Observation, _ result: CaseResult
    ) -> [(String, Self)] {
        let expected = result.vector.expected
        switch observation {
        case .right, .differsFromStep: return []
        case .differs where observation.isRefusal, .breakdown:
            var habits = [("answer", Self.noAnswer), ("instruction", .noInstruction)]
            if let arrow = result.right[Observation.arrowName] {
                let name = Observation.arrowName
                habits.append((name, .noAnswerWith(member: name, arrow)))
            }
            // Other streets are too many to look for one.
            let name = Observation.streetName
            if let street = result.right[name], street == .string("") {
                habits.append((name, .noAnswerWith(member: name, street)))
            }
            return habits
        case .differs(let members):
            let values = members.flatMap { member, value in
                let habits = [
                    (member, Self.constant(member: member, value)),
                    ("any \(member)", .wrong(member: member)),
                ]
                guard let right = expected[member], case .number = right, let value else {
                    return habits
                }
                let subject = member == Observation.arrowName ? "\(member) \(right)" : "a \(member)"
                return habits + [(subject, .replaced(member: member, right, by: value))]
            }
            let readings = Habit.Reading.allCases.filter { reading in
                reading.member(of: expected).flatMap { members[$0] }.map { given in
                    reading.values(insteadOf: result).contains { $0 == given }
                } ?? false
            }
            let others =
                values + readings.map { ("\($0)", .otherReading($0)) }
                + ofMembers(members, result)
            if let given = members[Observation.streetName]??.string,
                let right = expected[Observation.streetName]?.string
            {
                return others + shown(byStreet: given, insteadOf: right, result.vector)
            }
            if let given = members[Observation.streetTextName]??.string,
                let right = result.right[Observation.streetTextName]?.string
            {
                let text = shown(byText: given, insteadOf: right)
                guard expected[Observation.streetName] == nil, let street = result.street else {
                    return others + text
                }
                let bytes = [ContiguousArray(given.utf8), street].map {
                    JSONValue.bytes($0).string ?? ""
                }
                return others + text
                    + shown(byStreet: bytes[0], insteadOf: bytes[1], result.vector)
            }
            return others
        }
    }

    private static func shown(
        byStreet given: String, insteadOf right: String, _ vector: Vector
    ) -> [(String, Self)] {
        guard !given.isEmpty else { return [] }
        var habits: [(String, Self)] = []
        if right.hasPrefix(given) {
            habits.append(("cut", .cutStreet(byteCount: given.utf8.count / 2)))
            let lost = (right.utf8.count - given.utf8.count) / 2
            habits.append(("end", .endOfStreetLost(byteCount: lost)))
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

    private static func shown(
        byText given: String, insteadOf right: String
    ) -> [(String, Self)] {
        let (given, right) = (given.unicodeScalars, right.unicodeScalars)
        let same = zip(given, right).prefix { $0 == $1 }.count
        guard same > 0, given.count < right.count, given.count <= same + longestEnding else {
            return []
        }
        let ending = String(String.UnicodeScalarView(given.dropFirst(same)))
        return [("cut text", .cutText(characterCount: given.count, ending: ending))]
    }

    /// The limits of a measure within which there is never an answer, or what is measured is always wrong: those of each
    /// operation.
    private static func limits(
        of measure: Habit.Measure, _ observations: [(CaseResult, Observation)]
    ) -> Set<Self> {
        var measured: [Vector.Operation: [Int: [Observation]]] = [:]
        for (result, observation) in observations {
            guard let value = measure.value(in: result.right) else { continue }
            measured[result.vector.operation, default: [:]][value, default: []].append(observation)
        }
        var limits: Set<Self> = []
        for cases in measured.values {
            for side in Habit.Limit.Side.allCases {
                let kinds = measure == .streetTextSize ? [] : [Self.noAnswerWithin]
                for kind in kinds + [Self.wrongWithin] {
                    let limit = limit(side, cases) { value in
                        kind(Habit.Limit(measure: measure, side: side, value: value))
                    }
                    if let limit { limits.insert(limit) }
                }
            }
        }
        return limits
    }

    /// The widest limit within which something is wrong in every case; `nil` if there are too few, or if it is wrong in all.
    private static func limit(
        _ side: Habit.Limit.Side, _ cases: [Int: [Observation]], _ kind: (Int) -> Self
    ) -> Self? {
        let values = side == .from ? cases.keys.sorted(by: >) : cases.keys.sorted()
        let wrong = values.prefix { value in
            (cases[value] ?? []).allSatisfy(kind(value).isLimiting)
        }
        let count = wrong.reduce(0) { $0 + (cases[$1]?.count ?? 0) }
        // If hardly anything is beyond the limit, there is none.
        let others = cases.values.reduce(0) { $0 + $1.count } - count
        guard let last = wrong.last, wrong.count > 1, count >= leastCount, 9 * others >= count,
            others > 0
        else { return nil }
        return kind(last)
    }
}
