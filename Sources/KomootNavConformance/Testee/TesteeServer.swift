/// Lets an implementation in Swift speak the testee protocol: a line in, a line out.
///
/// ```swift
/// let server = TesteeServer(LibraryTestee(), description: LibraryTestee.description(version: "1"))
/// while let line = readLine() {
///     guard let answer = server.answer(line) else { exit(65) }
///     print(answer)
/// }
/// ```
///
/// Source: `Docs/Conformance.md`.
public struct TesteeServer<Implementation: Testee> {
    private let implementation: Implementation
    private let description: TesteeDescription

    /// Creates a server.
    public init(_ implementation: Implementation, description: TesteeDescription) {
        self.implementation = implementation
        self.description = description
    }

    /// The answer to a request.
    ///
    /// - Returns: a line; `nil` if it gets a line that is not a request.
    public func answer(_ line: String) -> String? {
        switch TesteeRequest(line) {
        case .describe: description.json.description
        case .answer(let id, let operation, let input):
            implementation.answer(operation, input).map { answer in
                JSONValue.object(["id": .string(id), "answer": answer]).description
            }
        case nil: nil
        }
    }
}
