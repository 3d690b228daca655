import KomootNavRecording
import Simulation
import SimulationRuns

/// `knav explore`.
enum ExploreCommand: Command {
    static let name = ShardedCommand.explore.rawValue
    static let summary =
        "visit every state of a phone, a device and their link, and check what is promised"

    static let syntax = Arguments.Syntax(
        options: alone.union(["--shard", "--report"]),
        flags: ["--two-devices", "--all", "--pairs", "--json"])

    /// The options of a single exploration.
    private static let alone: Set = [
        "--profile", "--radio", "--publications", "--faults", "--delays", "--states",
    ]

    static let help = """
        usage: knav explore [--profile \(names(of: PhoneProfile.self).alternatives)]
                            [--radio \(names(of: DeviceRadio.self).alternatives)]
                            [--publications N] [--faults N] [--delays N] [--states N]
                            [--all] [--json]
               knav explore --two-devices [--profile P] [--publications N] [--faults N] [--states N]
                            [--all] [--json]
               knav explore --pairs [--shard I/N] [--report FILE] [--json]

        Visits every state that a phone and a device can reach, the nearest first, and checks in each that
        they keep their promises, and that the device shows what is published from there on if nothing more
        goes wrong. If a promise is broken, it ends, and prints a shortest way there as a chart. With two
        devices, only the phone is checked: they do whatever a device can do. Profiles other than those
        of Android look for lost devices as the vendor's kit does, and forget one while the other one reads.
        Interrupt it to see how far it came.

          --profile P       the phone (published)
          --radio R         what the device's radio can do (offsetReads)
          --publications N  how many objects the phone publishes, each of three lengths (2)
          --faults N        how often something goes wrong (1)
          --delays N        how often a deadline passes although something is under way (1)
          --states N        end when N states are found (60000000); each takes 150 to 200 bytes
          --all             go on after a broken promise, and show a shortest way to break each
          --two-devices     let two devices without sessions use the phone
          --pairs           explore \(ExploredPair.usual.count) pairs of a phone and a radio, one after the other, all but one with
                            2 publications, 1 fault and 1 delay
        \(ShardHelp.lines(width: 18, parts: "the pairs"))
          --json            print one JSON object at the end

        One exploration can't be split: whatever happens first, it soon comes to the same states.

        Use a release build: swift run -c release knav explore …
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        if arguments.flags.contains("--pairs") { return try await explorePairs(arguments) }
        for option in ["--shard", "--report"] where arguments.options[option] != nil {
            throw UsageError(message: "'\(option)' has no meaning without '--pairs'")
        }
        let profile = try arguments.choice("--profile", of: PhoneProfile.allCases)
        let radio = try arguments.choice("--radio", of: DeviceRadio.allCases)
        let isAlone = arguments.flags.contains("--two-devices")
        for option in ["--radio", "--delays"] where isAlone && arguments.options[option] != nil {
            throw UsageError(message: "'\(option)' has no meaning with '--two-devices'")
        }
        var explorer = Explorer(
            profile: profile ?? .published, radio: radio ?? .offsetReads,
            publications: try arguments.number("--publications", in: 0...9) ?? 2,
            faults: try arguments.number("--faults", in: 0...9) ?? 1,
            delays: try arguments.number("--delays", in: 0...9) ?? 1)
        if let states = try arguments.number("--states", in: 1...4_000_000_000) {
            explorer.maximumStates = states
        }
        let goesOnWhenBroken = arguments.flags.contains("--all")
        return explore(arguments) { [explorer] tell in
            let progress = { (report: ExplorationReport) in
                tell { "\(report.states) states, depth \(report.depth)" }
                    && (goesOnWhenBroken || report.counterexamples.isEmpty)
            }
            return isAlone
                ? explorer.runWithTwoDevices(progress: progress) : explorer.run(progress: progress)
        } summarize: { report, wallTime in
            ExplorationSummary(report, wallTime: wallTime)
        }
    }

    private static func explorePairs(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let others =
            alone.intersection(arguments.options.keys)
            .union(arguments.flags.subtracting(["--pairs", "--json"])).sorted()
        if let option = others.first {
            throw UsageError(message: "'\(option)' has no meaning with '--pairs'")
        }
        let pairs = ExploredPair.usual
        let work = ShardedWork<PairExplorations>(
            command: name, options: ["--pairs"], size: UInt64(pairs.count),
            run: { part, progress in
                var found: [PairExploration] = []
                for number in part where !Task.isCancelled {
                    found.append(pairs[Int(number)].explore(progress))
                }
                return PairExplorations(found)
            },
            probe: { PairExplorations([ExploredPair.smallest.explore { _ in }.withoutTime]) })
        return try await work.perform(arguments)
    }
}
