/// What a power meter can do. All 32 bits are kept.
///
/// Source: `Docs/Sensors.md`, clause 3.2.
public struct CyclingPowerFeature: OptionSet, Hashable, Sendable {
    /// The bits on the wire.
    public let rawValue: UInt32

    /// Creates a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    private init(bit: Int) { self.init(rawValue: 1 << UInt32(bit)) }

    /// It measures the balance of the pedals.
    public static let pedalPowerBalance = CyclingPowerFeature(bit: 0)
    /// It accumulates torque.
    public static let accumulatedTorque = CyclingPowerFeature(bit: 1)
    /// It counts the wheel's revolutions.
    public static let wheelRevolutions = CyclingPowerFeature(bit: 2)
    /// It counts the cranks' revolutions.
    public static let crankRevolutions = CyclingPowerFeature(bit: 3)
    /// It measures the extremes of force or torque.
    public static let extremeMagnitudes = CyclingPowerFeature(bit: 4)
    /// It measures the angles of the extremes.
    public static let extremeAngles = CyclingPowerFeature(bit: 5)
    /// It measures the angles of the dead spots.
    public static let deadSpotAngles = CyclingPowerFeature(bit: 6)
    /// It accumulates energy.
    public static let accumulatedEnergy = CyclingPowerFeature(bit: 7)
    /// It tells when an offset compensation is needed.
    public static let offsetCompensationIndicator = CyclingPowerFeature(bit: 8)
    /// It can compensate its offset.
    public static let offsetCompensation = CyclingPowerFeature(bit: 9)
    /// Fields of the measurement can be switched off.
    public static let contentMasking = CyclingPowerFeature(bit: 10)
    /// It can be attached at several locations.
    public static let multipleSensorLocations = CyclingPowerFeature(bit: 11)
    /// The cranks' length can be set.
    public static let crankLengthAdjustment = CyclingPowerFeature(bit: 12)
    /// The chain's length can be set.
    public static let chainLengthAdjustment = CyclingPowerFeature(bit: 13)
    /// The chain's weight can be set.
    public static let chainWeightAdjustment = CyclingPowerFeature(bit: 14)
    /// The span's length can be set.
    public static let spanLengthAdjustment = CyclingPowerFeature(bit: 15)
    /// It measures torque; otherwise it measures force.
    public static let measuresTorque = CyclingPowerFeature(bit: 16)
    /// It tells in which direction it measures.
    public static let measurementDirection = CyclingPowerFeature(bit: 17)
    /// It knows when it was calibrated.
    public static let factoryCalibrationDate = CyclingPowerFeature(bit: 18)
    /// It can compensate its offset and tell more about it.
    public static let enhancedOffsetCompensation = CyclingPowerFeature(bit: 19)

    /// Whether the sensor is one part of a distributed system, such as one of two pedals.
    public enum DistributedSystemSupport: UInt8, Hashable, Sendable, CaseIterable {
        /// Not said, as in older sensors.
        case unspecified = 0
        /// It can't be part of one.
        case notSupported = 1
        /// It can be part of one.
        case supported = 2
        /// Reserved.
        case reserved = 3
    }

    /// Whether the sensor can be part of a distributed system: bits 20 and 21.
    public var distributedSystemSupport: DistributedSystemSupport {
        DistributedSystemSupport(rawValue: UInt8(truncatingIfNeeded: rawValue >> 20) & 3)
            ?? .reserved
    }
}

extension CyclingPowerFeature: SensorValue {
    /// Decodes the value of Cycling Power Feature: four bytes.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        self.init(rawValue: try reader.uint32())
    }

    /// Four bytes.
    public var encodedByteCount: Int { 4 }

    /// Encodes the features.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(rawValue, in: &buffer)
        return writer.offset
    }
}
