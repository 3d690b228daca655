// Left out where a program can't start another one.
#if !os(tvOS) && !os(watchOS)
    /// A conversation with a testee, which is started again as often as necessary.
    struct Conversation {
        /// How often in a row the testee may be started again in vain: a machine may be busy, or a board not be there yet.
        private static let vainStarts = 3

        private let run: ConformanceRun
        private var testee: TesteeProcess?
        private var description: TesteeDescription?

        /// Why the testee can't be started again; `nil` while it can.
        private(set) var endOfBeginnings: String?

        init(_ run: ConformanceRun) { self.run = run }

        /// Starts the testee for the first time.
        mutating func begin() throws(ConformanceRun.Failure) -> TesteeDescription {
            let testee: TesteeProcess
            do throws(ProgramStartFailure) {
                testee = try TesteeProcess(
                    run.command, waitForEnd: run.waits.end, isInterrupted: run.isInterrupted)
            } catch {
                throw .notStarted(program: run.command[0], reason: error.description)
            }
            switch describe(testee) {
            case .success(let description):
                self.testee = testee
                self.description = description
                return description
            case .failure(let fault): throw .notDescribed(fault.verdict)
            }
        }

        /// Gives the testee a case.
        mutating func judge(_ vector: Vector, within time: Duration) -> Verdict {
            let testee: TesteeProcess
            switch living() {
            case .success(let living): testee = living
            case .failure(let fault): return fault.verdict
            }
            let verdict = ask(testee, vector, within: time)
            if run.isFresh && !verdict.isBreakdown {
                self.testee = nil
                return faultAtEnd(of: testee, within: time) ?? verdict
            } else if verdict.isBreakdown {
                self.testee = nil
            }
            return verdict
        }

        /// Ends the testee.
        ///
        /// - Returns: what was wrong with the end; `nil` if nothing was.
        mutating func end() -> Verdict? {
            guard let testee else { return nil }
            self.testee = nil
            return faultAtEnd(of: testee, within: run.timeout)
        }

        /// Ends a testee, and gives what was wrong with the end; `nil` if nothing was.
        private func faultAtEnd(
            of testee: TesteeProcess, within time: Duration
        ) -> Verdict? {
            let end = testee.finish(within: time)
            guard end == .exited(0) else { return .crashed(end, lastErrors: testee.lastErrors) }
            return testee.hasSurplus
                ? .malformed(reason: "it wrote more than its answers") : nil
        }

        private struct Fault: Error {
            let verdict: Verdict
        }

        /// The testee, started again if necessary.
        private mutating func living() -> Result<TesteeProcess, Fault> {
            if let testee { return .success(testee) }
            var last: VainStart?
            for _ in 0..<Self.vainStarts where last?.isFinal != true {
                switch startAgain() {
                case .success(let testee):
                    self.testee = testee
                    return .success(testee)
                case .failure(let start): last = start
                }
            }
            endOfBeginnings = last?.reason
            return .failure(Fault(verdict: last?.verdict ?? .timedOut))
        }

        /// Why the testee could not be started again.
        private struct VainStart: Error {
            let reason: String
            let verdict: Verdict
            /// Whether another start would only end the same way.
            var isFinal = false
        }

        private func startAgain() -> Result<TesteeProcess, VainStart> {
            let testee: TesteeProcess
            do throws(ProgramStartFailure) {
                testee = try TesteeProcess(
                    run.command, waitForEnd: run.waits.end, isInterrupted: run.isInterrupted)
            } catch {
                let reason = "it could not be started again: \(error.description)"
                return .failure(VainStart(reason: reason, verdict: .notRun(reason: reason)))
            }
            switch describe(testee) {
            case .success(let description) where description == self.description:
                return .success(testee)
            case .success:
                let reason = "started again, it describes itself differently"
                return .failure(
                    VainStart(reason: reason, verdict: .malformed(reason: reason), isFinal: true))
            case .failure(let fault):
                let reason = "started again, it did not describe itself"
                return .failure(VainStart(reason: reason, verdict: fault.verdict))
            }
        }

        private func describe(_ testee: TesteeProcess) -> Result<TesteeDescription, Fault> {
            let request = TesteeRequest.describe(suiteVersion: run.suite.version)
            switch exchange(testee, request, within: run.waits.description ?? run.timeout) {
            case .failure(let fault): return .failure(fault)
            case .success(let answer):
                do throws(TesteeDescription.Malformed) {
                    return .success(try TesteeDescription(answer))
                } catch {
                    return .failure(Fault(verdict: .malformed(reason: error.reason)))
                }
            }
        }

        private func ask(
            _ testee: TesteeProcess, _ vector: Vector, within time: Duration
        ) -> Verdict {
            let request = TesteeRequest.answer(id: vector.id, vector.operation, vector.input)
            switch exchange(testee, request, within: time) {
            case .failure(let fault): return fault.verdict
            case .success(let json):
                guard json["id"] == .string(vector.id) else {
                    return .malformed(reason: "the answer belongs to another case")
                }
                if let whole = json["answer"] {
                    let answer = description?.reduced(whole, to: vector.operation) ?? whole
                    return answer == vector.expected ? .passed : .wrong(answer: answer)
                }
                guard let reason = json["skip"]?.string else {
                    return .malformed(reason: "the line has neither 'answer' nor 'skip'")
                }
                return .skipped(reason: "the testee says: \(reason.beginning(200))")
            }
        }

        /// Sends a request and gives the JSON that answers it.
        private func exchange(
            _ testee: TesteeProcess, _ request: TesteeRequest, within time: Duration
        ) -> Result<JSONValue, Fault> {
            let verdict: Verdict
            switch testee.exchange(request.json.description, within: time) {
            case .line(let line):
                if let json = JSONValue(line: line) { return .success(json) }
                verdict = .malformed(
                    reason:
                        "not JSON, and standard output is for answers only: \(line.beginning(60))",
                    isMeantAsAnswer: !line.isLogLine)
            case .timedOut: verdict = .timedOut
            case .ended(let end): verdict = .crashed(end, lastErrors: testee.lastErrors)
            case .endless:
                verdict = .malformed(
                    reason: "a line of more than \(TesteeProcess.maximumLineLength) bytes")
            case .notText: verdict = .malformed(reason: "not UTF-8")
            }
            return .failure(Fault(verdict: verdict))
        }
    }
#endif

extension String {
    /// Whether it is readable, and does not begin as an answer does: memory that is not a program's own may garble an answer,
    /// but hardly writes a text instead.
    fileprivate var isLogLine: Bool {
        first != "{"
            && unicodeScalars.allSatisfy { scalar in
                scalar == "\t" || scalar.value >= 0x20 && scalar != "\u{7F}" && scalar != "\u{FFFD}"
            }
    }
}
