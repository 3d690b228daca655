public import KomootNavPipe

/// An implementation that answers vectors.
public protocol Testee {
    /// Does what a vector asks.
    ///
    /// - Returns: the answer in the form of ``Vector/expected``; `nil` for an input that does not have the
    ///   form of the operation.
    func answer(_ operation: Vector.Operation, _ input: JSONValue) -> JSONValue?
}

extension Testee {
    /// Whether the answer to a vector is the expected one: all that a regression test in Swift needs.
    public func passes(_ vector: Vector) -> Bool {
        answer(vector.operation, vector.input) == vector.expected
    }
}
