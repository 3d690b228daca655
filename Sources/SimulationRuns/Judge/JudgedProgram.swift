// Left out where a program can't start another one.
#if !os(tvOS) && !os(watchOS)
    import KomootNav
    import KomootNavConformance
    import KomootNavJSON
    import KomootNavRecording
    package import Simulation

    /// A program that is a device, as `Docs/Pipe.md` describes it with `--clock given`.
    package struct JudgedProgram: Sendable {
        /// The program and its arguments.
        package let command: [String]
        /// The longest that it may take for an event.
        package let timeout: Duration
        /// Whether no wait may go on.
        package let isInterrupted: @Sendable () -> Bool

        /// The longest that it may take to greet: some runtimes start slowly.
        static let longestStart = Duration.seconds(10)
        /// The longest that it may take to end after its input has.
        private static let longestEnd = Duration.milliseconds(500)

        package init(
            command: [String], timeout: Duration = .seconds(5),
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
        /// - Returns: the radios that it can be judged with.
        package func radios() throws(Fault) -> [DeviceRadio] {
            let process = try start()
            defer { end(process) }
            return try greeting(of: process)
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
        @discardableResult
        func greeting(of process: TesteeProcess) throws(Fault) -> [DeviceRadio] {
            let limit = max(timeout, Self.longestStart)
            let text = try line(of: process, before: .now + limit, "greeting", limit)
            guard let json = JSONValue(line: text), case .object = json else {
                throw Fault("its first line is not a greeting: '\(quoted(text))'")
            }
            guard let radio = json.radio else {
                let radios = ChunkReassembler.Radio.names.joined(separator: ", ")
                throw Fault("its greeting has no 'radio' that is \(radios): '\(quoted(text))'")
            }
            let expected: [(String, JSONValue)] = [
                ("pipe", .number(1)), ("role", .string("central")), ("clock", .string("given")),
            ]
            for (member, value) in expected where json[member] ?? value != value {
                throw Fault("the '\(member)' of its greeting is not \(value): '\(quoted(text))'")
            }
            return DeviceRadio.allCases.filter { $0.reads == radio }
        }

        /// Waits for a line.
        func line(
            of process: TesteeProcess, before deadline: ContinuousClock.Instant, _ name: String,
            _ limit: Duration
        ) throws(Fault) -> String {
            switch process.line(before: deadline) {
            case .line(let text): return text
            case .timedOut: throw Fault("it wrote no \(name) within \(limit / .seconds(1)) s")
            case .ended(let end):
                // The end of a traceback says what happened.
                let errors = printable(process.lastErrors.essence).suffix(200)
                throw Fault(errors.isEmpty ? "\(end)" : "\(end); it said: \(errors)")
            case .endless:
                throw Fault("it wrote a line of more than \(TesteeProcess.maximumLineLength) bytes")
            case .notText: throw Fault("it wrote a line that is not UTF-8")
            }
        }
    }

    /// The beginning of a program's words.
    func quoted(_ text: String) -> String {
        let beginning = printable(String(text.prefix(160)))
        return text.count > 160 ? beginning + "…" : beginning
    }
#endif
