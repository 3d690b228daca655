import KomootNavRecording

/// One command of the command line.
protocol Command {
    /// Its name: one word, or two for a command of a group.
    static var name: String { get }
    /// What it does, in one line.
    static var summary: String { get }
    /// The options and flags that it takes.
    static var syntax: Arguments.Syntax { get }
    /// What `--help` prints.
    static var help: String { get }

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode
}

extension Command {
    /// Reports something on standard error, under the command's name.
    static func report(_ text: String) { reportError("knav \(name): \(text)") }

    /// Reports what is wrong with a file.
    static func report(_ path: String, _ text: String) { report("'\(printable(path))': \(text)") }

    /// Reports that standard input can't be read, and why.
    static func report(_ failure: StandardInput.Failure) -> ExitCode {
        failure.report(as: name)
    }

    /// Reports that a file can't be written, and why.
    static func reportUnwritable(_ file: UnwritableFile) -> ExitCode {
        reportUnwritable(file.path, file.reason)
    }

    /// Reports that a file can't be written, and why: what `errno` says, or another reason.
    static func reportUnwritable(_ path: String, _ reason: String = systemReason()) -> ExitCode {
        report("'\(printable(path))' can't be written: \(reason)")
        return .outputFailed
    }
}
