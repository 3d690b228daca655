/// What a testee does in one style of showing distances, if one rule explains all of its answers.
///
/// A display may have several peculiarities at once, each of which changes what the others do: 996 m becomes "990 m" if
/// it is rounded down first. So no bug is looked for by itself: the rule with the fewest peculiarities is.
struct DistanceFit {
    /// What differs from the usual rule.
    struct Deviation {
        let cause: Explanation.Cause
        /// The cases in which it shows, by their ids.
        var ids: Set<String> = []
        /// Whether another rule with as few peculiarities explains the same.
        var isDoubtful = false
    }

    /// What a testee showed of a distance.
    struct Answer {
        let id: String
        let meters: UInt32
        let right: JSONValue
        /// The number and the unit; `nil` if "Now" is shown.
        let shown: (value: String, unit: String)?
        let isWrong: Bool
    }

    let style: ShownStyle
    private(set) var deviations: [Deviation] = []

    /// How many answers at the end are alike if a testee shows no larger numbers.
    private static let leastBeyond = 3
    /// How many answers there must be to know a rule.
    private static let leastCount = 6
    /// The largest distances of which the arithmetic of small types goes wrong: they do not show the rule.
    private static let greatestTrusted: [UInt32] = [.max, 0x0100_0000, 0xFFF0]

    /// Looks for the rule of a style.
    ///
    /// - Returns: `nil` if no rule explains the answers.
    init?(_ style: ShownStyle, _ results: [CaseResult]) {
        self.style = style
        var answers: [Answer] = []
        for result in results {
            guard let observation = result.observation else { continue }
            guard let answer = Answer(result, observation) else { return nil }
            answers.append(answer)
        }
        answers.sort { $0.meters < $1.meters }
        guard answers.contains(where: \.isWrong) else { return }
        guard answers.count >= Self.leastCount else { return nil }
        let beyond = Self.beyond(answers)
        let numbers = Array(answers.prefix(answers.count - beyond.count))
        for limit in Self.greatestTrusted {
            let trusted = numbers.filter { $0.meters <= limit }
            guard trusted.count >= Self.leastCount, let fit = Fit(style, trusted) else { continue }
            deviations = fit.deviations
            let others = numbers.filter { $0.meters > limit && !fit.explains($0) }
            if let first = others.first {
                // If the rule is right beyond that, what is wrong there is something else.
                guard numbers.allSatisfy({ $0.meters < first.meters || !fit.explains($0) }) else {
                    return nil
                }
                let last = numbers.last { $0.meters < first.meters && !$0.isWrong }
                let kind = Habit.Kind.distanceShown(
                    .wrong(from: Int(first.meters), not: last.map { Int($0.meters) }))
                deviations.append(
                    Deviation(cause: .habit(kind), ids: Set(others.filter(\.isWrong).map(\.id))))
            }
            if let first = beyond.first, let shown = first.shown {
                let text = [shown.value, shown.unit].filter { !$0.isEmpty }.joined(separator: " ")
                deviations.append(
                    Deviation(
                        cause: .habit(
                            .distanceShown(.same(from: Int(first.meters), as: text))),
                        ids: Set(beyond.filter(\.isWrong).map(\.id))))
            }
            return
        }
        return nil
    }

    /// The answers at the end that are all alike, though they should not be.
    private static func beyond(_ answers: [Answer]) -> [Answer] {
        guard let last = answers.last?.shown else { return [] }
        let alike = answers.reversed().prefix { $0.shown.map { $0 == last } ?? false }
        let wrong = Array(alike.reversed().drop { !$0.isWrong })
        let rights = Set(wrong.map(\.right))
        return wrong.count >= leastBeyond && rights.count >= leastBeyond ? wrong : []
    }
}

extension DistanceFit.Answer {
    /// Reads an answer; `nil` if the testee broke down, refused, or answered something that no display shows.
    init?(_ result: CaseResult, _ observation: Observation) {
        let input = result.vector.input
        guard let meters = input["distanceInMeters"]?.unsigned else { return nil }
        let answer: JSONValue
        switch (observation, result.verdict) {
        case (.right, _): answer = result.vector.expected
        case (.differs, .wrong(let given)): answer = given
        default: return nil
        }
        id = result.vector.id
        self.meters = meters
        right = result.vector.expected
        isWrong = observation != .right
        guard answer["now"] != .bool(true) else {
            shown = nil
            return
        }
        guard let value = answer["value"]?.string, let unit = answer["unit"]?.string,
            answer["text"] == .string("\(value) \(unit)")
        else { return nil }
        shown = (value, unit)
    }
}

/// A rule that explains all of some answers, and the names of its units.
private struct Fit {
    private let style: ShownStyle
    private let rule: DistanceRule
    private let units: [Bool: String]
    private let hasComma: Bool
    private(set) var deviations: [DistanceFit.Deviation] = []

    private typealias Answer = DistanceFit.Answer

    func explains(_ answer: DistanceFit.Answer) -> Bool {
        Self.isShown(answer, by: rule, style, units, hasComma)
    }

    private static func isShown(
        _ answer: DistanceFit.Answer, by rule: DistanceRule, _ style: ShownStyle,
        _ units: [Bool: String], _ hasComma: Bool
    ) -> Bool {
        [rule, rule.withHalvesDown].contains { rule in
            guard let shown = rule.shown(answer.meters, style) else { return answer.shown == nil }
            let value = hasComma ? shown.value.replacing(".", with: ",") : shown.value
            return answer.shown.map { $0.value == value && $0.unit == units[shown.isLarge] }
                ?? false
        }
    }

