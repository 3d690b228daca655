extension Habit: CustomStringConvertible {
    /// The habit as a sentence without its end: "decode: arrow is always 0", or "decode: identifier is wrong in 271 of 303
    /// cases" if it is not quite always so.
    public var description: String {
        "\(operations.map(\.rawValue).joined(separator: ", ")): \(words)"
    }

    /// The same without the operations.
    var words: String {
        let isAlways = shownCount == caseCount
        let sentence = kind.sentence(
            always: isAlways ? "always " : "",
            count: isAlways ? "" : " in \(shownCount) of \(caseCount) cases")
        let nearest = nearestRight.map { " (\($0) is right)" } ?? ""
        let example = example.map { ", for example \($0)" } ?? ""
        let styles = styles.map { ", \($0)" } ?? ""
        return "\(sentence)\(styles)\(nearest)\(example)\(kind.advice)"
    }
}

extension Habit.Kind: CustomStringConvertible {
    /// The habit as a sentence without its end, as if it were always so: "arrow is always 0".
    public var description: String { sentence(always: "always ", count: "") + advice }

    /// What to do before it is believed; nothing in most cases.
    fileprivate var advice: String {
        guard case .sameWithin(_, Observation.arrowNameName, let value) = self,
            value != .string("none")
        else { return "" }
        return ": give \"none\" for what isn't an arrow"
    }

    /// The habit as a sentence without its end, with the count of cases if it is not always so.
    fileprivate func sentence(always: String, count: String) -> String {
        let lacks = always.isEmpty ? "there is no valid" : "there is never a valid"
        return switch self {
        case .noAnswer: "\(lacks) answer\(count)"
        case .noInstruction: "\(lacks) instruction\(count)"
        case .noAnswerWith(Observation.streetName, .string("")):
            "\(lacks) answer\(count) if the street is empty"
        case .noAnswerWith(let member, let value):
            "\(lacks) answer\(count) if \(member) is \(value)"
        case .noAnswerWithin(let limit): "\(lacks) answer\(count) if \(limit)"
        case .constant(let member, nil): "\(member) is \(always)missing\(count)"
        case .constant(let member, let value?): "\(member) is \(always)\(value)\(count)"
        case .replaced(let member, let right, let value):
            "\(member) \(right) is \(always)shown as \(value)\(count)"
        case .wrong(let member): "\(member) is \(always)wrong\(count)"
        case .wrongWithin(let limit):
            "\(limit.measure.member) is wrong\(count.isEmpty ? " in all cases" : count) in which \(limit)"
        case .sameWithin(let limit, let member, let value):
            "\(member) is \(always)\(value)\(count) if \(limit)"
        case .otherReading(let reading): reading.sentence(always) + count
        case .cutStreet(let size): "a street of more than \(size) bytes is \(always)cut\(count)"
        case .cutText(let size, ""):
            "a street of more than \(size) characters is \(always)cut\(count)"
        case .cutText(let size, let ending):
            "a street of more than \(size) characters is \(always)cut, with \(ending) at the end\(count)"
        case .endOfStreetLost(1): "the last byte of a street is \(always)lost\(count)"
        case .endOfStreetLost(let size):
            "the last \(size) bytes of a street are \(always)lost\(count)"
        case .streetFollowed(let bytes): "the street is \(always)followed by \(bytes)\(count)"
        case .streetBegins(let byte): "the street is \(always)read from byte \(byte)\(count)"
        case .fieldsEarly(1):
            "arrow, distance and street are \(always)read 1 byte too early\(count)"
        case .fieldsEarly(let size):
            "arrow, distance and street are \(always)read \(size) bytes too early\(count)"
        case .memberBegins(let member, let byte):
            "\(member) is \(always)read from byte \(byte)\(count)"
        case .streetPadded(let size):
            "a street is \(always)filled up with blanks to \(size)\(count)"
        case .streetEndsBefore(let text):
            "a street \(always)ends before its first \(JSONValue.string(text))\(count)"
        case .otherArrows(let member, let others) where others.count == 1:
            "\(member) \(others[0].right) is \(always)shown as \(others[0].shown)\(count)"
        case .otherArrows(let member, let others):
            "\(others.words) of \(member) are \(always)shown as others\(count): \(others.examples)"
        case .noAnswerIfIllFormed: "\(lacks) answer\(count) if the street is not UTF-8"
        case .earlierIfIllFormed(let earlier):
            "the \(earlier) before is \(always)shown\(count) if the street is not UTF-8"
        case .earlierIfAlike(let earlier, .beginning(let size)):
            "the \(earlier) before is \(always)shown\(count) if the first \(size) bytes of the object are the same"
        case .earlierIfAlike(let earlier, .members(let members)):
            "the \(earlier) before is \(always)shown\(count) if \(members.listed) "
                + (members.count == 1 ? "is the same" : "are the same")
        case .characters(let map): "in a street, \(map.words)\(count)"
        case .distanceShown(let distances): distances.description
        case .common(let words): words
        }
    }
}

