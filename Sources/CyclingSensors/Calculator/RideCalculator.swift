/// Turns what all sensors of a ride notify into what its rider is shown.
///
/// ```swift
/// var ride = RideCalculator<GATTPeer>(wheelCircumferenceInMillimeters: 2105)
/// for await update in sensors.updates {
///     ride.take(update)
///     show(ride.reading(at: update.time).values)
/// }
/// ```
///
/// Each sensor has a calculator of its own, so a link that is lost takes away only that sensor's values. For each
/// quantity the sensor counts that rule S.15 names, or the one that the rider has ``chosen``. Of two pedals that measure
/// one leg each, the powers are added.
///
/// Source: `Docs/Sensors.md`, clause 7.
public struct RideCalculator<Sensor: Hashable & Sendable>: Hashable, Sendable {
    /// One sensor.
    private struct Entry: Hashable {
        let sensor: Sensor
        var calculator: CyclingCalculator
        /// Which leg it measures, if it measures one.
        var side: Side?
        /// When it was heard of last.
        var latest = SessionTime.zero
    }

    private enum Side { case left, right }

    /// How many sensors it follows at most. A further one takes the place of the one that was silent longest.
    public static var capacity: Int { 8 }

    /// The wheel's circumference in millimetres.
    public let wheelCircumferenceInMillimeters: UInt16
    /// Whom the rider has chosen for each quantity; `nil` for the best. A choice counts while that sensor has a value.
    public var chosen = RideSources<Sensor>()

    private var entries: ContiguousArray<Entry> = []
    private var distance = RiddenDistance<Sensor>()

    /// Creates a calculator that has seen nothing.
    ///
    /// - Parameter wheelCircumferenceInMillimeters: for example 2105 for 25-622.
    public init(wheelCircumferenceInMillimeters: UInt16) {
        self.wheelCircumferenceInMillimeters = wheelCircumferenceInMillimeters
    }

    /// Takes the value of a sensor's characteristic.
    ///
    /// - Throws: what ``CyclingCalculator/take(_:of:at:)`` throws. Then nothing has changed.
    public mutating func take(
        _ value: Span<UInt8>, of characteristic: UUID128, from sensor: Sensor, at time: SessionTime
    ) throws(SensorError) {
        // A sensor of which nothing can be read needs no place.
        guard let index = index(of: sensor) else {
            var calculator = newCalculator
            try calculator.take(value, of: characteristic, at: time)
            entries[place(for: sensor)].calculator = calculator
            return heard(sensor, at: time)
        }
        try entries[index].calculator.take(value, of: characteristic, at: time)
        heard(sensor, at: time)
    }

    /// Takes what a sensor has measured.
    public mutating func take(
        _ measurement: SensorMeasurement, from sensor: Sensor, at time: SessionTime
    ) {
        entries[place(for: sensor)].calculator.take(measurement, at: time)
        heard(sensor, at: time)
    }

    /// Notes where a sensor says that it is. A left and a right pedal or crank belong together.
    public mutating func note(_ location: SensorLocation, of sensor: Sensor) {
        let side: Side? =
            switch location {
            case .leftPedal, .leftCrank: .left
            case .rightPedal, .rightCrank: .right
            default: nil
            }
        entries[place(for: sensor)].side = side
    }

    /// Notes that the link to a sensor is lost. The others go on.
    public mutating func linkLost(to sensor: Sensor) {
        guard let index = index(of: sensor) else { return }
        entries[index].calculator.linkLost()
    }

    // MARK: Its sensors

    private var newCalculator: CyclingCalculator {
        CyclingCalculator(wheelCircumferenceInMillimeters: wheelCircumferenceInMillimeters)
    }

    private func index(of sensor: Sensor) -> Int? {
        entries.firstIndex { $0.sensor == sensor }
    }

    /// Where a sensor is, or will be.
    private mutating func place(for sensor: Sensor) -> Int {
        if let known = index(of: sensor) { return known }
        if entries.count == Self.capacity {
            let silent = entries.indices.min { entries[$0].latest < entries[$1].latest }
            if let silent { entries.remove(at: silent) }
        }
        entries.append(Entry(sensor: sensor, calculator: newCalculator))
        return entries.count - 1
    }

    private mutating func heard(_ sensor: Sensor, at time: SessionTime) {
        guard let index = index(of: sensor) else { return }
        entries[index].latest = max(entries[index].latest, time)
        followDistance(at: time)
    }

