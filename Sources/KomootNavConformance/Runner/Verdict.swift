/// What came of a case.
public enum Verdict: Hashable, Sendable {
    /// The answer is the expected one.
    case passed
    /// The answer is another one; a refusal is an answer.
    case wrong(answer: JSONValue)
    /// The testee ended.
    case crashed(ProcessEnd, lastErrors: String)
    /// There was no answer in time.
    case timedOut
    /// What came is no answer.
    case malformed(reason: String)
    /// The testee lacks what the case needs, or would not take it.
    case skipped(reason: String)
    /// The testee was given up before.
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

    /// Whether the testee broke down over the case: it has to be started again.
    public var isBreakdown: Bool {
        switch self {
        case .crashed, .timedOut, .malformed: true
        case .passed, .wrong, .skipped, .notRun: false
        }
    }

    /// The word for it in reports.
    public var name: String {
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

/// A case and what came of it.
public struct CaseResult: Hashable, Sendable {
    /// The case.
    public let vector: Vector
    /// The layer that it belongs to.
    public let layer: String
    /// The topic within the layer.
    public let topic: String
    /// What came of it.
    public let verdict: Verdict
    /// Why it is expected to fail; `nil` if it is not.
    public let expectedFailure: String?

    /// Whether it speaks against the testee: a failure that was not expected, a pass where a failure was,
    /// or a case that could not be run.
    public var isError: Bool {
        switch verdict {
        case .passed: expectedFailure != nil
        case .wrong, .crashed, .timedOut, .malformed: expectedFailure == nil
        case .notRun: true
        case .skipped: false
        }
    }
}
