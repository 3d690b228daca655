/// How fast a recording is played.
///
/// Source: `Docs/Sensors.md`, clause 8.3.
public enum SensorPace: Hashable, Sendable {
    /// So many times as fast as it was; 1 is real time. Zero counts as 1.
    case times(UInt16)
    /// All packets at once, for virtual time.
    case immediate
}

/// A recording of packets, played as a source.
///
/// The packets keep the times of the recording, which is what a ``CyclingCalculator`` needs; the
/// pace only decides when they are due.
///
/// Source: `Docs/Sensors.md`, clauses 8.2 and 8.3.
public struct RecordedSensor: SensorSource, Hashable {
    private let packets: ContiguousArray<SensorPacket>
    private let pace: SensorPace
    private let start: SessionTime
    private var position = 0

    /// Creates a playback.
    ///
    /// - Parameters:
    ///   - packets: the recording. A packet with an earlier time than the one before it is due with
    ///     that one.
    ///   - pace: how fast to play it.
    ///   - start: when its first packet is due.
    public init(
        _ packets: ContiguousArray<SensorPacket>, pace: SensorPace = .times(1),
        start: SessionTime = .zero
    ) {
        self.packets = packets
        self.pace = pace
        self.start = start
        latest = packets.first?.time ?? .zero
    }

    /// The latest time of the recording so far.
    private var latest: SessionTime

    /// When the next packet is due; `nil` at the end.
    public var nextPacketTime: SessionTime? {
        guard position < packets.count else { return nil }
        switch pace {
        case .immediate: return start
        case .times(let factor):
            let offset = max(packets[position].time, latest).milliseconds(since: packets[0].time)
            return start.advanced(byMilliseconds: offset / UInt64(max(factor, 1)))
        }
    }

    /// Takes the next packet that is due.
    public mutating func nextPacket(by time: SessionTime) -> SensorPacket? {
        guard let due = nextPacketTime, due <= time else { return nil }
        defer { position += 1 }
        latest = max(latest, packets[position].time)
        return packets[position]
    }
}
