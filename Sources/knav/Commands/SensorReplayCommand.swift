import CyclingSensors
import KomootNav
import KomootNavPipe
import KomootNavRecording
import LinkForms

/// `knav sensor replay`.
enum SensorReplayCommand: Command {
    static let name = "sensor replay"
    static let summary = "show the ride that a Bluetooth log has of sensors"

    static let syntax = Arguments.Syntax(
        options: ["--wheel", "--plot", "--every", "--pace", "--connection"], lists: ["--handle"],
        flags: ["--json", "--realtime"], words: 1...Int.max, wordName: "FILE")

    static let help = """
        usage: knav sensor replay [--wheel MM] [--plot FILE.svg] [--every S] [--realtime | --pace N]
                                  [--handle HANDLE=NAME]... [--connection N] [--json] FILE...

        Finds what sensors notified in a Bluetooth log, whatever program wrote it, and shows what a bike
        computer would have shown: speed, cadence, power, heart rate and distance.

          --wheel MM           the wheel's circumference in millimetres (2105)
          --plot FILE          write a plot over time as SVG
          --every S            show a line every so many seconds (1)
          --realtime           take the time that the ride took
          --pace N             play N times as fast as the ride (without either option: at once)
          --handle HANDLE=NAME the value at this handle is of \(names(of: MeasuringService.self).listed), if the
                               log shows no discovery; decimal, or hexadecimal after 0x; may be repeated
          --connection N       take only this connection, counted from 1 in the log's order
          --json               print one JSON object a line; the summary goes to standard error

        All connections count as one rider's. A sensor whose link was lost goes on after it: it is known by
        its address or, in a log without addresses, by what it measures. For each quantity the best sensor
        counts; with --json the 'sources' name it by the number of its first connection. A value that can't
        be decoded is reported on standard error, and the ride goes on; the exit code is then 65. A silence of more than 10 s gets one line, because the clock of a phone may have stepped. The
        average speed is the distance over the time of the ride, or the mean of the readings if no distance
        is known; the other averages are means of the known readings.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let setting = try SensorPlayback.Setting(arguments, command: name)
        let handles = try arguments.sensorHandles()
        let connection = try arguments.connection()
        let file = CaptureFile(paths: try arguments.logs(arguments.words), command: name)
        try arguments.keepApart(arguments.words, outputs: ["--plot"])
        var capture = SensorCapture(handles: handles, connection: connection)
        var reader = ValueReader(handles: handles)
        do throws(InputFailure) {
            try file.read(&reader) { capture.take($0, $1) }
        } catch {
            return file.report(error)
        }
        for handle in capture.unusedHandles.sorted() {
            let digits = String(handle, radix: 16, uppercase: true)
            file.note(
                "'--handle' for \(handle) (0x\(digits)) was not used: the log has no values there, or "
                    + "shows another characteristic")
        }
        if let failure = failure(capture, connection, reader) { return file.report(failure) }
        do throws(UnwritableFile) {
            var playback = SensorPlayback(
                capture.events, hasNames: capture.hasSeveralSensors, until: capture.end, setting,
                plot: try arguments.file("--plot"))
            let exitCode = reader.damageCount == 0 ? ExitCode.success : .badData
            return file.exitCode.combined(with: exitCode).combined(with: playback.run())
        } catch {
            return reportUnwritable(error)
        }
    }

    /// Why there is nothing to show; `nil` if there are packets.
    private static func failure(
        _ capture: SensorCapture, _ connection: Int?, _ reader: ValueReader
    ) -> InputFailure? {
        guard capture.events.isEmpty else { return nil }
        if reader.records.firstTime == nil { return .withoutPackets }
        guard let connection, !capture.measuring.isEmpty else { return .withoutSensor }
        return .connectionWithoutSensor(connection, others: capture.measuring.sorted())
    }
}
