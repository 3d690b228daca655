/// What a testee did with a case, compared with what it should have done.
enum Observation: Hashable {
    /// How a testee breaks down.
    enum Breakdown: Hashable {
        case crash, hang
        /// There is no answer within a wait that was shortened: it hangs, or crashes slowly.
        case slow
        /// It writes an answer that is none.
        case malformed
        /// It writes a line that nobody takes for an answer, such as a log line.
        case otherLine
        /// It ends and says that what it would answer is not an answer, as the harness does.
        case gaveUp
    }

    /// The right answer.
    case right
    /// No answer.
    case breakdown(Breakdown)
    /// An answer in which these members differ; `nil` stands for a member that is missing.
    case differs([String: JSONValue?])
    /// An answer in which this step, counted from 1, is the first that differs; `nil` if there are no more steps.
    case differsFromStep(Int, JSONValue?)
}

extension Observation {
    /// What differs, by name: the members of the answer. One name stands for the steps of a session, and one for a
    /// breakdown.
    var differences: [String] {
        switch self {
        case .right: []
        case .breakdown: [Self.breakdownName]
        case .differs(let members):
            members.keys.filter { !Self.followers(of: members).contains($0) }.sorted()
        case .differsFromStep: [Self.stepsName]
        }
    }

    /// The members that are wrong because others are: a wrong arrow has another name.
    static func followers(of members: [String: JSONValue?]) -> Set<String> {
        Set(members.keys.flatMap { followers[$0] ?? [] })
    }

    /// How many members are wrong because this one is.
    func followerCount(of name: String) -> Int {
        guard case .differs(let members) = self else { return 0 }
        return (Self.followers[name] ?? []).count { members[$0] != nil }
    }

    private static let followers = [
        arrowName: [arrowNameName], streetName: [streetTextName, faultName],
    ]

    /// Whether the testee says that there is not an answer: memory that is not its own makes no program do that.
    var isInWords: Bool { self == .breakdown(.otherLine) || self == .breakdown(.gaveUp) }

    /// Whether the object is taken for one of another layout, or for more or less of it.
    var isMisread: Bool {
        guard case .differs(let members) = self else { return false }
        return members[Self.layoutName] != nil || members["extent"] != nil
    }

    /// Whether there is an error instead of an instruction.
    var isRefusal: Bool {
        guard case .differs(let members) = self, case .some(.some) = members[Self.errorName] else {
            return false
        }
        return Self.instructionNames.contains { members[$0] == .some(nil) }
    }

    private static let instructionNames = [
        arrowName, distanceName, streetName, streetTextName,
    ]

    static let errorName = "error"
    static let layoutName = "layout"
    static let breakdownName = "breakdown"
    static let stepsName = "steps"
    static let streetName = "streetBytes"
    static let streetTextName = "street"
    static let streetNames = [streetName, streetTextName]
    static let textName = "text"
    static let faultName = "strictErrorOffset"
    static let arrowName = "arrow"
    static let distanceName = "distanceInMeters"
    static let arrowNameName = "arrowName"
}

extension CaseResult {
    /// The exit code of a program that finds a fault of its own (`EX_SOFTWARE`).
    private static let softwareError: Int32 = 70

    /// What the testee did; `nil` if it did not get the case, or declined it.
    var observation: Observation? {
        switch verdict {
        case .passed: .right
        case .crashed(.exited(Self.softwareError), _): .breakdown(.gaveUp)
        case .crashed: .breakdown(.crash)
        case .timedOut: .breakdown(isHurried ? .slow : .hang)
        case .malformed(_, let isMeantAsAnswer):
            .breakdown(isMeantAsAnswer ? .malformed : .otherLine)
        case .wrong(let answer): Observation(expected: vector.expected, answer: answer)
        case .skipped, .notRun: nil
        }
    }
}

extension Observation {
    fileprivate init(expected: JSONValue, answer: JSONValue) {
        let expected = expected.members
        let given = answer.members
        if case .array(let right) = expected[Self.stepsName] {
            let given =
                if case .array(let steps) = given[Self.stepsName] { steps } else { [JSONValue]() }
            let same = zip(right, given).prefix { $0 == $1 }.count
            self = .differsFromStep(same + 1, same < given.count ? given[same] : nil)
            return
        }
        let names = Set(expected.keys).union(given.keys)
        self = .differs(
            names.reduce(into: [:]) { differences, name in
                if expected[name] != given[name] {
                    differences.updateValue(given[name], forKey: name)
                }
            })
    }
}

extension JSONValue {
    /// The members of an object; none of another value.
    fileprivate var members: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }
}
