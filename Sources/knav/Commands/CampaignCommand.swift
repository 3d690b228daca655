import KomootNavPipe
import KomootNavRecording
import Simulation
import SimulationRuns

/// `knav campaign`.
enum CampaignCommand: Command {
    static let name = ShardedCommand.campaign.rawValue
    static let summary = "simulate many rides on which things go wrong, and check what is promised"

    static let syntax = Arguments.Syntax(
        options: [
            "--seeds", "--jobs", "--profile", "--faults", "--failed-seeds", "--shard", "--report",
        ],
        flags: ["--json", "--steady", "--every-second", "--driver", "--require-marks"])

    private static let profileNames = names(of: PhoneProfile.self) + ["all"]

    static let help = """
        usage: knav campaign --seeds 'A..<B' [--jobs N] [--faults \(names(of: FaultLevel.self).alternatives)]
                             [--profile \(profileNames.alternatives)]
                             [--failed-seeds FILE] [--steady | --every-second] [--driver]
                             [--require-marks] [--shard I/N] [--report FILE] [--json]

        Simulates a five-minute ride for every seed, the first four minutes with faults, and checks after
        every step that phone and device keep their promises. If one is broken, it prints the shortest
        list of events that it found to break the promise, and the command that repeats the run. Interrupt
        it to see what it has found: the first of the seeds are done then.

          --seeds 'A..<B'      the seeds; the quotation marks are for the shell
          --jobs N             how many runs to do at a time (one for each core)
          --profile P          the phone to simulate (all: the seeds take turns)
          --faults F           how much goes wrong (heavy)
          --failed-seeds FILE  runs to do first: a seed, a profile and a fault level a line
          --steady             one publication a second, 40-byte streets, MTU 23: for measuring
          --every-second       one publication a second, any street, MTU 23 or 185: for freshness
          --driver             both ends on the drivers, over radios that know no tickets
          --require-marks      fail if one of the rare events that a campaign looks for did not happen
        \(ShardHelp.lines(width: 21))
          --json               print one JSON object at the end

        Measure a release build: swift run -c release knav campaign …
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let seeds = try arguments.seeds()
        let jobs = try arguments.jobs()
        let profiles = try arguments.value("--profile", profileNames.listed) { text in
            text == "all" ? PhoneProfile.allCases : PhoneProfile(rawValue: text).map { [$0] }
        }
        let faults = try arguments.choice("--faults", of: FaultLevel.allCases)
        let isShared = ["--shard", "--report"].contains { arguments.options[$0] != nil }
        if isShared, arguments.options["--failed-seeds"] != nil {
            throw UsageError(
                message: "'--failed-seeds' has no meaning with '--shard' or '--report'")
        }
        if isShared, arguments.flags.contains("--require-marks") {
            throw UsageError(
                message: "'--require-marks' has no meaning with '--shard' or '--report'; "
                    + "'knav campaign merge' has it")
        }
        var first: [FailedSeed] = []
        if let path = arguments.options["--failed-seeds"] {
            do throws(WholeFile.Failure) {
                let text = String(decoding: try WholeFile.read(path), as: UTF8.self)
                do throws(FailedSeed.BadLine) {
                    first = try FailedSeed.list(in: text)
                } catch {
                    report(
                        "line \(error.number) of the failed seeds is not a seed, profile and faults: "
                            + "'\(printable(error.text))'")
                    return .badData
                }
            } catch {
                report(path, error.explanation)
                return error.exitCode
            }
        }
        var campaign = Campaign(
            seeds: seeds, profiles: profiles ?? PhoneProfile.allCases, faults: faults ?? .heavy,
            jobs: jobs)
        let workloads = [("--steady", Workload.steady), ("--every-second", .everySecond)]
            .filter { arguments.flags.contains($0.0) }
        guard workloads.count < 2 else {
            throw UsageError(message: "'--steady' has no meaning with '--every-second'")
        }
        campaign.workload = workloads.first?.1 ?? .drawn
        if arguments.flags.contains("--driver") { campaign.contestants = .drivers }
        let work = ShardedWork<CampaignSummary>(
            command: name, seeds: seeds, options: options(of: campaign, arguments),
            // Failed seeds do not tell builds apart: not every run has them.
            probe: { [campaign] in await CampaignRuns(of: campaign).summary(of: $0, $1) },
            run: { [campaign, first] in
                await CampaignRuns(of: campaign, after: first).summary(of: $0, $1)
            })
        return try await work.perform(arguments) { summary in
            let lacksMarks =
                arguments.flags.contains("--require-marks") && !summary.marksMissing.isEmpty
            return lacksMarks ? .failed : .success
        }
    }

    /// The options that decide what is found, beside the seeds.
    private static func options(of campaign: Campaign, _ arguments: Arguments) -> [String] {
        let profile = campaign.profiles.count == 1 ? campaign.profiles[0].rawValue : "all"
        return ["--profile", profile, "--faults", campaign.faults.rawValue]
            + ["--steady", "--every-second", "--driver"].filter(arguments.flags.contains)
    }
}
