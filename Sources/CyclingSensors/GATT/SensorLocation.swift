/// Where on the bicycle or the rider a sensor is: one byte. Any value is kept; 17 to 255 are
/// reserved.
///
/// Source: `Docs/Sensors.md`, clause 1.7.
public struct SensorLocation: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    public let rawValue: UInt8

    /// Creates a location from its byte, which can have any value.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Somewhere else.
    public static let other = SensorLocation(rawValue: 0)
    /// On top of a shoe.
    public static let topOfShoe = SensorLocation(rawValue: 1)
    /// In a shoe.
    public static let inShoe = SensorLocation(rawValue: 2)
    /// At the hip.
    public static let hip = SensorLocation(rawValue: 3)
    /// At the front wheel.
    public static let frontWheel = SensorLocation(rawValue: 4)
    /// At the left crank.
    public static let leftCrank = SensorLocation(rawValue: 5)
    /// At the right crank.
    public static let rightCrank = SensorLocation(rawValue: 6)
    /// At the left pedal.
    public static let leftPedal = SensorLocation(rawValue: 7)
    /// At the right pedal.
    public static let rightPedal = SensorLocation(rawValue: 8)
    /// At the front hub.
    public static let frontHub = SensorLocation(rawValue: 9)
    /// At the rear dropout.
    public static let rearDropout = SensorLocation(rawValue: 10)
    /// At the chainstay.
    public static let chainstay = SensorLocation(rawValue: 11)
    /// At the rear wheel.
    public static let rearWheel = SensorLocation(rawValue: 12)
    /// At the rear hub.
    public static let rearHub = SensorLocation(rawValue: 13)
    /// At the chest.
    public static let chest = SensorLocation(rawValue: 14)
    /// At the spider.
    public static let spider = SensorLocation(rawValue: 15)
    /// At the chain ring.
    public static let chainRing = SensorLocation(rawValue: 16)
}

extension SensorLocation: SensorValue {
    /// Decodes the value of Sensor Location: one byte.
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
