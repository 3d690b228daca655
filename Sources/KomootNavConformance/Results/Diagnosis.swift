import KomootNavPipe

/// The bugs that explain a testee's failures.
///
/// A vector that names a bug also says what an implementation with that bug answers. If a testee answers
/// all of a bug's cases exactly so, it has the bug, or one with the same answers. If it fails them all in
/// other ways, it may have the bug. If several bugs explain a failure, the diagnosis names the one that
/// explains the most.
public struct Diagnosis: Hashable, Sendable {
    /// A bug that explains failures.
    public struct Finding: Hashable, Sendable {
        /// The flag.
        public let flag: String
        /// What goes wrong, in one sentence.
        public let effect: String
        /// How many cases it explains beyond those of earlier findings.
        public let caseCount: Int
        /// Whether the answers are exactly those that the bug gives.
        public let isCertain: Bool
    }

    /// The findings: the certain ones first, and within each kind those that explain the most.
    public let findings: [Finding]
    /// The failed cases that no finding explains.
    public let unexplained: [CaseResult]

    init(_ report: ConformanceReport) {
        let ran = report.results.filter { $0.verdict == .passed || $0.verdict.isFailure }
        var open = Set(ran.filter(\.verdict.isFailure).map(\.vector.id))
        var flagged: [String: [CaseResult]] = [:]
        for result in ran {
            for flag in result.vector.flags { flagged[flag, default: []].append(result) }
        }
        var findings: [Finding] = []
        for isCertain in [true, false] {
            var candidates: [String: Set<String>] = [:]
            for flag in report.flags.keys {
                let cases = flagged[flag, default: []]
                let isShown = cases.allSatisfy {
                    isCertain ? $0.shows(flag) : $0.verdict.isFailure
                }
                if !cases.isEmpty && isShown {
                    candidates[flag] = Set(cases.map(\.vector.id))
                }
            }
            while let best = candidates.max(by: { one, other in
                (one.value.intersection(open).count, other.key)
                    < (other.value.intersection(open).count, one.key)
            }), case let explained = best.value.intersection(open), !explained.isEmpty {
                findings.append(
                    Finding(
                        flag: best.key, effect: report.flags[best.key]?.effect ?? "",
                        caseCount: explained.count, isCertain: isCertain))
                open.subtract(explained)
                candidates[best.key] = nil
            }
        }
        self.findings = findings
        unexplained = ran.filter { open.contains($0.vector.id) }
    }
}

extension ConformanceReport {
    /// The bugs that explain the failures.
    public var diagnosis: Diagnosis { Diagnosis(self) }
}

extension CaseResult {
    /// Whether the testee did exactly what an implementation with the bug does.
    fileprivate func shows(_ flag: String) -> Bool {
        switch (vector.wrongAnswers?[flag], verdict) {
        case (.breakdown, .crashed), (.breakdown, .timedOut): true
        case (.members(let members), .wrong(.object(let answer))):
            answer == vector.expected.replacing(members)
        case (.breakdown, _), (.members, _), (nil, _): false
        }
    }
}

extension JSONValue {
    /// The members of an object after some changes; members that become `null` are left out.
    fileprivate func replacing(_ changes: [String: JSONValue]) -> [String: JSONValue]? {
        guard case .object(var members) = self else { return nil }
        for (name, value) in changes { members[name] = value == .null ? nil : value }
        return members
    }
}
