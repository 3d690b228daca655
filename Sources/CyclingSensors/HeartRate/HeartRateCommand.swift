/// A write to the Heart Rate Control Point: one byte. Any value is kept.
///
/// There is no response. A sensor that does not know the byte answers the write with the ATT error
/// 0x80.
///
/// Source: `Docs/Sensors.md`, clause 4.3.
public struct HeartRateCommand: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    public let rawValue: UInt8

    /// Creates a command from its byte, which can have any value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Sets the energy expended to zero.
    public static let resetEnergyExpended = HeartRateCommand(rawValue: 1)
}

extension HeartRateCommand: SensorValue {
    /// Decodes a write to the Heart Rate Control Point: one byte.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        self.init(rawValue: try reader.uint8())
    }

    /// One byte.
    public var encodedByteCount: Int { 1 }

    /// Encodes the command as one byte.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(rawValue, in: &buffer)
        return writer.offset
    }
}

/// Where on the body a heart rate sensor is: one byte. Any value is kept; 7 to 255 are reserved.
///
/// Source: `Docs/Sensors.md`, clause 4.2.
public struct BodySensorLocation: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    public let rawValue: UInt8

    /// Creates a location from its byte, which can have any value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Somewhere else.
    public static let other = BodySensorLocation(rawValue: 0)
    /// At the chest.
    public static let chest = BodySensorLocation(rawValue: 1)
    /// At a wrist.
    public static let wrist = BodySensorLocation(rawValue: 2)
    /// At a finger.
    public static let finger = BodySensorLocation(rawValue: 3)
    /// At a hand.
    public static let hand = BodySensorLocation(rawValue: 4)
    /// At an ear lobe.
    public static let earLobe = BodySensorLocation(rawValue: 5)
    /// At a foot.
    public static let foot = BodySensorLocation(rawValue: 6)
}

extension BodySensorLocation: SensorValue {
    /// Decodes the value of Body Sensor Location: one byte.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        self.init(rawValue: try reader.uint8())
    }

    /// One byte.
    public var encodedByteCount: Int { 1 }

    /// Encodes the location as one byte.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(rawValue, in: &buffer)
        return writer.offset
    }
}