    private mutating func followDistance(at time: SessionTime) {
        let ridden: (CyclingCalculator) -> SourcedValue<UInt64>? = { $0.ridden(at: time) }
        var best = best(chosen.distance, ridden)
        // If nothing moves, the last one that has moved stays.
        if let found = best, !found.value.isMoving, entries[found.index].sensor != chosen.distance,
            let last = distance.source.flatMap(index), let value = ridden(entries[last].calculator),
            value.value > 0
        {
            best = (last, value)
        }
        if let best { distance.follow(entries[best.index].sensor, measured: best.value.value) }
    }

    // MARK: What is shown

    private typealias Found<Value: Hashable & Sendable> = (index: Int, value: SourcedValue<Value>)

    /// What the chosen sensor says, or the best one.
    private func best<Value>(
        _ choice: Sensor?, _ value: (CyclingCalculator) -> SourcedValue<Value>?
    ) -> Found<Value>? {
        if let choice, let index = index(of: choice), let value = value(entries[index].calculator) {
            return (index, value)
        }
        var best: Found<Value>?
        for index in entries.indices {
            guard let value = value(entries[index].calculator) else { continue }
            if best.map({ $0.value.isWorse(than: value) }) ?? true { best = (index, value) }
        }
        return best
    }

    /// What to show at a moment.
    public func reading(at time: SessionTime) -> RideReading<Sensor> {
        var reading = RideReading<Sensor>()
        if let speed = best(chosen.speed, { $0.speed(at: time) }) {
            reading.values.speed = speed.value.value
            reading.values.isSpeedAverage = speed.value.isAverage
            reading.sources.speed = entries[speed.index].sensor
        }
        if let cadence = best(chosen.cadence, { $0.cadence(at: time) }) {
            reading.values.cadence = cadence.value.value
            reading.values.isCadenceAverage = cadence.value.isAverage
            reading.sources.cadence = entries[cadence.index].sensor
        }
        if let power = best(chosen.power, { $0.power(at: time) }) {
            reading.values.power = power.value.value
            reading.values.isPowerAverage = power.value.isAverage
            reading.sources.power = entries[power.index].sensor
            addOtherLeg(of: power, at: time, to: &reading)
        }
        if let heartRate = best(chosen.heartRate, { $0.heartRate(at: time) }) {
            reading.values.heartRate = heartRate.value.value
            reading.sources.heartRate = entries[heartRate.index].sensor
        }
        reading.values.distance = distance.ridden
        reading.sources.distance = distance.source
        return reading
    }

    /// Adds the power of the other leg, if the sensor measures one and another sensor the other.
    private func addOtherLeg(
        of power: Found<Int16>, at time: SessionTime, to reading: inout RideReading<Sensor>
    ) {
        let (one, value) = (entries[power.index], power.value)
        guard let side = one.side, value.rank == .power,
            let other = entries.first(where: { $0.side != nil && $0.side != side })
        else { return }
        if let added = other.calculator.power(at: time), added.rank == .power {
            let sum = Int(value.value) + Int(added.value)
            reading.values.power = Int16(clamping: sum)
            reading.otherPowerSensor = other.sensor
        } else {
            reading.isPowerOfOneLeg = true
        }
    }
}

/// A sensor for each quantity.
public struct RideSources<Sensor: Hashable & Sendable>: Hashable, Sendable {
    /// Of the speed.
    public var speed: Sensor?
    /// Of the distance.
    public var distance: Sensor?
    /// Of the cadence.
    public var cadence: Sensor?
    /// Of the power.
    public var power: Sensor?
    /// Of the heart rate.
    public var heartRate: Sensor?

    /// Names no sensor.
    public init() {}
}

/// What a rider is shown at one moment of several sensors, and whose values it is.
///
/// Source: `Docs/Sensors.md`, clause 7.
public struct RideReading<Sensor: Hashable & Sendable>: Hashable, Sendable {
    /// What is shown.
    public internal(set) var values = CyclingReading()
    /// Whose value each of them is.
    public internal(set) var sources = RideSources<Sensor>()
    /// Who measures the other leg, if the power is the sum of both.
    public internal(set) var otherPowerSensor: Sensor?
    /// Whether the power is that of one leg, because the sensor of the other one says nothing.
    public internal(set) var isPowerOfOneLeg = false
}
