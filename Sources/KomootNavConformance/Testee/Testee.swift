/// An implementation that answers vectors.
public protocol Testee {
    /// Does what a vector asks.
    ///
    /// - Returns: the answer in the form of ``Vector/expected``; `nil` for an input that is none.
    func answer(_ operation: Vector.Operation, _ input: JSONValue) -> JSONValue?
}

extension Testee {
    /// Whether the answer to a vector is the expected one.
    public func passes(_ vector: Vector) -> Bool {
        answer(vector.operation, vector.input) == vector.expected
    }
}
