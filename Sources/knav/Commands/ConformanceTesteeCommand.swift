import KomootNavConformance

/// `knav conformance testee`.
enum ConformanceTesteeCommand: Command {
    static let name = "conformance testee"
    static let summary = "answer the requests of 'conformance run' with this library"

    static let syntax = Arguments.Syntax()

    static let help = """
        usage: knav conformance testee

        Answers the requests of Docs/Conformance.md with this library: one JSON object a line, requests on
        standard input, answers on standard output. To judge it:

          knav conformance run -- knav conformance testee
        """

    static func run(_ arguments: Arguments) -> ExitCode {
        let description = LibraryTestee.description(version: "unreleased")
        let server = TesteeServer(LibraryTestee(), description: description)
        let terminal = Terminal()
        var number = 0
        while let line = readLine() {
            number += 1
            guard let answer = server.answer(line) else {
                report("line \(number) is not a request")
                return .badData
            }
            print(answer)
            terminal.flush()
        }
        return .success
    }
}
