import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording

/// What the two commands that run a session over a pipe have in common.
enum PipeArguments {
    static func clock(_ arguments: Arguments) throws(UsageError) -> SessionPipe.Clock {
        try arguments.choice("--clock", of: SessionPipe.Clock.allCases) ?? .wall
    }

    /// The layout that is pinned; `nil` for the detected one.
    static func layout(_ arguments: Arguments) throws(UsageError) -> InstructionLayout? {
        try arguments.value(
            "--layout", LayoutChoice.names.listed, LayoutChoice.init(name:))?.pinned
    }

    static func radio(_ arguments: Arguments) throws(UsageError) -> ChunkReassembler.Radio {
        try arguments.value(
            "--radio", ChunkReassembler.Radio.names.listed, ChunkReassembler.Radio.init(name:))
            ?? .offsetReads
    }

    static func mtu(_ arguments: Arguments) throws(UsageError) -> Int? {
        let mtus = ATT.defaultMTU...517
        return try arguments.value("--mtu", "a number from 23 to 517") {
            Int($0).flatMap { mtus ~= $0 ? $0 : nil }
        }
    }

    static func speed(_ arguments: Arguments) throws(UsageError) -> Double? {
        try arguments.value("--speed", "a number from 0.01 to 10000") {
            Double($0).flatMap { (0.01...10_000).contains($0) ? $0 : nil }
        }
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
        let start = Int64(Date().timeIntervalSince1970 * 1_000_000)
        do throws(Unwritable) {
            let trace = try file("--trace", arguments)
            let record: PartialFile?
            do throws(Unwritable) {
                record = try file("--record", arguments)
            } catch {
                trace?.discard()
                throw error
            }
            let recorder = PipeRecorder(
                of: pipe, startInMicroseconds: pipe.clock == .wall ? start : 0)
            var loop = PipeLoop(
                pipe, publisher: publisher, trace: trace,
                record: record.map { RecordFile($0, recorder) })
            return loop.run(as: host.rawValue)
        } catch {
            reportError("knav \(host.rawValue): '\(printable(error.path))' can't be written")
            return .outputFailed
        }
    }

    /// A file that was asked for.
    struct Unwritable: Error {
        let path: String
    }

    /// Begins the file that an option names.
    static func file(
        _ option: String, _ arguments: Arguments
    ) throws(Unwritable) -> PartialFile? {
        guard let path = arguments.options[option] else { return nil }
        guard let file = PartialFile(path: path) else { throw Unwritable(path: path) }
        return file
    }
}
