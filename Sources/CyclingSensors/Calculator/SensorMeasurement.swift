/// What a sensor or trainer measures and notifies, decoded.
public enum SensorMeasurement: Hashable, Sendable {
    /// Of Cycling Speed and Cadence.
    case speedAndCadence(CSCMeasurement)
    /// Of Cycling Power.
    case power(CyclingPowerMeasurement)
    /// Of Heart Rate. ``HeartRateMeasurementView`` reads the intervals between beats from the bytes.
    case heartRate(HeartRateMeasurement)
    /// Of a fitness machine; it may be a part of a record.
    case indoorBike(IndoorBikeData)
    /// Of a trainer with FE-C.
    case trainer(FECFrame)

    /// Decodes the value of a characteristic by itself. Allocates nothing. ``SensorDecoder`` also knows the sensor's
    /// earlier values.
    ///
    /// - Throws: ``SensorError/Code/unknownCharacteristic`` for one that measures nothing, and what decoding it throws.
    public init(
        decoding value: Span<UInt8>, of characteristic: UUID128
    ) throws(SensorError) {
        switch characteristic {
        case SensorCharacteristic.cscMeasurement:
            self = .speedAndCadence(try CSCMeasurement(decoding: value))
        case SensorCharacteristic.powerMeasurement:
            self = .power(try CyclingPowerMeasurement(decoding: value))
        case SensorCharacteristic.heartRateMeasurement:
            self = .heartRate(try HeartRateMeasurementView(decoding: value).measurement)
        case SensorCharacteristic.indoorBikeData:
            self = .indoorBike(try IndoorBikeData(decoding: value))
        case SensorCharacteristic.fecNotification:
            self = .trainer(try FECFrame(decoding: value))
        default: throw SensorError(.unknownCharacteristic, at: 0)
        }
    }
}

/// Decodes what one sensor notifies, and remembers what its values have told of how it sends them.
///
/// ```swift
/// var decoder = SensorDecoder()
/// let measurement = try decoder.decode(value.span, of: SensorCharacteristic.indoorBikeData)
/// ```
///
/// Some machines invert the flag for the cadence. The length of most of their values tells so, and the other values
/// are read like the last one that told.
///
/// Source: `Docs/Sensors.md`, clause 9.3.
public struct SensorDecoder: Hashable, Sendable {
    private var isCadenceFlagInverted = false

    /// Creates a decoder of a sensor that has told nothing yet.
    public init() {}

    /// Decodes the value of a characteristic. Allocates nothing.
    ///
    /// - Throws: what ``SensorMeasurement/init(decoding:of:)`` throws. Then nothing has changed.
    public mutating func decode(
        _ value: Span<UInt8>, of characteristic: UUID128
    ) throws(SensorError) -> SensorMeasurement {
        guard characteristic == SensorCharacteristic.indoorBikeData else {
            return try SensorMeasurement(decoding: value, of: characteristic)
        }
        let data = try IndoorBikeData(
            decoding: value, wasCadenceFlagInverted: isCadenceFlagInverted)
        isCadenceFlagInverted = data.isCadenceFlagInverted
        return .indoorBike(data)
    }
}
