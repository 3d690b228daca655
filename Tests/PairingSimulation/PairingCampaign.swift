/// Many runs with the same contestants.
package struct PairingCampaign: Sendable {
    /// What a campaign found.
    package struct Report: Sendable {
        /// How many runs there were.
        package var runs = 0
        /// The first seed that broke each promise, and how.
        package var broken: [PairingPromise: (seed: UInt64, BrokenPairing)] = [:]
        /// In how many runs each rare thing happened.
        package var marks: [String: Int] = [:]

        mutating func add(_ outcome: PairingRun.Outcome, seed: UInt64) {
            runs += 1
            for mark in outcome.marks { marks[mark, default: 0] += 1 }
            guard let found = outcome.broken else { return }
            if let known = broken[found.promise], known.seed <= seed { return }
            broken[found.promise] = (seed, found)
        }

        mutating func add(_ other: Report) {
            runs += other.runs
            for (mark, count) in other.marks { marks[mark, default: 0] += count }
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

    package func run(progress: (@Sendable (Int) -> Void)? = nil) async -> Report {
        await withTaskGroup(of: Report.self) { group in
            for job in 0..<UInt64(jobs) {
                group.addTask {
                    var report = Report()
                    for seed in seeds where seed % UInt64(jobs) == job {
                        report.add(await runOne(seed), seed: seed)
                        if job == 0, report.runs % 1000 == 0 { progress?(report.runs * jobs) }
                    }
                    return report
                }
            }
            var report = Report()
            for await part in group { report.add(part) }
            return report
        }
    }

    private func runOne(_ seed: UInt64) async -> PairingRun.Outcome {
        await PairingRun(
            seed: seed, contestants: contestants, clientCount: clientCount, faults: faults
        ).run()
    }
}
