/// How a case ended.
public enum Verdict: Hashable, Sendable {
    /// The answer is the expected one.
    case passed
    /// The answer is not the expected one; a refusal is an answer too.
    case wrong(answer: JSONValue)
    /// The testee ended.
    case crashed(ProcessEnd, lastErrors: String)
    /// There was no answer in time.
    case timedOut
    /// What came is not an answer. It may not have been meant as one either, such as a log line.
    case malformed(reason: String, isMeantAsAnswer: Bool = true)
    /// The testee lacks what the case needs, or declined it.
    case skipped(reason: String)
    /// The run had already given the testee up.
    case notRun(reason: String)
}

extension Verdict {
    /// Whether the testee did not do what it should.
    public var isFailure: Bool {
        switch self {
        case .wrong, .crashed, .timedOut, .malformed: true
        case .passed, .skipped, .notRun: false
        }
    }

    /// Whether the testee broke down over the case and must be started again.
    package var isBreakdown: Bool {
        switch self {
        case .crashed, .timedOut, .malformed: true
        case .passed, .wrong, .skipped, .notRun: false
        }
    }

    /// The verdict's word in reports.
    package var name: String {
        switch self {
        case .passed: "passed"
        case .wrong: "wrong"
        case .crashed: "crashed"
        case .timedOut: "timedOut"
        case .malformed: "malformed"
        case .skipped: "skipped"
        case .notRun: "notRun"
        }
    }
}

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
