import KomootNavRecording
import PairingSimulation
import Simulation

/// `knav pairing campaign`.
enum PairingCampaignCommand: Command {
    static let name = "pairing campaign"
    static let summary = "simulate pairing for many seeds, and check what is promised"

    static let syntax = Arguments.Syntax(
        options: ["--seeds", "--clients", "--jobs", "--kind", "--promises"],
        flags: ["--impostors", "--json"])

    static let help = """
        usage: knav pairing campaign --seeds 'A..<B' [--clients N] [--jobs N] [--promises P,…] [--impostors]
                            [--kind \(PairingArguments.kinds.alternatives)] [--json]

        Simulates a server and one to three clients for every seed: for two minutes with faults that the
        seed draws, and then at rest. After each event it checks what is promised. For each promise that is
        broken it prints in how many runs, and the first seed; 'knav pairing simulate' shows that run.

          --seeds 'A..<B'  the seeds; the quotation marks are for the shell
          --clients N      from 1 to 3 clients (the seed decides)
          --jobs N         how many runs to do at a time (one for each core)
          --kind K         which ends are this library's, and which follow only the published description
                           (library)
          --promises P,…   the promises to check, or 'all' (those that this kind keeps):
                           \(PairingArguments.promiseNames.prefix(5).joined(separator: ", ")),
                           \(PairingArguments.promiseNames.dropFirst(5).joined(separator: ", "))
          --impostors      somebody uses the names of others; what breaks then is only counted
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
        let isJSON = arguments.flags.contains("--json")
        let progress = ProgressLine()
        let clock = ContinuousClock()
        let start = clock.now
        let report = await campaign.run { runs in
            if !isJSON { progress.show { "\(runs) of \(seeds.seedCount) runs" } }
        }
        progress.finish()
        let summary = PromiseSummary(
            report, of: campaign.promises ?? kind.promises, kind: kind.rawValue,
            wallTime: clock.now - start)
        print(isJSON ? summary.json : summary.text)
        return report.broken.isEmpty || campaign.hasImpostors ? .success : .failed
    }
}
