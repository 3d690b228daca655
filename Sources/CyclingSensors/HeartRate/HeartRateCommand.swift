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
