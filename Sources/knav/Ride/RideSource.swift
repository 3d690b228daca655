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

    let path: String
    /// The characteristic's handle, for logs that show no discovery.
    var handle: UInt16?

    /// Reads the file.
    func ride() throws(Failure) -> RecordedRide {
        let ride: RecordedRide
        do throws(CaptureFile.Failure) {
            ride = try capturedRide()
        } catch {
            guard case .notACapture(.unknownFormat) = error, let file = rideFile() else {
                throw Failure(reason: error.explanation, exitCode: error.exitCode)
            }
            ride = RecordedRide(file)
        }
        guard !ride.instructions.isEmpty else {
            throw Failure(reason: "no instruction is in it", exitCode: .badData)
        }
        return ride
    }

    private func capturedRide() throws(CaptureFile.Failure) -> RecordedRide {
        var ride = RecordedRide()
        var traffic = NavigationTraffic(handle: handle)
        var tracker = ReadTracker()
        _ = try CaptureFile(path: path).read(
            { record, packet in
                traffic.take(record, packet) { event, value in
                    tracker.take(event, value) { ride.add($0) }
                }
            }, damage: { _ in })
        tracker.finish { ride.add($0) }
        return ride
    }

    private func rideFile() -> RideFile? {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else { return nil }
        return RideFile(ContiguousArray(data).span)
    }
}
