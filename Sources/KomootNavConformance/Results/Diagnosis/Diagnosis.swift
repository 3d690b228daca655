/// The bugs that explain a testee's failures.
///
/// A vector says what an implementation with each bug that changes its answer does instead. The diagnosis compares that,
/// member by member, with what the testee did, and names the bugs that together explain it best: see `Explanation`. What
/// they leave unexplained is told by member.
public struct Diagnosis: Hashable, Sendable {
    /// A bug that explains failures.
    public struct Finding: Hashable, Sendable {
        /// The flag.
        public let flag: String
        /// What goes wrong, in one sentence.
        public let effect: String
        /// How many failed cases it explains, alone or with others.
        public let caseCount: Int
        /// Whether no other bug that the suite knows explains the same.
        public let isCertain: Bool
        /// What to know before it is believed of a device; `nil` if nothing.
        public let remark: String?
    }

    /// How often a member of the answer was wrong.
    public struct Tally: Hashable, Sendable {
        /// The operation.
        public let operation: Vector.Operation
        /// The member; ``crash``, ``timeOut`` and ``malformed`` stand for a case without an answer.
        public let member: String
        /// In how many cases it was wrong.
        public let wrongCount: Int
        /// Of how many of the operation that were run.
        public let caseCount: Int

        /// Stands for a case in which the testee ended.
        public static let crash = "crash"
        /// Stands for a case without an answer in time.
        public static let timeOut = "timeOut"
        /// Stands for a case in which the testee wrote something else than an answer.
        public static let malformed = "malformed"
    }

    /// The findings: the certain ones first, and within each kind those that explain the most.
    public let findings: [Finding]
    /// What the testee does in every case of an operation.
    public let habits: [Habit]
    /// How often each member was wrong, by operation, the most frequent first.
    public let tallies: [Tally]
    /// What neither a finding nor a habit explains.
    public let remainders: [Remainder]
    /// Where the testee crashed, the most frequent first.
    public let crashes: [Crash]

    /// A place where the testee crashed.
    public struct Crash: Hashable, Sendable {
        /// The source and its line, or the harness's words, by what it wrote to its standard error; `nil` if it wrote none.
        public let place: String?
        /// Whether these are the harness's words.
        let isInWords: Bool
        /// The exception that ended it in Python; `nil` if none did.
        public let exception: String?
        /// In how many cases.
        public let caseCount: Int
    }

    /// The failed cases in which something is wrong that neither a finding nor a habit explains.
    public var unexplained: [CaseResult] { remainders.map(\.result) }

    /// What neither a finding nor a habit explains of a failed case.
    public struct Remainder: Hashable, Sendable {
        /// The case.
        public let result: CaseResult
        /// The members that are wrong; ``Tally/crash``, ``Tally/timeOut`` and ``Tally/malformed`` stand for a case without an
        /// answer.
        public let members: [String]
    }
}

extension Diagnosis {
    init(_ report: ConformanceReport) {
        let failed = report.results.filter(\.verdict.isFailure)
        guard !failed.isEmpty else {
            self.init(findings: [], habits: [], tallies: [], remainders: [], crashes: [])
            return
        }
        var findings: [Finding] = []
        var habits: [Habit] = []
        var remainders: [Remainder] = []
        for (results, explanation) in Self.parts(of: report.results) {
            let blames = explanation.blames()
            let causes = blames.map(\.cause)
            let failed = results.filter(\.verdict.isFailure)
            for blame in blames {
                switch blame.cause {
                case .habit(let kind): habits.append(explanation.habit(kind))
                case .bug(let flag):
                    let others = causes.filter { $0 != blame.cause }
                    findings.append(
                        Finding(
                            flag: flag, effect: report.flags[flag]?.effect ?? "",
                            caseCount: failed.count {
                                explanation.explains($0, by: blame.cause, beside: others)
                            },
                            isCertain: blame.isCertain,
                            remark: Self.remark(on: flag, report.testee)
                                ?? explanation.remark(onSizeOf: blame.cause)
                                ?? explanation.remark(onStylesOf: blame.cause)))
                }
            }
            remainders += failed.compactMap { result in
                let names = explanation.unexplained(result, by: blames)
                guard !names.isEmpty, let observation = result.observation else { return nil }
                let isBreakdown = names == [Observation.breakdownName]
                return Remainder(
                    result: result, members: isBreakdown ? observation.tallied : names)
            }
        }
        let vague = Set(habits.compactMap(\.kind.vagueMember))
        let traits = CommonTraits.of(remainders, vague: vague, in: report.results)
        let all = Habit.joined(habits)
        let replaced = traits.map { all.filter($0.replaces) }
        habits = all.filter { !replaced.joined().contains($0) }
        habits += zip(traits, replaced).map { $0.habit(insteadOf: $1.first) }
        let told = Set(traits.filter { $0.ids.count > 1 }.flatMap(\.ids))
        remainders.removeAll { told.contains($0.result.vector.id) }
        self.init(
            findings: Self.joined(findings).sorted { one, other in
                guard one.isCertain == other.isCertain else { return one.isCertain }
                return (other.caseCount, one.flag) < (one.caseCount, other.flag)
            },
            habits: habits, tallies: Self.tallies(report.results),
            remainders: remainders, crashes: Self.crashes(failed))
    }

