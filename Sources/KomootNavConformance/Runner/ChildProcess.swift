// Left out where a program can't start another one.
#if !os(tvOS) && !os(watchOS)
    #if canImport(Darwin)
        import Darwin
    #elseif canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif
    import Foundation

    /// Why a program can't be started.
    package struct ProgramStartFailure: Error, Hashable {
        /// The system's error code.
        let code: Int32

        /// The system's words for it.
        package var description: String {
            unsafe String(cString: strerror(code))
        }
    }

    /// A program in a process group of its own, with three pipes that never block.
    ///
    /// A hostile program calls for three things that Foundation's `Process` can't do: kill the program's
    /// children too, tell at once that the program can't be started, and write without blocking. All system
    /// calls of the runner are in this file.
    struct ChildProcess: ~Copyable {
        /// What reading gave.
        enum Reading: Equatable {
            case bytes([UInt8])
            case nothing
            case end
        }

        /// One program is started at a time, so that none inherits another one's pipe before it is marked.
        private static let starts = NSLock()

        private let process: pid_t
        private var input: Int32
        private let output: Int32
        private let errors: Int32
        private var end: ProcessEnd?
        private var hasErrorsEnded = false
        private var chunk = [UInt8](repeating: 0, count: 1 << 16)

        /// Starts a program, found in `PATH` if its name has no slash.
        init(_ command: [String]) throws(ProgramStartFailure) {
            // Writing to a program that has ended must not end this one.
            _ = signal(SIGPIPE, SIG_IGN)
            Self.starts.lock()
            defer { Self.starts.unlock() }
            let toChild = try Self.pipe()
            let fromChild = try Self.pipe()
            let errorsOfChild = try Self.pipe()
            let childEnds = [toChild.reading, fromChild.writing, errorsOfChild.writing]
            let ownEnds = [toChild.writing, fromChild.reading, errorsOfChild.reading]
            do throws(ProgramStartFailure) {
                process = try Self.spawn(command, standardStreams: childEnds)
            } catch {
                for end in childEnds + ownEnds { close(end) }
                throw error
            }
            for end in childEnds { close(end) }
            for end in ownEnds { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
            input = toChild.writing
            output = fromChild.reading
            errors = errorsOfChild.reading
        }

        deinit {
            if input >= 0 { close(input) }
            close(output)
            close(errors)
        }

        /// Waits until there is something to read or, if `toWrite`, room to write.
        func wait(toWrite: Bool, milliseconds: Int32) {
            var waits = [
                pollfd(fd: output, events: Int16(POLLIN), revents: 0),
                pollfd(fd: hasErrorsEnded ? -1 : errors, events: Int16(POLLIN), revents: 0),
            ]
            if toWrite && input >= 0 {
                waits.append(pollfd(fd: input, events: Int16(POLLOUT), revents: 0))
            }
            _ = unsafe poll(&waits, nfds_t(waits.count), milliseconds)
        }

        /// Writes as much as there is room for.
        ///
        /// - Returns: the rest; nothing if the program no longer reads.
        mutating func write(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
            guard input >= 0, !bytes.isEmpty else { return [] }
            #if canImport(Darwin)
                let count = unsafe bytes.withUnsafeBytes {
                    unsafe Darwin.write(input, $0.baseAddress, $0.count)
                }
            #elseif canImport(Glibc)
                let count = unsafe bytes.withUnsafeBytes {
                    unsafe Glibc.write(input, $0.baseAddress, $0.count)
                }
            #else
                let count = unsafe bytes.withUnsafeBytes {
                    unsafe Musl.write(input, $0.baseAddress, $0.count)
                }
            #endif
            if count >= 0 { return bytes.dropFirst(count) }
            if errno == EAGAIN || errno == EINTR { return bytes }
            closeInput()
            return []
        }

        /// Ends the program's input.
        mutating func closeInput() {
            if input >= 0 { close(input) }
            input = -1
        }

        /// Reads what has come on the standard output, at most `limit` bytes.
        mutating func read(atMost limit: Int) -> Reading { read(output, atMost: limit) }

        /// Reads what has come on the standard error.
        mutating func readErrors() -> [UInt8] {
            switch read(errors, atMost: 1 << 16) {
            case .bytes(let bytes): return bytes
            case .nothing: break
            case .end: hasErrorsEnded = true
            }
            return []
        }

        private mutating func read(_ descriptor: Int32, atMost limit: Int) -> Reading {
            let room = min(limit, chunk.count)
            let count = unsafe chunk.withUnsafeMutableBytes {
                #if canImport(Darwin)
                    unsafe Darwin.read(descriptor, $0.baseAddress, room)
                #elseif canImport(Glibc)
                    unsafe Glibc.read(descriptor, $0.baseAddress, room)
                #else
                    unsafe Musl.read(descriptor, $0.baseAddress, room)
                #endif
            }
            if count > 0 { return .bytes(Array(chunk[..<count])) }
            if count < 0 && (errno == EAGAIN || errno == EINTR) { return .nothing }
            return .end
        }

        /// How the program ended; `nil` if it still runs. Kills the children that an ended program left.
        mutating func endIfEnded() -> ProcessEnd? {
            if let end { return end }
            var status: Int32 = 0
            guard unsafe waitpid(process, &status, WNOHANG) == process else { return nil }
            killGroup()
            let signal = status & 0x7F
            end = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
            return end
        }

        /// Kills the program and its process group, unless the program has ended.
        mutating func kill() {
            guard endIfEnded() == nil else { return }
            killGroup()
            // It may have moved to another group, and the wait for its end must return.
            Self.kill(process)
            var status: Int32 = 0
            _ = unsafe waitpid(process, &status, 0)
            end = .killed
        }

        private func killGroup() { Self.kill(-process) }

        /// Kills a process or, by its negative number, a process group.
        private static func kill(_ number: pid_t) {
            #if canImport(Darwin)
                _ = Darwin.kill(number, SIGKILL)
            #elseif canImport(Glibc)
                _ = Glibc.kill(number, SIGKILL)
            #else
                _ = Musl.kill(number, SIGKILL)
            #endif
        }

        /// Sleeps for a moment, where there is nothing to wait on.
        func sleepBriefly() { usleep(2000) }
    }

    extension ChildProcess {
        /// A pipe. Started programs do not inherit its ends, and neither end takes a standard stream's number.
        private static func pipe() throws(ProgramStartFailure) -> (reading: Int32, writing: Int32) {
            var ends: [Int32] = [-1, -1]
            #if canImport(Darwin)
                let result = unsafe Darwin.pipe(&ends)
            #elseif canImport(Glibc)
                let result = unsafe Glibc.pipe(&ends)
            #else
                let result = unsafe Musl.pipe(&ends)
            #endif
            guard result == 0 else { throw ProgramStartFailure(code: errno) }
            let moved = ends.map { fcntl($0, F_DUPFD_CLOEXEC, STDERR_FILENO + 1) }
            let code = errno
            for end in ends { close(end) }
            guard moved.allSatisfy({ $0 >= 0 }) else {
                for end in moved where end >= 0 { close(end) }
                throw ProgramStartFailure(code: code)
            }
            return (moved[0], moved[1])
        }

        private static func spawn(
            _ command: [String], standardStreams: [Int32]
        ) throws(ProgramStartFailure) -> pid_t {
            #if canImport(Darwin)
                var actions: posix_spawn_file_actions_t?
                var attributes: posix_spawnattr_t?
            #else
                var actions = unsafe posix_spawn_file_actions_t()
                var attributes = posix_spawnattr_t()
            #endif
            unsafe posix_spawn_file_actions_init(&actions)
            unsafe posix_spawnattr_init(&attributes)
            defer {
                unsafe posix_spawn_file_actions_destroy(&actions)
                unsafe posix_spawnattr_destroy(&attributes)
            }
            for (number, descriptor) in standardStreams.enumerated() {
                unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            }
            // The program must not inherit that SIGPIPE is ignored.
            var defaults = sigset_t()
            unsafe sigemptyset(&defaults)
            unsafe sigaddset(&defaults, SIGPIPE)
            unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
            unsafe posix_spawnattr_setpgroup(&attributes, 0)
            unsafe posix_spawnattr_setflags(
                &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))
            var words = unsafe command.map { unsafe strdup($0) } + [nil]
            defer { unsafe words.forEach { unsafe free($0) } }
            var process: pid_t = 0
            #if canImport(Darwin)
                // Apple's C library declares no `environ`.
                let variables = ProcessInfo.processInfo.environment
                let environ = unsafe variables.map { unsafe strdup("\($0)=\($1)") } + [nil]
                defer { unsafe environ.forEach { unsafe free($0) } }
            #endif
            let code = unsafe posix_spawnp(
                &process, command[0], &actions, &attributes, &words, environ)
            guard code == 0 else { throw ProgramStartFailure(code: code) }
            return process
        }
    }
#endif

/// How long a run waits for anything but the answer to a case.
package struct Waits: Sendable {
    /// The longest that the answer to `describe` may take; `nil` for the limit of any other answer.
    package var description: Duration?
    /// The longest that a program may take to end after its output has ended.
    package var end = Duration.seconds(1)
    /// The most time that breakdowns and new starts may take in all; the time of
    /// ``Patience/timeouts`` time-outs if that is longer. After that, only the vectors that are always asked are run.
    package var breakdowns = Duration.seconds(30)
}
