import Foundation

/// Standard input, for programs that also act when nothing comes.
package struct StandardInput {
    /// The longest wait of one `poll`, in milliseconds, which takes 32 bits; the caller then waits again.
    private static let longestWait: UInt64 = 60_000
    private static let chunkSize = 1 << 16

    private var bytes = ContiguousArray<UInt8>(repeating: 0, count: chunkSize)

    /// Whether there is no standard input. If it was closed when the program began, Linux gave its number to an event
    /// queue of the runtime, which is of no file type and has nothing to read.
    private let isClosed: Bool = {
        var facts = stat()
        return unsafe fstat(STDIN_FILENO, &facts) != 0 || facts.st_mode & S_IFMT == 0
    }()

    /// What came.
    package enum Arrival {
        /// This many bytes, at the beginning of ``chunk``.
        case bytes(Int)
        /// Nothing, in the time that was given.
        case nothing
        /// The end of the input.
        case end
        /// It can't be read further.
        case failed(Failure)
    }

    /// Standard input can't be read.
    package struct Failure: Error {
        /// Why, in the system's words.
        package let reason: String
    }

    /// Creates an input of which nothing was read.
    package init() {}

    /// The room for what came.
    package var chunk: ContiguousArray<UInt8> { bytes }

    /// Waits for input.
    ///
    /// - Parameter limit: how long at most, in milliseconds; `nil` for as long as it takes. The wait may be
    ///   shorter.
    package mutating func wait(atMost limit: UInt64?) -> Arrival {
        let timeout = limit.map { Int32(min($0, Self.longestWait)) } ?? -1
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard !isClosed else { return .failed(Failure(reason: SystemReason.text(EBADF))) }
        guard unsafe poll(&input, 1, timeout) > 0 else { return .nothing }
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        }
        guard count < 0 else { return count > 0 ? .bytes(count) : .end }
        if errno == EINTR || errno == EAGAIN { return .nothing }
        return .failed(Failure(reason: SystemReason.text(errno)))
    }
}

/// The lines of standard input. At most one of them is in memory, up to a maximum length.
package enum InputLines {
    /// The longest line that is read, in bytes: many times as long as any line that makes sense.
    package static let maximumLength = 1 << 20

    /// What is wrong with a longer line.
    package static let tooLong = "oversized: a line has at most \(maximumLength) bytes"

    /// Reads lines until the input ends, or until one of them is the last that is wanted.
    ///
    /// - Parameter body: called with each line, without its line end; with `nil` for one that is too long, as
    ///   soon as it is. Returns whether it wants more. A line of which only the beginning can be read is dropped.
    package static func read(
        _ body: (ContiguousArray<UInt8>?) -> Bool
    ) throws(StandardInput.Failure) {
        var input = StandardInput()
        var buffer = LineBuffer(maximumLength: maximumLength)
        var isWanted = true
        let take = { (line: ContiguousArray<UInt8>?) in
            if isWanted { isWanted = body(line) }
        }
        while isWanted {
            switch input.wait(atMost: nil) {
            case .bytes(let count): buffer.take(input.chunk.span.extracting(..<count), take)
            case .nothing: break
            case .end: return buffer.finish(take)
            case .failed(let failure): throw failure
            }
        }
    }
}

enum SystemReason {
    /// What an error code of the system means, in the system's words.
    static func text(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
