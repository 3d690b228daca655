/// A sensor on a radio: put in what the radio notifies, and take it out as from any other source.
///
/// Source: `Docs/Sensors.md`, clause 8.2.
public struct LiveSensor: SensorSource, Hashable {
    /// The most packets that wait to be taken. If there are more, the oldest are dropped; a minute's
    /// worth of four characteristics once a second.
    public static let capacity = 240

    private var waiting: ContiguousArray<SensorPacket> = []
    private var latest = SessionTime.zero
    /// How many packets were dropped because nobody took them.
    public private(set) var droppedCount = 0

    /// Creates a source without packets.
    public init() {}

    /// Puts in a notification. An earlier time than that of the last one counts as that.
    public mutating func receive(
        _ value: Span<UInt8>, of characteristic: UUID128, at time: SessionTime
    ) {
        if waiting.count == Self.capacity {
            waiting.removeFirst()
            droppedCount += 1
        }
        latest = max(latest, time)
        waiting.append(
            SensorPacket(
                characteristic: characteristic, value: ContiguousArray(copying: value),
                time: latest))
    }

    /// The time of the oldest packet that nobody has taken.
    public var nextPacketTime: SessionTime? { waiting.first?.time }

    /// Takes the oldest packet.
    public mutating func nextPacket(by time: SessionTime) -> SensorPacket? {
        guard let first = waiting.first, first.time <= time else { return nil }
        return waiting.removeFirst()
    }
}
