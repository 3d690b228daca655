import KomootNav
import KomootNavRecording

/// `knav capture replay`.
enum CaptureReplayCommand: Command {
    static let syntax = Arguments.Syntax(
        options: [
            "--speed", "--units", "--handle", "--connection", "--radio", "--layout", "--mtu",
            "--trace",
        ], flags: ["--realtime", "--json"], words: 1...1, wordName: "FILE")

    static let help = """
        usage: knav capture replay [--realtime | --speed N] [--radio offsetReads|wholeValues]
                                   [--units vendor|metric|imperial|uk] [--json] [--trace FILE]
                                   [--handle N] [--connection N] [--layout L] [--mtu N] FILE

        Gives a device's session a recorded ride to read, and shows what a rider would see. FILE is a
        Bluetooth log, of which it takes what the phone had, notified and refused, and when; or a ride
        file. Each answer takes 30 ms. To send a recorded ride from a phone, to a simulated device or
        to a real one, see 'knav ride' and 'knav peripheral --ride'.

          --realtime      take the time that the ride took
          --speed N       so many times as fast (without one of these: at once)
          --radio R       what the device's radio can read: at offsets, or only whole values
                          (offsetReads)
          --units U       how distances are shown (metric)
          --json          one JSON object a line
          --trace FILE    write all that the session was told and what it did, as lines of
                          Docs/Pipe.md
          --handle N      the navigation characteristic's value handle, where the log does not show how
                          it was found; decimal, or hexadecimal behind 0x
          --connection N  take only this connection, as 'knav capture show' numbers them
          --layout L      the layout in which a ride file's instructions are sent (deployed)
          --mtu N         the MTU of a ride file's phone, 23 to 517 (23)
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let speed = try PipeArguments.speed(arguments)
        let isRealtime = arguments.flags.contains("--realtime")
        guard speed == nil || !isRealtime else {
            throw UsageError(message: "'--realtime' and '--speed' exclude each other")
        }
        let units = try arguments.value(
            "--units", "vendor, metric, imperial or uk", DistanceStyle.init(rawValue:))
        let radio = try PipeArguments.radio(arguments)
        let connection = try arguments.connection()
        let layout = try arguments.value(
            "--layout", "a layout's name", InstructionLayout.init(name:))
        let mtu = try PipeArguments.mtu(arguments)
        try arguments.keepApart(arguments.words, outputs: ["--trace"])
        let source = RideSource(
            path: arguments.words[0], command: "capture replay", handle: try arguments.handle(),
            connection: connection)
        let recording: RideSource.Found<PhoneRecording>
        do throws(RideSource.Failure) {
            recording = try source.recording(
                layout: layout ?? .deployed, mtu: mtu ?? ATT.defaultMTU)
        } catch {
            reportError("knav capture replay: '\(printable(source.path))': \(error.reason)")
            return error.exitCode
        }
        do throws(PipeArguments.Unwritable) {
            var replay = CaptureReplay(
                recording.value, CentralSession.Configuration(radio: radio),
                units: units ?? .metric,
                isJSON: arguments.flags.contains("--json"),
                speed: isRealtime ? 1 : speed, trace: try PipeArguments.file("--trace", arguments))
            return recording.exitCode.combined(with: replay.run())
        } catch {
            reportError("knav capture replay: '\(printable(error.path))' can't be written")
            return .outputFailed
        }
    }
}
