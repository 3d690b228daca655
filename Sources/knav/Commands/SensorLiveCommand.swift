import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording
import LinkForms

/// `knav sensor live`.
enum SensorLiveCommand: Command {
    static let name = "sensor live"
    static let summary = "turn what a program's radio hears from sensors into readings"

    static let syntax = Arguments.Syntax(
        options: ["--wheel", "--clock", "--every", "--record"], flags: ["--stdio"])

    static let help = """
        usage: knav sensor live --stdio [--wheel MM] [--clock \(names(of: SessionPipe.Clock.self).alternatives)] [--every S]
                                [--record FILE]

        Reads what sensors notify from standard input, one JSON object a line, and answers each line
        with a reading: speed, cadence, power, heart rate and distance. So a program with a radio, in
        any language, becomes a bike computer, which can also bring a trainer to a target. Docs/Pipe.md
        describes the lines.

          --stdio        speak on standard input and output
          --wheel MM     the wheel's circumference in millimetres (2105)
          --clock C      wall: a line's time is when it comes, and a reading is also written when
                         nothing comes for a while; given: each line has a member 'at' (wall)
          --every S      that while, in seconds (1)
          --record FILE  write what comes as a Bluetooth log, btsnoop; see 'knav sensor replay'

        A line that can't be understood and a value that can't be decoded are answered by a line that
        says why, and change nothing; the exit code is then 65.
        """

    /// The MTU of the log: every value fits into a notification of it.
    private static let recordedMTU = 517

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let clock = try PipeArguments.clock(arguments)
        let wheel = try arguments.wheel()
        let step = try arguments.step()
        guard arguments.flags.contains("--stdio") else {
            throw UsageError(message: "'--stdio' is missing")
        }
        let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
        let start =
            clock == .wall
            ? CaptureTime(microsecondsSince1970: now) : SensorRecorder.simulatedStart
        try arguments.keepApart([], outputs: ["--record"])
        do throws(UnwritableFile) {
            let recorder = SensorRecorder(
                of: MeasuringService.allCases, mtu: recordedMTU, from: start)
            let record = try arguments.file("--record").map { LogFile($0, recorder) }
            var loop = SensorLoop(
                pipe: SensorPipe(wheelCircumference: wheel, clock: clock), step: step,
                record: record)
            return loop.run(as: name)
        } catch {
            return reportUnwritable(error)
        }
    }
}
