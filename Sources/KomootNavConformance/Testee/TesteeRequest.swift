/// A line that the runner sends to a testee.
///
/// Source: `Docs/Conformance.md`.
enum TesteeRequest: Hashable {
    /// Describe yourself.
    case describe(suiteVersion: String)
    /// Answer a case.
    case answer(id: String, Vector.Operation, JSONValue)

    /// The line that is sent.
    var json: JSONValue {
        switch self {
        case .describe(let suiteVersion):
            .object([
                "request": .string("describe"),
                "protocol": .number(TesteeDescription.protocolVersion),
                "suite": .string("KBC"),
                "suiteVersion": .string(suiteVersion),
            ])
        case .answer(let id, let operation, let input):
            .object([
                "request": .string("case"), "id": .string(id),
                "operation": .string(operation.rawValue), "input": input,
            ])
        }
    }

    /// Reads a line; `nil` if it is not a request of this version of the protocol.
    init?(_ line: String) {
        guard let json = JSONValue(line: line) else { return nil }
        switch json["request"]?.string {
        case "describe":
            guard json["protocol"] == .number(TesteeDescription.protocolVersion) else { return nil }
            self = .describe(suiteVersion: json["suiteVersion"]?.string ?? "")
        case "case":
            guard let id = json["id"]?.string, let input = json["input"],
                let operation = json["operation"]?.string.flatMap(Vector.Operation.init(rawValue:))
            else { return nil }
            self = .answer(id: id, operation, input)
        default: return nil
        }
    }
}

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
