import Foundation
import KomootNavPipe
import KomootNavRecording

/// A Bluetooth log in a file or several, or on standard input.
struct CaptureFile {
    private let files: LogFiles
    /// The name of the command that reports damaged places.
    let command: String
    /// Whether the command shows what was found when the user interrupts a log that is still being written.
    private let isWatched: Bool
    /// Why nothing is read.
    let failure: InputFailure?
    /// What a command ends with that did not get all files.
    private(set) var exitCode = ExitCode.success

    /// Reports which of several files can't be read.
    ///
    /// - Parameter needsAll: whether nothing is read then.
    init(
        paths: [String], command: String, follows: Bool = false, isWatched: Bool = false,
        needsAll: Bool = false
    ) {
        (self.command, self.isWatched) = (command, isWatched)
        files = LogFiles(paths, follows: follows)
        var failures = files.failures.map { InputFailure.log($0) }
        failure = needsAll || failures.count == paths.count ? failures.popLast() : nil
        for failure in failures { exitCode = exitCode.combined(with: report(failure)) }
    }

    /// Where the files are; `-` is standard input.
    var paths: [String] { files.paths }

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
        let names = paths.map {
            $0 == LogInput.standardInput
                ? "standard input" : printable(URL(fileURLWithPath: $0).lastPathComponent)
        }
        return names.joined(separator: ", ")
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
    /// - Returns: how the input ended.
    @discardableResult
    func read(
        _ reader: inout NavigationReader, telling told: Told = .everything,
        _ events: (CapturedEvent, Span<UInt8>) -> Void
    ) throws(InputFailure) -> LogInput.Ending {
        var notes = CaptureNotes()
        reader.lacksFile = exitCode != .success
        func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
            notes.take(event)
            events(event, value)
        }
        let ending = try read { (chunk, end, path) throws(CaptureError) in
            let damage = report(told, path)
            switch end {
            case nil: try reader.read(chunk, take, damage: damage)
            case .file: try reader.endFile(take, damage: damage)
            case .log(let ending): if ending.isAtEnd { try reader.finish(take, damage: damage) }
            }
        }
        tell(notes, reader, told)
        return ending
    }

    /// The same, with each read put together.
    @discardableResult
    func read(
        _ reader: inout NavigationReader, _ events: (CapturedEvent, Span<UInt8>) -> Void,
        reads: (CapturedRead) -> Void
    ) throws(InputFailure) -> LogInput.Ending {
        var notes = CaptureNotes()
        reader.lacksFile = exitCode != .success
        func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
            notes.take(event)
            events(event, value)
        }
        let ending = try read { (chunk, end, path) throws(CaptureError) in
            let damage = report(.everything, path)
            switch end {
            case nil: try reader.read(chunk, take, reads: reads, damage: damage)
            case .file: try reader.endFile(take, reads: reads, damage: damage)
            case .log(let ending) where ending.isAtEnd:
                try reader.finish(take, reads: reads, damage: damage)
            case .log: reader.stop(reads: reads)
            }
        }
        tell(notes, reader, .everything)
        return ending
    }

    /// The same for the values that sensors notify.
    func read(
        _ reader: inout ValueReader, _ events: (ValueEvent, Span<UInt8>) -> Void
    ) throws(InputFailure) {
        _ = try read { (chunk, end, path) throws(CaptureError) in
            let damage = report(.damage, path)
            switch end {
            case nil: try reader.read(chunk, events, damage: damage)
            case .file: try reader.endFile(events, damage: damage)
            case .log: try reader.finish(events, damage: damage)
            }
        }
        CaptureNotes.recordLines(reader.records).forEach(note)
    }

    /// Says something of the log that is not part of a command's output.
    func note(_ text: String) { note(text, of: paths) }

    private func note(_ text: String, of paths: [String]) {
        let names = paths.map { "'\(printable($0))'" }.joined(separator: ", ")
        reportError("knav \(command): \(names): \(text)")
    }

    /// Says why the log can't be used.
    ///
    /// - Returns: the exit code that this gives.
    func report(_ failure: InputFailure) -> ExitCode {
        note(failure.explanation, of: failure.paths ?? paths)
        return failure.exitCode
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
    func finish(_ ending: LogInput.Ending) -> ExitCode {
        if let explanation = ending.explanation { note(explanation) }
        return ending.exitCode.combined(with: exitCode)
    }

    /// The same if the command found nothing to show.
    ///
    /// - Throws: the failure, unless the user interrupted the command. Then the failure is only reported.
    func finish(
        _ ending: LogInput.Ending, with failure: InputFailure
    ) throws(InputFailure) -> ExitCode {
        let exitCode = finish(ending)
        guard ending == .interrupted else { throw failure }
        note(failure.explanation)
        return exitCode
    }

    private func report(_ told: Told, _ path: String) -> (CaptureDamage) -> Void {
        { if told.contains(.damage), let text = $0.explanation { note(text, of: [path]) } }
    }

    private func read(
        _ body: (Span<UInt8>, LogFiles.End?, _ path: String) throws(CaptureError) -> Void
    ) throws(InputFailure) -> LogInput.Ending {
        if let failure { throw failure }
        let watch: (() -> () -> Bool)? = isWatched ? { Interruption.catching() } : nil
        do throws(LogFiles.Failure) {
            return try files.read(watch: watch, body)
        } catch {
            throw .log(error)
        }
    }
}

extension LogInput.Ending {
    /// The exit code of a command that has read until then.
    var exitCode: ExitCode {
        switch self {
        case .complete, .unread, .replaced, .removed: .success
        case .interrupted: .interrupted
        case .shortened: .badData
        }
    }
}

extension NavigationReader {
    /// The exit code of a command that has read a log to its end.
    var exitCode: ExitCode { damageCount == 0 ? .success : .badData }
}
