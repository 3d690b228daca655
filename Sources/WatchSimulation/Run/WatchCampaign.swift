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

    /// Does the runs of some seeds; usually of all.
    ///
    /// - Parameter progress: is told now and then how many runs are done.
    package func run(
        seeds: Range<UInt64>? = nil, progress: (@Sendable (Int) -> Void)? = nil
    ) async -> Report {
        await Report(seeds: seeds ?? self.seeds, jobs: jobs, progress: progress) { seed in
            var run = template
            run.seed = seed
            let outcome = run.run()
            return (outcome.broken, outcome.marks)
        }
    }
}

/// A promise of `Docs/Watch.md`, clause 13.4.
package enum WatchPromise: String, SimulatedPromise {
    /// Each message that was handed in ends once.
    case endsOnce
    /// No message in order and no batched one gets into a mailbox twice, or is sent again when the watch may have it.
    case arrivesOnce
    /// Messages in order are sent in the order in which they were handed in, and so are batched ones.
    case keepsOrder
    /// Batched messages are sent as arrays, which take all that fits.
    case joinsBatches
    /// What the rider sees at rest is the newest instruction.
    case newestIsShown
    /// Nothing is sent to an app that is not registered, and nothing told of what it sent.
    case onlyRegistered
    /// Nothing is asked of a watch that is not ready.
    case onlyReady
    /// One message at a time is sent to each app.
    case oneAtATime
    /// Few messages are open, and an event has few effects.
    case isBounded
    /// No message is sent more than three times, not counting the times when the connection ended.
    case endsTrying
    /// Newest messages begin 1 s apart, batches 10 s, and nothing begins within 2 s of a temporary failure.
    case keepsIntervals
    /// The list that is loaded is the newest one.
    case keepsTheList
    /// No deadline has passed after an event, and what was handed in ends.
    case comesToRest
}
