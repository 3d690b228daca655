/// What a machine sends as speed, cadence and so on, and not as counters.
struct DirectSensor: Hashable, Sendable {
    /// In millimetres per second.
    private(set) var speed = DirectValue<UInt32>()
    /// In hundredths of a revolution per minute.
    private(set) var cadence = DirectValue<UInt32>()
    private(set) var power = DirectValue<Int16>()
    private(set) var heartRate = DirectValue<UInt16>()
    private(set) var distance = DirectDistance()

    /// The bits of a distance in Indoor Bike Data.
    private static let bikeDistanceWidth: UInt32 = 24
    /// The bits of a distance in page 16.
    private static let pageDistanceWidth: UInt32 = 8

    mutating func take(_ record: IndoorBikeData, at time: SessionTime) {
        // 0.01 km/h is 25/9 mm/s.
        speed.update(record.instantaneousSpeed.map { (UInt32($0) * 50 + 9) / 18 }, at: time)
        cadence.update(record.instantaneousCadence.map { UInt32($0) * 50 }, at: time)
        power.update(record.instantaneousPower, at: time)
        heartRate.update(record.heartRate.map(UInt16.init), at: time)
        distance.take(record.totalDistance, width: Self.bikeDistanceWidth)
    }

    mutating func take(_ content: FECContent, at time: SessionTime) {
        switch content {
        case .generalData(let data):
            speed.set(data.speed.map(UInt32.init), at: time)
            heartRate.set(data.heartRate.map(UInt16.init), at: time)
            if data.hasDistance {
                distance.take(UInt32(data.distance), width: Self.pageDistanceWidth)
            }
        case .trainerData(let data):
            cadence.set(data.cadence.map { UInt32($0) * 100 }, at: time)
            power.set(data.power.map { Int16($0) }, at: time)
        case .generalSettings, .trainerTorque, .basicResistance, .targetPower, .windResistance,
            .trackResistance, .capabilities, .userConfiguration, .pageRequest, .commandStatus,
            .manufacturer, .product, .other:
            break
        }
    }

    mutating func linkLost() {
        speed.clear()
        cadence.clear()
        power.clear()
        heartRate.clear()
        distance.interrupt()
    }
}
