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

    /// What is said of a log beside what the command finds in it.
    struct Told: OptionSet {
        /// Damaged places.
        static let damage = Told(rawValue: 1)
        /// Which connections are read with the handle of an earlier one.
        static let handles = Told(rawValue: 2)
        /// On which connections the given handle is not navigation's.
        static let denials = Told(rawValue: 16)
        /// What may be navigation's, and was not read.
        static let leftOut = Told(rawValue: 4)
        /// Records of impossible dates, or that are cut, and what only the air shows.
        static let records = Told(rawValue: 8)
        static let everything: Told = [.damage, .handles, .denials, .leftOut, .records]

        let rawValue: Int
    }

    /// What the log is called in a heading.
    var name: String {
        path == CaptureInput.standardInput
            ? "standard input" : printable(URL(fileURLWithPath: path).lastPathComponent)
    }

    /// The heading over what is found in the log.
    ///
    /// - Parameter start: when the log begins.
    func heading(at start: CaptureTime) -> String {
        let seconds = Double(start.microsecondsSince1970) / 1_000_000
        return "\(name) · \(Date(timeIntervalSince1970: seconds).formatted(.iso8601))"
    }

    /// Feeds the whole file to a reader, and reports damaged places.
    ///
    /// - Parameters:
    ///   - reader: the reader.
    ///   - told: what is said of the file. If there are two passes, each says what the other doesn't.
    ///   - events: called with each event, and with the bytes that belong to it.
    /// - Returns: why there are no more bytes.
    @discardableResult
    func read(
        _ reader: inout NavigationReader, telling told: Told = .everything,
        _ events: (CapturedEvent, Span<UInt8>) -> Void
    ) throws(InputFailure) -> CaptureInput.Ending {
        var notes = CaptureNotes()
        func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
            notes.take(event)
            events(event, value)
        }
        let ending = try read { (chunk, ending) throws(CaptureError) in
            if let ending {
                guard ending.isAtEnd else { return }
                return try reader.finish(take, damage: report(told))
            }
            try reader.read(chunk, take, damage: report(told))
        }
        tell(notes, reader, told)
        return ending
    }

    /// The same, with each read put together.
    @discardableResult
    func read(
        _ reader: inout NavigationReader, _ events: (CapturedEvent, Span<UInt8>) -> Void,
        reads: (CapturedRead) -> Void
    ) throws(InputFailure) -> CaptureInput.Ending {
        var notes = CaptureNotes()
        func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
            notes.take(event)
            events(event, value)
        }
        let ending = try read { (chunk, ending) throws(CaptureError) in
            if let ending {
                guard ending.isAtEnd else { return reader.stop(reads: reads) }
                return try reader.finish(take, reads: reads, damage: report(.everything))
            }
            try reader.read(chunk, take, reads: reads, damage: report(.everything))
        }
        tell(notes, reader, .everything)
        return ending
    }

    /// The same for the values that sensors notify.
    func read(
        _ reader: inout ValueReader, _ events: (ValueEvent, Span<UInt8>) -> Void
    ) throws(InputFailure) {
        _ = try read { (chunk, ending) throws(CaptureError) in
            guard ending == nil else {
                return try reader.finish(events, damage: report(.damage))
            }
            try reader.read(chunk, events, damage: report(.damage))
        }
        CaptureNotes.recordLines(reader.records).forEach(note)
    }

    /// Says something of the file that is not part of a command's output.
    func note(_ text: String) {
        reportError("knav \(command): '\(printable(path))': \(text)")
    }

    /// Says how handles are known, and what may be missing.
    private func tell(_ notes: CaptureNotes, _ reader: NavigationReader, _ told: Told) {
        if told.contains(.handles) { notes.handleLines.forEach(note) }
        // If there is no traffic at all, the failure says why.
        if told.contains(.denials), reader.hasTraffic { notes.denialLines.forEach(note) }
        if told.contains(.leftOut) { CaptureNotes.leftOutLines(reader).forEach(note) }
        if told.contains(.records) { CaptureNotes.recordLines(reader.records).forEach(note) }
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

    private func report(_ told: Told) -> (CaptureDamage) -> Void {
        { if told.contains(.damage), let text = $0.explanation { note(text) } }
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
