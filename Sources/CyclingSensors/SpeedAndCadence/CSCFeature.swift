/// What a speed and cadence sensor can do. All 16 bits are kept.
///
/// Source: `Docs/Sensors.md`, clause 2.3.
public struct CSCFeature: OptionSet, Hashable, Sendable {
    /// The bits on the wire.
    public let rawValue: UInt16

    /// Creates a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// It counts the wheel's revolutions.
    public static let wheelRevolutions = CSCFeature(rawValue: 1 << 0)
    /// It counts the cranks' revolutions.
    public static let crankRevolutions = CSCFeature(rawValue: 1 << 1)
    /// It can be attached at several locations.
    public static let multipleSensorLocations = CSCFeature(rawValue: 1 << 2)
}

extension CSCFeature: SensorValue {
    /// Decodes the value of CSC Feature: two bytes.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        self.init(rawValue: try reader.uint16())
    }

    /// Two bytes.
    public var encodedByteCount: Int { 2 }

    /// Encodes the features.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(rawValue, in: &buffer)
        return writer.offset
    }
}
