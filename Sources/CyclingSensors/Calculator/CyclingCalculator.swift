/// Turns what one sensor notifies into speed, cadence, distance, power and heart rate.
///
/// ```swift
/// var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2105)
/// try calculator.take(value.span, of: SensorCharacteristic.cscMeasurement, at: now)
/// show(calculator.reading(at: now).speedInKilometersPerHour)
/// ```
///
/// Feed it each notification with the time of its arrival, tell it when the link is lost, and ask
/// for a reading as often as you show one: a wheel that stops sends nothing that says so. It reads
/// no clock and needs no heap.
///
/// A sensor that sends the same wheel in several services is believed once: the first of CSC,
/// Cycling Power, FTMS and FE-C that moves (rule S.14). For several sensors there is a
/// ``RideCalculator``.
///
/// Source: `Docs/Sensors.md`, clause 7.
public struct CyclingCalculator: Hashable, Sendable {
    /// The wheel's circumference in millimetres.
    public let wheelCircumferenceInMillimeters: UInt16

    /// The wheel of CSC Measurement.
    public private(set) var wheel = RevolutionCounter(.wheel)
    /// The wheel of Cycling Power Measurement.
    public private(set) var powerWheel = RevolutionCounter(.powerWheel)
    /// The cranks of CSC Measurement.
    public private(set) var crank = RevolutionCounter(.crank)
    /// The cranks of Cycling Power Measurement.
    public private(set) var powerCrank = RevolutionCounter(.crank)

    private var decoder = SensorDecoder()
    private var record = IndoorBikeRecord()
    private var meterPower = DirectValue<Int16>()
    private var pulse = DirectValue<UInt16>()
    private var bike = DirectSensor()
    private var trainer = DirectSensor()
    private var distance = RiddenDistance<SourceRank>()

    /// Creates a calculator that has seen nothing.
    ///
    /// - Parameter wheelCircumferenceInMillimeters: for example 2105 for 25-622.
    public init(wheelCircumferenceInMillimeters: UInt16) {
        self.wheelCircumferenceInMillimeters = wheelCircumferenceInMillimeters
    }

    /// The fastest speed of a wheel that is believed, in millimetres per second: 40 revolutions a second (rules
    /// S.7 and S.8). No speed is shown of a wheel that turns faster.
    ///
    /// It does not hold for a speed that a machine sends as such.
    public var maximumSpeed: UInt32 {
        UInt32(RevolutionCounter.Kind.wheel.maximumRate) * UInt32(wheelCircumferenceInMillimeters)
    }

    /// The fastest cadence of counted cranks that is believed, in hundredths of a revolution per minute: 6
    /// revolutions a second (rules S.7 and S.8).
    public static var maximumCadence: UInt32 {
        UInt32(RevolutionCounter.Kind.crank.maximumRate) * 60 * 100
    }

    /// Takes the value of a characteristic.
    ///
    /// - Throws: ``SensorError/Code/unknownCharacteristic`` for one that has nothing to show, and
    ///   what decoding it throws. Then nothing has changed.
    public mutating func take(
        _ value: Span<UInt8>, of characteristic: UUID128, at time: SessionTime
    ) throws(SensorError) {
        take(try decoder.decode(value, of: characteristic), at: time)
    }

    /// Takes what a sensor measured.
    public mutating func take(_ measurement: SensorMeasurement, at time: SessionTime) {
        switch measurement {
        case .speedAndCadence(let measurement): take(measurement, at: time)
        case .power(let measurement): take(measurement, at: time)
        case .heartRate(let measurement): take(measurement, at: time)
        case .indoorBike(let data): take(data, at: time)
        case .trainer(let frame): take(frame.page, at: time)
        }
    }

    /// Takes a measurement of speed and cadence.
    public mutating func take(_ measurement: CSCMeasurement, at time: SessionTime) {
        if let data = measurement.wheel { wheel.take(data, at: time) }
        if let data = measurement.crank { crank.take(data, at: time) }
        followDistance(at: time)
    }

