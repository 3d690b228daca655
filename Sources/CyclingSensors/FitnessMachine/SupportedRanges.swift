/// What can be set on a machine, from the lowest to the highest and in which steps.
///
/// `Value` is the integer on the wire. What it counts is said by the characteristic:
///
/// | characteristic | type | unit |
/// |---|---|---|
/// | Supported Speed Range | ``SupportedSpeedRange`` | 0.01 km/h |
/// | Supported Inclination Range | ``SupportedSignedRange`` | 0.1 % |
/// | Supported Resistance Level Range | ``SupportedResistanceRange`` | see there |
/// | Supported Heart Rate Range | ``SupportedHeartRateRange`` | beats per minute |
/// | Supported Power Range | ``SupportedSignedRange`` | W |
///
/// Source: `Docs/Sensors.md`, clause 5.5.
public struct SupportedRange<Value: FixedWidthInteger & Sendable>: Hashable, Sendable
where Value.Magnitude: Sendable {
    /// The lowest value.
    public var minimum: Value
    /// The highest value.
    public var maximum: Value
    /// The smallest step.
    public var minimumIncrement: Value.Magnitude

    /// Creates a range.
    public init(minimum: Value, maximum: Value, minimumIncrement: Value.Magnitude) {
        self.minimum = minimum
        self.maximum = maximum
        self.minimumIncrement = minimumIncrement
    }
}

/// The speeds that can be set, in 0.01 km/h: six bytes.
public typealias SupportedSpeedRange = SupportedRange<UInt16>

/// The heart rates that can be set, in beats per minute: three bytes.
public typealias SupportedHeartRateRange = SupportedRange<UInt8>

/// The inclinations, in 0.1 %, or the powers, in watts, that can be set: six bytes.
public typealias SupportedSignedRange = SupportedRange<Int16>

extension SupportedRange: SensorValue {
    /// Decodes the value of the range's characteristic.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        self.init(
            minimum: try reader.integer(), maximum: try reader.integer(),
            minimumIncrement: try reader.integer())
    }

    /// Three times the size of a value.
    public var encodedByteCount: Int { 3 * MemoryLayout<Value>.size }

    /// Encodes the range.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(integer: minimum, in: &buffer)
        writer.put(integer: maximum, in: &buffer)
        writer.put(integer: minimumIncrement, in: &buffer)
        return writer.offset
    }
}

/// The resistance levels that can be set. Machines send one of two forms.
///
/// Source: `Docs/Sensors.md`, clauses 5.5 and 9.4.
public enum SupportedResistanceRange: Hashable, Sendable {
    /// Six bytes, in 0.1 by the specification; many machines count in 1.
    case wide(SupportedRange<Int16>)
    /// Three bytes in units of 10, as in the GATT Specification Supplement.
    case narrow(SupportedRange<UInt8>)
}

extension SupportedResistanceRange: SensorValue {
    /// Decodes the value of Supported Resistance Level Range: six bytes, or exactly three.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        self =
            bytes.count == Self.narrowByteCount
            ? .narrow(try SupportedRange(decoding: bytes))
            : .wide(try SupportedRange(decoding: bytes))
    }

    private static let narrowByteCount = 3

    /// Six bytes, or three.
    public var encodedByteCount: Int {
        switch self {
        case .wide(let range): range.encodedByteCount
        case .narrow(let range): range.encodedByteCount
        }
    }

    /// Encodes the range.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        switch self {
        case .wide(let range): try range.encode(into: &buffer)
        case .narrow(let range): try range.encode(into: &buffer)
        }
    }
}
