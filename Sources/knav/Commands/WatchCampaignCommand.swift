import KomootNavRecording
import Simulation
import SimulationRuns
import WatchSimulation

/// `knav watch campaign`.
enum WatchCampaignCommand: Command {
    static let name = ShardedCommand.watchCampaign.rawValue
    static let summary = "simulate watches for many seeds, and check what is promised"

    static let syntax = Arguments.Syntax(
        options: [
            "--seeds", "--jobs", "--faults", "--watches", "--promises", "--shard", "--report",
        ],
        flags: ["--json"])

    static let help = """
        usage: knav watch campaign --seeds 'A..<B' [--jobs N] [--faults \(names(of: FaultLevel.self).alternatives)] [--watches N]
                          [--promises P,…] [--shard I/N] [--report FILE] [--json]

        Simulates one or two watches for every seed: for two minutes with faults that the seed draws, and
        then at rest. After each event it checks what is promised. For each promise that is broken it
        prints in how many runs, and the first seed; 'knav watch simulate' shows that run. It also prints
        in how many runs each rare thing happened. Docs/Watch.md, clause 13, explains the promises.
        Interrupt it to see what it has found: the first of the seeds are done then.

          --seeds 'A..<B'  the seeds; the quotation marks are for the shell
          --jobs N         how many runs to do at a time (one for each core)
          --faults F       how much goes wrong (heavy)
          --watches N      1 or 2 watches (the seed decides)
          --promises P,…   the promises to check, or 'all' (all):
                           \(Arguments.watchPromises.prefix(5).joined(separator: ", ")),
                           \(Arguments.watchPromises.dropFirst(5).prefix(4).joined(separator: ", ")),
                           \(Arguments.watchPromises.dropFirst(9).joined(separator: ", "))
        \(ShardHelp.lines(width: 17))
          --json           print one JSON object at the end

        Use a release build: swift run -c release knav watch campaign …
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let seeds = try arguments.seeds()
        var campaign = WatchCampaign(seeds: seeds, of: try arguments.watchRun())
        campaign.jobs = try arguments.jobs()
        let work = ShardedWork(
            command: name, seeds: seeds, options: options(of: campaign.template),
            checking: campaign.template.promises
        ) { [campaign] in
            await campaign.run(seeds: $0, progress: $1)
        }
        return try await work.perform(arguments)
    }

    /// The options that decide what is found, beside the seeds.
    private static func options(of run: WatchRun) -> [String] {
        ["--faults", run.level.rawValue] + (run.watchCount.map { ["--watches", "\($0)"] } ?? [])
            + ["--promises", WatchPromise.names(of: run.promises).joined(separator: ",")]
    }
}
