import ConnectIQBridge
import Foundation
package import LinkVocabulary

/// Takes a connection of the simulator for watches, one after the other, and exchanges messages with it.
package struct ListenLoop {
    /// What to do with messages.
    package struct Messages {
        /// Shows one that came, with its number. Returns whether it is good.
        let show: (ContiguousArray<UInt8>, Int) -> Bool
        /// The bytes for a line of standard input, with its number; `nil` if it is refused.
        let bytes: (ContiguousArray<UInt8>?, Int) -> ContiguousArray<UInt8>?
        /// Tells something else.
        let report: (String) -> Void

        package init(
            show: @escaping (ContiguousArray<UInt8>, Int) -> Bool,
            bytes: @escaping (ContiguousArray<UInt8>?, Int) -> ContiguousArray<UInt8>?,
            report: @escaping (String) -> Void
        ) {
            self.show = show
            self.bytes = bytes
            self.report = report
        }
    }

    /// An instruction of a ride, and when to send it after the first connection has begun.
    package struct Instruction {
        let time: SessionTime
        let text: String
        let bytes: ContiguousArray<UInt8>

        package init(time: SessionTime, text: String, bytes: ContiguousArray<UInt8>) {
            self.time = time
            self.text = text
            self.bytes = bytes
        }
    }

    /// Why it ended.
    package enum End {
        case interrupted
        case connectionEnded
        /// The system gives it no connection any more.
        case failed
    }

    /// How long the user may have to wait after an interruption, in milliseconds.
    private static let longestWait: UInt64 = 100
    /// How long the other end may leave bytes unread before the user is told.
    private static let patience = Duration.seconds(5)

    private let listener: LoopbackSocket
    private let messages: Messages
    private let ride: [Instruction]
    private let endsWithConnection: Bool

    private var connection: LoopbackSocket?
    private var stream = MonkeyStream()
    private var chunk = ContiguousArray<UInt8>(repeating: 0, count: 1 << 16)
    private var messageCount = 0
    /// What the other end has not taken yet.
    private var outgoing: ContiguousArray<UInt8> = []
    /// Since when it has taken none of them; `nil` if it takes some, or the user was told.
    private var stallStart: ContinuousClock.Instant?
    /// The other end sends nothing any more, and may still read.
    private var isHalfClosed = false
    /// The system gives no other connection while this one is open.
    private var isFull = false

    private var input = StandardInput()
    private var isInputOpen = true
    private var lines = LineBuffer(maximumLength: InputLines.maximumLength)
    private var lineCount = 0

    private var start: ContinuousClock.Instant?
    private var dueCount = 0
    /// Whether the newest instruction that was due is still to be sent on this connection.
    private var hasNewInstruction = false

    /// Whether all messages and lines were good, and standard input could be read.
    package private(set) var isGood = true

    /// - Parameters:
    ///   - endsWithConnection: whether it ends when the first connection does.
    package init(
        _ listener: LoopbackSocket, _ messages: Messages, ride: [Instruction],
        endsWithConnection: Bool
    ) {
        self.listener = listener
        self.messages = messages
        self.ride = ride
        self.endsWithConnection = endsWithConnection
    }

    /// Runs until it is interrupted, or the first connection ends.
    package mutating func run(isInterrupted: () -> Bool) -> End {
        defer {
            connection?.end()
            listener.end()
        }
        while !isInterrupted() {
            passTime()
            let hadConnection = connection != nil
            do throws(LoopbackSocket.Failure) {
                try exchange()
            } catch {
                messages.report("can't take a connection: \(error.reason)")
                return .failed
            }
            tellStall()
            if endsWithConnection, hadConnection, connection == nil { return .connectionEnded }
        }
        return .interrupted
    }

    /// Waits for something, and does it.
    private mutating func exchange() throws(LoopbackSocket.Failure) {
        let arrivals = isHalfClosed ? 0 : POLLIN
        let wantsInput = isInputOpen && connection != nil && outgoing.isEmpty
        var waiting = [
            pollfd(fd: isFull ? -1 : listener.descriptor, events: Int16(POLLIN), revents: 0),
            // A negative number is ignored.
            pollfd(
                fd: connection?.descriptor ?? -1,
                events: Int16(outgoing.isEmpty ? arrivals : arrivals | POLLOUT), revents: 0),
            pollfd(fd: wantsInput ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
        ]
        guard unsafe poll(&waiting, nfds_t(waiting.count), Int32(timeToWait)) > 0 else { return }
        if waiting[1].revents != 0 {
            if isHalfClosed || waiting[1].revents & Int16(POLLOUT) != 0 { write() }
            if !isHalfClosed, waiting[1].revents & ~Int16(POLLOUT) != 0 { read() }
        }
        // Without a connection, lines wait for the next one.
        if waiting[2].revents != 0, connection != nil { readInput() }
        if waiting[0].revents != 0 { try accept() }
    }

    private mutating func accept() throws(LoopbackSocket.Failure) {
        let other: LoopbackSocket?
        do throws(LoopbackSocket.Failure) {
            other = try listener.accepted()
        } catch {
            // The one that is open goes on.
            guard connection != nil else { throw error }
            isFull = true
            return messages.report("another connection can't be taken: \(error.reason)")
        }
        guard let other else { return }
        guard connection == nil else {
            messages.report("another connection was refused: one at a time")
            return other.end()
        }
        messages.report("connected")
        connection = other
        start = start ?? .now
        hasNewInstruction = dueCount > 0
    }

    private mutating func read() {
        guard let connection else { return }
        switch connection.read(into: &chunk) {
        case .nothing: break
        case .bytes(let count): take(ContiguousArray(chunk[..<count]))
        case .failed(let failure): disconnect(failure.reason)
        case .end:
            do throws(MonkeyError) {
                try stream.finish()
                isHalfClosed = true
                if outgoing.isEmpty { disconnect(nil) }
            } catch {
                refuse("message \(messageCount + 1): \(error.code.name) at byte \(error.offset)")
                disconnect("in the middle of a message")
            }
        }
    }

    private mutating func take(_ bytes: ContiguousArray<UInt8>) {
        var whole: [ContiguousArray<UInt8>] = []
        var error: MonkeyError?
        do throws(MonkeyError) {
            try stream.take(bytes.span) { whole.append($0) }
        } catch let failure {
            error = failure
        }
        for message in whole {
            messageCount += 1
            if !messages.show(message, messageCount) { isGood = false }
        }
        guard let error else { return }
        let limit = error.code == .oversized ? " (the limit of a message)" : ""
        refuse("message \(messageCount + 1): \(error.code.name) at byte \(error.offset)\(limit)")
        disconnect("it can't be read further")
    }

    private mutating func write() {
        guard let connection, !outgoing.isEmpty else { return }
        do throws(LoopbackSocket.Failure) {
            let count = try connection.write(outgoing)
            outgoing.removeFirst(count)
            stallStart = outgoing.isEmpty ? nil : .now
            if isHalfClosed, outgoing.isEmpty { disconnect(nil) }
        } catch {
            disconnect(error.reason)
        }
    }

    private mutating func tellStall() {
        guard let start = stallStart, start.duration(to: .now) > Self.patience else { return }
        stallStart = nil
        if isHalfClosed { return disconnect("it reads nothing") }
        messages.report(
            "the other end has read nothing for 5 s; \(outgoing.count) bytes wait for it")
    }

    private mutating func disconnect(_ reason: String?) {
        connection?.end()
        connection = nil
        stream = MonkeyStream()
        stallStart = nil
        (isHalfClosed, isFull) = (false, false)
        let lost = outgoing.isEmpty ? "" : "; \(outgoing.count) bytes were not sent"
        if !outgoing.isEmpty { isGood = false }
        outgoing = []
        messages.report("the connection ended\(reason.map { ": \($0)" } ?? "")\(lost)")
    }

    private mutating func readInput() {
        var newLines: [ContiguousArray<UInt8>?] = []
        switch input.wait(atMost: 0) {
        case .nothing: break
        case .bytes(let count):
            lines.take(input.chunk.span.extracting(..<count)) { newLines.append($0) }
        case .end:
            isInputOpen = false
            lines.finish { newLines.append($0) }
        case .failed(let failure):
            isInputOpen = false
            messages.report("standard input can't be read: \(failure.reason)")
            isGood = false
        }
        for line in newLines {
            lineCount += 1
            if line?.isEmpty == true { continue }
            if let bytes = messages.bytes(line, lineCount) {
                outgoing += bytes
            } else {
                isGood = false
            }
        }
        write()
    }

    private mutating func refuse(_ text: String) {
        messages.report(text)
        isGood = false
    }

    private var now: SessionTime? { start.map { SessionTime($0.duration(to: .now)) } }

    /// How long to wait, in milliseconds.
    private var timeToWait: UInt64 {
        guard let now, dueCount < ride.count else { return Self.longestWait }
        return min(Self.longestWait, ride[dueCount].time.milliseconds(since: now))
    }

    /// Sends the newest instruction that is due, if the other end has taken what came before.
    private mutating func passTime() {
        guard let now else { return }
        while dueCount < ride.count, ride[dueCount].time <= now {
            dueCount += 1
            hasNewInstruction = true
        }
        guard hasNewInstruction, connection != nil, outgoing.isEmpty else { return }
        hasNewInstruction = false
        messages.report("sent: \(ride[dueCount - 1].text)")
        outgoing = ride[dueCount - 1].bytes
        write()
    }
}
