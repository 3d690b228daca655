import Foundation
import KomootNav
import KomootNavRecording

/// A file that a ride is in: a ride file, or a Bluetooth log. Its bytes tell which.
struct RideSource {
    /// Why there is no ride.
    struct Failure: Error {
        let reason: String
        let exitCode: ExitCode
    }

    /// What was found, and whether all of the file was good.
    struct Found<Value> {
        let value: Value
        let exitCode: ExitCode
    }

    let path: String
    /// The command that bad places are reported by.
    let command: String
    /// The characteristic's handle, for logs that show no discovery.
    var handle: UInt16?
    /// The only connection of a log that counts.
    var connection: Int?

    /// Reads the file as a ride.
    func ride() throws(Failure) -> Found<RecordedRide> {
        if let captured = try capturedRide() { return captured }
        return try rideFile()
    }

    /// Reads the file as a Bluetooth log; `nil` if it is none.
    func capturedRide() throws(Failure) -> Found<RecordedRide>? {
        var ride = RecordedRide()
        var tracker = ReadTracker()
        let damaged: Int?
        do throws(CaptureFile.Failure) {
            damaged = try events { event, value in
                guard connection == nil || connection == event.connection else { return }
                tracker.take(event, value) { ride.add($0) }
            }
        } catch {
            throw Failure(reason: error.explanation, exitCode: error.exitCode)
        }
        guard let damaged else { return nil }
        tracker.finish { ride.add($0) }
        return try found(ride, damaged)
    }

    /// Reads the file as what a phone did.
    ///
    /// - Parameters:
    ///   - layout: that of a ride file's objects.
    ///   - mtu: that of a ride file's phone.
    func recording(
        layout: InstructionLayout, mtu: Int
    ) throws(Failure) -> Found<PhoneRecording> {
        var recorder = PhoneRecorder(connection: connection)
        let damaged: Int?
        do throws(CaptureFile.Failure) {
            damaged = try events { event, value in recorder.take(event, value) }
        } catch {
            throw Failure(reason: error.explanation, exitCode: error.exitCode)
        }
        if let damaged {
            let recording = recorder.finish()
            guard recording.hasTraffic else {
                let failure = CaptureFile.Failure.withoutTraffic
                throw Failure(reason: failure.explanation, exitCode: failure.exitCode)
            }
            return Found(value: recording, exitCode: damaged == 0 ? .success : .badData)
        }
        let ride = try rideFile()
        do throws(KomootNavError) {
            let recording = try PhoneRecording(ride.value, layout: layout, mtu: mtu)
            return Found(value: recording, exitCode: ride.exitCode)
        } catch {
            throw Failure(reason: "\(error)", exitCode: .badData)
        }
    }

    /// Reads the file as a Bluetooth log.
    ///
    /// - Returns: how many places are damaged; `nil` if it is no log.
    private func events(
        _ body: (CapturedEvent, Span<UInt8>) -> Void
    ) throws(CaptureFile.Failure) -> Int? {
        var traffic = NavigationTraffic(handle: handle)
        var damaged = 0
        let report = { (damage: CaptureDamage) in
            damaged += 1
            reportError("knav \(command): '\(printable(path))': \(damage.explanation)")
        }
        do throws(CaptureFile.Failure) {
            _ = try CaptureFile(path: path).read(
                { record, packet in traffic.take(record, packet, body, damage: report) },
                damage: report)
            return damaged
        } catch {
            // What can be read only once was a log, or is lost.
            guard case .notACapture(.unknownFormat) = error, CaptureFile(path: path).isRegular
            else {
                throw error
            }
            return nil
        }
    }

    private func rideFile() throws(Failure) -> Found<RecordedRide> {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw Failure(reason: "can't be read", exitCode: .noInput)
        }
        let file = RideFile(ContiguousArray(data).span)
        var badCount = 0
        for line in file.lines {
            guard case .failure(let error) = line.content else { continue }
            // The format itself has a reader pass over lines with other columns.
            var isSkipped = false
            if case .columnCount = error { isSkipped = true }
            badCount += isSkipped ? 0 : 1
            let text = (isSkipped ? "skipped: " : "") + "\(error)"
            let name = URL(fileURLWithPath: path).lastPathComponent
            reportError("knav \(command): \(printable(name)):\(line.number): \(text)")
        }
        return try found(RecordedRide(file), badCount)
    }

    private func found(_ ride: RecordedRide, _ bad: Int) throws(Failure) -> Found<RecordedRide> {
        guard !ride.instructions.isEmpty else {
            throw Failure(reason: "no instruction is in it", exitCode: .badData)
        }
        return Found(value: ride, exitCode: bad == 0 ? .success : .badData)
    }
}
