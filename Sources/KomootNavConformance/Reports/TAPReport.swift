import KomootNavRecording

/// A report in the Test Anything Protocol, version 13 (testanything.org).
struct TAPReport: CustomStringConvertible {
    private let report: ConformanceReport

    init(_ report: ConformanceReport) { self.report = report }

    var description: String {
        let endCount = report.endOfTestee == nil ? 0 : 1
        var lines = ["TAP version 13", "1..\(report.results.count + endCount)"]
        for (index, result) in report.results.enumerated() {
            lines += line(index + 1, result)
        }
        if let end = report.endOfTestee {
            lines.append("not ok \(report.results.count + 1) - the testee ends with exit code 0")
            lines += diagnostics([end.explanation])
        }
        let words = report.diagnosis.whatIsWrong + report.leftOut + [report.conclusion]
        lines += words.map { "# \(printable($0))" }
        return lines.joined(separator: "\n")
    }

    private func line(_ number: Int, _ result: CaseResult) -> [String] {
        let name = "\(number) - \(escaped(result.vector.id + " " + result.vector.title))"
        switch (result.verdict, result.expectedFailure) {
        case (.passed, nil): return ["ok \(name)"]
        case (.passed, _):
            return ["not ok \(name)"] + diagnostics(["it passed, though it was expected to fail"])
        case (.skipped(let reason), _): return ["ok \(name) # SKIP \(escaped(reason))"]
        case (.wrong, let reason?), (.crashed, let reason?), (.timedOut, let reason?),
            (.malformed, let reason?):
            return ["not ok \(name) # TODO \(escaped(reason))"]
        case (.wrong, nil), (.crashed, nil), (.timedOut, nil), (.malformed, nil), (.notRun, _):
            return ["not ok \(name)"] + diagnostics(result.details)
        }
    }

    /// A block of YAML whose only member is a literal text, so that nothing in it needs escaping.
    private func diagnostics(_ lines: [String]) -> [String] {
        ["  ---", "  message: |"] + lines.map { "    \(printable($0))" } + ["  ..."]
    }

    private func escaped(_ text: String) -> String {
        printable(text).replacing("\\", with: "\\\\").replacing("#", with: "\\#")
    }
}
