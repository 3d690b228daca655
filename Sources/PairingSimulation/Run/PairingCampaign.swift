package import Simulation

/// Many runs with the same contestants.
package struct PairingCampaign: Sendable {
    /// What a campaign found.
    package typealias Report = PromiseReport<PairingPromise>

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

    /// Does the runs of some seeds; usually of all.
    ///
    /// - Parameter progress: is told now and then how many runs are done.
    package func run(
        seeds: Range<UInt64>? = nil, progress: (@Sendable (Int) -> Void)? = nil
    ) async -> Report {
        await Report(seeds: seeds ?? self.seeds, jobs: jobs, progress: progress) { seed in
            let outcome = await run(ofSeed: seed).run()
            return (outcome.broken, outcome.marks)
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
