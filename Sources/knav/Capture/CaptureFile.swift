import Foundation
import KomootNavRecording

/// A Bluetooth log in a file, or on standard input.
struct CaptureFile {
    /// Where the file is; `-` is standard input.
    let path: String
    /// The name of the command that reports damaged places.
    let command: String
    /// Whether to wait for more at the end of the file.
    var follows = false
    /// Whether the command shows what was found when the user interrupts a log that is still being written.
    var isWatched = false

    /// What the log is called in a heading.
    var name: String {
        path == CaptureInput.standardInput
            ? "standard input" : printable(URL(fileURLWithPath: path).lastPathComponent)
    }

    /// Feeds the whole file to a reader, and reports damaged places.
    ///
    /// - Parameters:
    ///   - reader: the reader.
    ///   - isQuiet: whether to say nothing of damaged places, because another pass reports them.
    ///   - events: called with each event, and with the bytes that belong to it.
    /// - Returns: why there are no more bytes.
    @discardableResult
    func read(
        _ reader: inout NavigationReader, isQuiet: Bool = false,
        _ events: (CapturedEvent, Span<UInt8>) -> Void
    ) throws(InputFailure) -> CaptureInput.Ending {
        try read { (chunk, ending) throws(CaptureError) in
            if let ending {
                guard ending.isAtEnd else { return }
                return try reader.finish(events, damage: report(isQuiet))
            }
            try reader.read(chunk, events, damage: report(isQuiet))
        }
    }

    /// The same, with each read put together.
    @discardableResult
    func read(
        _ reader: inout NavigationReader, _ events: (CapturedEvent, Span<UInt8>) -> Void,
        reads: (CapturedRead) -> Void
    ) throws(InputFailure) -> CaptureInput.Ending {
        try read { (chunk, ending) throws(CaptureError) in
            if let ending {
                guard ending.isAtEnd else { return reader.stop(reads: reads) }
                return try reader.finish(events, reads: reads, damage: report(false))
            }
            try reader.read(chunk, events, reads: reads, damage: report(false))
        }
    }

    /// The same for the values that sensors notify.
    func read(
        _ reader: inout ValueReader, _ events: (ValueEvent, Span<UInt8>) -> Void
    ) throws(InputFailure) {
        _ = try read { (chunk, ending) throws(CaptureError) in
            guard ending == nil else { return try reader.finish(events, damage: report(false)) }
            try reader.read(chunk, events, damage: report(false))
        }
    }

    /// Says something of the file that is not part of a command's output.
    func note(_ text: String) {
        reportError("knav \(command): '\(printable(path))': \(text)")
    }

    /// Says what may be navigation's, and was not read.
    func noteLeftOut(by reader: NavigationReader) {
        for left in reader.leftOut { note(left.explanation) }
    }

    /// Says what became of a file that was followed.
    ///
    /// - Returns: the exit code that this gives.
    func finish(_ ending: CaptureInput.Ending) -> ExitCode {
        if let explanation = ending.explanation { note(explanation) }
        return ending.exitCode
    }

    /// The same if the command found nothing to show.
    ///
    /// - Throws: the failure, unless the user interrupted the command. Then the failure is only reported.
    func finish(
        _ ending: CaptureInput.Ending, with failure: InputFailure
    ) throws(InputFailure) -> ExitCode {
        let exitCode = finish(ending)
        guard ending == .interrupted else { throw failure }
        note(failure.explanation)
        return exitCode
    }

    private func report(_ isQuiet: Bool) -> (CaptureDamage) -> Void {
        { damage in
            guard !isQuiet else { return }
            note(damage.explanation)
        }
    }

    /// Reads the file chunk by chunk.
    ///
    /// - Parameter body: called with each chunk, and then with none and why there are no more.
    private func read(
        _ body: (Span<UInt8>, CaptureInput.Ending?) throws(CaptureError) -> Void
    ) throws(InputFailure) -> CaptureInput.Ending {
        guard var input = CaptureInput(path: path, follows: follows, isWatched: isWatched) else {
            throw .unreadable()
        }
        while true {
            guard let arrival = input.next() else { throw .unreadable() }
            do throws(CaptureError) {
                switch arrival {
                case .bytes(let count): try body(input.bytes.span.extracting(..<count), nil)
                case .end(let ending):
                    try body(Span(), ending)
                    return ending
                }
            } catch {
                throw .notACapture(error)
            }
        }
    }
}

extension NavigationReader {
    /// The exit code of a command that has read a log to its end.
    var exitCode: ExitCode { damageCount == 0 ? .success : .badData }
}
