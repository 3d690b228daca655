extension Habit.Kind {
    /// What members of an instruction a testee with the habit may show; nothing if the habit changes none.
    func members(insteadOf result: CaseResult) -> [[String: JSONValue]] {
        let right = result.vector.expected
        guard right["error"] == nil, result.right[Observation.arrowName] != nil else { return [] }
        switch self {
        case .fieldsEarly(let count): return Self.some(result.object?.fields(early: count))
        case .memberBegins(let member, let byte):
            return Self.some(result.object?.member(member, at: byte).map { [member: $0] })
        case .streetPadded(let count): return Self.padded(right, to: count)
        case .streetEndsBefore(let text): return Self.some(Self.ended(right, before: text))
        case .otherArrows(let member, let others):
            let shown = others.first { $0.right == right[member] }?.shown
            return Self.some(shown.map { [member: $0] })
        case .earlierIfIllFormed(let earlier):
            return result.isIllFormed ? Self.kept(earlier, of: result) : []
        case .earlierIfAlike(let earlier, let alike):
            return alike.isSame(in: result) ? Self.kept(earlier, of: result) : []
        default: return []
        }
    }

    /// The same, without what is right.
    func changes(insteadOf result: CaseResult) -> [[String: JSONValue]] {
        let right = result.vector.expected
        return members(insteadOf: result).map { members in
            members.filter { right[$0.key] != nil && right[$0.key] != $0.value }
        }.filter { !$0.isEmpty }
    }

    private static func some(_ members: [String: JSONValue]?) -> [[String: JSONValue]] {
        members.map { [$0] } ?? []
    }

    /// What the object before may have left.
    private static let kept = [
        "identifier", Observation.arrowName, Observation.arrowNameName, Observation.distanceName,
        Observation.streetName, Observation.streetTextName,
    ]

    /// The members that are left of the object before: of a street its bytes, or else its text.
    private static func kept(
        _ earlier: Habit.Earlier, of result: CaseResult
    ) -> [[String: JSONValue]] {
        guard case .object(let members) = result.earlier?.answer else { return [] }
        if earlier == .street {
            let name = [Observation.streetName, Observation.streetTextName].first {
                members[$0] != nil
            }
            return name.map { name in [members.filter { $0.key == name }] } ?? []
        }
        let kept = members.filter { Self.kept.contains($0.key) }
        return [kept, kept.filter { $0.key != "identifier" }]
    }

    /// A text may be measured in bytes or in characters.
    private static func padded(_ right: JSONValue, to count: Int) -> [[String: JSONValue]] {
        if let street = right[Observation.streetName]?.string {
            let more = max(0, count - street.utf8.count / 2)
            let padded = street + String(repeating: "20", count: more)
            return [[Observation.streetName: .string(padded)]]
        }
        guard let text = right[Observation.streetTextName]?.string else { return [] }
        return [text.unicodeScalars.count, text.utf8.count].map { length in
            let more = max(0, count - length)
            let padded = text + String(repeating: " ", count: more)
            return [Observation.streetTextName: .string(padded)]
        }
    }

    private static func ended(_ right: JSONValue, before text: String) -> [String: JSONValue]? {
        if let street = right.bytes(Observation.streetName) {
            let end = Array(text.utf8)
            let place = street.indices.first {
                street[$0] == end[0] && street[$0...].starts(with: end)
            }
            return [
                Observation.streetName: .bytes(
                    ContiguousArray(street[..<(place ?? street.endIndex)]))
            ]
        }
        return right[Observation.streetTextName]?.string.map { street in
            let scalars = Array(street.unicodeScalars)
            let end = Array(text.unicodeScalars)
            let place =
                scalars.indices.first {
                    scalars[$0] == end[0] && scalars[$0...].starts(with: end)
                } ?? scalars.endIndex
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[..<place])
            return [Observation.streetTextName: .string(String(view))]
        }
    }
}

extension Habit.Kind {
    /// The most bytes that fields may be read too early, and the bytes where a field may be looked for.
    private static let greatestShift = 4
    private static let fieldBytes = 0...20
    /// What may end a street.
    private static let ends = [", ", ",", " (", "(", "/", ";", " - ", " "]

