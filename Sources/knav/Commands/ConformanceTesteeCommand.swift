import KomootNavConformance

/// `knav conformance testee`.
enum ConformanceTesteeCommand: Command {
    static let syntax = Arguments.Syntax()

    static let help = """
        usage: knav conformance testee

        This library behind the testee protocol of Docs/Conformance.md: requests on standard input,
        answers on standard output. To see it judged:

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
                reportError("knav conformance testee: line \(number) is no request")
                return .badData
            }
            print(answer)
            terminal.flush()
        }
        return .success
    }
}
