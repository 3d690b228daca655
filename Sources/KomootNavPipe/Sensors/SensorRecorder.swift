package import CyclingSensors
import KomootNav
package import KomootNavRecording
package import LinkForms

/// Writes packets as the Bluetooth log of the device that subscribed to them. Each sensor has an address of its own.
package struct SensorRecorder {
    private var writer: ValueCaptureWriter
    private let start: CaptureTime
    /// The number of each sensor, from 1, which is that of its connections.
    private var sensors: [String: Int] = [:]
    private var open: Set<Int> = []
    /// Why a packet could not be written.
    package private(set) var failure: ValueWritingError?

    /// The beginning of the year 2000, where logs of simulated rides begin.
    package static let simulatedStart = CaptureTime(microsecondsSince1970: 946_684_800_000_000)

    /// A random address that stays, without its last bits.
    private static let firstAddress: UInt64 = 0xC000_0000_0000

    /// Begins the log.
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
    }

    /// Adds what happened. A sensor's first packet, and the first one after its link was lost, begins a connection with
    /// its discovery.
    package mutating func add(_ event: RideEvent) {
        let time = start.advanced(by: event.time.duration)
        switch event {
        case .packet(let packet, let sensor):
            let number = sensors[sensor] ?? sensors.count + 1
            sensors[sensor] = number
            if open.insert(number).inserted {
                let peer = LinkPeer(address: Self.firstAddress + UInt64(number), isRandom: true)
                writer.writeConnection(number, with: peer, at: time)
            }
            do throws(ValueWritingError) {
                try writer.write(
                    packet.value.span, of: packet.characteristic, connection: number, at: time)
            } catch {
                failure = failure ?? error
            }
        case .linkLost(_, let sensor):
            guard let number = sensors[sensor], open.remove(number) != nil else { return }
            writer.writeDisconnection(number, reason: LinkEndReason.timeout, at: time)
        }
    }

    /// Ends the log.
    package mutating func finish(at time: SessionTime) {
        for number in open.sorted() {
            writer.writeDisconnection(
                number, reason: LinkEndReason.byLocalHost, at: start.advanced(by: time.duration))
        }
    }

    /// The bytes that came since the last call.
    package mutating func takeBytes() -> ContiguousArray<UInt8> { writer.takeBytes() }
}