    /// Takes a measurement of power.
    public mutating func take(_ measurement: CyclingPowerMeasurement, at time: SessionTime) {
        meterPower.set(measurement.instantaneousPower, at: time)
        if let data = measurement.wheel { powerWheel.take(data, at: time) }
        if let data = measurement.crank { powerCrank.take(data, at: time) }
        followDistance(at: time)
    }

    /// Takes a measurement of heart rate. It may say that the sensor has no signal.
    public mutating func take(_ measurement: HeartRateMeasurement, at time: SessionTime) {
        pulse.set(measurement.heartRate, at: time)
        followDistance(at: time)
    }

    /// Takes a notification of an indoor bike, which may be a part of a record.
    public mutating func take(_ data: IndoorBikeData, at time: SessionTime) {
        if let whole = record.take(data) { bike.take(whole, at: time) }
        followDistance(at: time)
    }

    /// Takes a page of a trainer.
    public mutating func take(_ page: FECPage, at time: SessionTime) {
        trainer.take(page.content, at: time)
        followDistance(at: time)
    }

    /// Notes that the link is lost. Until the next notification nothing is known but the distance.
    public mutating func linkLost() {
        wheel.linkLost()
        powerWheel.linkLost()
        crank.linkLost()
        powerCrank.linkLost()
        record.discard()
        meterPower.clear()
        pulse.clear()
        bike.linkLost()
        trainer.linkLost()
    }

    /// What to show at a moment.
    public func reading(at time: SessionTime) -> CyclingReading {
        var reading = CyclingReading()
        let speed = speed(at: time)
        reading.speed = speed?.value
        reading.isSpeedAverage = speed?.isAverage ?? false
        let cadence = cadence(at: time)
        reading.cadence = cadence?.value
        reading.isCadenceAverage = cadence?.isAverage ?? false
        let power = power(at: time)
        reading.power = power?.value
        reading.isPowerAverage = power?.isAverage ?? false
        reading.heartRate = heartRate(at: time)?.value
        reading.distance = distance.ridden
        return reading
    }

    // MARK: What its services say

    /// In millimetres per second.
    func speed(at time: SessionTime) -> SourcedValue<UInt32>? {
        speed(of: wheel, .speedAndCadence, at: time)
            .or(speed(of: powerWheel, .power, at: time))
            .or(Self.direct(bike.speed, .fitnessMachine, at: time))
            .or(Self.direct(trainer.speed, .trainer, at: time))
    }

    /// In hundredths of a revolution per minute.
    func cadence(at time: SessionTime) -> SourcedValue<UInt32>? {
        Self.cadence(of: crank, .speedAndCadence, at: time)
            .or(Self.cadence(of: powerCrank, .power, at: time))
            .or(Self.direct(bike.cadence, .fitnessMachine, at: time))
            .or(Self.direct(trainer.cadence, .trainer, at: time))
    }

    /// In watts.
    func power(at time: SessionTime) -> SourcedValue<Int16>? {
        SourcedValue(meterPower.value(at: time), .power)
            .or(
                SourcedValue(
                    bike.power.value(at: time), .fitnessMachine, isAverage: bike.power.isAverage)
            )
            .or(SourcedValue(trainer.power.value(at: time), .trainer))
    }

    /// Beats per minute.
    func heartRate(at time: SessionTime) -> SourcedValue<UInt16>? {
        Self.pulse(pulse, .heartRate, at: time)
            .or(Self.pulse(bike.heartRate, .fitnessMachine, at: time))
            .or(Self.pulse(trainer.heartRate, .trainer, at: time))
    }

    /// A value that is zero at a standstill.
    private static func direct(
        _ value: DirectValue<UInt32>, _ rank: SourceRank, at time: SessionTime
    ) -> SourcedValue<UInt32>? {
        let shown = value.value(at: time)
        // An average outlasts a stop.
        let isMoving = shown != 0 && !value.isAverage
        return SourcedValue(shown, rank, isMoving: isMoving, isAverage: value.isAverage)
    }

    private static func pulse(
        _ value: DirectValue<UInt16>, _ rank: SourceRank, at time: SessionTime
    ) -> SourcedValue<UInt16>? {
        SourcedValue(value.value(at: time).flatMap(HeartRateMeasurement.signal), rank)
    }

