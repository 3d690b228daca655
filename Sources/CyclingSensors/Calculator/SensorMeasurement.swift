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

    /// Decodes the value of a characteristic. Allocates nothing.
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
