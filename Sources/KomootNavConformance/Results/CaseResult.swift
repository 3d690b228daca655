/// A case and its verdict.
public struct CaseResult: Hashable, Sendable {
    /// The case.
    public let vector: Vector
    /// The layer that it belongs to.
    package let layer: String
    /// The topic within the layer.
    package let topic: String
    /// The verdict.
    public let verdict: Verdict
    /// Why it is expected to fail; `nil` if it is not.
    public let expectedFailure: String?
    /// The right answer of a testee that has all of an instruction, if this one lacks a part of it.
    var wholeAnswer: JSONValue? = nil
    /// Whether the testee had less time than the limit, so that a time-out may be anything that takes long.
    var isHurried = false
    /// The most bytes of a street that the testee keeps; `nil` if all.
    var streetCapacity: Int? = nil

    /// The bytes and the answer of the object before, if the same process answered it with an instruction.
    var earlier: Earlier? = nil

    /// An object that was answered before.
    struct Earlier: Hashable {
        let bytes: String
        let answer: JSONValue
        /// The members of the answer that were right, or that were left from before.
        let kept: [String: JSONValue]
    }

    /// The right answer with all of an instruction.
    var right: JSONValue { wholeAnswer ?? vector.expected }

    /// Whether it counts against the testee: an unexpected failure, an unexpected pass, or a case that
    /// could not be run.
    public var isError: Bool {
        switch verdict {
        case .passed: expectedFailure != nil
        case .wrong, .crashed, .timedOut, .malformed: expectedFailure == nil
        case .notRun: true
        case .skipped: false
        }
    }
}

/// How a program ended.
public enum ProcessEnd: Hashable, Sendable {
    /// By itself, with this exit code.
    case exited(Int32)
    /// By a signal.
    case signalled(Int32)
    /// It did not end, and was killed.
    case killed
}

extension ProcessEnd: CustomStringConvertible {
    /// The end in words.
    public var description: String {
        switch self {
        case .exited(let code): "it ended with exit code \(code)"
        case .signalled(let number): "signal \(number) ended it"
        case .killed: "it did not end, and was killed"
        }
    }
}
