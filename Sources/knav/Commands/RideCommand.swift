import Foundation
import KomootNav
import KomootNavRecording
import Simulation
import SimulationRuns

/// `knav ride`.
enum RideCommand: Command {
    static let name = "ride"
    static let summary = "send a ride through the protocol, and show what the handlebar shows"

    static let syntax = Arguments.Syntax(
        options: [
            "--profile", "--mtu", "--seed", "--faults", "--trace", "--record", "--units",
            "--handle",
        ],
        flags: ["--json", "--realtime"], words: 1...1, wordName: "FILE")

    static let help = """
        usage: knav ride FILE [--profile \(names(of: PhoneProfile.self).alternatives)] [--mtu N]
                         [--faults \(names(of: RideFaults.self).alternatives)] [--seed N]
                         [--trace FILE] [--record FILE] [--handle N]
                         [--units \(DistanceStyle.forRiders.map(\.rawValue).alternatives)] [--json] [--realtime]

        Sends every instruction of a ride file ('-': standard input), or of a Bluetooth log, from a
        simulated phone to a simulated device, in virtual time, and shows what the handlebar shows.

          --profile P      the phone (\(PhoneProfile.usual.rawValue)); real phones are ios or android. The one of the
                           vendor's document is published, and its simulator is kit
          --mtu N          the link's MTU in bytes, 23 to 517 (23)
          --faults F       how much goes wrong on the way: everyday, as with a phone in a pocket; rough, as
                           on a bad day; light or heavy, as in a run of 'knav campaign', which is made to
                           break sessions, so that few instructions get through (none)
          --seed N         decides which faults happen, and what the profile leaves open (1)
          --trace FILE     write what happened on the link, one line an event
          --record FILE    write what the device's Bluetooth log would hold, as btsnoop, or as pcapng if
                           FILE ends with .pcapng; see 'knav capture show'
          --handle N       in a log, the navigation characteristic's value handle, if the log shows no
                           discovery; decimal, or hexadecimal after 0x
          --units U        how to show distances (metric)
          --json           print one JSON object a line: an instruction with the time at which it was due, or
                           a 'status' or a 'fault' with its time; the summary goes to standard error
          --realtime       take the time that the ride took; a terminal shows what the handlebar shows at
                           each moment, cut objects too

        Lines with '·' say what the rider is told, lines with '!' what goes wrong. A fault may publish an
        instruction that is not of the ride: it is shown, marked, and in JSON it has a 'fault'. If an
        instruction was not shown, the summary says why: the next one replaced it before it was read,
        or what the rider was told when the next one came. Docs/Simulation.md explains its numbers.

        Without faults, the phone waits until an instruction is shown before it publishes the next one.
        With faults, it publishes each at its time.

        Lines that do not have 14 columns are skipped. These and other bad lines are reported on standard
        error with their numbers, and the ride goes on. A file in which no line has 14 columns is not a
        ride file. Interrupted, the command prints the summary, and writes the files as far as it came.
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        var setting = RideSimulation.Setting()
        let profile = try arguments.choice("--profile", of: PhoneProfile.allCases)
        let mtu = try arguments.mtu()
        let seed = try arguments.seed()
        let faults = try arguments.choice("--faults", of: RideFaults.allCases)
        setting.profile = profile ?? setting.profile
        setting.mtu = mtu ?? setting.mtu
        setting.seed = seed ?? setting.seed
        setting.faults = faults ?? setting.faults
        let units = try arguments.choice("--units", of: DistanceStyle.forRiders)
        let handle = try arguments.handle()
        let path = arguments.words[0]
        try arguments.keepApart([path], outputs: ["--trace", "--record"])
        let ride: RideSource.Found<RideFile>
        do throws(InputFailure) {
            ride = try RideSource(
                log: CaptureFile(paths: [path], command: name), handle: handle
            ).rideWithLines()
        } catch {
            report(path, error.explanation)
            return error.exitCode
        }
        do throws(UnwritableFile) {
            let (trace, record) = try arguments.files("--trace", "--record")
            var show = RideShow(
                name: URL(fileURLWithPath: path).lastPathComponent, setting: setting,
                units: units ?? .metric, isJSON: arguments.flags.contains("--json"),
                isRealtime: arguments.flags.contains("--realtime"), trace: trace,
                record: record)
            return await show.run(ride.value).combined(with: ride.exitCode)
        } catch {
            return reportUnwritable(error)
        }
    }
}
