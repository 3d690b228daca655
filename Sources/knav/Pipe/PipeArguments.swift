import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording

/// What the two commands that run a session over a pipe have in common.
enum PipeArguments {
    static func clock(_ arguments: Arguments) throws(UsageError) -> SessionPipe.Clock {
        try arguments.choice("--clock", of: SessionPipe.Clock.allCases) ?? .wall
    }

    /// Runs the pipe that a command has made.
    static func run(
        _ pipe: SessionPipe, _ arguments: Arguments, as host: CaptureWriter.Host,
        publishing publisher: RidePublisher? = nil
    ) throws(UsageError) -> ExitCode {
        guard arguments.flags.contains("--stdio") else {
            throw UsageError(message: "'--stdio' is missing")
        }
        let ride = arguments.options["--ride"].map { [$0] } ?? []
        try arguments.keepApart(ride, outputs: ["--trace", "--record"])
        let now = Int64(Date().timeIntervalSince1970 * 1_000_000)
        let start = CaptureTime(microsecondsSince1970: pipe.clock == .wall ? now : 0)
        do throws(UnwritableFile) {
            let trace = try arguments.file("--trace")
            let record: PartialFile?
            do throws(UnwritableFile) {
                record = try arguments.file("--record")
            } catch {
                trace?.discard()
                throw error
            }
            let recorder = PipeRecorder(of: pipe, start: start)
            var loop = PipeLoop(
                pipe, publisher: publisher, trace: trace,
                record: record.map { RecordFile($0, recorder) })
            return loop.run(as: host.rawValue)
        } catch {
            reportError(
                "knav \(host.rawValue): '\(printable(error.path))' can't be written: \(error.reason)"
            )
            return .outputFailed
        }
    }
}
