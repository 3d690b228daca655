import Foundation
import KomootNav
import KomootNavRecording
import Simulation

/// `knav ride`.
enum RideCommand: Command {
    static let syntax = Arguments.Syntax(
        options: [
            "--profile", "--mtu", "--seed", "--faults", "--trace", "--record", "--units",
            "--handle",
        ],
        flags: ["--json", "--realtime"], words: 1...1, wordName: "FILE")

    static let help = """
        usage: knav ride FILE [--profile published|ios|android|androidNoCCCD] [--mtu N]
                         [--faults none|light|heavy] [--seed N] [--trace FILE] [--record FILE]
                         [--handle N] [--units metric|imperial|uk] [--json] [--realtime]

        Sends every instruction of a ride file ('-': standard input), or of a Bluetooth log, from a
        simulated phone to a simulated device, in virtual time, and shows what the handlebar shows.

          --profile P      the phone (published, as the vendor's document says; phones in the
                           field are ios or android)
          --mtu N          the link's MTU in bytes, 23 to 517 (23)
          --faults F       what goes wrong on the way (none)
          --seed N         what faults, and what the profile leaves open, follow from (1)
          --trace FILE     write what happened on the link, one line an event
          --record FILE    write what the device's Bluetooth log would hold, as btsnoop; see
                           'knav capture show'
          --handle N       in a log, the navigation characteristic's value handle, where the log does
                           not show how it was found; decimal, or hexadecimal behind 0x
          --units U        metric, imperial or uk (metric)
          --json           one JSON object a line; the summary goes to standard error
          --realtime       take the time that the ride took, and show beginnings too

        Without faults the phone publishes an instruction at its time, but not before the last one was
        shown; with faults at its time. Lines with another number of columns than 14 are skipped, other
        bad lines are reported; both are told on standard error with their numbers, and the ride goes on.
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        var setting = RideSimulation.Setting()
        let profile = try arguments.value(
            "--profile", "published, ios, android or androidNoCCCD", PhoneProfile.init(rawValue:))
        let mtu = try PipeArguments.mtu(arguments)
        let seed = try arguments.value("--seed", "a number from 0 to 2⁶⁴ − 1") { UInt64($0) }
        let faults = try arguments.value(
            "--faults", "none, light or heavy", FaultLevel.init(rawValue:))
        setting.profile = profile ?? setting.profile
        setting.mtu = mtu ?? setting.mtu
        setting.seed = seed ?? setting.seed
        setting.faults = faults ?? setting.faults
        let units = try arguments.value("--units", "metric, imperial or uk") {
            DistanceStyle(rawValue: $0).flatMap { $0 == .vendor ? nil : $0 }
        }
        let handle = try arguments.handle()
        let path = arguments.words[0]
        try arguments.keepApart([path], outputs: ["--trace", "--record"])
        let content: ContiguousArray<UInt8>
        do {
            let file =
                path == "-"
                ? FileHandle.standardInput
                : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            content = ContiguousArray(try file.readToEnd() ?? Data())
        } catch {
            reportError("knav ride: '\(printable(path))' can't be read: \(reason(error))")
            return .noInput
        }
        var ride = RideFile(content.span)
        var exitCode = ExitCode.success
        do throws(RideSource.Failure) {
            let source = RideSource(path: path, command: "ride", handle: handle)
            if path != "-", let captured = try source.capturedRide() {
                ride = RideFile(captured.value)
                exitCode = captured.exitCode
            }
        } catch {
            reportError("knav ride: '\(printable(path))': \(error.reason)")
            return error.exitCode
        }
        var show = RideShow(
            name: URL(fileURLWithPath: path).lastPathComponent, setting: setting,
            units: units ?? .metric, isJSON: arguments.flags.contains("--json"),
            isRealtime: arguments.flags.contains("--realtime"),
            traceFile: arguments.options["--trace"],
            recordFile: arguments.options["--record"])
        return exitCode.combined(with: await show.run(ride))
    }

    /// What the system says of a file that can't be read.
    private static func reason(_ error: any Error) -> String {
        let underlying =
            (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
        guard underlying.domain == NSPOSIXErrorDomain else {
            return underlying.localizedDescription
        }
        return unsafe String(cString: strerror(Int32(underlying.code)))
    }
}
