extension Verdict {
    /// The verdict in words. Words of the testee are cleaned for display.
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
    /// The last lines of an output that are not blank, as one line.
    var lastLines: String {
        split(whereSeparator: \.isNewline).filter { !$0.allSatisfy(\.isWhitespace) }.suffix(6)
            .joined(separator: " | ")
    }
}
