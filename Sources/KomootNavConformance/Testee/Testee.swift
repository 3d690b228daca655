/// An implementation that answers vectors.
public protocol Testee {
    /// Does what a vector asks.
    ///
    /// - Returns: the answer in the form of `Vector.expected`; `nil` for an input that does not have the
    ///   form of the operation.
    func answer(_ operation: Vector.Operation, _ input: JSONValue) -> JSONValue?
}

extension Testee {
    /// Asks for the answer to a vector, and says what is wrong with it: all that a regression test in Swift
    /// needs.
    ///
    /// - Returns: the vector in words, and the answer; `nil` if the answer is the expected one.
    public func failure(of vector: Vector) -> String? {
        let answer = answer(vector.operation, vector.input)
        if answer == vector.expected { return nil }
        return "\(vector), not \(answer.map { "\($0)" } ?? "nothing")"
    }
}

/// A member of an instruction in the answers to `decode` and `notification`.
///
/// A testee that has only some of them names these in its description, and is not judged by the others.
///
/// Source: `Docs/Conformance.md`.
public enum InstructionMember: String, Hashable, Sendable, CaseIterable {
    /// Which layout it was.
    case layout
    /// Whether it was the whole object.
    case extent
    /// The identifier.
    case identifier
    /// The arrow's byte.
    case arrow
    /// The arrow's name.
    case arrowName
    /// The distance, in metres.
    case distanceInMeters
    /// The street's bytes.
    case streetBytes
    /// The street's text.
    case street
    /// Where the street is not UTF-8.
    case strictErrorOffset
}
