package import CyclingSensors
import KomootNav
package import KomootNavRecording
package import LinkForms

/// Writes packets as the Bluetooth log of the device that subscribed to them.
package struct SensorRecorder {
    private var writer: ValueCaptureWriter
    private let start: CaptureTime
    /// Why a packet could not be written.
    package private(set) var failure: ValueWritingError?

    /// The beginning of the year 2000, where logs of simulated rides begin.
    package static let simulatedStart = CaptureTime(microsecondsSince1970: 946_684_800_000_000)

    /// Begins the log with a connection and its discovery.
    ///
    /// - Parameters:
    ///   - services: whose packets will be written.
    ///   - mtu: the link's MTU in bytes.
    ///   - start: the moment of a packet with time zero.
    package init(
        of services: [MeasuringService], mtu: Int = ATT.defaultMTU, from start: CaptureTime
    ) {
        let captured = services.map {
            CapturedService($0.uuid, characteristics: [$0.characteristic.uuid])
        }
        do throws(ValueWritingError) {
            writer = try ValueCaptureWriter(captured, mtu: mtu)
        } catch {
            preconditionFailure("there are handles for a few services")
        }
        self.start = start
        writer.writeConnection(at: start)
    }

    /// Adds a packet.
    package mutating func add(_ packet: SensorPacket) {
        let time = start.advanced(by: packet.time.duration)
        do throws(ValueWritingError) {
            try writer.write(packet.value.span, of: packet.characteristic, at: time)
        } catch {
            failure = failure ?? error
        }
    }

    /// Notes that the link was lost, and that another one began.
    package mutating func addLoss(at time: SessionTime) {
        let time = start.advanced(by: time.duration)
        writer.writeDisconnection(reason: LinkEndReason.timeout, at: time)
        writer.writeConnection(at: time)
    }

    /// Ends the log.
    package mutating func finish(at time: SessionTime) {
        writer.writeDisconnection(
            reason: LinkEndReason.byLocalHost, at: start.advanced(by: time.duration))
    }

    /// The bytes that came since the last call.
    package mutating func takeBytes() -> ContiguousArray<UInt8> { writer.takeBytes() }
}