    /// The habits of members that one wrong answer may show, each with its subject.
    static func ofMembers(
        _ members: [String: JSONValue?], _ result: CaseResult
    ) -> [(String, Self)] {
        var kinds: [(String, Self)] = []
        func consider(_ subject: String, _ kind: Self) {
            let isShown = kind.changes(insteadOf: result).contains { changes in
                changes.allSatisfy { members[$0.key] == $0.value }
            }
            if isShown { kinds.append((subject, kind)) }
        }
        for count in 1...greatestShift { consider("early", .fieldsEarly(byteCount: count)) }
        if let object = result.object {
            for name in [Observation.arrowName, Observation.distanceName] {
                guard let given = members[name] else { continue }
                for byte in fieldBytes where object.member(name, at: byte) == given {
                    consider("begin of \(name)", .memberBegins(name, byte: byte))
                }
            }
        }
        if [Observation.streetName, Observation.streetTextName].contains(
            where: members.keys.contains)
        {
            for end in ends { consider("end of street", .streetEndsBefore(end)) }
        }
        if let given = members[Observation.streetName]??.string, given.hasSuffix("20") {
            consider("padded", .streetPadded(count: given.utf8.count / 2))
        }
        if let given = members[Observation.streetTextName]??.string, given.hasSuffix(" ") {
            consider("padded", .streetPadded(count: given.unicodeScalars.count))
            consider("padded in bytes", .streetPadded(count: given.utf8.count))
        }
        for earlier in Habit.Earlier.allCases {
            let kind = Self.earlierIfIllFormed(earlier)
            // That all is old is said only if more than the street is seen to be.
            if earlier == .street || kind.isMoreThanStreet(insteadOf: result) {
                consider("earlier \(earlier)", kind)
            }
        }
        return kinds
    }

    /// Whether the habit changes more of an answer than its street.
    private func isMoreThanStreet(insteadOf result: CaseResult) -> Bool {
        changes(insteadOf: result).contains { changes in
            [Observation.arrowName, Observation.arrowNameName, Observation.distanceName]
                .contains { changes[$0] != nil }
        }
    }

    /// Whether the street that the habit shows was right before. Two streets that are cut alike do not count.
    private func isOtherStreet(insteadOf result: CaseResult) -> Bool {
        changes(insteadOf: result).contains { changes in
            [Observation.streetName, Observation.streetTextName].contains { name in
                changes[name].map { $0 == result.earlier?.kept[name] } ?? false
            }
        }
    }

    /// Whether the object before is shown in each case in which a part of both is the same: all of it, or its street only.
    static func earlier(_ observations: [(CaseResult, Observation)]) -> [Self] {
        let members = ["identifier", Observation.arrowName, Observation.distanceName]
        for earlier in Habit.Earlier.allCases {
            let any = Self.earlierIfAlike(earlier, .beginning(byteCount: 0))
            let shown = observations.compactMap { result, observation in
                if case .differs(let members) = observation,
                    any.changes(insteadOf: result).contains(where: {
                        $0.allSatisfy { members[$0.key] == $0.value }
                    })
                {
                    result
                } else {
                    nil
                }
            }
            guard
                shown.count(
                    where: earlier == .street ? any.isOtherStreet : any.isMoreThanStreet)
                    >= leastCount
            else { continue }
            let others = observations.compactMap { result, observation in
                observation == .right && !any.changes(insteadOf: result).isEmpty ? result : nil
            }
            // By another bug, a few may happen to be like the one before.
            func isMostly(_ part: Habit.Alike) -> Bool {
                10 * shown.count(where: part.isSame) >= 9 * shown.count
            }
            func isTold(_ part: Habit.Alike) -> Bool {
                part != .members([]) && isMostly(part) && !others.contains(where: part.isSame)
            }
            func count(_ names: [String]) -> Int {
                shown.count(where: Habit.Alike.members(names).isSame)
            }
            let size = Habit.Alike.numberOfBytes
            var alike = (members + [size]).filter { isMostly(.members([$0])) }
            // What is not the same in some of the cases does not matter. The size rarely does.
            for name in [size] + members {
                let less = alike.filter { $0 != name }
                if name == size || count(less) > count(alike), isTold(.members(less)) {
                    alike = less
                }
            }
            let least = shown.compactMap(\.alikeCount).min() ?? 0
            let beginning: [Habit.Alike] =
                alike.count > 1 && least > 0 ? [.beginning(byteCount: least)] : []
            if let told = (beginning + [.members(alike)]).first(where: isTold) {
                return [.earlierIfAlike(earlier, told)]
            }
        }
        return []
    }

    /// The arrows in the table that no phone of today sends.
    private static let reservedArrows = [0, 13, 14]

    /// The known arrows that are each shown as one other.
    static func otherArrows(_ observations: [(CaseResult, Observation)]) -> [Self] {
        // If the number is wrong, so is the name.
        for member in [Observation.arrowName, Observation.arrowNameName] {
            var shown: [Int: Set<JSONValue>] = [:]
            var rights: [Int: JSONValue] = [:]
            for (result, observation) in observations {
                guard let arrow = result.right.int(Observation.arrowName),
                    (0..<firstUnknownArrow).contains(arrow),
                    let right = result.vector.expected[member]
                else { continue }
                rights[arrow] = right
                switch observation {
                case .right: shown[arrow, default: []].insert(right)
                case .differs(let members) where !observation.isRefusal:
                    shown[arrow, default: []].insert((members[member] ?? right) ?? .null)
                case .differs, .breakdown, .differsFromStep: break
                }
            }
            var others: [Int: JSONValue] = [:]
            for (arrow, values) in shown {
                // Nothing else may come in its place.
                guard values.count == 1, let value = values.first, value != rights[arrow] else {
                    continue
                }
                others[arrow] = value
            }
            // Two exits that are swapped are a bug of its own.
            let exits = [15: rights[16], 16: rights[15]]
            if exits.allSatisfy({ others[$0.key] != nil && others[$0.key] == $0.value }) {
                others[15] = nil
                others[16] = nil
            }
            // What a display shows for what it doesn't know is a bug of its own.
            guard others.keys.contains(where: { !reservedArrows.contains($0) }) else { continue }
            // One value for all is a constant.
            guard Set(others.values).count > 1 || others.count < shown.count / 2 else { continue }
            let replacements = others.sorted { $0.key < $1.key }.compactMap { arrow, value in
                rights[arrow].map { Habit.Replacement(right: $0, shown: value) }
            }
            return [.otherArrows(member: member, replacements)]
        }
        return []
    }

