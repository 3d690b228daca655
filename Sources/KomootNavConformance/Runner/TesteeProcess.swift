import Foundation

/// A program that is spoken to line by line, over its standard input and output.
///
/// Nothing that the program does can hold the caller longer than it allows: every wait has a deadline,
/// a line has a greatest length, and the program with its process group is killed in the end. What it
/// writes to its standard error is read too, so that it never waits; the last of it is kept.
final class TesteeProcess {
    /// What came of an exchange.
    enum Outcome: Equatable {
        /// A line, without its end.
        case line(String)
        /// No line in time.
        case timedOut
        /// The program, or its output, ended.
        case ended(ProcessEnd)
        /// More than ``TesteeProcess/maximumLineLength`` without an end of line.
        case endless
        /// A line that is not UTF-8.
        case notText
    }

    /// The most bytes of a line: as many as any answer needs, many times over.
    static let maximumLineLength = 1 << 20
    /// How much of the standard error is kept.
    static let keptErrorLength = 4096
    /// How long a program whose output has ended may take to end itself.
    static let patienceForEnd = Duration.seconds(1)

    /// The longest that is waited for output at a time: the end of a program whose output another one
    /// keeps open is only seen by looking.
    private static let longestWait = Duration.milliseconds(50)

    private var child: ChildProcess
    private var unread: [UInt8] = []
    private var errors: [UInt8] = []

    /// Starts a program, found as a shell would find it.
    ///
    /// - Throws: the error code (`errno`) of a program that can't be started.
    init(_ command: [String]) throws(ChildProcess.StartFailure) {
        child = try ChildProcess(command)
    }

    deinit { child.kill() }

    /// The end of what the program wrote to its standard error.
    var lastErrors: String { String(decoding: errors, as: UTF8.self) }

    /// Sends a line and waits for one.
    func exchange(_ line: String, within time: Duration) -> Outcome {
        let deadline = ContinuousClock.now + time
        var toSend = Array((line + "\n").utf8)[...]
        while true {
            if let outcome = takeLine() { return outcome }
            let now = ContinuousClock.now
            guard now < deadline else { return .timedOut }
            child.wait(
                toWrite: !toSend.isEmpty,
                milliseconds: min(deadline - now, Self.longestWait).wholeMillisecondsUp)
            toSend = child.write(toSend)
            errors.append(contentsOf: child.readErrors())
            errors.removeFirst(max(0, errors.count - Self.keptErrorLength))
            switch child.read(atMost: Self.maximumLineLength) {
            case .bytes(let bytes): unread += bytes
            case .nothing:
                guard let end = child.endIfEnded() else { break }
                readRest()
                return takeLine() ?? .ended(end)
            case .end:
                if let outcome = takeLine() { return outcome }
                return .ended(end(within: min(Self.patienceForEnd, deadline - now)))
            }
        }
    }

    /// Whether there was output that was not asked for.
    var hasSurplus: Bool { !unread.isEmpty }

    /// Reads what the program left behind when it ended.
    private func readRest() {
        while unread.count < Self.maximumLineLength,
            case .bytes(let bytes) = child.read(atMost: Self.maximumLineLength)
        {
            unread += bytes
        }
    }

    /// Ends the program's input and waits for its end.
    ///
    /// - Returns: how it ended.
    func finish(within time: Duration) -> ProcessEnd {
        child.closeInput()
        return end(within: time)
    }

    /// Waits for the end, reading what still comes; after that time the program is killed.
    private func end(within time: Duration) -> ProcessEnd {
        let deadline = ContinuousClock.now + time
        while true {
            errors.append(contentsOf: child.readErrors())
            errors.removeFirst(max(0, errors.count - Self.keptErrorLength))
            if case .bytes(let bytes) = child.read(atMost: Self.maximumLineLength) {
                unread = Array((unread + bytes).suffix(Self.maximumLineLength))
            }
            if let end = child.endIfEnded() { return end }
            guard ContinuousClock.now < deadline else {
                child.kill()
                return .killed
            }
            child.sleepBriefly()
        }
    }

    private func takeLine() -> Outcome? {
        guard let position = unread.firstIndex(of: UInt8(ascii: "\n")) else {
            return unread.count >= Self.maximumLineLength ? .endless : nil
        }
        guard position < Self.maximumLineLength else { return .endless }
        let line = String(validating: unread[..<position], as: UTF8.self)
        unread.removeSubrange(...position)
        return line.map(Outcome.line) ?? .notText
    }
}

extension Duration {
    /// The milliseconds, rounded up, at most an hour.
    fileprivate var wholeMillisecondsUp: Int32 {
        Int32(max(0, min(3_600_000, (self / .milliseconds(1)).rounded(.up))))
    }
}
