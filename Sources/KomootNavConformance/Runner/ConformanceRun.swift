// Left out where a program can't start another one.
#if !os(tvOS) && !os(watchOS)
    public import Foundation

    /// Judges a program by the suite.
    ///
    /// The program speaks the testee protocol (`Docs/Conformance.md`). The run asks it to `describe` itself,
    /// gives it the cases for the layers and features that it claims, one at a time, and restarts it when it
    /// breaks down.
    public struct ConformanceRun: Sendable {
        /// Why nothing can be judged.
        public enum Failure: Error, Hashable, Sendable {
            /// This program can't be started, for this reason in the system's words.
            case notStarted(program: String, reason: String)
            /// There was no usable answer to `describe`.
            case notDescribed(Verdict)
        }

        /// The cases.
        public var suite: VectorSuite
        /// The program and its arguments.
        public var command: [String]
        /// The layers to judge; all if it is empty.
        public var layers: Set<String> = []
        /// The cases to judge, by their ids, however often the testee breaks down; all if it is empty.
        public var ids: Set<String> = []
        /// Whether recommended cases are left out.
        public var isRequiredOnly = false
        /// The cases that are expected to fail.
        public var expectedFailures = ExpectedFailures()
        /// The longest that an answer may take.
        public var timeout = Duration.seconds(5)
        /// The other waits.
        package var waits = Waits()
        /// Whether each case gets a program of its own.
        public var isFresh = false
        /// Whether to kill the program and end: asked all the time. The cases that are left are not run then.
        public var isInterrupted: @Sendable () -> Bool = { false }

        /// Creates a run with the usual settings.
        ///
        /// - Parameters:
        ///   - suite: the cases.
        ///   - command: the program, found as a shell would find it, and its arguments; at least one word.
        public init(_ suite: VectorSuite, command: [String]) {
            precondition(!command.isEmpty, "a command has at least one word")
            self.suite = suite
            self.command = command
        }

        /// Runs all cases. It blocks while the program works: do not call it on an actor.
        ///
        /// This process ignores SIGPIPE from then on.
        ///
        /// - Parameter progress: called after each case.
        public func run(
            progress: (_ report: ConformanceReport, _ total: Int) -> Void = { _, _ in }
        ) throws(Failure) -> ConformanceReport {
            var conversation = Conversation(self)
            let description = try conversation.begin()
            var report = ConformanceReport(
                suiteVersion: suite.version, testee: description, flags: suite.flags)
            var patience = Patience(timeout: timeout, lostTime: waits.breakdowns)
            let files = suite.files.filter { layers.isEmpty || layers.contains($0.layer) }
            let cases = files.flatMap { file in
                file.vectors.filter { isWanted($0) }.map { (file, $0) }
            }
            let alwaysRun = suite.idsThatShowBugs
            for (file, whole) in cases {
                let vector = description.reduced(whole)
                patience.begin(
                    topic: "\(file.layer)/\(file.topic)",
                    isAlwaysRun: !ids.isEmpty || alwaysRun.contains(vector.id))
                var verdict: Verdict
                let wait = patience.wait
                if let lack = description.lack(for: whole, in: file.layer) {
                    verdict = .skipped(reason: lack)
                } else if let reason = patience.refusal {
                    verdict = .notRun(reason: reason)
                } else {
                    let start = ContinuousClock.now
                    verdict = conversation.judge(vector, within: wait)
                    patience.note(verdict, after: .now - start)
                    if let reason = conversation.endOfBeginnings { patience.giveUp(reason) }
                    if isInterrupted() {
                        let reason = "interrupted"
                        verdict = .notRun(reason: reason)
                        patience.giveUp(reason)
                    }
                }
                report.add(
                    CaseResult(
                        vector: vector, layer: file.layer, topic: file.topic, verdict: verdict,
                        expectedFailure: expectedFailures.reasons[vector.id],
                        wholeAnswer: vector.expected == whole.expected ? nil : whole.expected,
                        isHurried: wait < timeout))
                progress(report, cases.count)
            }
            close(gapsIn: &report, conversation: &conversation, patience: &patience)
            let end = conversation.end()
            if !isInterrupted() { report.endOfTestee = end }
            return report
        }

        /// Runs cases that were given up, of the sizes between the last that is right and the first that breaks down: without
        /// them, a buffer of 11 bytes looks like one of 13.
        private func close(
            gapsIn report: inout ConformanceReport, conversation: inout Conversation,
            patience: inout Patience
        ) {
            for measure in [Habit.Measure.streetSize, .arrow] {
                while let place = report.places(inGapOf: measure).first {
                    let given = report.results[place]
                    patience.begin(topic: "\(given.layer)/\(given.topic)", isAlwaysRun: true)
                    guard patience.refusal == nil, !isInterrupted() else { return }
                    let wait = patience.wait
                    let start = ContinuousClock.now
                    let verdict = conversation.judge(given.vector, within: wait)
                    patience.note(verdict, after: .now - start)
                    if let reason = conversation.endOfBeginnings { patience.giveUp(reason) }
                    guard !isInterrupted() else { return }
                    report.replace(place, verdict, isHurried: wait < timeout)
                    if case .notRun = verdict { return }
                }
            }
        }

        /// Why a case is not judged.
        package enum Omission: Hashable {
            /// The suite has no such case.
            case unknown
            /// It is a case of this layer, which is left out.
            case layer(String)
            /// It is only recommended.
            case level
        }

        /// Why the case of an id would not be judged, whatever ids are wanted; `nil` if it would be.
        package func omission(of id: String) -> Omission? {
            for file in suite.files {
                guard let vector = file.vectors.first(where: { $0.id == id }) else { continue }
                guard layers.isEmpty || layers.contains(file.layer) else {
                    return .layer(file.layer)
                }
                return isRequiredOnly && vector.level != .required ? .level : nil
            }
            return .unknown
        }

        private func isWanted(_ vector: Vector) -> Bool {
            (ids.isEmpty || ids.contains(vector.id))
                && (!isRequiredOnly || vector.level == .required)
        }
    }

    extension ConformanceRun.Failure: CustomStringConvertible {
        /// The failure as a sentence.
        public var description: String {
            switch self {
            case .notStarted(let program, let reason):
                "the program '\(program)' can't be started: \(reason)"
            case .notDescribed(let verdict):
                "the program did not describe itself: \(verdict.explanation)"
            }
        }
    }

    extension ConformanceRun.Failure: LocalizedError {
        /// The ``description`` as a sentence that stands alone.
        public var errorDescription: String? { "Nothing can be judged: \(description)." }
    }
#endif
