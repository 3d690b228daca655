import Foundation
import Simulation

/// `knav campaign`.
enum CampaignCommand: Command {
    static let syntax = Arguments.Syntax(
        options: ["--seeds", "--jobs", "--profile", "--faults", "--failed-seeds"],
        flags: ["--json", "--steady", "--require-marks"])

    static let help = """
        usage: knav campaign --seeds 'A..<B' [--jobs N] [--faults none|light|heavy]
                             [--profile published|ios|android|androidNoCCCD|all]
                             [--failed-seeds FILE] [--steady] [--require-marks] [--json]

        Simulates a ride of five minutes for every seed, four of them with faults, and checks after
        every step what phone and device promise. A broken promise is printed with the shortest list of
        events that was found to cause it, and the command that does the run again.

          --seeds 'A..<B'      the seeds; a shell wants the quotation marks
          --jobs N             runs at a time (all cores)
          --profile P          the phones (all: a seed's is the one at its remainder)
          --faults F           how much goes wrong (heavy)
          --failed-seeds FILE  runs to do first: lines of seed, profile and faults
          --steady             one publication a second, 40-byte streets, MTU 23: for measuring
          --require-marks      rare things that were not met make the campaign fail
          --json               one JSON object at the end

        Figures mean something in a release build only: swift run -c release knav campaign …
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let seeds = try arguments.required(
            "--seeds", "a range of seeds such as 0..<1000", seedRange)
        let jobs = try arguments.value("--jobs", "a number from 1 to 1024") {
            Int($0).flatMap { 1...1024 ~= $0 ? $0 : nil }
        }
        let profiles = try arguments.value(
            "--profile", "published, ios, android, androidNoCCCD or all"
        ) { text in
            text == "all" ? PhoneProfile.allCases : PhoneProfile(rawValue: text).map { [$0] }
        }
        let faults = try arguments.value(
            "--faults", "none, light or heavy", FaultLevel.init(rawValue:))
        var first: [FailedSeed] = []
        if let path = arguments.options["--failed-seeds"] {
            do throws(FailedSeedsError) {
                first = try failedSeeds(inFile: path)
            } catch {
                return report(error)
            }
        }
        var campaign = Campaign(
            seeds: seeds, profiles: profiles ?? PhoneProfile.allCases, faults: faults ?? .heavy,
            jobs: jobs ?? ProcessInfo.processInfo.activeProcessorCount)
        campaign.workload = arguments.flags.contains("--steady") ? .steady : .drawn
        let isJSON = arguments.flags.contains("--json")
        let summary = await judge(campaign, after: first, showsProgress: !isJSON)
        print(isJSON ? summary.json : summary.text)
        let isBroken = summary.broken > 0 || !summary.differentRepetitions.isEmpty
        let lacksMarks =
            arguments.flags.contains("--require-marks") && !summary.marksMissing.isEmpty
        return isBroken || lacksMarks ? .failed : .success
    }

    private static func report(_ error: FailedSeedsError) -> ExitCode {
        switch error {
        case .unreadable(let path):
            reportError("knav campaign: '\(printable(path))' can't be read")
            return .noInput
        case .badLine(let number, let line):
            reportError(
                "knav campaign: line \(number) of the failed seeds is no seed, profile and faults: "
                    + "'\(printable(line))'")
            return .badData
        }
    }

    private static func judge(
        _ campaign: Campaign, after first: [FailedSeed], showsProgress: Bool
    ) async -> CampaignSummary {
        let progress = ProgressLine()
        let total = first.count + campaign.seeds.count
        let clock = ContinuousClock()
        let start = clock.now
        var report = CampaignReport()
        for failed in first {
            let again = Campaign(
                seeds: failed.seed..<failed.seed + 1, profiles: [failed.profile],
                faults: failed.faults)
            report.add(await again.run())
        }
        let before = report
        report.add(
            await campaign.run { part in
                guard showsProgress else { return }
                var sum = before
                sum.add(part)
                progress.show { "\(sum.runCount) of \(total) runs, \(sum.failureCount) broken" }
            })
        progress.finish()
        return CampaignSummary(report, wallTime: clock.now - start)
    }
}
