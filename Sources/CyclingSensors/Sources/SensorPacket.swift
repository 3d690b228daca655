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