    /// Whether there is hardly ever an answer if the street is not UTF-8.
    static func illFormed(_ observations: [(CaseResult, Observation)]) -> [Self] {
        let cases = observations.filter { $0.0.isIllFormed }
        let lacking = cases.count { _, observation in
            observation.isRefusal || observation.differences == [Observation.breakdownName]
        }
        return lacking >= leastCount && 10 * lacking >= 9 * cases.count
            ? [.noAnswerIfIllFormed] : []
    }
}

extension Habit.Alike {
    /// Whether it is the same in an object and in that before.
    fileprivate func isSame(in result: CaseResult) -> Bool {
        switch self {
        case .beginning(0): result.earlier != nil
        case .beginning(let count): result.alikeCount.map { $0 >= count } ?? false
        case .members(let names):
            names.allSatisfy { name in
                name == Self.numberOfBytes
                    ? result.vector.input["bytes"]?.string?.utf8.count
                        == result.earlier?.bytes.utf8.count
                    : result.right[name].map { $0 == result.earlier?.answer[name] } ?? false
            }
        }
    }
}

extension CaseResult {
    /// How many bytes the object and that before begin with that are the same; `nil` if there is none before.
    fileprivate var alikeCount: Int? {
        guard let earlier, let bytes = vector.input["bytes"]?.string else { return nil }
        return zip(bytes.utf8, earlier.bytes.utf8).prefix { $0 == $1 }.count / 2
    }

    /// Whether there is an instruction with a street that is not UTF-8.
    var isIllFormed: Bool {
        right["error"] == nil && right[Observation.faultName] != nil
            && right[Observation.arrowName] != nil
    }

    /// The bytes of the object, and where its fields are.
    fileprivate var object: ObjectFields? {
        guard let bytes = vector.input.bytes("bytes") else { return nil }
        return ObjectFields(
            bytes: bytes, arrow: right["layout"] == .string("legacy") ? 16 : 4,
            street: right["layout"] == .string("deployed") ? 9 : 21)
    }

    /// Each result with what the same process answered before.
    static func withEarlier(_ results: [CaseResult]) -> [CaseResult] {
        var earlier: Earlier?
        return results.map { result in
            var result = result
            result.earlier = earlier
            let answer: JSONValue
            var isRight = false
            switch result.verdict {
            case .passed:
                answer = result.vector.expected
                isRight = true
            case .wrong(let given): answer = given
            case .crashed, .timedOut, .malformed:
                earlier = nil
                return result
            case .skipped, .notRun: return result
            }
            if answer[Observation.arrowName] != nil || answer[Observation.streetTextName] != nil,
                let bytes = result.vector.input["bytes"]?.string
            {
                let left = earlier?.kept ?? [:]
                var kept: [String: JSONValue] = [:]
                if case .object(let members) = answer {
                    kept = members.filter { name, value in
                        isRight || result.vector.expected[name] == value || left[name] == value
                    }
                }
                earlier = Earlier(bytes: bytes, answer: answer, kept: kept)
            }
            return result
        }
    }
}

/// The bytes of an object, and where its fields are.
private struct ObjectFields {
    let bytes: ContiguousArray<UInt8>
    let arrow: Int
    let street: Int

    func fields(early count: Int) -> [String: JSONValue]? {
        guard let arrow = member(Observation.arrowName, at: arrow - count),
            let distance = member(Observation.distanceName, at: self.arrow + 1 - count),
            bytes.count >= street - count
        else { return nil }
        let street = ContiguousArray(bytes[(street - count)...])
        return [
            Observation.arrowName: arrow, Observation.distanceName: distance,
            Observation.streetName: .bytes(street),
            Observation.streetTextName: .string(street.shownText),
        ]
    }

    func member(_ name: String, at place: Int) -> JSONValue? {
        if name == Observation.arrowName {
            return bytes.indices.contains(place) ? .number(Int64(bytes[place])) : nil
        }
        guard place >= 0, place + 4 <= bytes.count else { return nil }
        return .integer(bytes[place..<(place + 4)].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
}
