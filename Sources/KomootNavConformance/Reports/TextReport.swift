import KomootNavRecording

/// A report for a person: failed cases or all, what the failed ones have in common, and the counts by layer.
struct TextReport: CustomStringConvertible {
    /// The most failed cases of a layer that are shown one by one.
    static let shownCases = 10

    private let report: ConformanceReport
    private var lines: [String] = []

    init(_ report: ConformanceReport, isTranscript: Bool = false) {
        self.report = report
        if isTranscript {
            lines = report.results.flatMap(\.transcript)
        } else {
            addFailures()
        }
        // A few cases, shown whole, say more than suspicions.
        let diagnosis = report.diagnosis
        if !isTranscript || diagnosis.findings.contains(where: \.isCertain) {
            addFindings(diagnosis)
        }
        addCounts()
    }

    var description: String { lines.map(printable).joined(separator: "\n") }

    private mutating func addFailures() {
        for layer in report.layers { addFailures(of: layer) }
        if let failed = report.results.first(where: \.isShownAsFailure) {
            lines.append("")
            lines.append("To see a request and run it again: --case \(failed.vector.id)")
            if report.results.contains(where: { $0.verdict == .timedOut }) {
                lines.append("To wait less for what hangs: --timeout 1")
            }
        }
    }

    private mutating func addFailures(of layer: String) {
        let errors = report.results.filter { $0.layer == layer && $0.isShownAsFailure }
        for result in errors.prefix(Self.shownCases) {
            lines.append("\(result.vector.id)  \(result.vector.title)")
            if let reason = result.expectedFailure, result.verdict == .passed {
                lines.append("    passed, though it is expected to fail: \(reason)")
            } else {
                lines += result.details.map { "    \($0)" }
            }
        }
        if errors.count > Self.shownCases {
            lines.append("… and \(errors.count - Self.shownCases) more in \(layer)")
        }
    }

    private mutating func addFindings(_ diagnosis: Diagnosis) {
        let wrong = diagnosis.whatIsWrong
        guard !wrong.isEmpty else { return }
        lines.append("")
        lines += wrong
    }

    private mutating func addCounts() {
        if !lines.isEmpty { lines.append("") }
        lines += report.leftOut
        if let end = report.endOfTestee {
            lines.append("after the last case: \(end.explanation)")
        }
        let layers = report.layers.filter(report.testee.layers.contains)
        let width = layers.map(\.count).max() ?? 0
        for layer in layers {
            let name = layer + String(repeating: " ", count: width - layer.count)
            lines.append("\(name)  \(report.countsByLayer[layer]?.words ?? "")")
        }
        let testee = "\(report.testee.name) \(report.testee.version)"
        lines.append("KBC \(report.suiteVersion), \(testee): \(report.counts.words)")
        lines.append(report.conclusion)
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

extension CaseResult {
    /// Whether it is an error, and the case was run.
    fileprivate var isShownAsFailure: Bool {
        if case .notRun = verdict { false } else { isError }
    }
}

extension ConformanceReport {
    /// What was not judged: cases by the reason, in one line those of layers, and in one those of features, that the
    /// testee does not claim; and parts of each answer.
    var leftOut: [String] {
        let reasons = reasons.map { (Reason($0.reason), $0.count) }
        let layers = reasons.filter { $0.0.kind == .layer }
        let features = reasons.filter { $0.0.kind == .feature }
        let others = reasons.filter { $0.0.kind == .other }.map { reason, count in
            "\(counted(count, "case")) left out: \(reason.words)"
        }
        return line("layer", layers) + line(nil, features) + others + unjudgedParts
    }

    /// The parts of each instruction that were not judged; nothing if no instruction was.
    var unjudgedParts: [String] {
        let isJudged = results.contains { result in
            if case .skipped = result.verdict { return false }
            return [.decode, .notification].contains(result.vector.operation)
        }
        return isJudged ? testee.unjudgedParts : []
    }

    private func line(_ kind: String?, _ reasons: [(Reason, Int)]) -> [String] {
        guard !reasons.isEmpty else { return [] }
        let count = reasons.reduce(0) { $0 + $1.1 }
        let words = reasons.map { reasons.count == 1 ? $0.0.words : "\($0.0.words) (\($0.1))" }
        let lacked = (kind.map { "\($0) " } ?? "") + words.joined(separator: ", ")
        return ["\(counted(count, "case")) left out: the testee has no \(lacked)"]
    }

    /// Why a case was left out.
    private struct Reason {
        enum Kind { case layer, feature, other }

        var kind = Kind.other
        var words: String

        init(_ reason: String) {
            words = reason
            let lack = "the testee has no "
            guard reason.hasPrefix(lack) else { return }
            let rest = reason.dropFirst(lack.count)
            let names = rest.split(separator: ",").map { $0.drop { $0 == " " } }
            if rest.hasPrefix("layer ") {
                kind = .layer
                words = String(rest.dropFirst("layer ".count))
            } else if names.allSatisfy({ Feature(rawValue: String($0)) != nil }) {
                kind = .feature
                words = names.joined(separator: " + ")
            }
        }
    }

    /// Whether the testee conforms, and how many of the cases say so.
    var conclusion: String {
        let judged = results.count - counts.skipped - counts.notRun
        let others = results.count { !testee.layers.contains($0.layer) }
        let cases = "\(judged) of \(counted(results.count - others, "case"))"
        let rest = others == 0 ? "" : "; in layers that it doesn't claim: \(others)"
        return isConforming
            ? "conforms, as far as it was judged: \(cases)\(rest)"
            : "does not conform: \(cases) judged\(rest)"
    }
}
