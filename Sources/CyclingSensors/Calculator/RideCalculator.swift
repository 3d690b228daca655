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
        var decoder = SensorDecoder()
        var calculator: CyclingCalculator
        var details = DetailRecorder()
        /// Whether its link is lost, and it was not heard of since.
        var isLost = false
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
        var decoder = index(of: sensor).map { entries[$0].decoder } ?? SensorDecoder()
        let measurement = try decoder.decode(value, of: characteristic)
        take(measurement, from: sensor, at: time)
        takeBeats(of: measurement, value, from: sensor, at: time)
        if let index = index(of: sensor) { entries[index].decoder = decoder }
    }

    /// Takes what a sensor has measured. The intervals between heartbeats are only in the bytes.
    public mutating func take(
        _ measurement: SensorMeasurement, from sensor: Sensor, at time: SessionTime
    ) {
        let index = place(for: sensor)
        entries[index].latest = max(entries[index].latest, time)
        entries[index].isLost = false
        entries[index].calculator.take(measurement, at: time)
        let power = entries[index].calculator.power(at: time)
        entries[index].details.take(measurement, power: power, at: time)
        followDistance(at: time)
    }

    /// Takes the intervals between heartbeats, if these are bytes that have some.
    mutating func takeBeats(
        of measurement: SensorMeasurement, _ value: Span<UInt8>, from sensor: Sensor,
        at time: SessionTime
    ) {
        guard case .heartRate = measurement, let index = index(of: sensor),
            let view = try? HeartRateMeasurementView(decoding: value)
        else { return }
        entries[index].details.take(view, at: time)
    }

    /// Notes where a sensor says that it is. A left and a right pedal or crank belong together.
    public mutating func note(_ location: SensorLocation, of sensor: Sensor) {
        let side: Side? =
            switch location {
            case .leftPedal, .leftCrank: .left
            case .rightPedal, .rightCrank: .right
            default: nil
            }
        let index = place(for: sensor)
        entries[index].side = side
        // It is there, so it is not the first to go.
        entries[index].latest = entries.map(\.latest).max() ?? .zero
    }

    /// Notes that the link to a sensor is lost. The others go on.
    public mutating func linkLost(to sensor: Sensor) {
        guard let index = index(of: sensor) else { return }
        entries[index].calculator.linkLost()
        entries[index].details.linkLost()
        entries[index].isLost = true
    }

    // MARK: Its sensors

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
        let calculator = CyclingCalculator(
            wheelCircumferenceInMillimeters: wheelCircumferenceInMillimeters)
        entries.append(Entry(sensor: sensor, calculator: calculator))
        return entries.count - 1
    }

    private mutating func followDistance(at time: SessionTime) {
        // What it has ridden never expires, so a choice counts only while its sensor is there.
        let choice = chosen.distance.flatMap(index).map { entries[$0] }.flatMap {
            $0.isLost || time.milliseconds(since: $0.latest) >= RevolutionCounter.longestRest
                ? nil : $0.sensor
        }
        guard let best = best(choice, { $0.ridden(at: time) }) else { return }
        let sensor = entries[best.index].sensor
        distance.follow((sensor, best.value), isChosen: sensor == choice) { [entries] last in
            entries.first { $0.sensor == last }?.calculator.ridden(at: time)
        }
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
            let details = entries[power.index].details
            reading.details.powerOver3Seconds = details.powers.mean(at: time) ?? power.value.value
            reading.details.balance = details.balance(at: time)
            addOtherLeg(of: power, at: time, to: &reading)
        }
        if let heartRate = best(chosen.heartRate, { $0.heartRate(at: time) }) {
            reading.values.heartRate = heartRate.value.value
            reading.sources.heartRate = entries[heartRate.index].sensor
            let beats = entries[heartRate.index].details.beats
            reading.details.rrInterval = beats.interval(at: time)
            reading.details.rmssd = beats.rmssd(at: time)
        }
        let machines = entries.map { ($0.sensor, $0.details.machine(at: time)) }
            .filter { !$0.1.isEmpty }
        if let machine = machines.first(where: { $0.0 == chosen.machine }) ?? machines.first {
            (reading.sources.machine, reading.details.machine) = machine
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
        guard let side = one.side, value.rank == .power else { return }
        for other in entries where other.side != nil && other.side != side {
            guard let added = other.calculator.power(at: time), added.rank == .power else {
                reading.isPowerOfOneLeg = true
                continue
            }
            reading.values.power = Int16(clamping: Int(value.value) + Int(added.value))
            reading.otherPowerSensor = other.sensor
            reading.isPowerOfOneLeg = false
            let smooth = reading.details.powerOver3Seconds ?? value.value
            let otherSmooth = other.details.powers.mean(at: time) ?? added.value
            reading.details.powerOver3Seconds = Int16(clamping: Int(smooth) + Int(otherSmooth))
            reading.details.balance =
                side == .left
                ? PedalBalance(left: value.value, right: added.value)
                : PedalBalance(left: added.value, right: value.value)
            return
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
    /// Of what a fitness machine says beside these.
    public var machine: Sensor?

    /// Names no sensor.
    public init() {}
}

/// What a rider is shown at one moment of several sensors, and whose values it is.
///
/// Source: `Docs/Sensors.md`, clause 7.
public struct RideReading<Sensor: Hashable & Sendable>: Hashable, Sendable {
    /// What is shown.
    public internal(set) var values = CyclingReading()
    /// What else is known.
    public internal(set) var details = RideDetails()
    /// Whose value each of them is.
    public internal(set) var sources = RideSources<Sensor>()
    /// Who measures the other leg, if the power is the sum of both.
    public internal(set) var otherPowerSensor: Sensor?
    /// Whether the power is that of one leg, because the sensor of the other one says nothing.
    public internal(set) var isPowerOfOneLeg = false
}
