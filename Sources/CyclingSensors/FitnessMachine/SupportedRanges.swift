/// The speeds that can be set, in 0.01 km/h.
///
/// Source: `Docs/Sensors.md`, clause 5.5.
public struct SupportedSpeedRange: Hashable, Sendable {
    /// The lowest speed in 0.01 km/h.
    public var minimum: UInt16
    /// The highest speed in 0.01 km/h.
    public var maximum: UInt16
    /// The smallest step in 0.01 km/h.
    public var minimumIncrement: UInt16

    /// Creates a range.
    public init(minimum: UInt16, maximum: UInt16, minimumIncrement: UInt16) {
        self.minimum = minimum
        self.maximum = maximum
        self.minimumIncrement = minimumIncrement
    }
}

extension SupportedSpeedRange: SensorValue {
    /// Decodes the value of Supported Speed Range: six bytes.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        self.init(
            minimum: try reader.uint16(), maximum: try reader.uint16(),
            minimumIncrement: try reader.uint16())
    }

    /// Six bytes.
    public var encodedByteCount: Int { 6 }

    /// Encodes the range.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(minimum, in: &buffer)
        writer.put(maximum, in: &buffer)
        writer.put(minimumIncrement, in: &buffer)
        return writer.offset
    }
}

/// The heart rates that can be set, in beats per minute.
///
/// Source: `Docs/Sensors.md`, clause 5.5.
public struct SupportedHeartRateRange: Hashable, Sendable {
    /// The lowest rate.
    public var minimum: UInt8
    /// The highest rate.
    public var maximum: UInt8
    /// The smallest step.
    public var minimumIncrement: UInt8

    /// Creates a range.
    public init(minimum: UInt8, maximum: UInt8, minimumIncrement: UInt8) {
        self.minimum = minimum
        self.maximum = maximum
        self.minimumIncrement = minimumIncrement
    }
}

extension SupportedHeartRateRange: SensorValue {
    /// Decodes the value of Supported Heart Rate Range: three bytes.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        self.init(
            minimum: try reader.uint8(), maximum: try reader.uint8(),
            minimumIncrement: try reader.uint8())
    }

    /// Three bytes.
    public var encodedByteCount: Int { 3 }

    /// Encodes the range.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(minimum, in: &buffer)
        writer.put(maximum, in: &buffer)
        writer.put(minimumIncrement, in: &buffer)
        return writer.offset
    }
}

/// The inclinations, in 0.1 %, or the powers, in watts, that can be set. Both characteristics have
/// this form.
///
/// Source: `Docs/Sensors.md`, clause 5.5.
public struct SupportedSignedRange: Hashable, Sendable {
    /// The lowest value.
    public var minimum: Int16
    /// The highest value.
    public var maximum: Int16
    /// The smallest step.
    public var minimumIncrement: UInt16

    /// Creates a range.
    public init(minimum: Int16, maximum: Int16, minimumIncrement: UInt16) {
        self.minimum = minimum
        self.maximum = maximum
        self.minimumIncrement = minimumIncrement
    }
}

extension SupportedSignedRange: SensorValue {
    /// Decodes the value of Supported Inclination Range or of Supported Power Range: six bytes.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        self.init(
            minimum: try reader.int16(), maximum: try reader.int16(),
            minimumIncrement: try reader.uint16())
    }

    /// Six bytes.
    public var encodedByteCount: Int { 6 }

    /// Encodes the range.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(minimum, in: &buffer)
        writer.put(maximum, in: &buffer)
        writer.put(minimumIncrement, in: &buffer)
        return writer.offset
    }
}

/// The resistance levels that can be set. Machines send one of two forms.
///
/// Source: `Docs/Sensors.md`, clauses 5.5 and 9.4.
public enum SupportedResistanceRange: Hashable, Sendable {
    /// Six bytes, in 0.1 by the specification; many machines count in 1.
    case wide(SupportedSignedRange)
    /// Three bytes in units of 10, as in the GATT Specification Supplement.
    case narrow(minimum: UInt8, maximum: UInt8, minimumIncrement: UInt8)
}

extension SupportedResistanceRange: SensorValue {
    /// Decodes the value of Supported Resistance Level Range: six bytes, or exactly three.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        if bytes.count == Self.narrowByteCount {
            self = .narrow(
                minimum: try reader.uint8(), maximum: try reader.uint8(),
                minimumIncrement: try reader.uint8())
        } else {
            self = .wide(try SupportedSignedRange(decoding: bytes))
        }
    }

    private static let narrowByteCount = 3

    /// Six bytes, or three.
    public var encodedByteCount: Int {
        switch self {
        case .wide(let range): range.encodedByteCount
        case .narrow: Self.narrowByteCount
        }
    }

    /// Encodes the range.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        switch self {
        case .wide(let range): return try range.encode(into: &buffer)
        case .narrow(let minimum, let maximum, let minimumIncrement):
            var writer = try FieldWriter(encodedByteCount, in: buffer)
            writer.put(minimum, in: &buffer)
            writer.put(maximum, in: &buffer)
            writer.put(minimumIncrement, in: &buffer)
            return writer.offset
        }
    }
}
