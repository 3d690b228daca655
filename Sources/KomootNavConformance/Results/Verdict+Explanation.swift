extension Verdict {
    /// The verdict in words. Words of the testee are cleaned for display.
    var explanation: String {
        switch self {
        case .passed: "passed"
        case .wrong(let answer): "the answer is wrong: \(answer)"
        case .crashed(let end, let errors):
            errors.isEmpty ? end.explanation : "\(end.explanation); it said: \(errors.essence)"
        case .timedOut: "no answer in time"
        case .malformed(let reason, _): "malformed: \(reason)"
        case .skipped(let reason): reason
        case .notRun(let reason): "not run: \(reason)"
        }
    }
}

extension ProcessEnd {
    /// What such an end means, if it comes too early.
    fileprivate var explanation: String {
        self == .exited(0) ? "it ended before it answered" : "it crashed: \(self)"
    }
}
