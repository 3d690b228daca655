/// Where packets come from: a radio, a recording or a simulation. They behave alike.
///
/// A source reads no clock. Ask it when its next packet is due, wait until then in whatever way you
/// wait, and take what has come:
///
/// ```swift
/// while let packet = source.nextPacket(by: now) { try calculator.take(packet) }
/// ```
///
/// Source: `Docs/Sensors.md`, clause 8.2.
public protocol SensorSource: Sendable {
    /// When the next packet is due. `nil` if none is known of: a radio's next packet is not, and a
    /// recording has an end.
    var nextPacketTime: SessionTime? { get }

    /// Takes the next packet that is due by a time, the earliest first; `nil` if there is none.
    mutating func nextPacket(by time: SessionTime) -> SensorPacket?
}

/// The value of one notification, as it came: the unit of a recording.
///
/// Source: `Docs/Sensors.md`, clause 8.1.
public struct SensorPacket: Hashable, Sendable {
    /// Whose value it is, for example ``SensorCharacteristic/cscMeasurement``.
    public var characteristic: UUID128
    /// The bytes.
    public var value: ContiguousArray<UInt8>
    /// When it arrived.
    public var time: SessionTime

    /// Creates a packet.
    public init(characteristic: UUID128, value: ContiguousArray<UInt8>, time: SessionTime) {
        self.characteristic = characteristic
        self.value = value
        self.time = time
    }
}

extension CyclingCalculator {
    /// Takes a packet at the time that it carries.
    ///
    /// - Throws: what ``take(_:of:at:)`` throws.
    public mutating func take(_ packet: SensorPacket) throws(SensorError) {
        try take(packet.value.span, of: packet.characteristic, at: packet.time)
    }
}

extension RideCalculator {
    /// Takes a sensor's packet at the time that it carries.
    ///
    /// - Throws: what ``CyclingCalculator/take(_:of:at:)`` throws. Then nothing has changed.
    public mutating func take(
        _ packet: SensorPacket, from sensor: Sensor
    ) throws(SensorError) {
        try take(packet.value.span, of: packet.characteristic, from: sensor, at: packet.time)
    }
}

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
