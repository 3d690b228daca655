/// What a speed and cadence sensor notifies: the counters of the wheel, of the cranks, or both.
///
/// ```swift
/// let measurement = try CSCMeasurement(decoding: value.span)
/// print(measurement.wheel?.cumulativeRevolutions, measurement.crank?.lastEventTime)
/// ```
///
/// A speed needs two measurements; ``CyclingCalculator`` makes it.
///
/// Source: `Docs/Sensors.md`, clauses 2.1 and 2.2.
public struct CSCMeasurement: Hashable, Sendable {
    /// The wheel's counter; its time is in 1/1024 s.
    public var wheel: WheelRevolutionData?
    /// The cranks' counter.
    public var crank: CrankRevolutionData?
    /// The flags that announce no field, bits 2 to 7, all reserved. The others are ignored.
    public var otherFlags: UInt8

    /// Creates a measurement.
    public init(
        wheel: WheelRevolutionData? = nil, crank: CrankRevolutionData? = nil, otherFlags: UInt8 = 0
    ) {
        self.wheel = wheel
        self.crank = crank
        self.otherFlags = otherFlags & Self.otherFlagBits
    }

    /// The resolution of both event times, in ticks per second.
    public static let ticksPerSecond: UInt64 = 1024

    private static let wheelBit = 0
    private static let crankBit = 1
    private static let otherFlagBits: UInt8 = 0xFC
}

extension CSCMeasurement: SensorValue {
    /// Decodes the value of CSC Measurement.
    ///
    /// - Throws: ``SensorError/Code/truncated``.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        let flags = FlagField(bits: try reader.uint8())
        wheel =
            flags.has(Self.wheelBit) ? try WheelRevolutionData(reading: &reader) : nil
        crank =
            flags.has(Self.crankBit) ? try CrankRevolutionData(reading: &reader) : nil
        otherFlags = flags.bits & Self.otherFlagBits
    }

    /// One byte, six for the wheel and four for the cranks.
    public var encodedByteCount: Int {
        1 + (wheel == nil ? 0 : WheelRevolutionData.byteCount)
            + (crank == nil ? 0 : CrankRevolutionData.byteCount)
    }

    /// Encodes the measurement.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        var flags = FlagField(bits: otherFlags & Self.otherFlagBits)
        flags.set(Self.wheelBit, if: wheel != nil)
        flags.set(Self.crankBit, if: crank != nil)
        writer.put(flags.bits, in: &buffer)
        wheel?.write(to: &writer, in: &buffer)
        crank?.write(to: &writer, in: &buffer)
        return writer.offset
    }
}

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
