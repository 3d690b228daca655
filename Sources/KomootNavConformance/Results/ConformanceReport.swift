/// What a run found.
public struct ConformanceReport: Hashable, Sendable {
    /// How many cases had each verdict.
    public struct Counts: Hashable, Sendable {
        /// Passed, and expected to.
        public internal(set) var passed = 0
        /// Failed, and not expected to.
        public internal(set) var failed = 0
        /// Failed as expected.
        public internal(set) var expectedFailures = 0
        /// Passed, though a failure was expected.
        public internal(set) var unexpectedPasses = 0
        /// Skipped, because the testee lacks what they need or declined them.
        public internal(set) var skipped = 0
        /// Not run, because the run gave the testee up.
        public internal(set) var notRun = 0

        mutating func add(_ result: CaseResult) {
            switch result.verdict {
            case .skipped: skipped += 1
            case .notRun: notRun += 1
            case .passed where result.expectedFailure == nil: passed += 1
            case .passed: unexpectedPasses += 1
            case .wrong, .crashed, .timedOut, .malformed:
                if result.expectedFailure == nil { failed += 1 } else { expectedFailures += 1 }
            }
        }
    }

    /// The version of the suite.
    package let suiteVersion: String
    /// The testee, as it described itself.
    public let testee: TesteeDescription
    /// The bugs that cases name, by their flags.
    package let flags: [String: VectorFile.Flag]
    /// The cases in the order in which they were run.
    public private(set) var results: [CaseResult] = []
    /// The counts of all cases.
    public private(set) var counts = Counts()
    /// The counts by layer.
    package private(set) var countsByLayer: [String: Counts] = [:]
    /// How the testee ended after the last case, if not with exit code 0.
    public internal(set) var endOfTestee: Verdict?

    init(suiteVersion: String, testee: TesteeDescription, flags: [String: VectorFile.Flag]) {
        self.suiteVersion = suiteVersion
        self.testee = testee
        self.flags = flags
    }

    /// Gives a case that was not run another verdict.
    mutating func replace(_ place: Int, _ verdict: Verdict, isHurried: Bool) {
        let others = results
        results = []
        counts = Counts()
        countsByLayer = [:]
        for (number, result) in others.enumerated() {
            guard number == place else {
                add(result)
                continue
            }
            add(
                CaseResult(
                    vector: result.vector, layer: result.layer, topic: result.topic,
                    verdict: verdict, expectedFailure: result.expectedFailure,
                    wholeAnswer: result.wholeAnswer, isHurried: isHurried))
        }
    }

    mutating func add(_ result: CaseResult) {
        var result = result
        result.streetCapacity = testee.streetCapacity
        results.append(result)
        counts.add(result)
        countsByLayer[result.layer, default: Counts()].add(result)
    }

    /// Whether the testee conforms, as far as it was judged: at least one case passed, none counts
    /// against it, and it ended as it should.
    public var isConforming: Bool {
        counts.passed > 0 && endOfTestee == nil && !results.contains(where: \.isError)
    }

    /// The layers that have cases, in the order of the suite.
    package var layers: [String] { VectorSuite.layers.filter { countsByLayer[$0] != nil } }

    /// Why cases were skipped or not run, each reason with its number of cases, the most frequent first.
    package var reasons: [(reason: String, count: Int)] {
        var counts: [String: Int] = [:]
        for result in results {
            switch result.verdict {
            case .skipped(let reason), .notRun(let reason): counts[reason, default: 0] += 1
            case .passed, .wrong, .crashed, .timedOut, .malformed: break
            }
        }
        return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { ($0.key, $0.value) }
    }
}
