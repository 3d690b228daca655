package import Simulation

/// Many runs.
package struct WatchCampaign: Sendable {
    /// What a campaign found.
    package typealias Report = PromiseReport<WatchPromise>

    package var seeds: Range<UInt64>
    /// The run of each seed, but for the seed.
    package var template: WatchRun
    /// How many runs to do at a time.
    package var jobs = 1

    package init(seeds: Range<UInt64>, of template: WatchRun = WatchRun(seed: 0)) {
        self.seeds = seeds
        self.template = template
    }

    /// Does all runs.
    ///
    /// - Parameter progress: is told now and then how many runs are done.
    package func run(progress: (@Sendable (Int) -> Void)? = nil) async -> Report {
        await Report(seeds: seeds, jobs: jobs, progress: progress) { seed in
            var run = template
            run.seed = seed
            let outcome = run.run()
            return (outcome.broken, outcome.marks)
        }
    }
}