extension [String] {
    /// "a, b and c".
    var listed: String {
        guard let last, count > 1 else { return joined() }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Habit.Distances {
    /// Whether distances in a style can show it.
    func canShow(in style: ShownStyle) -> Bool {
        if self == .comma { return style.large != nil }
        return unit.map { [style.small.name, style.large?.name].contains($0) } ?? true
    }

    /// The unit that it is about; `nil` if any.
    private var unit: String? {
        switch self {
        case .largeUnit(let unit, _, _), .limitNotRounded(_, let unit), .tenthsCut(let unit),
            .tenthsRoundedUp(let unit), .halvesPrinted(let unit), .halvesOfLargeUnit(let unit),
            .noTenths(let unit), .zeroLeftOut(let unit), .tenthsTo10(let unit),
            .tenthsGoOn(let unit), .wholeRounded(let unit, _), .unit(let unit, _),
            .reckoned(let unit, _):
            unit
        // No whole number of metres is half of ten feet or yards.
        case .halves: ShownStyle.metric.small.name
        case .now, .step, .roundedUp, .comma, .same, .wrong: nil
        }
    }
}

extension Habit.Distances: CustomStringConvertible {
    /// The habit as a sentence without its end.
    public var description: String {
        switch self {
        case .now(let last, nil): "\"Now\" is seen up to \(last) m"
        case .now(let last, let first?):
            "\"Now\" is seen up to \(last) m, a number from \(first) m on"
        case .step(let step): "short distances are rounded to \(step), not to 10"
        case .halves(let isEven):
            "of short distances, halves are rounded \(isEven ? "to the even ten" : "down"), not up"
        case .roundedUp: "short distances are rounded up, not to the nearest 10"
        case .largeUnit(let unit, nil, _): "\(unit) is never shown"
        case .largeUnit(let unit, let first?, nil): "\(unit) is seen from \(first) m on"
        case .largeUnit(let unit, let first?, let last?):
            "\(unit) is seen from \(first) m on, a smaller unit up to \(last) m"
        case .limitNotRounded(let limit, let unit):
            "what rounds to \(limit) is shown as \(limit), not in \(unit)"
        case .tenthsCut(let unit): "tenths of \(unit) are cut off, not rounded"
        case .tenthsRoundedUp(let unit): "tenths of \(unit) are rounded up, not to the nearest"
        case .halvesPrinted(let unit):
            "halves of tenths of \(unit) are rounded as binary fractions, some of them down"
        case .halvesOfLargeUnit(let unit):
            "halves of tenths of \(unit) are rounded to the even one, not up"
        case .noTenths(let unit): "\(unit) is shown without tenths"
        case .zeroLeftOut(let unit): "\(unit) is shown without \".0\""
        case .tenthsTo10(let unit):
            "tenths of \(unit) are rounded before they end: just below 10 is shown as 10.0"
        case .tenthsGoOn(let unit): "tenths go on from 10 \(unit) on"
        case .wholeRounded(let unit, let isUp):
            "from 10 \(unit) on, distances are rounded \(isUp ? "up" : "down"), not to the nearest"
        case .unit(let unit, let name): "\(unit) is shown as \"\(name)\""
        case .reckoned(_, let words): words.joined(separator: ", or ")
        case .comma: "a comma is shown for the decimal point"
        case .same(let first, let text):
            "distances of \(first) m or more are all shown as \"\(text)\""
        case .wrong(Int(UInt32.max), let last):
            "the greatest distance, \(UInt32.max) m, is wrong\(Self.right(last))"
        case .wrong(let first, let last):
            "distances of \(first) m or more are wrong\(Self.right(last))"
        }
    }

    private static func right(_ meters: Int?) -> String {
        meters.map { " (\($0) m is right)" } ?? ""
    }
}

extension [Habit.Replacement] {
    private static let shownCount = 3

    fileprivate var words: String { "\(count) values" }

    fileprivate var examples: String {
        let texts = prefix(Self.shownCount).map { "\($0.right) as \($0.shown)" }
        return texts.joined(separator: ", ") + (count > Self.shownCount ? " …" : "")
    }
}

extension Habit.Limit: CustomStringConvertible {
    /// The limit in words: "arrow is 61 or more".
    public var description: String {
        switch (measure, side) {
        case (.streetSize, .from) where value == 1, (.streetTextSize, .from) where value == 1:
            "there is a street"
        case (.streetSize, .from), (.streetTextSize, .from):
            "the street has \(value) bytes or more"
        case (.streetSize, .upTo) where value == 1, (.streetTextSize, .upTo) where value == 1:
            "the street has 1 byte or none"
        case (.streetSize, .upTo), (.streetTextSize, .upTo):
            "the street has \(value) bytes or fewer"
        case (_, .from): "\(measure.member) is \(value) or more"
        case (_, .upTo): "\(measure.member) is \(value) or less"
        }
    }
}

extension Habit.Reading {
    fileprivate func sentence(_ always: String) -> String {
        switch self {
        case .identifierInTwoBytes: "the identifier is \(always)read from its first two bytes"
        case .identifierReversed:
            "the identifier is \(always)read most significant byte first"
        case .distanceInTwoBytes: "the distance is \(always)read from its first two bytes"
        case .distanceRounded: "the distance is \(always)rounded to the nearest 10"
        case .streetEndsAtZero: "a street \(always)ends before its first zero byte"
        }
    }
}
