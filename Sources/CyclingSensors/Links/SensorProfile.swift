#if !hasFeature(Embedded)
    /// What is read of a service (clause 1.2).
    struct SensorProfile: Sendable {
        let service: UUID128
        /// What is subscribed to.
        let measurement: UUID128
        /// What the sensor can do; a service that has this must have it.
        var feature: UUID128?
        /// Where the sensor is, which it need not say.
        var location: UUID128?

        /// Those of all services that measure something.
        static let all = [
            SensorProfile(
                service: SensorService.speedAndCadence,
                measurement: SensorCharacteristic.cscMeasurement,
                feature: SensorCharacteristic.cscFeature,
                location: SensorCharacteristic.sensorLocation),
            SensorProfile(
                service: SensorService.cyclingPower,
                measurement: SensorCharacteristic.powerMeasurement,
                feature: SensorCharacteristic.powerFeature,
                location: SensorCharacteristic.sensorLocation),
            SensorProfile(
                service: SensorService.heartRate,
                measurement: SensorCharacteristic.heartRateMeasurement,
                location: SensorCharacteristic.bodySensorLocation),
            SensorProfile(
                service: SensorService.fitnessMachine,
                measurement: SensorCharacteristic.indoorBikeData,
                feature: SensorCharacteristic.fitnessMachineFeature),
            SensorProfile(
                service: SensorService.fec, measurement: SensorCharacteristic.fecNotification),
        ]
    }

    extension SensorInformation {
        /// Notes the value of one of a profile's characteristics. What is known already stays.
        mutating func note(
            _ value: Span<UInt8>, of characteristic: UUID128
        ) throws(SensorError) {
            switch characteristic {
            case SensorCharacteristic.batteryLevel:
                batteryPercent = try Self.batteryPercent(value)
            case SensorCharacteristic.sensorLocation:
                let told = try SensorLocation(decoding: value)
                location = location ?? told
            case SensorCharacteristic.bodySensorLocation:
                bodyLocation = try BodySensorLocation(decoding: value)
            case SensorCharacteristic.cscFeature:
                speedAndCadence = try CSCFeature(decoding: value)
            case SensorCharacteristic.powerFeature:
                cyclingPower = try CyclingPowerFeature(decoding: value)
            case SensorCharacteristic.fitnessMachineFeature:
                fitnessMachine = try FitnessMachineFeature(decoding: value)
            default: throw SensorError(.unknownCharacteristic, at: 0)
            }
        }

        /// A battery's level: one byte, 0 to 100; the other values are reserved.
        static func batteryPercent(_ value: Span<UInt8>) throws(SensorError) -> UInt8 {
            var reader = FieldReader(value)
            let percent = try reader.uint8()
            guard percent <= 100 else { throw SensorError(.unexpectedByte, at: 0) }
            return percent
        }
    }
#endif
