import KomootNav
import KomootNavConformance

/// What the two commands with a session behind a pipe have in common.
enum PipeArguments {
    static func clock(_ arguments: Arguments) throws(UsageError) -> SessionPipe.Clock {
        try arguments.value("--clock", "wall or given", SessionPipe.Clock.init(rawValue:)) ?? .wall
    }

    /// The layout that is pinned; `nil` for the detected one.
    static func layout(_ arguments: Arguments) throws(UsageError) -> InstructionLayout? {
        guard arguments.options["--layout"] != "auto" else { return nil }
        return try arguments.value(
            "--layout", "auto or a layout's name", InstructionLayout.init(name:))
    }

    static func speed(_ arguments: Arguments) throws(UsageError) -> Double? {
        try arguments.value("--speed", "a number from 0.01 to 10000") {
            Double($0).flatMap { (0.01...10_000).contains($0) ? $0 : nil }
        }
    }

    /// Runs the pipe that a command has made.
    static func run(
        _ pipe: SessionPipe, _ arguments: Arguments, as command: String,
        publishing publications: Publications? = nil
    ) throws(UsageError) -> ExitCode {
        guard arguments.flags.contains("--stdio") else {
            throw UsageError(message: "'--stdio' is missing")
        }
        var trace: PartialFile?
        if let path = arguments.options["--trace"] {
            trace = PartialFile(path: path)
            guard trace != nil else {
                reportError("knav \(command): '\(printable(path))' can't be written")
                return .outputFailed
            }
        }
        var loop = PipeLoop(pipe, publications: publications, trace: trace)
        return loop.run()
    }
}