    init?(_ style: ShownStyle, _ answers: [DistanceFit.Answer]) {
        self.style = style
        // "Now", then the small unit, then the large one.
        let nows = answers.prefix { $0.shown == nil }
        let numbers = answers.dropFirst(nows.count)
        guard let first = numbers.first?.shown?.unit, let last = numbers.last?.shown?.unit,
            numbers.allSatisfy({ $0.shown != nil })
        else { return nil }
        let firstPart = numbers.prefix { $0.shown?.unit == first }
        let lastPart = numbers.dropFirst(firstPart.count)
        guard lastPart.allSatisfy({ $0.shown?.unit == last }) else { return nil }
        let isOnlyLarge = lastPart.isEmpty && first == style.large?.name
        let (small, large) = isOnlyLarge ? (lastPart, firstPart) : (firstPart, lastPart)
        guard large.isEmpty || style.large != nil else { return nil }
        var units = [false: style.small.name]
        units[true] = style.large?.name
        if let unit = small.first?.shown?.unit { units[false] = unit }
        if let unit = large.first?.shown?.unit { units[true] = unit }
        self.units = units
        let hasComma = numbers.contains { $0.shown?.value.contains(",") == true }
        self.hasComma = hasComma
        var rules = Self.rules(
            now: nows.last, number: numbers.first, small: small, large: large, style)
        rules.removeAll { rule in
            !answers.allSatisfy { Self.isShown($0, by: rule, style, units, hasComma) }
        }
        // Any place may be one from which on the large unit is used.
        let withoutPlace = rules.filter { if case .meters(_?) = $0.change { false } else { true } }
        if !withoutPlace.isEmpty { rules = withoutPlace }
        guard let least = rules.map({ $0.causes(in: style).count }).min() else { return nil }
        let best = rules.filter { $0.causes(in: style).count == least }
        guard let rule = best.first else { return nil }
        self.rule = rule
        let causes = rule.causes(in: style)
        let common = best.reduce(Set(causes.map(\.cause))) { common, other in
            common.intersection(other.causes(in: style).map(\.cause))
        }
        for (cause, without) in causes {
            let shown = answers.filter { answer in
                !Self.isShown(answer, by: without, style, units, hasComma)
            }
            deviations.append(
                DistanceFit.Deviation(
                    cause: cause.telling(after: small.last, before: numbers.first, best),
                    ids: Set(shown.filter(\.isWrong).map(\.id)),
                    isDoubtful: !common.contains(cause)))
        }
        for (isLarge, usual) in [(false, style.small.name), (true, style.large?.name ?? "")] {
            guard let unit = units[isLarge], unit != usual else { continue }
            let shown = (isLarge ? large : small).filter(\.isWrong)
            deviations.append(
                DistanceFit.Deviation(
                    cause: .habit(.distanceShown(.unit(usual, as: unit))), ids: Set(shown.map(\.id))
                ))
        }
        if hasComma {
            let shown = numbers.filter { $0.shown?.value.contains(",") == true }
            deviations.append(
                DistanceFit.Deviation(
                    cause: .habit(.distanceShown(.comma)), ids: Set(shown.map(\.id))))
        }
    }

    /// The rules that may explain the answers.
    private static func rules(
        now: DistanceFit.Answer?, number: DistanceFit.Answer?,
        small: ArraySlice<DistanceFit.Answer>, large: ArraySlice<DistanceFit.Answer>,
        _ style: ShownStyle
    ) -> [DistanceRule] {
        var rule = DistanceRule()
        let isUsual = now.map { $0.meters <= 5 } ?? false && number.map { $0.meters > 5 } ?? true
        if !isUsual { rule.lastNow = now.map { Int($0.meters) } }
        var rules: [DistanceRule] = []
        for units in ShownStyle.Unit.choices(style.small) where rules.isEmpty {
            for unit in units {
                rule.small = unit
                for step in [10, 1, 5, 50, 100] as [UInt64] {
                    for rounding in DistanceRule.Rounding.allCases where rounding != .printed {
                        rule.step = step
                        rule.rounding = rounding
                        guard small.allSatisfy({ rule.isSmall($0, style) }) else { continue }
                        rules.append(rule)
                    }
                }
            }
        }
        var changes: [DistanceRule.Switch] = [.shown]
        if style.large != nil {
            changes += [.rounded, .unrounded, .meters(large.first.map { Int($0.meters) })]
        }
        rules = rules.flatMap { rule in
            changes.map { change in
                var rule = rule
                rule.change = change
                return rule
            }
        }
        guard let mile = style.large, !large.isEmpty else { return rules }
        // A mile may be made of small units.
        let made = Set(rules.compactMap(\.small)).map(style.mile)
        for units in ShownStyle.Unit.choices(mile, or: made) {
            let others = units.flatMap { unit in
                DistanceRule.ofLargeNumbers.map { rule in
                    var rule = rule
                    rule.large = unit
                    return rule
                }.filter { rule in large.allSatisfy { rule.isLarge($0, style) } }
            }
            guard others.isEmpty else {
                return others.flatMap { other in rules.map { $0.with(large: other) } }
            }
        }
        return []
    }
}