    private func speed(
        of counter: RevolutionCounter, _ rank: SourceRank, at time: SessionTime
    ) -> SourcedValue<UInt32>? {
        guard let rate = counter.rate(at: time) else { return nil }
        return SourcedValue(
            value: rate.speed(circumferenceInMillimeters: wheelCircumferenceInMillimeters),
            rank: rank, isMoving: counter.hasMoved(lately: time),
            isAverage: counter.isAverage(rate))
    }

    private static func cadence(
        of counter: RevolutionCounter, _ rank: SourceRank, at time: SessionTime
    ) -> SourcedValue<UInt32>? {
        let cadence = counter.rate(at: time)?.cadence
        return SourcedValue(cadence, rank, isMoving: counter.hasMoved(lately: time))
    }

    // MARK: The distance

    /// All that it has ridden, in millimetres, and how far that is believed; `nil` before there is a distance.
    func ridden(at time: SessionTime) -> SourcedValue<UInt64>? {
        guard let source = distance.source else { return nil }
        let isMoving = measured(by: source, at: time)?.isMoving ?? false
        return SourcedValue(distance.ridden, source, isMoving: isMoving)
    }

    private func measured(by source: SourceRank, at time: SessionTime) -> SourcedValue<UInt64>? {
        switch source {
        case .heartRate: nil
        case .speedAndCadence: turned(wheel, source, at: time)
        case .power: turned(powerWheel, source, at: time)
        case .fitnessMachine: bike.distance.measured(source, at: time)
        case .trainer: trainer.distance.measured(source, at: time)
        }
    }

    private func turned(
        _ counter: RevolutionCounter, _ rank: SourceRank, at time: SessionTime
    ) -> SourcedValue<UInt64>? {
        guard counter.baseline != nil else { return nil }
        return SourcedValue(
            counter.revolutions, of: UInt64(wheelCircumferenceInMillimeters), rank,
            isMoving: counter.hasMoved(lately: time))
    }

    /// Has the distance grown by what its source has measured since the last event.
    private mutating func followDistance(at time: SessionTime) {
        let best = measured(by: .speedAndCadence, at: time)
            .or(measured(by: .power, at: time))
            .or(measured(by: .fitnessMachine, at: time))
            .or(measured(by: .trainer, at: time))
        guard let best else { return }
        distance.follow((best.rank, best)) { [self] in measured(by: $0, at: time) }
    }
}

extension RevolutionCounter {
    fileprivate mutating func take(_ data: WheelRevolutionData, at time: SessionTime) {
        _ = take(count: data.cumulativeRevolutions, eventTime: data.lastEventTime, at: time)
    }

    fileprivate mutating func take(_ data: CrankRevolutionData, at time: SessionTime) {
        _ = take(
            count: UInt32(data.cumulativeRevolutions), eventTime: data.lastEventTime, at: time)
    }
}

/// What a rider is shown at one moment.
///
/// A value that is `nil` is not known, which is not zero.
///
/// Source: `Docs/Sensors.md`, clause 7.
public struct CyclingReading: Hashable, Sendable {
    /// The speed in millimetres per second.
    public var speed: UInt32?
    /// Whether the speed is an average over a long gap (rule S.12), or a machine sends averages alone (rule S.14).
    public var isSpeedAverage = false
    /// The distance since the first measurement, in millimetres.
    public var distance: UInt64?
    /// The cadence in hundredths of a revolution per minute.
    public var cadence: UInt32?
    /// Whether the cadence is an average, because a machine sends averages alone (rule S.14).
    public var isCadenceAverage = false
    /// The power in watts.
    public var power: Int16?
    /// Whether the power is an average, because a machine sends averages alone (rule S.14).
    public var isPowerAverage = false
    /// Beats per minute.
    public var heartRate: UInt16?

    /// Creates a reading in which nothing is known.
    public init() {}

    /// The speed in kilometres per hour.
    public var speedInKilometersPerHour: Double? { speed.map { Double($0) * 3.6 / 1000 } }
    /// The cadence in revolutions per minute.
    public var cadenceInRevolutionsPerMinute: Double? { cadence.map { Double($0) / 100 } }
    /// The distance in metres.
    public var distanceInMeters: Double? { distance.map { Double($0) / 1000 } }
}
