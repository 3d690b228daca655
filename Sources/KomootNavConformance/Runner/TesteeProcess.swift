// Left out where a program can't start another one.
#if !os(tvOS) && !os(watchOS)
    import Foundation

    /// A program that reads and writes lines on its standard input and output.
    ///
    /// The program can't hold the caller longer than the caller allows: every wait has a deadline, a line has
    /// a maximum length, and in the end the program and its process group are killed. Its standard error is
    /// read too, so that the program never waits.
    package final class TesteeProcess {
        /// How an exchange ended.
        package enum Outcome: Equatable {
            /// A line, without its line end.
            case line(String)
            /// No line in time.
            case timedOut
            /// The program, or its output, ended.
            case ended(ProcessEnd)
            /// More than ``TesteeProcess/maximumLineLength`` bytes without a line end.
            case endless
            /// A line that is not UTF-8.
            case notText
        }

        /// The maximum length of a line in bytes: many times what any answer needs.
        package static let maximumLineLength = 1 << 20
        /// The longest single wait for output. If another process keeps the output open, the program's end
        /// does not end the wait.
        private static let longestWait = Duration.milliseconds(50)

        private var child: ChildProcess
        private let waitForEnd: Duration
        private let isInterrupted: () -> Bool
        private var toSend: ArraySlice<UInt8> = []
        private var unread: [UInt8] = []
        /// How many of the unread bytes are known to hold no line end.
        private var searchedCount = 0
        private var errors = ErrorOutput()

        /// Starts a program, found as a shell would find it.
        ///
        /// - Parameters:
        ///   - command: the program and its arguments.
        ///   - waitForEnd: how long the program may take to end after its output has ended.
        ///   - isInterrupted: whether no wait may go on.
        /// - Throws: the error code (`errno`) of a program that can't be started.
        package init(
            _ command: [String], waitForEnd: Duration, isInterrupted: @escaping () -> Bool
        ) throws(ProgramStartFailure) {
            child = try ChildProcess(command)
            self.waitForEnd = waitForEnd
            self.isInterrupted = isInterrupted
        }

        deinit { child.kill() }

        /// What was kept of the program's standard error.
        package var lastErrors: String { errors.text }

        /// Sends a line and waits for one.
        func exchange(_ line: String, within time: Duration) -> Outcome {
            toSend = []
            send(line)
            return self.line(before: .now + time)
        }

        /// Sends a line while ``line(before:)`` waits.
        package func send(_ line: String) {
            toSend.append(contentsOf: line.utf8)
            toSend.append(UInt8(ascii: "\n"))
        }

        /// Waits for a line.
        package func line(before deadline: ContinuousClock.Instant) -> Outcome {
            while true {
                if let outcome = takeLine() { return outcome }
                let now = ContinuousClock.now
                guard now < deadline, !isInterrupted() else { return .timedOut }
                child.wait(
                    toWrite: !toSend.isEmpty,
                    milliseconds: min(deadline - now, Self.longestWait).wholeMillisecondsUp)
                toSend = child.write(toSend)
                keepErrors()
                switch child.read(atMost: Self.maximumLineLength) {
                case .bytes(let bytes): unread += bytes
                case .nothing:
                    guard let end = child.endIfEnded() else { break }
                    readRest()
                    return takeLine() ?? .ended(end)
                case .end:
                    if let outcome = takeLine() { return outcome }
                    return .ended(end(within: min(waitForEnd, deadline - now)))
                }
            }
        }

        /// Whether there was output beyond the answers.
        var hasSurplus: Bool { !unread.isEmpty }

        /// Reads what has come, without a wait.
        ///
        /// - Returns: the first line of it, blank lines apart; `nil` if nothing has come.
        package func readSurplus() -> String? {
            if case .bytes(let bytes) = child.read(atMost: Self.maximumLineLength) {
                unread += bytes
            }
            let text = String(decoding: unread, as: UTF8.self)
            return text.split(whereSeparator: \.isNewline)
                .first { !$0.allSatisfy(\.isWhitespace) }.map(String.init)
        }

        /// Reads what the program wrote to its standard error.
        private func keepErrors() { errors.append(child.readErrors()) }

        /// Reads the output that is left after the program's end.
        private func readRest() {
            keepErrors()
            while unread.count < Self.maximumLineLength,
                case .bytes(let bytes) = child.read(atMost: Self.maximumLineLength)
            {
                unread += bytes
            }
        }

        /// Ends the program's input and waits for its end.
        ///
        /// - Returns: how it ended.
        @discardableResult
        package func finish(within time: Duration) -> ProcessEnd {
            child.closeInput()
            return end(within: time)
        }

        /// Waits for the end and reads what still comes; kills the program after that time.
        private func end(within time: Duration) -> ProcessEnd {
            let deadline = ContinuousClock.now + time
            while true {
                keepErrors()
                if case .bytes(let bytes) = child.read(atMost: Self.maximumLineLength) {
                    unread = Array((unread + bytes).suffix(Self.maximumLineLength))
                    searchedCount = 0
                }
                if let end = child.endIfEnded() {
                    // What it wrote last may have come since.
                    readRest()
                    return end
                }
                guard ContinuousClock.now < deadline, !isInterrupted() else {
                    child.kill()
                    return .killed
                }
                child.sleepBriefly()
            }
        }

        private func takeLine() -> Outcome? {
            guard let position = unread[searchedCount...].firstIndex(of: UInt8(ascii: "\n")) else {
                searchedCount = unread.count
                return unread.count >= Self.maximumLineLength ? .endless : nil
            }
            searchedCount = 0
            guard position < Self.maximumLineLength else { return .endless }
            // The standard library's validation needs newer systems than this package does.
            let line = String(decoding: unread[..<position], as: UTF8.self)
            let isText = line.utf8.elementsEqual(unread[..<position])
            unread.removeSubrange(...position)
            return isText ? .line(line) : .notText
        }
    }

    extension Duration {
        /// The milliseconds, rounded up, at most an hour.
        fileprivate var wholeMillisecondsUp: Int32 {
            Int32(max(0, min(3_600_000, (self / .milliseconds(1)).rounded(.up))))
        }
    }
#endif
