import Foundation
import KomootNavPipe
import KomootNavRecording

/// How the program ends; the numbers are those of BSD's `sysexits.h`.
enum ExitCode: Int32, CaseIterable {
    case success = 0
    /// A campaign found a broken promise, a testee does not conform, or a log disagrees with the library.
    case failed = 1
    /// The command line is wrong.
    case usage = 64
    /// Some input was bad; everything else was done.
    case badData = 65
    /// A file can't be read.
    case noInput = 66
    /// There is nothing to judge: a program can't be started, or is not a testee. Or nothing to listen on.
    case unavailable = 69
    /// What was printed can't be written.
    case outputFailed = 74
    /// The user interrupted it; what it had found is printed. The number is a shell's for SIGINT.
    case interrupted = 130

    /// What the help says about it.
    var meaning: String {
        switch self {
        case .success: "success"
        case .failed:
            "a broken promise, a testee that does not conform, or a log that disagrees with the library"
        case .usage: "the command line is wrong"
        case .badData: "some input was bad; everything else was done"
        case .noInput: "a file can't be read"
        case .unavailable: "a program can't be judged, or a port is taken"
        case .outputFailed: "the output can't be written"
        case .interrupted: "interrupted; what was found is printed"
        }
    }

    /// Reports for a command that a file can't be written, and why: what `errno` says, or another reason.
    static func unwritable(
        _ path: String, _ reason: String = systemReason(), for command: String
    ) -> ExitCode {
        reportError("knav \(command): '\(printable(path))' can't be written: \(reason)")
        return .outputFailed
    }

    /// This exit code; the other one if this is a success.
    func combined(with other: ExitCode) -> ExitCode { self == .success ? other : self }
}

extension WholeFile.Failure {
    var exitCode: ExitCode {
        switch self {
        case .unreadable: .noInput
        case .oversized: .badData
        }
    }
}

extension StandardInput.Failure {
    /// Reports it for a command.
    func report(as command: String) -> ExitCode {
        reportError("knav \(command): standard input can't be read: \(reason)")
        return .noInput
    }
}

/// A value as one line of JSON, members sorted by name, with escapes as in `JSONValue.description`. It may
/// hold strings and finite numbers.
func jsonLine(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else {
        preconditionFailure("finite numbers and strings always have a JSON form")
    }
    return String(decoding: data, as: UTF8.self).withEscapedControls
}
