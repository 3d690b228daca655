/// The results of a campaign, or of a part of it.
public struct CampaignReport: Sendable {
    /// The largest number of failures that are kept and shrunk.
    package static let maximumFailures = 5

    /// Creates the report of no runs.
    package init() {}

    /// Creates the report of a campaign that was not run.
    init(_ obstacle: ImpossibleCampaign) { self.obstacle = obstacle }

    /// Why a campaign was not run; `nil` if it was.
    public private(set) var obstacle: ImpossibleCampaign?

    /// The number of runs.
    public private(set) var runCount = 0
    /// How many PDUs, connections, losses and advertisements arrived.
    package private(set) var linkEventCount: UInt64 = 0
    /// The rare things that happened.
    public private(set) var marks = MarkSet()
    /// A hash of the hashes of all runs. The order of the runs does not matter.
    public private(set) var traceHash: UInt64 = 0
    /// How many runs broke a promise.
    public private(set) var failureCount = 0
    /// The first few failures, with the lowest seed first.
    public internal(set) var failures: [RunFailure] = []
    /// How many runs were done twice.
    package internal(set) var repetitions = 0
    /// The seeds of the runs that gave something else the second time, the lowest first.
    public internal(set) var differentRepetitions: [UInt64] = []
    /// How fresh the screens were.
    package private(set) var freshness: [Freshness.Pair: Freshness] = [:]

    /// The time that passed in the worlds of all runs.
    package var simulatedTime: Duration { Self.simulatedTime(ofRuns: runCount) }

    /// The time that passes in the worlds of so many runs.
    package static func simulatedTime(ofRuns runs: Int) -> Duration {
        .microseconds(Int64(RunPlan.safetyPhase + RunPlan.quietPhase)) * runs
    }

    /// Whether the campaign was run, and every promise held in every run.
    public var isClean: Bool {
        obstacle == nil && failureCount == 0 && differentRepetitions.isEmpty
    }

    mutating func add(_ result: RunResult, of plan: RunPlan) {
        freshness[plan.pair, default: Freshness()].add(result.freshness)
        runCount += 1
        linkEventCount += result.linkEventCount
        marks.formUnion(result.marks)
        traceHash &+= result.traceHash
    }

    mutating func add(_ failure: RunFailure) {
        failureCount += 1
        keep(failure)
    }

    private mutating func keep(_ failure: RunFailure) {
        failures.append(failure)
        failures.sort { $0.rank < $1.rank }
        if failures.count > Self.maximumFailures { failures.removeLast() }
    }

    /// Adds the results of other runs.
    package mutating func add(_ other: CampaignReport) {
        obstacle = obstacle ?? other.obstacle
        runCount += other.runCount
        linkEventCount += other.linkEventCount
        marks.formUnion(other.marks)
        traceHash &+= other.traceHash
        failureCount += other.failureCount
        for failure in other.failures { keep(failure) }
        repetitions += other.repetitions
        differentRepetitions = (differentRepetitions + other.differentRepetitions).sorted()
        for (pair, found) in other.freshness { freshness[pair, default: Freshness()].add(found) }
    }
}

extension RunFailure {
    /// Where it stands among the failures of a campaign. The same seed may have failed with several profiles.
    fileprivate var rank: (UInt64, String, String) {
        (plan.seed, plan.profile.rawValue, faults.rawValue)
    }
}

extension CampaignReport: CustomStringConvertible {
    /// How many failures the description shows.
    private static let describedFailures = 3

    /// The number of runs, and the first few failures with their scripts; why the campaign was not run, if it was not.
    public var description: String {
        var lines = ["\(runCount) runs, \(failureCount) broken promises"]
        if let obstacle { lines.append("not run: \(obstacle)") }
        for failure in failures.prefix(Self.describedFailures) {
            lines.append(failure.description)
        }
        let others = failureCount - min(failures.count, Self.describedFailures)
        if others > 0 { lines.append("… and \(others) more") }
        for seed in differentRepetitions {
            lines.append("seed \(seed): the repeated run had a different history")
        }
        return lines.joined(separator: "\n")
    }
}
