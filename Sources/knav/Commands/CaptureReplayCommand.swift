import KomootNav
import KomootNavPipe
import KomootNavRecording

/// `knav capture replay`.
enum CaptureReplayCommand: Command {
    static let name = "capture replay"
    static let summary = "let a device's session read a recorded ride"

    static let syntax = Arguments.Syntax(
        options: [
            "--speed", "--units", "--handle", "--connection", "--radio", "--layout", "--mtu",
            "--trace",
        ], flags: ["--realtime", "--json"], words: 1...Int.max, wordName: "FILE")

    static let help = """
        usage: knav capture replay [--realtime | --speed N] [--radio \(ChunkReassembler.Radio.names.alternatives)]
                                   [--units \(names(of: DistanceStyle.self).alternatives)] [--json] [--trace FILE]
                                   [--handle N] [--connection N] [--layout L] [--mtu N] FILE...

        Lets a device's session read a recorded ride, and shows what a rider would see. FILE is a
        Bluetooth log ('-': standard input), which tells what the phone had, notified and refused, and
        when, and may have several files; or a ride file.
        Each answer takes 30 ms. To send a recorded ride from a phone, to a simulated device or to a real
        one, see 'knav ride' and 'knav peripheral --ride'.

          --realtime      take the time that the ride took
          --speed N       run N times as fast as the ride (without either option: at once). Interrupted,
                          either prints the summary, and writes the trace as far as it came
          --radio R       how the device's radio reads; Docs/Pipe.md says which is which
                          (offsetReads)
          --units U       how to show distances (metric)
          --json          print one JSON object a line
          --trace FILE    write what the session was told and what it did, as lines of Docs/Pipe.md
          --handle N      the navigation characteristic's value handle, if the log shows no discovery;
                          decimal, or hexadecimal after 0x
          --connection N  take only this connection; 'knav capture show' gives the numbers
          --layout L      the layout in which a ride file's instructions are sent (deployed)
          --mtu N         the MTU of a ride file's phone, 23 to 517 (23)
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let speed = try arguments.speed()
        let isRealtime = arguments.flags.contains("--realtime")
        guard speed == nil || !isRealtime else {
            throw UsageError(message: "use only one of '--realtime' and '--speed'")
        }
        let units = try arguments.choice("--units", of: DistanceStyle.allCases)
        let radio = try arguments.radio()
        let connection = try arguments.connection()
        let layout = try arguments.choice("--layout", of: InstructionLayout.Known.allCases)
        let mtu = try arguments.mtu()
        try arguments.keepApart(arguments.words, outputs: ["--trace"])
        let source = RideSource(
            log: CaptureFile(
                paths: try arguments.logs(arguments.words), command: name, isWatched: true),
            handle: try arguments.handle(), connection: connection)
        let recording: RideSource.Found<PhoneRecording>
        do throws(InputFailure) {
            recording = try source.recording(
                layout: layout.map { InstructionLayout($0) }, mtu: mtu)
        } catch {
            let exitCode = source.log.report(error)
            return Interruption.hasHappened ? .interrupted : exitCode
        }
        do throws(UnwritableFile) {
            var replay = CaptureReplay(
                recording: recording.value,
                configuration: CentralSession.Configuration(radio: radio),
                units: units ?? .metric, isJSON: arguments.flags.contains("--json"),
                speed: isRealtime ? 1 : speed, trace: try arguments.file("--trace"))
            return replay.run().combined(with: recording.exitCode)
        } catch {
            return reportUnwritable(error)
        }
    }
}
