import KomootNavPipe
import KomootNavRecording

/// A report for a person: failed cases, what they have in common, and the counts by layer.
struct TextReport: CustomStringConvertible {
    /// The most failed cases of a layer that are shown one by one.
    static let shownCases = 10

    private let report: ConformanceReport
    private var lines: [String] = []

    init(_ report: ConformanceReport) {
        self.report = report
        for layer in report.layers { addFailures(of: layer) }
        addFindings()
        addCounts()
    }

    var description: String { lines.map(printable).joined(separator: "\n") }

    private mutating func addFailures(of layer: String) {
        let errors = report.results.filter {
            $0.layer == layer && $0.isError && !$0.verdict.isNotRun
        }
        for result in errors.prefix(Self.shownCases) {
            lines.append("\(result.vector.id)  \(result.vector.title)")
            if let reason = result.expectedFailure, result.verdict == .passed {
                lines.append("    passed, though it is expected to fail: \(reason)")
            } else {
                lines += result.differences.map { "    \($0)" }
            }
        }
        if errors.count > Self.shownCases {
            lines.append("… and \(errors.count - Self.shownCases) more in \(layer)")
        }
    }

    private mutating func addFindings() {
        let diagnosis = report.diagnosis
        guard !diagnosis.tallies.isEmpty else { return }
        lines.append("")
        lines.append("What is wrong:")
        for (operation, tallies) in diagnosis.talliesByOperation {
            lines.append("  \(operation.rawValue): \(tallies.map(\.words).joined(separator: ", "))")
        }
        lines += diagnosis.habits.map { "  \($0)" }
        for finding in diagnosis.findings {
            let cases = counted(finding.caseCount, "case")
            let doubt = finding.isCertain ? "" : "perhaps: "
            lines.append("  \(doubt)\(finding.effect) \(cases) (\(finding.flag))")
        }
        var topics: [String: Int] = [:]
        for result in diagnosis.unexplained {
            topics["\(result.layer)/\(result.topic)", default: 0] += 1
        }
        for (topic, count) in topics.sorted(by: { $0.key < $1.key }) {
            lines.append("  something else in \(topic): \(counted(count, "case"))")
        }
    }

    private mutating func addCounts() {
        if !lines.isEmpty { lines.append("") }
        for (reason, count) in report.reasons {
            lines.append("\(counted(count, "case")) left out: \(reason)")
        }
        if let end = report.endOfTestee {
            lines.append("after the last case: \(end.explanation)")
        }
        let width = report.layers.map(\.count).max() ?? 0
        for layer in report.layers {
            let name = layer + String(repeating: " ", count: width - layer.count)
            lines.append("\(name)  \(report.countsByLayer[layer]?.words ?? "")")
        }
        let testee = "\(report.testee.name) \(report.testee.version)"
        lines.append("KBC \(report.suiteVersion), \(testee): \(report.counts.words)")
        lines.append(report.isConforming ? "conforms, as far as it was judged" : "does not conform")
    }
}

extension Diagnosis.Tally {
    /// The tally in words: "arrow wrong in 3 of 70".
    fileprivate var words: String {
        let what = member == Self.breakdown ? "no answer" : "\(member) wrong"
        return "\(what) in \(wrongCount) of \(caseCount)"
    }
}

extension ConformanceReport.Counts {
    /// The counts in words: the passed cases, and the other counts that are not zero.
    var words: String {
        let others = [
            (failed, "failed"), (expectedFailures, "failed as expected"),
            (unexpectedPasses, "passed unexpectedly"), (skipped, "skipped"), (notRun, "not run"),
        ]
        return (["\(passed) passed"] + others.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" })
            .joined(separator: ", ")
    }
}

extension Verdict {
    /// Whether the case was not run.
    var isNotRun: Bool {
        if case .notRun = self { return true }
        return false
    }
}

extension CaseResult {
    /// What the testee did, line by line: for a wrong answer, the members that differ.
    var differences: [String] {
        guard case .wrong(let answer) = verdict else { return [verdict.explanation] }
        guard case .object(let expected) = vector.expected, case .object(let given) = answer else {
            return ["expected \(vector.expected)", "answered \(answer)"]
        }
        if case (.array(let expected), .array(let given)) = (expected["steps"], given["steps"]) {
            return differences(of: expected, and: given)
        }
        let names = Set(expected.keys).union(given.keys).sorted()
        return names.filter { expected[$0] != given[$0] }.map { name in
            "\(name): expected \(expected[name]?.description ?? "nothing"), "
                + "answered \(given[name]?.description ?? "nothing")"
        }
    }

    /// The first step that differs.
    private func differences(of expected: [JSONValue], and given: [JSONValue]) -> [String] {
        let index =
            zip(expected, given).enumerated().first { $1.0 != $1.1 }?.offset
            ?? min(expected.count, given.count)
        var lines = ["step \(index + 1) of \(expected.count):"]
        if case .array(let events) = vector.input["events"], index < events.count {
            lines[0] += " \(events[index])"
        }
        lines.append("  expected \(index < expected.count ? "\(expected[index])" : "no more")")
        lines.append("  answered \(index < given.count ? "\(given[index])" : "no more")")
        return lines
    }
}
