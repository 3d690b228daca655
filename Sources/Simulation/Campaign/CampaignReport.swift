/// A run in which a promise did not hold.
public struct RunFailure: Sendable, CustomStringConvertible {
    /// The run; the script is as short as could be found.
    public internal(set) var plan: RunPlan
    /// How much went wrong in it.
    public let faults: FaultLevel
    /// What did not hold.
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
                + "\(Self.seconds(broken.time)) s: \(broken.evidence)"
        ]
        for entry in plan.script {
            lines.append("  \(Self.seconds(entry.time)) s  \(entry.action)")
        }
        lines.append("  repeat: \(command)")
        return lines.joined(separator: "\n")
    }

    private static func seconds(_ microseconds: UInt64) -> String {
        let thousandths = String(microseconds / 1000 % 1000)
        let padding = String(repeating: "0", count: 3 - thousandths.count)
        return "\(microseconds / 1_000_000).\(padding)\(thousandths)"
    }
}

/// What came of a campaign, or of a part of it.
public struct CampaignReport: Sendable {
    /// Creates the report of no runs.
    public init() {}

    /// The number of runs.
    public private(set) var runCount = 0
    /// PDUs, connections, losses and advertisements that arrived.
    public private(set) var linkEventCount: UInt64 = 0
    /// The rare things that were met.
    public private(set) var marks = MarkSet()
    /// A hash of the hashes of all runs, in whatever order they were done.
    public private(set) var traceHash: UInt64 = 0
    /// The number of runs in which a promise did not hold.
    public private(set) var failureCount = 0
    /// The first few of them, the lowest seed first.
    public internal(set) var failures: [RunFailure] = []
    /// How many runs were done twice.
    public internal(set) var repetitions = 0
    /// The seeds of those in which something else happened the second time.
    public internal(set) var differentRepetitions: [UInt64] = []

    /// The time that passed in all runs' worlds.
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

    /// Adds what came of other runs.
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
