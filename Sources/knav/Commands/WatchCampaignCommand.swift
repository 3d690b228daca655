import KomootNavRecording
import Simulation
import WatchSimulation

/// `knav watch campaign`.
enum WatchCampaignCommand: Command {
    static let name = "watch campaign"
    static let summary = "simulate watches for many seeds, and check what is promised"

    static let syntax = Arguments.Syntax(
        options: ["--seeds", "--jobs", "--faults", "--watches", "--promises"],
        flags: ["--json"])

    static let help = """
        usage: knav watch campaign --seeds 'A..<B' [--jobs N] [--faults \(names(of: FaultLevel.self).alternatives)] [--watches N]
                          [--promises P,…] [--json]

        Simulates one or two watches for every seed: for two minutes with faults that the seed draws, and
        then at rest. After each event it checks what is promised. For each promise that is broken it
        prints in how many runs, and the first seed; 'knav watch simulate' shows that run. It also prints
        in how many runs each rare thing happened. Docs/Watch.md, clause 13, explains the promises.

          --seeds 'A..<B'  the seeds; the quotation marks are for the shell
          --jobs N         how many runs to do at a time (one for each core)
          --faults F       how much goes wrong (heavy)
          --watches N      1 or 2 watches (the seed decides)
          --promises P,…   the promises to check, or 'all' (all):
                           \(Arguments.watchPromises.prefix(5).joined(separator: ", ")),
                           \(Arguments.watchPromises.dropFirst(5).prefix(4).joined(separator: ", ")),
                           \(Arguments.watchPromises.dropFirst(9).joined(separator: ", "))
          --json           print one JSON object at the end

        Use a release build: swift run -c release knav watch campaign …
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let seeds = try arguments.seeds()
        var campaign = WatchCampaign(seeds: seeds, of: try arguments.watchRun())
        campaign.jobs = try arguments.jobs()
        let isJSON = arguments.flags.contains("--json")
        let progress = ProgressLine()
        let clock = ContinuousClock()
        let start = clock.now
        let report = await campaign.run { runs in
            if !isJSON { progress.show { "\(runs) of \(seeds.seedCount) runs" } }
        }
        progress.finish()
        let summary = PromiseSummary(
            report, of: campaign.template.promises, wallTime: clock.now - start)
        print(isJSON ? summary.json : summary.text)
        return report.broken.isEmpty ? .success : .failed
    }
}
