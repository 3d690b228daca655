package import CyclingSensors
import KomootNav
package import KomootNavRecording
package import LinkForms

/// What a Bluetooth log has of sensors, with times from its first packet on.
package struct SensorCapture {
    /// A sensor. It may have one connection after the other.
    private struct Sensor {
        /// The number of its first connection.
        let name: String
        /// Its address, if that is in the log.
        let peer: LinkPeer?
        /// Its latest connection; `nil` if that has ended.
        var connection: Int?
        /// What it has measured.
        var characteristics: Set<UUID128> = []
    }

    /// The packets that a calculator takes, in the order of the log, and each sensor's lost links before the last packet.
    package private(set) var events: ContiguousArray<RideEvent> = []
    /// When the last packet came.
    package private(set) var end = SessionTime.zero
    /// Whether the packets are of more than one sensor.
    package var hasSeveralSensors: Bool { sensors.count > 1 }
    /// The given handles that had no effect, because the log has no values there, or shows what they are of.
    package private(set) var unusedHandles: Set<UInt16>

    /// The connections with packets that a calculator takes, even those that were not asked for.
    package private(set) var measuring: Set<Int> = []

    private let handles: [UInt16: UUID128]
    private let connection: Int?
    private var start: CaptureTime?
    private var latest = SessionTime.zero
    private var sensors: [Sensor] = []
    /// Whom the open connections are with, if the log has the address.
    private var peers: [Int: LinkPeer] = [:]
    private var latestLosses: [RideEvent] = []

    /// Begins with nothing.
    ///
    /// - Parameters:
    ///   - handles: the characteristics at these handles, if the log does not show them.
    ///   - connection: the only connection whose packets are taken; `nil` for all.
    package init(handles: [UInt16: UUID128], connection: Int?) {
        self.handles = handles
        self.connection = connection
        unusedHandles = Set(handles.keys)
    }

    /// Takes what a ``ValueReader`` finds.
    package mutating func take(_ event: ValueEvent, _ value: Span<UInt8>) {
        switch event.kind {
        case .notified(let characteristic, let handle):
            noteUse(of: handle, as: characteristic)
            guard MeasuringService.measures(characteristic) else { return }
            measuring.insert(event.connection)
            guard isTaken(event) else { return }
            events += latestLosses
            latestLosses = []
            end = time(of: event)
            let packet = SensorPacket(
                characteristic: characteristic,
                value: ContiguousArray(value.indices.map { value[$0] }), time: end)
            let sensor = place(of: event.connection, measuring: characteristic)
            sensors[sensor].characteristics.insert(characteristic)
            events.append(.packet(packet, from: sensors[sensor].name))
        case .disconnected:
            peers[event.connection] = nil
            guard let sensor = sensors.firstIndex(where: { $0.connection == event.connection })
            else { return }
            sensors[sensor].connection = nil
            latestLosses.append(.linkLost(time(of: event), to: sensors[sensor].name))
        case .connected(let peer): peers[event.connection] = peer
        case .discovered(let characteristic, let handle),
            .indicated(let characteristic, let handle):
            noteUse(of: handle, as: characteristic)
        }
    }

    /// Which sensor a connection is with. Without an address, it is one without a link that has measured the same.
    private mutating func place(of connection: Int, measuring characteristic: UUID128) -> Int {
        if let known = sensors.firstIndex(where: { $0.connection == connection }) { return known }
        let peer = peers[connection]
        let known = sensors.firstIndex {
            $0.peer == peer
                && (peer != nil
                    || $0.connection == nil && $0.characteristics.contains(characteristic))
        }
        guard let known else {
            sensors.append(Sensor(name: "\(connection)", peer: peer, connection: connection))
            return sensors.count - 1
        }
        sensors[known].connection = connection
        return known
    }

    /// A given handle is used if the log has it as the characteristic that was given.
    private mutating func noteUse(of handle: UInt16, as characteristic: UUID128) {
        if handles[handle] == characteristic { unusedHandles.remove(handle) }
    }

    private func isTaken(_ event: ValueEvent) -> Bool {
        connection == nil || connection == event.connection
    }

    /// The time since the first packet. The log's clock may have been set back; time does not go back.
    private mutating func time(of event: ValueEvent) -> SessionTime {
        let first = start ?? event.time
        start = first
        latest = max(latest, SessionTime(first.duration(to: event.time)))
        return latest
    }
}
