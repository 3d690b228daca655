import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording

/// Runs a session between standard input and standard output. If the other end gives no times, the wall
/// clock counts.
struct PipeLoop {
    var pipe: SessionPipe
    var publisher: RidePublisher?
    var trace: PartialFile?
    var record: LogFile<PipeRecorder>?

    private let terminal = Terminal()
    private let start = ContinuousClock.now

    /// Runs until the input ends or fails.
    mutating func run(as command: String) -> ExitCode {
        write(pipe.greeting)
        terminal.flush()
        var input = StandardInput()
        var failure: StandardInput.Failure?
        reading: while true {
            switch input.wait(atMost: nextDue.map { $0.milliseconds(since: now) }) {
            case .nothing: break
            case .end: break reading
            case .failed(let why):
                failure = why
                break reading
            case .bytes(let count):
                let time = now
                feed { (pipe, write) in
                    pipe.handle(input.chunk.span.extracting(..<count), at: time, write)
                }
            }
            passTime()
            terminal.flush()
        }
        let time = now
        // The beginning of a line that could not be read whole is dropped.
        if failure == nil { feed { (pipe, write) in pipe.finish(at: time, write) } }
        terminal.flush()
        var isWritten = true
        func report(_ what: String, _ reason: String) {
            reportError("knav \(command): the \(what) can't be written: \(reason)")
            isWritten = false
        }
        if trace?.finish() == false { report("trace", systemReason()) }
        var reads: String?
        record?.record { reads = $0.finishReads() }
        if let reads { reportError("knav \(command): \(reads)") }
        if record?.finish() == false { report("record", record?.reason ?? systemReason()) }
        let end = failure?.report(as: command) ?? .success
        guard isWritten else { return .outputFailed }
        return end.combined(with: pipe.refusedLines == 0 ? .success : .badData)
    }

    private var now: SessionTime { SessionTime(start.duration(to: .now)) }

    /// When something is due without input.
    private var nextDue: SessionTime? {
        guard pipe.clock == .wall else { return nil }
        return [pipe.nextDeadline, publisher?.nextTime].compactMap { $0 }.min()
    }

    /// Does what is due: publishes instructions of the ride, and tells the session the time.
    private mutating func passTime() {
        guard pipe.clock == .wall else { return }
        while true {
            let time = now
            guard let event = publisher?.next(at: time) else { break }
            feed { (pipe, write) in pipe.handle(event, at: time, write) }
        }
        if let deadline = pipe.nextDeadline, deadline <= now {
            let time = now
            feed { (pipe, write) in pipe.passTime(to: time, write) }
        }
    }

    private mutating func feed(_ body: (inout SessionPipe, (PipeLine) -> Void) -> Void) {
        var lines: [PipeLine] = []
        body(&pipe) { lines.append($0) }
        let time = now
        for line in lines {
            publisher?.handle(line, at: time)
            write(line)
        }
    }

    private mutating func write(_ line: PipeLine) {
        let text = line.text
        trace?.write(text + "\n")
        record?.record { $0.handle(line) }
        if !line.isForTraces { print(text) }
    }
}

/// What the two commands that run a session over a pipe have in common.
enum PipeArguments {
    static func clock(_ arguments: Arguments) throws(UsageError) -> SessionPipe.Clock {
        try arguments.choice("--clock", of: SessionPipe.Clock.allCases) ?? .wall
    }

    /// Runs the pipe that a command has made.
    static func run(
        _ pipe: SessionPipe, _ arguments: Arguments, as host: CaptureWriter.Host,
        publishing publisher: RidePublisher? = nil
    ) throws(UsageError) -> ExitCode {
        guard arguments.flags.contains("--stdio") else {
            throw UsageError(message: "'--stdio' is missing")
        }
        let ride = arguments.options["--ride"].map { [$0] } ?? []
        try arguments.keepApart(ride, outputs: ["--trace", "--record"])
        let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
        let start = CaptureTime(microsecondsSince1970: pipe.clock == .wall ? now : 0)
        do throws(UnwritableFile) {
            let (trace, record) = try arguments.files("--trace", "--record")
            let form = WrittenForm(ofFileNamed: arguments.options["--record"] ?? "")
            let recorder = PipeRecorder(of: pipe, start: start, form: form)
            var loop = PipeLoop(
                pipe: pipe, publisher: publisher, trace: trace,
                record: record.map { LogFile($0, recorder) })
            return loop.run(as: host.rawValue)
        } catch {
            return .unwritable(error.path, error.reason, for: host.rawValue)
        }
    }
}
