import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording

/// A file with a ride in it: a ride file or a Bluetooth log, which may have several files. Its bytes tell which.
struct RideSource {
    /// What was found, and whether all of the file was good.
    struct Found<Value> {
        let value: Value
        let exitCode: ExitCode
    }

    /// The source as a log, if it is one.
    let log: CaptureFile
    /// The characteristic's handle, for logs that show no discovery.
    var handle: UInt16?
    /// The only connection of a log that counts.
    var connection: Int?

    private var command: String { log.command }
    private var path: String { log.paths[0] }

    /// Reads the file as a ride that has lines: those of a ride file, of which none has been reported, or one for
    /// each instruction of a log. A pipe, or `-` for standard input, has to be a ride file.
    func rideWithLines() throws(InputFailure) -> Found<RideFile> {
        if isReadableAgain, let captured = try capturedRide() {
            return Found(value: RideFile(captured.value), exitCode: captured.exitCode)
        }
        return Found(value: try file(), exitCode: .success)
    }

    /// Reads the file as a ride.
    func ride() throws(InputFailure) -> Found<RecordedRide> {
        if let captured = try capturedRide() { return captured }
        return try rideFile()
    }

    /// Reads the file as a Bluetooth log; `nil` if it is not one.
    private func capturedRide() throws(InputFailure) -> Found<RecordedRide>? {
        var ride = RecordedRide()
        var absence: InputFailure?
        let exitCode = try readLog { (file, reader) throws(InputFailure) in
            let ending = try file.read(&reader, { _, _ in }, reads: { ride.add($0) })
            absence = reader.lacks(connection)
            return ending
        }
        guard let exitCode else { return nil }
        if let absence { throw absence }
        return try found(ride, exitCode)
    }

    /// Reads the file as what a phone did.
    ///
    /// - Parameters:
    ///   - layout: the layout of a ride file's objects; `nil` for the usual one.
    ///   - mtu: the MTU of a ride file's phone; `nil` for the usual one.
    func recording(
        layout: InstructionLayout?, mtu: Int?
    ) throws(InputFailure) -> Found<PhoneRecording> {
        var recorder = PhoneRecorder()
        var failure = InputFailure.withoutTraffic()
        let exitCode = try readLog { (file, reader) throws(InputFailure) in
            let ending = try file.read(&reader) { recorder.handle($0, $1) }
            failure = reader.withoutTraffic(connection)
            return ending
        }
        if let exitCode {
            if layout != nil { throw .uselessOption("--layout", isLog: true) }
            if mtu != nil { throw .uselessOption("--mtu", isLog: true) }
            let recording = recorder.finish()
            guard recording.hasTraffic else { throw failure }
            return Found(value: recording, exitCode: exitCode)
        }
        let ride = try rideFile()
        do throws(KomootNavError) {
            let recording = try PhoneRecording(
                ride.value, layout: layout ?? .deployed, mtu: mtu ?? ATT.defaultMTU)
            return Found(value: recording, exitCode: ride.exitCode)
        } catch {
            throw .unencodable(error)
        }
    }

    /// Reads the file as a Bluetooth log.
    ///
    /// - Returns: whether all of it was good; `nil` if it is not a log.
    private func readLog(
        _ body: (CaptureFile, inout NavigationReader) throws(InputFailure) -> LogInput.Ending
    ) throws(InputFailure) -> ExitCode? {
        var reader = NavigationReader(handle: handle, connection: connection)
        do throws(InputFailure) {
            let ending = try body(log, &reader)
            return log.exitCode.combined(with: ending.exitCode).combined(with: reader.exitCode)
        } catch {
            // A pipe can't be read again as a ride file, so it must be a log.
            guard case .log(let failure) = error, log.paths.count == 1, isReadableAgain,
                failure.reason == .notACapture(.unknownFormat)
            else { throw error }
            return nil
        }
    }

    private func rideFile() throws(InputFailure) -> Found<RecordedRide> {
        let file = try file()
        let name = URL(fileURLWithPath: path).lastPathComponent
        var lines = RideLineReport(command: command, name: name)
        for line in file.lines {
            if case .failure(let error) = line.content { lines.take(error, line: line.number) }
        }
        return try found(RecordedRide(file), lines.badCount == 0 ? .success : .badData)
    }

    private func file() throws(InputFailure) -> RideFile {
        let bytes: ContiguousArray<UInt8>
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(path)
        } catch {
            throw .notWhole(error)
        }
        if !isReadableAgain, Self.isLog(bytes.span) { throw .logAsRideFile }
        if handle != nil { throw .uselessOption("--handle", isLog: false) }
        if connection != nil { throw .uselessOption("--connection", isLog: false) }
        let lineEnds = bytes.count { $0 == UInt8(ascii: "\n") }
        guard lineEnds <= RideFile.maximumLineCount else { throw .oversizedRide }
        let file = RideFile(bytes.span)
        // What is not a ride file is not reported line by line.
        let isForeign = file.lines.allSatisfy {
            if case .failure(let error) = $0.content { error.isSkippable } else { false }
        }
        if isForeign { throw .withoutInstruction }
        if let line = file.linesBackInTime.first {
            let count = counted(file.linesBackInTime.count, "time")
            reportError(
                "knav \(command): \(printable(path)):\(line): earlier than the instruction above; the "
                    + "clock goes back \(count), and the ride goes on without a pause there")
        }
        return file
    }

    /// Whether it is a file that can be read from its beginning again, and no pipe.
    private var isReadableAgain: Bool {
        path != LogInput.standardInput && FileFacts(path: path).isRegular
    }

    private static func isLog(_ bytes: Span<UInt8>) -> Bool {
        var reader = CaptureReader()
        do throws(CaptureError) {
            try reader.read(bytes) { _, _ in }
            return reader.format != nil
        } catch {
            return error != .unknownFormat
        }
    }

    private func found(
        _ ride: RecordedRide, _ exitCode: ExitCode
    ) throws(InputFailure) -> Found<RecordedRide> {
        guard !ride.instructions.isEmpty else { throw .withoutInstruction }
        return Found(value: ride, exitCode: exitCode)
    }
}

/// Reports the lines of a ride file that are not instructions, and counts them.
struct RideLineReport {
    let command: String
    let name: String
    private(set) var skippedCount = 0
    private(set) var badCount = 0

    init(command: String, name: String) {
        self.command = command
        self.name = name
    }

    mutating func take(_ error: RideFileError, line: Int) {
        if error.isSkippable {
            skippedCount += 1
            report("skipped: \(error)", line: line)
        } else {
            take("\(error)", line: line)
        }
    }

    /// Takes a line that is bad for another reason.
    mutating func take(_ reason: String, line: Int) {
        badCount += 1
        report(reason, line: line)
    }

    private func report(_ text: String, line: Int) {
        reportError("knav \(command): \(printable(name)):\(line): \(text)")
    }
}
