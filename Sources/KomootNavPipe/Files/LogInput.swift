import Foundation

/// The bytes of a log: a file, which may still grow, or what comes through a pipe.
///
/// It gives the bytes as they come. If it is watched, it also notes when the user interrupts the program, and when
/// nobody reads the output any more.
package struct LogInput: ~Copyable {
    /// How the input ended.
    package enum Ending: Equatable {
        /// That was all.
        case complete
        /// The user interrupted the program.
        case interrupted
        /// Nobody reads the output any more.
        case unread
        /// The file, which was followed, became shorter than what was already read.
        case shortened
        /// Another file has the name now, and that which was followed is read to its end.
        case replaced
        /// No file has the name any more, and that which was followed is read to its end.
        case removed
    }

    /// What a read gave.
    package enum Arrival {
        /// Some bytes, at the beginning of ``bytes``; how many.
        case bytes(Int)
        case end(Ending)
    }

    /// The name of standard input as a file.
    package static let standardInput = "-"

    /// Room for what is read.
    package private(set) var bytes = ContiguousArray<UInt8>(repeating: 0, count: 1 << 18)

    private let path: String
    private let descriptor: Int32
    private let isRegular: Bool
    private let follows: Bool
    /// How many bytes were read.
    private var position: Int64 = 0

    /// How long the program waits at most before it looks again, in milliseconds.
    private static let pause: Int32 = 100

    /// Opens a file, or takes standard input; `nil` if it can't be opened.
    ///
    /// - Parameters:
    ///   - path: the file; `-` is standard input.
    ///   - follows: whether to wait for more at the end of a file.
    package init?(path: String, follows: Bool) {
        let descriptor =
            path == Self.standardInput ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        self.path = path
        self.descriptor = descriptor
        self.follows = follows
        isRegular = (Self.facts(descriptor)?.st_mode ?? 0) & S_IFMT == S_IFREG
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    /// Whether more bytes may come while the user watches: of a pipe, or of a file that is followed.
    package var isLive: Bool { follows || !isRegular }

    /// Reads the next bytes; waits for them if there are none yet. `nil` if that fails.
    ///
    /// - Parameter isInterrupted: whether the user has interrupted the program, if the input ``isLive``; `nil` to have
    ///   that end it.
    package mutating func next(_ isInterrupted: (() -> Bool)? = nil) -> Arrival? {
        while true {
            if isLive, let isInterrupted {
                // What was printed so far is to be seen while the program waits.
                fflush(nil)
                if isInterrupted() { return .end(.interrupted) }
                if !isRegular, let ending = waitForPipe(isInterrupted) { return .end(ending) }
            }
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe read(descriptor, buffer.baseAddress, buffer.count)
            }
            if count > 0 {
                position += Int64(count)
                return .bytes(count)
            }
            if count < 0 {
                guard errno == EINTR || errno == EAGAIN else { return nil }
                // Whoever opened a pipe may have said that reading it does not wait.
                if errno == EAGAIN { waitForBytes() }
                continue
            }
            guard follows && isRegular else { return .end(.complete) }
            if let ending = endOfFile() { return .end(ending) }
            if let ending = waitForFile() { return .end(ending) }
        }
    }

    /// Waits until the pipe has bytes or ends.
    private func waitForPipe(_ isInterrupted: () -> Bool) -> Ending? {
        while true {
            var ends = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
            ]
            let count = unsafe poll(&ends, 2, Self.pause)
            if isInterrupted() { return .interrupted }
            if count > 0 && ends[0].revents != 0 { return nil }
            if count > 0 && ends[1].revents != 0 { return .unread }
        }
    }

    /// Waits a moment for the pipe to have bytes.
    private func waitForBytes() {
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = unsafe poll(&input, 1, Self.pause)
    }

    /// Waits a moment for the file to grow.
    private func waitForFile() -> Ending? {
        var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
        let count = unsafe poll(&output, 1, Self.pause)
        return count > 0 && output.revents != 0 ? .unread : nil
    }

    /// Why a file that is read to its end can't be followed any longer; `nil` if it can.
    private func endOfFile() -> Ending? {
        guard let facts = Self.facts(descriptor) else { return .removed }
        if Int64(facts.st_size) < position { return .shortened }
        guard path != Self.standardInput else { return nil }
        var current = stat()
        guard unsafe stat(path, &current) == 0 else { return .removed }
        let isSame = current.st_dev == facts.st_dev && current.st_ino == facts.st_ino
        // What was written before the file lost its name is read first.
        guard !isSame, Int64(facts.st_size) == position else { return nil }
        return .replaced
    }

    private static func facts(_ descriptor: Int32) -> stat? {
        var facts = stat()
        return unsafe fstat(descriptor, &facts) == 0 ? facts : nil
    }
}

extension LogInput.Ending {
    /// Whether the log itself ends there. If not, a record of which only the beginning is there is not damaged.
    package var isAtEnd: Bool { self != .interrupted && self != .unread }

    /// What became of the file, in words; `nil` if there is nothing to say.
    package var explanation: String? {
        switch self {
        case .complete, .interrupted, .unread: nil
        case .shortened: "became shorter while it was followed; start again to read it anew"
        case .replaced: "another file has this name now; start again to follow that one"
        case .removed: "was removed while it was followed"
        }
    }
}
