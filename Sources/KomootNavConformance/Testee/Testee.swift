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
