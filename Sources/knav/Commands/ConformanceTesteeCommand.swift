import KomootNavConformance
import KomootNavPipe

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
        let description = LibraryTestee.description(version: KnavVersion.text)
        let server = TesteeServer(LibraryTestee(), description: description)
        let terminal = Terminal()
        var number = 0
        var exitCode = ExitCode.success
        do throws(StandardInput.Failure) {
            try InputLines.read { line in
                number += 1
                guard let line else {
                    report("line \(number): \(InputLines.tooLong)")
                    exitCode = .badData
                    return false
                }
                guard let answer = server.answer(String(decoding: line, as: UTF8.self)) else {
                    report("line \(number) is not a request")
                    exitCode = .badData
                    return false
                }
                print(answer)
                terminal.flush()
                return true
            }
        } catch {
            return report(error)
        }
        return exitCode
    }
}
