import KomootNavRecording
import PairingSimulation
import Simulation
import SimulationRuns

/// `knav pairing campaign`.
enum PairingCampaignCommand: Command {
    static let name = ShardedCommand.pairingCampaign.rawValue
    static let summary = "simulate pairing for many seeds, and check what is promised"

    static let syntax = Arguments.Syntax(
        options: [
            "--seeds", "--clients", "--jobs", "--kind", "--promises", "--shard", "--report",
        ],
        flags: ["--impostors", "--json"])

    static let help = """
        usage: knav pairing campaign --seeds 'A..<B' [--clients N] [--jobs N] [--promises P,…] [--impostors]
                            [--kind \(PairingArguments.kinds.alternatives)]
                            [--shard I/N] [--report FILE] [--json]

        Simulates a server and one to three clients for every seed: for two minutes with faults that the
        seed draws, and then at rest. After each event it checks what is promised. For each promise that is
        broken it prints in how many runs, and the first seed; 'knav pairing simulate' shows that run.
        Interrupt it to see what it has found: the first of the seeds are done then.

          --seeds 'A..<B'  the seeds; the quotation marks are for the shell
          --clients N      from 1 to 3 clients (the seed decides)
          --jobs N         how many runs to do at a time (one for each core)
          --kind K         which ends are this library's, and which follow only the published description
                           (library)
          --promises P,…   the promises to check, or 'all' (those that this kind keeps):
                           \(PairingArguments.promiseNames.prefix(5).joined(separator: ", ")),
                           \(PairingArguments.promiseNames.dropFirst(5).joined(separator: ", "))
          --impostors      somebody uses the names of others; what breaks then is only counted
        \(ShardHelp.lines(width: 17))
          --json           print one JSON object at the end

        Kinds: 'plain' takes plain ends for the client and the server; 'plain-clients' joins plain clients to
        this library's server, and 'plain-server' this library's clients to a plain server.

        It also prints in how many runs each of these happened:

          client fault F, server fault F  the end reported this fault. For example 'outrun': another client was
                                          faster; 'refused(E)': the server refused a request with the error E;
                                          'leaseExpired': no answer for 6 s, so the client ended the link
          refused E                       the server refused a request with the error E
          forgot                          a client forgot the server that it remembered, for whatever reason
          client killed, server killed    the app was ended
          client copied                   a backup of a client was restored to another phone
          client installed again          the app lost its names
          ends of links are told, … not told
                                          whether the server's system tells its app when a link ends
          impostor                        a second server posed as the first

        Use a release build: swift run -c release knav pairing campaign …
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let seeds = try arguments.seeds()
        let jobs = try arguments.jobs()
        let kind = try PairingArguments.kind(arguments)
        var campaign = PairingCampaign(
            seeds: seeds, contestants: PairingContestants(kind),
            clientCount: try PairingArguments.clients(arguments))
        campaign.jobs = jobs
        campaign.hasImpostors = arguments.flags.contains("--impostors")
        campaign.promises = try PairingArguments.promises(arguments)
        if campaign.hasImpostors, campaign.promises == nil {
            campaign.promises = PairingPromise.promised
        }
        let promises = campaign.promises ?? kind.promises
        let work = ShardedWork(
            command: name, seeds: seeds, options: options(of: campaign, kind, promises),
            checking: promises, kind: kind.rawValue
        ) { [campaign] in
            await campaign.run(seeds: $0, progress: $1)
        }
        return try await work.perform(arguments)
    }

    /// The options that decide what is found, beside the seeds.
    private static func options(
        of campaign: PairingCampaign, _ kind: PairingContestants.Kind,
        _ promises: Set<PairingPromise>
    ) -> [String] {
        ["--kind", kind.rawValue] + (campaign.clientCount.map { ["--clients", "\($0)"] } ?? [])
            + ["--promises", PairingPromise.names(of: promises).joined(separator: ",")]
            + (campaign.hasImpostors ? ["--impostors"] : [])
    }
}
