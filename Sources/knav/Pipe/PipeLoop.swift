import Foundation
import KomootNav
import KomootNavConformance

/// Runs a session between standard input and standard output, on the wall clock where the other end
/// gives no times.
struct PipeLoop {
    private var pipe: SessionPipe
    private var publications: Publications?
    private var trace: PartialFile?
    private var recording: PipeRecording?
    private let terminal = Terminal()
    private let start = ContinuousClock.now

    /// What `poll` waits at most; a clock may be set meanwhile.
    private static let longestWait = 60_000
    private static let chunkSize = 1 << 16

    init(
        _ pipe: SessionPipe, publications: Publications?, trace: PartialFile?,
        recording: PipeRecording?
    ) {
        self.pipe = pipe
        self.publications = publications
        self.trace = trace
        self.recording = recording
    }

    /// Runs until the input ends.
    mutating func run(as command: String) -> ExitCode {
        write(pipe.greeting)
        terminal.flush()
        var bytes = ContiguousArray<UInt8>(repeating: 0, count: Self.chunkSize)
        while true {
            guard waitForInput() else {
                passTime()
                terminal.flush()
                continue
            }
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            }
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard count > 0 else { break }
            let time = now
            feed { (pipe, write) in
                pipe.take(bytes.span.extracting(..<count), at: time, write)
            }
            passTime()
            terminal.flush()
        }
        let time = now
        feed { (pipe, write) in pipe.finish(at: time, write) }
        terminal.flush()
        let isTraced = trace?.finish() ?? true
        let isRecorded = recording?.finish() ?? true
        guard isTraced && isRecorded else {
            reportError("knav \(command): the trace or the record can't be written")
            return .outputFailed
        }
        return pipe.refusedLines == 0 ? .success : .badData
    }

    private var now: SessionTime { SessionTime(start.duration(to: .now)) }

    /// When something is due by itself.
    private var nextDue: SessionTime? {
        guard pipe.clock == .wall else { return nil }
        return [pipe.nextDeadline, publications?.nextTime].compactMap { $0 }.min()
    }

    /// Waits until there is input, or until something is due.
    ///
    /// - Returns: whether there is input.
    private func waitForInput() -> Bool {
        var timeout: Int32 = -1
        if let due = nextDue {
            let rest = due.milliseconds(since: now)
            timeout = Int32(min(rest, UInt64(Self.longestWait)))
        }
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&input, 1, timeout) > 0
    }

    /// Does what is due: publications, and what the session waits for.
    private mutating func passTime() {
        guard pipe.clock == .wall else { return }
        while true {
            let time = now
            guard let object = publications?.next(at: time) else { break }
            feed { (pipe, write) in pipe.publish(object.span, at: time, write) }
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
            publications?.observe(line, at: time)
            write(line)
        }
    }

    private mutating func write(_ line: PipeLine) {
        let text = line.text
        trace?.write(text + "\n")
        recording?.add(line)
        if !line.isForTraces { print(text) }
    }
}
