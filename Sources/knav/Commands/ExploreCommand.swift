import KomootNavRecording
import Simulation

/// `knav explore`.
enum ExploreCommand: Command {
    static let name = "explore"
    static let summary =
        "visit every state of a phone, a device and their link, and check what is promised"

    static let syntax = Arguments.Syntax(
        options: ["--profile", "--radio", "--publications", "--faults", "--delays"],
        flags: ["--two-devices", "--json"])

    static let help = """
        usage: knav explore [--profile \(names(of: PhoneProfile.self).alternatives)]
                            [--radio \(names(of: DeviceRadio.self).alternatives)]
                            [--publications N] [--faults N] [--delays N] [--json]
               knav explore --two-devices [--profile P] [--publications N] [--faults N] [--json]

        Visits every state that a phone and a device can reach, the nearest first, and checks in each that
        they keep their promises, and that the device shows something if nothing goes wrong from there on.
        If a promise is broken, it prints a shortest way there as a chart. With two devices, only the phone
        is checked: they do whatever a device can do.

          --profile P       the phone (published)
          --radio R         what the device's radio can do (offsetReads)
          --publications N  how many objects the phone publishes, each of three lengths (2)
          --faults N        how often something goes wrong (1)
          --delays N        how often a deadline passes although something is under way (1)
          --two-devices     let two devices without sessions use the phone
          --json            print one JSON object at the end

        Use a release build: swift run -c release knav explore …
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let profile = try arguments.choice("--profile", of: PhoneProfile.allCases)
        let radio = try arguments.choice("--radio", of: DeviceRadio.allCases)
        let isAlone = arguments.flags.contains("--two-devices")
        for option in ["--radio", "--delays"] where isAlone && arguments.options[option] != nil {
            throw UsageError(message: "'\(option)' has no meaning with '--two-devices'")
        }
        let explorer = Explorer(
            profile: profile ?? .published, radio: radio ?? .offsetReads,
            publications: try number("--publications", arguments) ?? 2,
            faults: try number("--faults", arguments) ?? 1,
            delays: try number("--delays", arguments) ?? 1)
        let isJSON = arguments.flags.contains("--json")
        let progress = ProgressLine()
        let clock = ContinuousClock()
        let start = clock.now
        let show = { (report: ExplorationReport) in
            guard !isJSON else { return }
            progress.show { "\(report.states) states, depth \(report.depth)" }
        }
        let report =
            isAlone ? explorer.runWithTwoDevices(progress: show) : explorer.run(progress: show)
        progress.finish()
        let summary = ExplorationSummary(report, wallTime: clock.now - start)
        print(isJSON ? summary.json : summary.text)
        return report.isClean ? .success : .failed
    }

    private static func number(
        _ option: String, _ arguments: Arguments
    ) throws(UsageError) -> Int? {
        try arguments.value(option, "a number from 0 to 9") {
            Int($0).flatMap { 0...9 ~= $0 ? $0 : nil }
        }
    }
}
