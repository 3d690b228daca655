import Foundation
import KomootNav
import KomootNavRecording
import Simulation

/// `knav capture diagram`.
enum CaptureDiagramCommand: Command {
    static let syntax = Arguments.Syntax(
        options: [
            "--handle", "--seed", "--profile", "--faults", "--from", "--to", "--svg",
        ], words: 0...1, wordName: "FILE")

    static let help = """
        usage: knav capture diagram [--from S] [--to S] [--svg OUT] [--handle N] FILE
               knav capture diagram [--from S] [--to S] [--svg OUT] [--profile P] [--faults F] --seed N

        Draws who sent what to whom, and when: of a Bluetooth log, or of the run that 'knav campaign'
        makes of a seed.

          --from S, --to S  only the part from one second to another, counted from the first packet
          --svg OUT         a picture instead of text
          --handle N        the navigation characteristic's value handle, where the log does not show
                            how it was found; decimal, or hexadecimal behind 0x
          --seed N          the run's seed
          --profile P       its phone: published, ios, android or androidNoCCCD (as the campaign over all
                            of them chooses)
          --faults F        what goes wrong: none, light or heavy (heavy)
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let seed = try arguments.value("--seed", "a number from 0 to 2⁶⁴ − 1") { UInt64($0) }
        let path = arguments.words.first
        guard (seed == nil) != (path == nil) else {
            throw UsageError(message: "either FILE or '--seed' is needed")
        }
        for option in ["--profile", "--faults"]
        where path != nil && arguments.options[option] != nil {
            throw UsageError(message: "'\(option)' belongs to '--seed'")
        }
        guard seed == nil || arguments.options["--handle"] == nil else {
            throw UsageError(message: "'--handle' belongs to FILE")
        }
        try arguments.keepApart(arguments.words, outputs: ["--svg"])
        var chart = SequenceChart(window: try window(arguments))
        var exitCode = ExitCode.success
        if let path {
            exitCode = draw(path, try arguments.handle(), &chart)
            guard exitCode == .success || !chart.rows.isEmpty else { return exitCode }
        } else if let seed {
            await draw(try plan(seed, arguments), &chart)
        }
        guard let output = arguments.options["--svg"] else {
            print(chart.text, terminator: "")
            return exitCode
        }
        guard PartialFile.write(Data(chart.svg.utf8), to: output) else {
            reportError("knav capture diagram: '\(printable(output))' can't be written")
            return .outputFailed
        }
        return exitCode
    }

    private static func window(_ arguments: Arguments) throws(UsageError) -> ClosedRange<Int64> {
        let meaning = "a number of seconds from 0 to a million"
        func microseconds(_ option: String) throws(UsageError) -> Int64? {
            try arguments.value(option, meaning) { text in
                Double(text).flatMap {
                    (0...1_000_000).contains($0) ? Int64($0 * 1_000_000) : nil
                }
            }
        }
        let start = try microseconds("--from") ?? .min
        let end = try microseconds("--to") ?? .max
        guard start <= end else { throw UsageError(message: "'--to' is before '--from'") }
        return start...end
    }

    private static func draw(
        _ path: String, _ handle: UInt16?, _ chart: inout SequenceChart
    ) -> ExitCode {
        var traffic = NavigationTraffic(handle: handle)
        var hasTraffic = false
        var damaged = 0
        let report = { (damage: CaptureDamage) in
            damaged += 1
            reportError("knav capture diagram: '\(printable(path))': \(damage.explanation)")
        }
        do throws(CaptureFile.Failure) {
            _ = try CaptureFile(path: path).read(
                { record, packet in
                    traffic.take(
                        record, packet,
                        { event, value in
                            hasTraffic = hasTraffic || event.kind.isTraffic
                            chart.take(event, value)
                        }, damage: report)
                }, damage: report)
            guard hasTraffic else { throw .withoutTraffic }
        } catch {
            reportError("knav capture diagram: '\(printable(path))': \(error.explanation)")
            return error.exitCode
        }
        chart.finish()
        return damaged == 0 ? .success : .badData
    }

    private static func plan(
        _ seed: UInt64, _ arguments: Arguments
    ) throws(UsageError) -> RunPlan {
        let profile = try arguments.value(
            "--profile", "published, ios, android or androidNoCCCD", PhoneProfile.init(rawValue:))
        let faults = try arguments.value(
            "--faults", "none, light or heavy", FaultLevel.init(rawValue:))
        let campaign = Campaign(
            seeds: 0..<0, profiles: profile.map { [$0] } ?? PhoneProfile.allCases,
            faults: faults ?? .heavy)
        return campaign.plan(for: seed)
    }

    /// Draws what the run's device would have logged.
    private static func draw(_ plan: RunPlan, _ chart: inout SequenceChart) async {
        let log = RideRecording.file(
            of: await plan.trace(), from: 0, mtu: plan.conditions.mtu)
        var reader = CaptureReader()
        var traffic = NavigationTraffic()
        // What was just written is a capture.
        try? reader.read(log.span) { record, packet in
            traffic.take(record, packet) { chart.take($0, $1) }
        }
        chart.finish()
    }
}
