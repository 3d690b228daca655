/// `knav bench`.
enum BenchCommand: Command {
    static let syntax = Arguments.Syntax(flags: ["--json"])
    static let help = ""
    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode { .success }
}
