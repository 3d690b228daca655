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
        // Some machines send averages alone. Beside other values they would outlast a stop.
        let isAverage = record.hasAveragesAlone
        let (newSpeed, newCadence, newPower) =
            isAverage
            ? (record.averageSpeed, record.averageCadence, record.averagePower)
            : (record.instantaneousSpeed, record.instantaneousCadence, record.instantaneousPower)
        // 0.01 km/h is 25/9 mm/s.
        speed.update(newSpeed.map { (UInt32($0) * 50 + 9) / 18 }, isAverage: isAverage, at: time)
        cadence.update(newCadence.map { UInt32($0) * 50 }, isAverage: isAverage, at: time)
        power.update(newPower, isAverage: isAverage, at: time)
        heartRate.update(record.heartRate.map(UInt16.init), at: time)
        distance.take(record.totalDistance, width: Self.bikeDistanceWidth, at: time)
    }

    mutating func take(_ content: FECContent, at time: SessionTime) {
        switch content {
        case .generalData(let data):
            speed.set(data.speed.map(UInt32.init), at: time)
            heartRate.set(data.heartRate.map(UInt16.init), at: time)
            if data.hasDistance {
                distance.take(UInt32(data.distance), width: Self.pageDistanceWidth, at: time)
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

extension IndoorBikeData {
    /// Whether it has no value of the moment.
    var hasAveragesAlone: Bool {
        instantaneousSpeed == nil && instantaneousCadence == nil && instantaneousPower == nil
    }
}

/// A value that a sensor sends as such, until it expires (rule S.14).
struct DirectValue<Value: Hashable & Sendable>: Hashable, Sendable {
    private var value: Value?
    private var arrival = SessionTime.zero
    /// Whether the machine sends an average alone.
    private(set) var isAverage = false

    /// How long a value counts, in milliseconds.
    static var lifetime: UInt64 { 5000 }

    /// Takes a value, or that there is none.
    mutating func set(_ value: Value?, isAverage: Bool = false, at time: SessionTime) {
        self.value = value
        self.isAverage = isAverage
        arrival = max(arrival, time)
    }

    /// Takes a value, if there is one.
    mutating func update(_ value: Value?, isAverage: Bool = false, at time: SessionTime) {
        if value != nil { set(value, isAverage: isAverage, at: time) }
    }

    mutating func clear() { value = nil }

    func value(at time: SessionTime) -> Value? {
        time.milliseconds(since: arrival) < Self.lifetime ? value : nil
    }
}

/// A distance that rolls over, added up.
struct DirectDistance: Hashable, Sendable {
    /// The sum in metres; `nil` before the first one.
    private(set) var meters: UInt64?
    private var latest: UInt32?
    /// When it grew last.
    private var moved: SessionTime?

    /// Takes a distance.
    ///
    /// - Parameter width: the bits of the distance.
    mutating func take(_ distance: UInt32?, width: UInt32, at time: SessionTime) {
        guard let distance else { return }
        if let latest {
            let change = (distance &- latest) & (1 << width - 1)
            // More than half a roll-over is a machine that began again.
            if change < 1 << (width - 1) {
                meters = (meters ?? 0) + UInt64(change)
                if change > 0 { moved = max(moved ?? time, time) }
            }
        } else {
            meters = meters ?? 0
        }
        latest = distance
    }

    /// Forgets where the machine was, because the link was lost.
    mutating func interrupt() { latest = nil }

    /// All that it has measured, in millimetres.
    func measured(_ rank: SourceRank, at time: SessionTime) -> SourcedValue<UInt64>? {
        guard let meters else { return nil }
        let rest = moved.map { time.milliseconds(since: $0) } ?? .max
        return SourcedValue(
            meters, of: 1000, rank, isMoving: rest < RevolutionCounter.longestRest)
    }
}
