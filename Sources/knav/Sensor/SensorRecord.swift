import CyclingSensors
import Foundation
import KomootNav
import KomootNavRecording

/// Writes packets to a file, as the Bluetooth log of the device that subscribed to them.
struct SensorRecord {
    private var writer: ValueCaptureWriter
    private var file: PartialFile
    private let start: CaptureTime
    /// Why a packet could not be written.
    private var failure: ValueWritingError?

    /// The name that the file gets.
    var path: String { file.path }

    /// The beginning of the year 2000, where logs of simulated rides begin.
    static let simulatedStart = CaptureTime(microsecondsSince1970: 946_684_800_000_000)

    /// Begins the log with a connection and its discovery.
    ///
    /// - Parameters:
    ///   - services: whose packets will be written.
    ///   - mtu: the link's MTU in bytes.
    ///   - start: the moment of a packet with time zero.
    init(
        _ file: PartialFile, of services: [MeasuringService], mtu: Int = ATT.defaultMTU,
        from start: CaptureTime
    ) {
        let captured = services.map {
            CapturedService($0.uuid, characteristics: [$0.characteristic.uuid])
        }
        do throws(ValueWritingError) {
            writer = try ValueCaptureWriter(captured, mtu: mtu)
        } catch {
            preconditionFailure("there are handles for a few services")
        }
        self.file = file
        self.start = start
        self.writer.writeConnection(at: start)
    }

    /// Adds a packet.
    mutating func add(_ packet: SensorPacket) {
        let time = start.advanced(by: packet.time.duration)
        do throws(ValueWritingError) {
            try writer.write(packet.value.span, of: packet.characteristic, at: time)
        } catch {
            failure = failure ?? error
        }
        file.write(Data(writer.takeBytes()))
    }

    /// Notes that the link was lost, and that another one began.
    mutating func addLoss(at time: SessionTime) {
        let time = start.advanced(by: time.duration)
        writer.writeDisconnection(reason: LinkEndReason.timeout, at: time)
        writer.writeConnection(at: time)
    }

    /// Why ``finish(at:)`` failed.
    var reason: String { failure.map { "\($0)" } ?? systemReason() }

    /// Removes what was written.
    func discard() { file.discard() }

    /// Ends the log and gives the file its name.
    ///
    /// - Returns: whether all of it was written. If not, nothing of it is left, and ``reason`` says why.
    mutating func finish(at time: SessionTime) -> Bool {
        guard failure == nil else {
            file.discard()
            return false
        }
        writer.writeDisconnection(
            reason: LinkEndReason.byLocalHost, at: start.advanced(by: time.duration))
        file.write(Data(writer.takeBytes()))
        return file.finish()
    }
}
