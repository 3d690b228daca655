/// A request to the Cycling Power Control Point.
///
/// Source: `Docs/Sensors.md`, clause 3.3.
public enum CyclingPowerRequest: Hashable, Sendable {
    /// Sets the wheel's counter.
    case setCumulativeValue(UInt32)
    /// Tells the sensor where it is.
    case updateSensorLocation(SensorLocation)
    /// Asks where the sensor can be; ``ControlPointResponse/supportedSensorLocations`` answers.
    case requestSupportedSensorLocations
    /// Sets the cranks' length, in 0.5 mm.
    case setCrankLength(UInt16)
    /// Asks for the cranks' length, in 0.5 mm.
    case requestCrankLength
    /// Sets the chain's length, in millimetres.
    case setChainLength(UInt16)
    /// Asks for the chain's length, in millimetres.
    case requestChainLength
    /// Sets the chain's weight, in grams.
    case setChainWeight(UInt16)
    /// Asks for the chain's weight, in grams.
    case requestChainWeight
    /// Sets the span's length, in millimetres.
    case setSpanLength(UInt16)
    /// Asks for the span's length, in millimetres.
    case requestSpanLength
    /// Compensates the offset; the answer is the raw force in newtons or torque in 1/32 N m.
    case startOffsetCompensation
    /// Switches fields of the measurement off, one for each bit that is set.
    case maskMeasurement(CyclingPowerMask)
    /// Asks for the sampling rate, in hertz.
    case requestSamplingRate
    /// Asks for the date of the factory's calibration.
    case requestFactoryCalibrationDate
    /// Compensates the offset and asks for the maker's own data.
    case startEnhancedOffsetCompensation
    /// An op code that has no meaning yet, and its parameter.
    case other(opCode: UInt8, parameter: ShortBytes)

    /// The request's first byte.
    public var opCode: UInt8 {
        switch self {
        case .setCumulativeValue: 1
        case .updateSensorLocation: 2
        case .requestSupportedSensorLocations: 3
        case .setCrankLength: 4
        case .requestCrankLength: 5
        case .setChainLength: 6
        case .requestChainLength: 7
        case .setChainWeight: 8
        case .requestChainWeight: 9
        case .setSpanLength: 10
        case .requestSpanLength: 11
        case .startOffsetCompensation: 12
        case .maskMeasurement: 13
        case .requestSamplingRate: 14
        case .requestFactoryCalibrationDate: 15
        case .startEnhancedOffsetCompensation: 16
        case .other(let opCode, _): opCode
        }
    }
}

/// The fields of a power measurement that are switched off. All 16 bits are kept.
///
/// Source: `Docs/Sensors.md`, clause 3.3.
public struct CyclingPowerMask: OptionSet, Hashable, Sendable {
    /// The bits on the wire.
    public let rawValue: UInt16

    /// Creates a set from its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The balance of the pedals.
    public static let pedalPowerBalance = CyclingPowerMask(rawValue: 1 << 0)
    /// The accumulated torque.
    public static let accumulatedTorque = CyclingPowerMask(rawValue: 1 << 1)
    /// The wheel's counter.
    public static let wheelRevolutions = CyclingPowerMask(rawValue: 1 << 2)
    /// The cranks' counter.
    public static let crankRevolutions = CyclingPowerMask(rawValue: 1 << 3)
    /// The extremes of force or torque.
    public static let extremeMagnitudes = CyclingPowerMask(rawValue: 1 << 4)
    /// The angles of the extremes.
    public static let extremeAngles = CyclingPowerMask(rawValue: 1 << 5)
    /// The angle of the top dead spot.
    public static let topDeadSpotAngle = CyclingPowerMask(rawValue: 1 << 6)
    /// The angle of the bottom dead spot.
    public static let bottomDeadSpotAngle = CyclingPowerMask(rawValue: 1 << 7)
    /// The accumulated energy.
    public static let accumulatedEnergy = CyclingPowerMask(rawValue: 1 << 8)
}

extension CyclingPowerRequest: SensorValue {
    /// Decodes a request.
    ///
    /// - Throws: ``SensorError/Code/truncated``; ``SensorError/Code/oversized`` if the parameter of
    ///   an unknown op code has more than ``ShortBytes/capacity`` bytes.
    public init(decoding bytes: Span<UInt8>) throws(SensorError) {
        var reader = FieldReader(bytes)
        let opCode = try reader.uint8()
        switch opCode {
        case 1: self = .setCumulativeValue(try reader.uint32())
        case 2: self = .updateSensorLocation(SensorLocation(rawValue: try reader.uint8()))
        case 3: self = .requestSupportedSensorLocations
        case 4: self = .setCrankLength(try reader.uint16())
        case 5: self = .requestCrankLength
        case 6: self = .setChainLength(try reader.uint16())
        case 7: self = .requestChainLength
        case 8: self = .setChainWeight(try reader.uint16())
        case 9: self = .requestChainWeight
        case 10: self = .setSpanLength(try reader.uint16())
        case 11: self = .requestSpanLength
        case 12: self = .startOffsetCompensation
        case 13: self = .maskMeasurement(CyclingPowerMask(rawValue: try reader.uint16()))
        case 14: self = .requestSamplingRate
        case 15: self = .requestFactoryCalibrationDate
        case 16: self = .startEnhancedOffsetCompensation
        default: self = .other(opCode: opCode, parameter: try reader.rest())
        }
    }

    /// One byte and the parameter's.
    public var encodedByteCount: Int {
        switch self {
        case .setCumulativeValue: 5
        case .updateSensorLocation: 2
        case .setCrankLength, .setChainLength, .setChainWeight, .setSpanLength, .maskMeasurement: 3
        case .other(_, let parameter): 1 + parameter.count
        case .requestSupportedSensorLocations, .requestCrankLength, .requestChainLength,
            .requestChainWeight, .requestSpanLength, .startOffsetCompensation,
            .requestSamplingRate, .requestFactoryCalibrationDate, .startEnhancedOffsetCompensation:
            1
        }
    }

    /// Encodes the request.
    public func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int {
        var writer = try FieldWriter(encodedByteCount, in: buffer)
        writer.put(opCode, in: &buffer)
        switch self {
        case .setCumulativeValue(let value): writer.put(value, in: &buffer)
        case .updateSensorLocation(let location): writer.put(location.rawValue, in: &buffer)
        case .setCrankLength(let value), .setChainLength(let value), .setChainWeight(let value),
            .setSpanLength(let value):
            writer.put(value, in: &buffer)
        case .maskMeasurement(let mask): writer.put(mask.rawValue, in: &buffer)
        case .other(_, let parameter): writer.put(parameter, in: &buffer)
        case .requestSupportedSensorLocations, .requestCrankLength, .requestChainLength,
            .requestChainWeight, .requestSpanLength, .startOffsetCompensation,
            .requestSamplingRate, .requestFactoryCalibrationDate, .startEnhancedOffsetCompensation:
            break
        }
        return writer.offset
    }
}
