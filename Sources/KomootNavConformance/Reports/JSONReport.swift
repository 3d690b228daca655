/// A report as one JSON object.
struct JSONReport: CustomStringConvertible {
    private let report: ConformanceReport

    init(_ report: ConformanceReport) { self.report = report }

    var description: String {
        let diagnosis = report.diagnosis
        var members: [String: JSONValue] = [
            "suite": .string("KBC"), "suiteVersion": .string(report.suiteVersion),
            "testee": report.testee.json, "conforms": .bool(report.isConforming),
            "counts": json(report.counts),
            "layers": .object(report.countsByLayer.mapValues(json)),
            "cases": .array(report.results.map(json)),
            "findings": .array(diagnosis.findings.map(json)),
            "habits": .array(diagnosis.habits.map(json)),
            "crashes": .array(diagnosis.crashes.map(json)),
            "tallies": .array(diagnosis.tallies.map(json)),
            "unexplained": .array(diagnosis.unexplained.map { .string($0.vector.id) }),
        ]
        if let end = report.endOfTestee { members["end"] = .string(end.explanation) }
        return JSONValue.object(members).description
    }

    private func json(_ counts: ConformanceReport.Counts) -> JSONValue {
        .object([
            "passed": .size(counts.passed), "failed": .size(counts.failed),
            "expectedFailures": .size(counts.expectedFailures),
            "unexpectedPasses": .size(counts.unexpectedPasses),
            "skipped": .size(counts.skipped), "notRun": .size(counts.notRun),
        ])
    }

    private func json(_ result: CaseResult) -> JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(result.vector.id), "verdict": .string(result.verdict.name),
        ]
        if let reason = result.expectedFailure { members["expectedFailure"] = .string(reason) }
        if result.verdict.isFailure { members["input"] = result.vector.input }
        switch result.verdict {
        case .passed: break
        case .wrong(let answer):
            members["answer"] = answer
            members["expected"] = result.vector.expected
            members["differences"] = .array(result.differences.map(JSONValue.string))
        case .crashed, .timedOut, .malformed, .skipped, .notRun:
            members["reason"] = .string(result.verdict.explanation)
        }
        return .object(members)
    }

    private func json(_ finding: Diagnosis.Finding) -> JSONValue {
        var members: [String: JSONValue] = [
            "flag": .string(finding.flag), "effect": .string(finding.effect),
            "cases": .size(finding.caseCount), "isCertain": .bool(finding.isCertain),
        ]
        members["remark"] = finding.remark.map(JSONValue.string)
        return .object(members)
    }

    private func json(_ habit: Habit) -> JSONValue {
        .object([
            "words": .string(habit.words),
            "operations": .array(habit.operations.map { .string($0.rawValue) }),
        ])
    }

    private func json(_ crash: Diagnosis.Crash) -> JSONValue {
        var members: [String: JSONValue] = [
            "place": crash.place.map(JSONValue.string) ?? .null, "cases": .size(crash.caseCount),
        ]
        members["exception"] = crash.exception.map(JSONValue.string)
        return .object(members)
    }

    private func json(_ tally: Diagnosis.Tally) -> JSONValue {
        .object([
            "operation": .string(tally.operation.rawValue), "member": .string(tally.member),
            "wrong": .size(tally.wrongCount), "cases": .size(tally.caseCount),
        ])
    }
}
