// Left out where a program can't start another one.
#if !os(tvOS) && !os(watchOS)
    import KomootNav
    import KomootNavConformance
    import KomootNavJSON
    import KomootNavRecording
    import Simulation

    /// A program that is a device or a phone, as `Docs/Pipe.md` describes them with `--clock given`.
    package struct JudgedProgram: Sendable {
        /// The program and its arguments.
        package let command: [String]
        /// The longest that it may take for an event.
        package let timeout: Duration
        /// Whether no wait may go on.
        package let isInterrupted: @Sendable () -> Bool
        /// How it greeted when it was started first.
        private(set) var greeting: String?

        /// The longest that a program may take for an event, unless it is told otherwise.
        package static let usualTimeout = Duration.seconds(5)
        /// The longest line, as in a pipe.
        private static let longestLine = 65_536
        /// The longest that it may take to greet: some runtimes start slowly.
        static let longestStart = Duration.seconds(10)
        /// The longest that it may take to end after its input has.
        private static let longestEnd = Duration.milliseconds(500)

        package init(
            command: [String], timeout: Duration = Self.usualTimeout,
            isInterrupted: @escaping @Sendable () -> Bool = { false }
        ) {
            self.command = command
            self.timeout = timeout
            self.isInterrupted = isInterrupted
        }

        /// Why a program can't be judged, or a run can't go on.
        package struct Fault: Error, CustomStringConvertible {
            package let description: String

            init(_ description: String) { self.description = description }
        }

        /// Starts the program, reads its greeting, and ends it.
        ///
        /// - Parameter isPhone: which end it shall be.
        package mutating func greet(isPhone: Bool) throws(Fault) -> JudgedEnd {
            let process = try start()
            defer { end(process) }
            let text = try greeting(of: process)
            greeting = text
            guard let json = JSONValue(line: text), case .object = json else {
                throw Fault("its first line is not a greeting: '\(quoted(text))'")
            }
            do throws(Fault) {
                return try JudgedEnd(greeting: json, isPhone: isPhone)
            } catch {
                throw Fault("\(error): '\(quoted(text))'")
            }
        }

        /// Starts the program.
        func start() throws(Fault) -> TesteeProcess {
            do throws(ProgramStartFailure) {
                return try TesteeProcess(
                    command, waitForEnd: Self.longestEnd, isInterrupted: isInterrupted)
            } catch {
                throw Fault("'\(printable(command[0]))' can't be started: \(error.description)")
            }
        }

        /// Ends the program's input, so that it can end by itself.
        func end(_ process: TesteeProcess) { process.finish(within: Self.longestEnd) }

        /// Reads the first line.
        func greeting(of process: TesteeProcess) throws(Fault) -> String {
            let limit = max(timeout, Self.longestStart)
            return try line(of: process, before: .now + limit, "greeting", limit)
        }

        /// Waits for a line.
        func line(
            of process: TesteeProcess, before deadline: ContinuousClock.Instant, _ name: String,
            _ limit: Duration
        ) throws(Fault) -> String {
            switch process.line(before: deadline) {
            case .line(let text) where text.utf8.count <= Self.longestLine: return text
            case .line, .endless:
                throw Fault("it wrote a line of more than \(Self.longestLine) bytes")
            case .timedOut:
                let hint = "does it flush each line?"
                throw Fault("it wrote no \(name) within \(limit / .seconds(1)) s (\(hint))")
            case .ended(let end):
                let errors = printable(process.lastErrors.essence(ofAtMost: 200))
                throw Fault(
                    "\(end), without a \(name)" + (errors.isEmpty ? "" : "; it said: \(errors)"))
            case .notText: throw Fault("it wrote a line that is not UTF-8")
            }
        }
    }

    /// The beginning of a program's words, or of an event's, without most of its bytes.
    func quoted(_ text: String) -> String {
        let short = text.replacing(/("bytes": ?"[0-9A-Fa-f]{16})[0-9A-Fa-f]+"/) { "\($0.1)…\"" }
        let beginning = printable(String(short.prefix(160)))
        return short.count > 160 ? beginning + "…" : beginning
    }
#endif
