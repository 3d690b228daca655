extension DistanceRule {
    /// The rules that differ in their large numbers.
    static let ofLargeNumbers: [Self] = {
        var rules: [Self] = []
        let roundings: [Rounding] = [.nearest, .down, .up, .printed, .halvesToEven]
        let all = roundings.map(Tenths.rounded) + [.notCarried, .none]
        for tenths in all {
            for end in tenths == .none ? [.shown] : [.shown, .unrounded, .nearest, .never] as [End]
            {
                let even: [Rounding] = tenths == .rounded(.halvesToEven) ? [.halvesToEven] : []
                for whole in [.nearest, .down, .up] + even {
                    var rule = Self()
                    rule.tenths = tenths
                    rule.tenthsEnd = end
                    rule.whole = whole
                    rules.append(rule)
                    guard tenths != .none else { continue }
                    rule.hasZero = false
                    rules.append(rule)
                }
            }
        }
        return rules
    }()

    func isSmall(_ answer: DistanceFit.Answer, _ style: ShownStyle) -> Bool {
        answer.shown?.value == "\(smallNumber(answer.meters, style))"
    }

    func isLarge(_ answer: DistanceFit.Answer, _ style: ShownStyle) -> Bool {
        guard let value = answer.shown?.value else { return false }
        let number = value.replacing(",", with: ".")
        return [self, withHalvesDown].contains { $0.largeNumber(answer.meters, style) == number }
    }

    /// The same with another's large numbers.
    func with(large other: Self) -> Self {
        var rule = self
        rule.large = other.large
        rule.tenths = other.tenths
        rule.tenthsEnd = other.tenthsEnd
        rule.whole = other.whole
        rule.hasZero = other.hasZero
        return rule
    }

    /// What is peculiar, each with the rule that lacks it.
    func causes(in style: ShownStyle) -> [(cause: Explanation.Cause, without: Self)] {
        var causes: [(Explanation.Cause, Self)] = []
        func add(_ cause: Explanation.Cause, _ mend: (inout Self) -> Void) {
            var rule = self
            mend(&rule)
            causes.append((cause, rule))
        }
        if lastNow == nil { add(DistanceBug.neverNow.cause) { $0.lastNow = 5 } }
        if let lastNow, lastNow != 5 {
            add(.habit(.distanceShown(.now(upTo: lastNow, not: nil)))) { $0.lastNow = 5 }
        }
        let unit = style.large?.name ?? ""
        if let small {
            add(.habit(.distanceShown(.reckoned(small.name, as: [])))) { rule in
                rule.small = nil
                if rule.large?.words == small.words { rule.large = nil }
            }
        }
        if let large, large.words != small?.words {
            add(.habit(.distanceShown(.reckoned(large.name, as: [])))) { $0.large = nil }
        }
        if step == 1 {
            add(DistanceBug.distanceNotRounded.cause) { rule in
                rule.step = 10
                rule.rounding = .nearest
            }
        } else if step != 10 {
            add(.habit(.distanceShown(.step(Int(step))))) { $0.step = 10 }
        }
        // Whole metres need no rounding.
        if step != 1 || style.small.length != style.small.meter {
            switch rounding {
            case .nearest, .printed: break
            case .down: add(DistanceBug.roundedDown.cause) { $0.rounding = .nearest }
            case .up: add(.habit(.distanceShown(.roundedUp))) { $0.rounding = .nearest }
            case .halvesDown, .halvesToEven:
                add(.habit(.distanceShown(.halves(isEven: rounding == .halvesToEven)))) {
                    $0.rounding = .nearest
                }
            }
        }
        switch change {
        case .shown, .rounded: break
        case .unrounded:
            let limit = "\(style.limit) \(style.small.name)"
            let habit = Habit.Kind.distanceShown(.limitNotRounded(limit, unit))
            add(style == .metric ? DistanceBug.thousandMetres.cause : .habit(habit)) {
                $0.change = .shown
            }
        case .meters(let first):
            add(.habit(.distanceShown(.largeUnit(unit, from: first, not: nil)))) {
                $0.change = .shown
            }
        }
        switch tenths {
        case .rounded(.nearest), .rounded(.halvesDown), .halvesDown: break
        case .rounded(.halvesToEven):
            add(.habit(.distanceShown(.halvesOfLargeUnit(unit)))) { $0.mendTenths(.halvesToEven) }
        case .rounded(.printed):
            add(.habit(.distanceShown(.halvesPrinted(unit)))) { $0.tenths = .rounded(.nearest) }
        case .rounded(.down): add(.habit(.distanceShown(.tenthsCut(unit)))) { $0.mendTenths(.down) }
        case .rounded(.up):
            add(.habit(.distanceShown(.tenthsRoundedUp(unit)))) { $0.mendTenths(.up) }
        case .notCarried:
            add(DistanceBug.tenthsAsHundredths.cause) { rule in
                rule.tenths = .rounded(.nearest)
                rule.tenthsEnd = .shown
            }
        case .none: add(.habit(.distanceShown(.noTenths(unit)))) { $0.tenths = .rounded(.nearest) }
        }
        // Tenths that are not carried end before they are rounded, or never.
        switch tenthsEnd {
        case .shown, .nearest: break
        case .unrounded where tenths == .notCarried || tenths == .rounded(.down): break
        case .unrounded: add(.habit(.distanceShown(.tenthsTo10(unit)))) { $0.tenthsEnd = .shown }
        case .never where tenths == .notCarried: break
        case .never: add(.habit(.distanceShown(.tenthsGoOn(unit)))) { $0.tenthsEnd = .shown }
        }
        if !hasZero { add(.habit(.distanceShown(.zeroLeftOut(unit)))) { $0.hasZero = true } }
        if tenthsEnd != .never, whole != .nearest, tenths != .rounded(whole) {
            add(.habit(.distanceShown(.wholeRounded(unit, isUp: whole == .up)))) {
                $0.whole = .nearest
            }
        }
        return causes
    }

    private mutating func mendTenths(_ rounding: Rounding) {
        tenths = .rounded(.nearest)
        if whole == rounding { whole = .nearest }
    }
}

/// The bugs of rules, by their flags.
enum DistanceBug: String {
    case neverNow, distanceNotRounded, roundedDown, thousandMetres, tenthsAsHundredths

    fileprivate var cause: Explanation.Cause { .bug(rawValue) }

    /// Whether distances in a style can show it.
    func canShow(in style: ShownStyle) -> Bool {
        switch self {
        case .thousandMetres: style == .metric
        case .tenthsAsHundredths: style.large != nil
        case .neverNow, .distanceNotRounded, .roundedDown: true
        }
    }
}

extension Explanation.Cause {
    /// The same, with what is known of the limits.
    func telling(
        after lastSmall: DistanceFit.Answer?, before firstNumber: DistanceFit.Answer?,
        _ rules: [DistanceRule]
    ) -> Self {
        switch self {
        case .habit(.distanceShown(.reckoned(let unit, _))):
            .habit(
                .distanceShown(
                    .reckoned(
                        unit,
                        as: ShownStyle.Unit.others.filter { other in
                            other.name == unit
                                && rules.contains { $0.small == other || $0.large == other }
                        }.compactMap(\.words))))
        case .habit(.distanceShown(.largeUnit(let unit, let first, _))):
            .habit(
                .distanceShown(
                    .largeUnit(unit, from: first, not: lastSmall.map { Int($0.meters) })))
        case .habit(.distanceShown(.now(let last, _))):
            .habit(.distanceShown(.now(upTo: last, not: firstNumber.map { Int($0.meters) })))
        default: self
        }
    }
}
