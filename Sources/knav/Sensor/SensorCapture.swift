import CyclingSensors
import KomootNav
import KomootNavRecording

/// What a Bluetooth log has of sensors, with times from its first packet on.
struct SensorCapture {
    /// The packets that a calculator takes, in the order of the log.
    private(set) var packets: ContiguousArray<SensorPacket> = []
    /// When the last open connection with such packets ended, each time but the last.
    private(set) var losses: [SessionTime] = []
    /// When the last packet came.
    private(set) var end = SessionTime.zero
    private(set) var exitCode = ExitCode.success
    /// The connections of sensors that measured the same at the same time.
    private(set) var rivals: Set<Int> = []

    private var start: CaptureTime?
    /// What the connections that have not ended had packets of.
    private var open: [Int: Set<UUID128>] = [:]
    private var latestLoss: SessionTime?

    /// Reads a log.
    ///
    /// - Throws: ``InputFailure``, also if there is no packet in it.
    init(
        _ file: CaptureFile, handles: [UInt16: UUID128], connection: Int?
    ) throws(InputFailure) {
        var reader = ValueReader(handles: handles, connection: connection)
        try file.read(&reader) { take($0, $1) }
        guard !packets.isEmpty else { throw .withoutSensor }
        exitCode = reader.damageCount == 0 ? .success : .badData
    }

    private mutating func take(_ event: ValueEvent, _ value: Span<UInt8>) {
        switch event.kind {
        case .notified(let characteristic):
            guard MeasuringService.measures(characteristic) else { return }
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
            guard open.removeValue(forKey: event.connection) != nil, open.isEmpty else { return }
            latestLoss = time(of: event)
        case .connected, .discovered, .indicated: break
        }
    }

    /// The time since the first packet. The log's clock may have been set back; time does not go back.
    private mutating func time(of event: ValueEvent) -> SessionTime {
        let first = start ?? event.time
        start = first
        return max(end, SessionTime(first.duration(to: event.time)))
    }
}