    /// The findings, each bug once.
    private static func joined(_ findings: [Finding]) -> [Finding] {
        Dictionary(grouping: findings, by: \.flag).values.map { same in
            let certain = same.first(where: \.isCertain) ?? same[0]
            return Finding(
                flag: certain.flag, effect: certain.effect,
                caseCount: same.reduce(0) { $0 + $1.caseCount }, isCertain: certain.isCertain,
                remark: certain.remark)
        }
    }

    private static func crashes(_ failed: [CaseResult]) -> [Crash] {
        let outputs = failed.compactMap { result in
            if case .crashed(_, let errors) = result.verdict { errors } else { nil }
        }
        return Dictionary(grouping: outputs, by: \.placeOfCrash).map { place, outputs in
            Crash(
                place: place, isInWords: outputs[0].wordsOfHarness != nil,
                exception: outputs.compactMap(\.exception).first, caseCount: outputs.count)
        }.sorted { ($1.caseCount, $0.place ?? "") < ($0.caseCount, $1.place ?? "") }
    }

    /// What is true of a program on this computer need not be true of it on a device.
    private static func remark(on flag: String, _ testee: TesteeDescription) -> String? {
        guard testee.hasSignedChar == true, dependingOnChar.contains(flag) else { return nil }
        return "only if char is signed, as here: on ESP32, ARM and RISC-V it is not, "
            + "and what this hides may show: compile with -funsigned-char"
    }

    private static let dependingOnChar: Set = ["signedDistanceBytes", "signedArrow"]

    /// The results in parts that have no bug in common: what is wrong in one does not blur what is wrong in another. Parts in
    /// which nothing is wrong are left out.
    private static func parts(of results: [CaseResult]) -> [([CaseResult], Explanation)] {
        var parts: [(operations: Set<Vector.Operation>, flags: Set<String>)] = []
        let byOperation = Dictionary(grouping: results) { $0.vector.operation }
        for operation in Vector.Operation.allCases {
            guard let results = byOperation[operation] else { continue }
            let flags = Set(results.flatMap { ($0.vector.wrongAnswers ?? [:]).keys })
            let related = parts.filter { !$0.flags.isDisjoint(with: flags) }
            parts.removeAll { !$0.flags.isDisjoint(with: flags) }
            parts.append(
                related.reduce(into: (operations: [operation], flags: flags)) { whole, part in
                    whole.operations.formUnion(part.operations)
                    whole.flags.formUnion(part.flags)
                })
        }
        return parts.flatMap { part -> [([CaseResult], Explanation)] in
            let results = results.filter { part.operations.contains($0.vector.operation) }
            guard results.contains(where: \.verdict.isFailure) else { return [] }
            return part.operations == [.distance]
                ? Explanation.ofDistances(results) : [(results, Explanation(results))]
        }
    }

    private static func tallies(_ results: [CaseResult]) -> [Tally] {
        struct Member: Hashable {
            let operation: Vector.Operation
            let name: String
        }
        var wrong: [Member: Int] = [:]
        var run: [Vector.Operation: Int] = [:]
        for result in results {
            guard let observation = result.observation else { continue }
            let operation = result.vector.operation
            run[operation, default: 0] += 1
            for name in observation.tallied {
                wrong[Member(operation: operation, name: name), default: 0] += 1
            }
        }
        let tallies = wrong.map { member, count in
            Tally(
                operation: member.operation, member: member.name, wrongCount: count,
                caseCount: run[member.operation] ?? count)
        }
        let order = Vector.Operation.allCases
        return tallies.sorted { one, other in
            let places = [one, other].map { order.firstIndex(of: $0.operation) ?? 0 }
            return (places[0], other.wrongCount, one.member) < (
                places[1], one.wrongCount, other.member
            )
        }
    }
}

extension Observation {
    /// What is counted: the members that differ, or how the testee broke down.
    fileprivate var tallied: [String] {
        switch self {
        case .breakdown(.crash), .breakdown(.gaveUp): [Diagnosis.Tally.crash]
        case .breakdown(.hang), .breakdown(.slow): [Diagnosis.Tally.timeOut]
        case .breakdown(.malformed), .breakdown(.otherLine): [Diagnosis.Tally.malformed]
        case .differs(let members): members.keys.sorted()
        case .right, .differsFromStep: differences
        }
    }
}

extension Diagnosis {
    /// The tallies by operation, in the order of the operations.
    var talliesByOperation: [(Vector.Operation, [Tally])] {
        Vector.Operation.allCases.compactMap { operation in
            let tallies = tallies.filter { $0.operation == operation }
            return tallies.isEmpty ? nil : (operation, tallies)
        }
    }
}

extension ConformanceReport {
    /// The bugs that explain the failures.
    public var diagnosis: Diagnosis { Diagnosis(self) }
}
