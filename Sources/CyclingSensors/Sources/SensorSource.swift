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
