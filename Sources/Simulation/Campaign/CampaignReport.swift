/// A run that broke a promise.
public struct RunFailure: Sendable, CustomStringConvertible {
    /// The plan of the run, with the shortest script that was found to fail.
    public internal(set) var plan: RunPlan
    /// How much went wrong in it.
    public let faults: FaultLevel
    /// The promise that was broken.
    public internal(set) var broken: BrokenPromise

    /// The command that does the run again.
    public var command: String {
        "knav campaign --seeds '\(plan.seed)..<\(plan.seed + 1)' --profile \(plan.profile.rawValue)"
            + " --faults \(faults.rawValue)" + (plan.workload == .steady ? " --steady" : "")
    }

    /// The promise, the script, and how to repeat the run.
    public var description: String {
        var lines = [
            "seed \(plan.seed), profile \(plan.profile.rawValue), radio \(plan.radio.rawValue), "
                + "MTU \(plan.conditions.mtu): \(broken.promise.rawValue) broken at "
                + "\(secondsText(broken.time / 1000, per: 1000)) s: \(broken.evidence)"
        ]
        for entry in plan.script {
            lines.append("  \(secondsText(entry.time / 1000, per: 1000)) s  \(entry.action)")
        }
        lines.append("  repeat: \(command)")
        return lines.joined(separator: "\n")
    }
}

/// The results of a campaign, or of a part of it.
public struct CampaignReport: Sendable {
    /// Creates the report of no runs.
    public init() {}

    /// The number of runs.
    public private(set) var runCount = 0
    /// How many PDUs, connections, losses and advertisements arrived.
    public private(set) var linkEventCount: UInt64 = 0
    /// The rare things that happened.
    public private(set) var marks = MarkSet()
    /// A hash of the hashes of all runs. The order of the runs does not matter.
    public private(set) var traceHash: UInt64 = 0
    /// How many runs broke a promise.
    public private(set) var failureCount = 0
    /// The first few failures, with the lowest seed first.
    public internal(set) var failures: [RunFailure] = []
    /// How many runs were done twice.
    public internal(set) var repetitions = 0
    /// The seeds of the runs that gave something else the second time.
    public internal(set) var differentRepetitions: [UInt64] = []

    /// The time that passed in the worlds of all runs.
    public var simulatedTime: Duration {
        .microseconds(
            Int64(clamping: UInt64(runCount) * (RunPlan.safetyPhase + RunPlan.quietPhase)))
    }

    /// Whether every promise held in every run.
    public var isClean: Bool { failureCount == 0 && differentRepetitions.isEmpty }

    mutating func add(_ result: RunResult) {
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
        failures.sort { $0.plan.seed < $1.plan.seed }
        if failures.count > Campaign.maximumFailures { failures.removeLast() }
    }

    /// Adds the results of other runs.
    public mutating func add(_ other: CampaignReport) {
        runCount += other.runCount
        linkEventCount += other.linkEventCount
        marks.formUnion(other.marks)
        traceHash &+= other.traceHash
        failureCount += other.failureCount
        for failure in other.failures { keep(failure) }
        repetitions += other.repetitions
        differentRepetitions += other.differentRepetitions
    }
}
