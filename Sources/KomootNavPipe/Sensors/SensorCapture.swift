package import CyclingSensors
import KomootNav
package import KomootNavRecording
import LinkForms

/// What a Bluetooth log has of sensors, with times from its first packet on.
package struct SensorCapture {
    /// The packets that a calculator takes, in the order of the log.
    package private(set) var packets: ContiguousArray<SensorPacket> = []
    /// When the last open connection with such packets ended, each time but the last.
    package private(set) var losses: [SessionTime] = []
    /// When the last packet came.
    package private(set) var end = SessionTime.zero
    /// The connections of sensors that measured the same at the same time.
    package private(set) var rivals: Set<Int> = []
    /// The given handles that had no effect, because the log has no values there, or shows what they are of.
    package private(set) var unusedHandles: Set<UInt16>

    /// The connections with packets that a calculator takes, even those that were not asked for.
    package private(set) var measuring: Set<Int> = []

    private let handles: [UInt16: UUID128]
    private let connection: Int?
    private var start: CaptureTime?
    /// What the connections that have not ended had packets of.
    private var open: [Int: Set<UUID128>] = [:]
    private var latestLoss: SessionTime?

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
            let time = time(of: event)
            if let loss = latestLoss {
                losses.append(loss)
                latestLoss = nil
            }
            for (other, characteristics) in open
            where other != event.connection && characteristics.contains(characteristic) {
                rivals.formUnion([other, event.connection])
            }
            open[event.connection, default: []].insert(characteristic)
            packets.append(
                SensorPacket(
                    characteristic: characteristic,
                    value: ContiguousArray(value.indices.map { value[$0] }), time: time))
            end = time
        case .disconnected:
            guard isTaken(event), open.removeValue(forKey: event.connection) != nil, open.isEmpty
            else { return }
            latestLoss = time(of: event)
        case .discovered(let characteristic, let handle),
            .indicated(let characteristic, let handle):
            noteUse(of: handle, as: characteristic)
        case .connected: break
        }
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
        return max(end, SessionTime(first.duration(to: event.time)))
    }
}
