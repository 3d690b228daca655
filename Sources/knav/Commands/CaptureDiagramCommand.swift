import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording
import Simulation
import SimulationRuns

/// `knav capture diagram`.
enum CaptureDiagramCommand: Command {
    static let name = "capture diagram"
    static let summary = "draw who sent what to whom, as text or as a picture"

    static let syntax = Arguments.Syntax(
        options: Arguments.selection.union([
            "--handle", "--seed", "--profile", "--faults", "--svg",
        ]), words: 0...Int.max, wordName: "FILE")

    static let help = """
        usage: knav capture diagram [--connection N] [--from T] [--to T] [--svg OUT] [--handle N] FILE...
               knav capture diagram [--from T] [--to T] [--svg OUT] [--profile P] [--faults F] --seed N

        Draws who sent what to whom, and when: in a Bluetooth log, or in the run that 'knav campaign'
        makes from a seed. FILE is a log as for 'knav capture show'; - is standard input.

          --connection N    draw only this connection
          --from T, --to T  draw only this part: seconds from the first packet, or a time in UTC such as
                            2026-05-17T08:30:00Z
          --svg OUT         write a picture instead of text
          --handle N        the navigation characteristic's value handle, if the log shows no discovery;
                            decimal, or hexadecimal after 0x
          --seed N          the run's seed
          --profile P       its phone: \(names(of: PhoneProfile.self).listed)
                            (the one that a campaign over all profiles picks for the seed)
          --faults F        what goes wrong: \(names(of: FaultLevel.self).listed) (heavy)
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let seed = try arguments.seed()
        let paths = try arguments.logs(arguments.words)
        guard (seed == nil) != paths.isEmpty else {
            throw UsageError(message: "give either FILE or '--seed'")
        }
        for option in ["--profile", "--faults"]
        where !paths.isEmpty && arguments.options[option] != nil {
            throw UsageError(message: "'\(option)' can only be used with '--seed'")
        }
        for option in ["--handle", "--connection"]
        where paths.isEmpty && arguments.options[option] != nil {
            throw UsageError(message: "'\(option)' can only be used with FILE")
        }
        try arguments.keepApart(arguments.words, outputs: ["--svg"])
        var selection = try arguments.selection()
        var chart = SequenceChart()
        var exitCode = ExitCode.success
        if !paths.isEmpty {
            var reader = NavigationReader(handle: try arguments.handle())
            let file = CaptureFile(paths: paths, command: name, isWatched: true)
            do throws(InputFailure) {
                let ending = try file.read(&reader) { draw($0, $1, &selection, &chart) }
                guard reader.hasTraffic else {
                    return try file.finish(ending, with: reader.withoutTraffic)
                }
                guard !selection.isPart || !chart.rows.isEmpty else {
                    throw selection.withoutTraffic(in: reader)
                }
                exitCode = file.finish(ending).combined(with: reader.exitCode)
            } catch {
                return file.report(error)
            }
            chart.finish()
        } else if let seed {
            await draw(try plan(seed, arguments), &selection, &chart)
        }
        guard let output = arguments.options["--svg"] else {
            let terminal = Terminal()
            let text = terminal.columns.map { chart.text(columns: $0) } ?? chart.text
            for line in text.split(separator: "\n") { terminal.line(String(line)) }
            return exitCode
        }
        guard PartialFile.write(Data(chart.svg.utf8), to: output) else {
            return reportUnwritable(output)
        }
        return exitCode
    }

    /// Adds an event of a log to its chart, which begins with the first one.
    private static func draw(
        _ event: CapturedEvent, _ value: Span<UInt8>, _ selection: inout CaptureSelection,
        _ chart: inout SequenceChart
    ) {
        if selection.start == nil {
            selection.note(event.time)
            chart = SequenceChart(window: selection.window, connection: selection.connection)
        }
        chart.handle(event, value)
    }

    private static func plan(
        _ seed: UInt64, _ arguments: Arguments
    ) throws(UsageError) -> RunPlan {
        let profile = try arguments.choice("--profile", of: PhoneProfile.allCases)
        let faults = try arguments.choice("--faults", of: FaultLevel.allCases)
        let campaign = Campaign(
            seeds: 0..<0, profiles: profile.map { [$0] } ?? PhoneProfile.allCases,
            faults: faults ?? .heavy)
        return campaign.plan(for: seed)
    }

    /// Draws the log that the run's device would have written.
    private static func draw(
        _ plan: RunPlan, _ selection: inout CaptureSelection, _ chart: inout SequenceChart
    ) async {
        let log = await RideRecording.file(of: plan)
        var reader = NavigationReader()
        // This can't fail: the log was just written.
        try? reader.read(log.span) { draw($0, $1, &selection, &chart) }
        chart.finish()
    }
}
