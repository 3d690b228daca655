import Foundation

/// Standard input, for programs that also act when nothing comes.
struct StandardInput {
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
    enum Arrival {
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
    struct Failure: Error {
        /// Why, in the system's words.
        let reason: String

        /// Reports it for a command.
        func report(as command: String) -> ExitCode {
            reportError("knav \(command): standard input can't be read: \(reason)")
            return .noInput
        }
    }

    /// The room for what came.
    var chunk: ContiguousArray<UInt8> { bytes }

    /// Waits for input.
    ///
    /// - Parameter limit: how long at most, in milliseconds; `nil` for as long as it takes. The wait may be
    ///   shorter.
    mutating func wait(atMost limit: UInt64?) -> Arrival {
        let timeout = limit.map { Int32(min($0, Self.longestWait)) } ?? -1
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard !isClosed else { return .failed(Failure(reason: systemReason(EBADF))) }
        guard unsafe poll(&input, 1, timeout) > 0 else { return .nothing }
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            unsafe read(STDIN_FILENO, buffer.baseAddress, buffer.count)
        }
        guard count < 0 else { return count > 0 ? .bytes(count) : .end }
        if errno == EINTR || errno == EAGAIN { return .nothing }
        return .failed(Failure(reason: systemReason()))
    }
}
