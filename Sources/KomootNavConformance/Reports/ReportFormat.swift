/// The forms in which a report can be written.
public enum ReportFormat: String, Hashable, Sendable, CaseIterable {
    /// For a person.
    case text
    /// The Test Anything Protocol, version 14.
    case tap
    /// The XML that build servers read.
    case junit
    /// One JSON object.
    case json
}

extension ConformanceReport {
    /// The report in a form; no line end at the end.
    public func formatted(as format: ReportFormat) -> String {
        switch format {
        case .text: TextReport(self).description
        case .tap: TAPReport(self).description
        case .junit: JUnitReport(self).description
        case .json: JSONReport(self).description
        }
    }
}

extension Verdict {
    /// What came of the case, in words; what a testee says is made fit to be shown.
    var explanation: String {
        switch self {
        case .passed: "passed"
        case .wrong(let answer): "the answer is wrong: \(answer)"
        case .crashed(let end, let errors):
            errors.isEmpty
                ? "it crashed: \(end)" : "it crashed: \(end); it said: \(errors.lastLines)"
        case .timedOut: "no answer in time"
        case .malformed(let reason): "malformed: \(reason)"
        case .skipped(let reason): reason
        case .notRun(let reason): "not run: \(reason)"
        }
    }
}

extension String {
    /// The last lines of an output that say something, as one line.
    var lastLines: String {
        split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }.suffix(6)
            .joined(separator: " | ")
    }

    /// The text without characters that would act on what shows it instead of being shown.
    var shown: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let acts =
                switch scalar {
                case "\u{2028}", "\u{2029}", "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}",
                    "\u{FFFE}", "\u{FFFF}":
                    true
                default: scalar.properties.generalCategory == .control
                }
            scalars.append(acts ? "\u{FFFD}" : scalar)
        }
        return String(scalars)
    }
}
