/// `knav bench`.
enum BenchCommand: Command {
    static let name = "bench"
    static let summary = "say how to run the benchmark, which is a program of its own"

    static let syntax = Arguments.Syntax(
        options: ["--extra"], flags: ["--json", "--pairs", "--captures"])

    static let help = """
        usage: knav bench [--json] [--extra PERCENT] [--pairs | --captures]

        Says how to run the benchmark with the same options: it measures decoding, encoding and reassembly,
        with '--pairs' the simulator, and with '--captures' the reading of logs. It is a program of its own,
        because it replaces malloc with one that counts, and has the C99 port beside the library.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        throw UsageError(
            message: "the benchmark is a program of its own: run "
                + "'swift run -c release knav-bench' in a clone of the repository")
    }
}
