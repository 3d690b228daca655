/// Many runs with the same contestants.
package struct PairingCampaign: Sendable {
    /// What a campaign found.
    package struct Report: Sendable {
        /// How many runs there were.
        package var runs = 0
        /// The first seed that broke each promise, and how.
        package var broken: [PairingPromise: (seed: UInt64, BrokenPairing)] = [:]
        /// In how many runs each promise was broken.
        package var brokenRuns: [PairingPromise: Int] = [:]
        /// In how many runs any promise was broken.
        package var runsWithBroken = 0
        /// In how many runs each rare thing happened.
        package var marks: [String: Int] = [:]

        mutating func add(_ outcome: PairingRun.Outcome, seed: UInt64) {
            runs += 1
            for mark in outcome.marks { marks[mark, default: 0] += 1 }
            if !outcome.broken.isEmpty { runsWithBroken += 1 }
            for found in outcome.broken {
                brokenRuns[found.promise, default: 0] += 1
                if let known = broken[found.promise], known.seed <= seed { continue }
                broken[found.promise] = (seed, found)
            }
        }

        mutating func add(_ other: Report) {
            runs += other.runs
            runsWithBroken += other.runsWithBroken
            for (mark, count) in other.marks { marks[mark, default: 0] += count }
            for (promise, count) in other.brokenRuns { brokenRuns[promise, default: 0] += count }
            for (promise, found) in other.broken {
                if let known = broken[promise], known.seed <= found.seed { continue }
                broken[promise] = found
            }
        }
    }

    package var seeds: Range<UInt64>
    package var contestants: PairingContestants
    package var clientCount: Int?
    package var faults: PairingFaults?
    /// The promises that are checked; `nil` for those that the contestants keep.
    package var promises: Set<PairingPromise>?
    /// Whether names are used by those whose they are not.
    package var hasImpostors = false
    /// How many runs to do at a time.
    package var jobs = 1

    package init(
        seeds: Range<UInt64>, contestants: PairingContestants, clientCount: Int? = nil,
        faults: PairingFaults? = nil
    ) {
        self.seeds = seeds
        self.contestants = contestants
        self.clientCount = clientCount
        self.faults = faults
    }

    /// Does all runs.
    ///
    /// - Parameter progress: is told now and then how many runs are done.
    package func run(progress: (@Sendable (Int) -> Void)? = nil) async -> Report {
        await withTaskGroup(of: Report.self) { group in
            for job in 0..<UInt64(jobs) {
                group.addTask {
                    var report = Report()
                    for seed in seeds where seed % UInt64(jobs) == job {
                        report.add(await run(ofSeed: seed).run(), seed: seed)
                        if job == 0, report.runs % 100 == 0 { progress?(report.runs * jobs) }
                    }
                    return report
                }
            }
            var report = Report()
            for await part in group { report.add(part) }
            return report
        }
    }

    /// The run of one seed.
    package func run(ofSeed seed: UInt64) -> PairingRun {
        var run = PairingRun(
            seed: seed, contestants: contestants, clientCount: clientCount, faults: faults)
        run.promises = promises
        run.hasImpostors = hasImpostors
        return run
    }
}
