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
/// Cycling Power, FTMS and FE-C that has a value (rule S.14).
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
    /// What had been ridden when the source of the distance began to send, in millimetres.
    private var riddenBefore: UInt64 = 0

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
        if let data = measurement.wheel {
            keepingDistance { $0.wheel.take(data, at: time) }
        }
        if let data = measurement.crank { crank.take(data, at: time) }
    }

    /// Takes a measurement of power.
    public mutating func take(_ measurement: CyclingPowerMeasurement, at time: SessionTime) {
        meterPower.set(measurement.instantaneousPower, at: time)
        if let data = measurement.wheel {
            keepingDistance { $0.powerWheel.take(data, at: time) }
        }
        if let data = measurement.crank { powerCrank.take(data, at: time) }
    }

    /// Takes a measurement of heart rate. It may say that the sensor has none.
    public mutating func take(_ measurement: HeartRateMeasurement, at time: SessionTime) {
        pulse.set(measurement.heartRate, at: time)
    }

    /// Takes a notification of an indoor bike, which may be a part of a record.
    public mutating func take(_ data: IndoorBikeData, at time: SessionTime) {
        guard let whole = record.take(data) else { return }
        keepingDistance { $0.bike.take(whole, at: time) }
    }

    /// Takes a page of a trainer.
    public mutating func take(_ page: FECPage, at time: SessionTime) {
        keepingDistance { $0.trainer.take(page.content, at: time) }
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
        if let rate = wheel.rate(at: time) {
            reading.speed = rate.speed(circumferenceInMillimeters: wheelCircumferenceInMillimeters)
            reading.isSpeedAverage = wheel.isAverage(rate)
        } else if let rate = powerWheel.rate(at: time) {
            reading.speed = rate.speed(circumferenceInMillimeters: wheelCircumferenceInMillimeters)
            reading.isSpeedAverage = powerWheel.isAverage(rate)
        } else {
            reading.speed = bike.speed.value(at: time) ?? trainer.speed.value(at: time)
        }
        let crankRate = crank.rate(at: time) ?? powerCrank.rate(at: time)
        reading.cadence =
            crankRate?.cadence ?? bike.cadence.value(at: time) ?? trainer.cadence.value(at: time)
        reading.power =
            meterPower.value(at: time) ?? bike.power.value(at: time)
            ?? trainer.power.value(at: time)
        reading.heartRate =
            Self.signal(pulse.value(at: time)) ?? Self.signal(bike.heartRate.value(at: time))
            ?? Self.signal(trainer.heartRate.value(at: time))
        reading.distance = distance
        return reading
    }

    private static func signal(_ beats: UInt16?) -> UInt16? {
        beats.flatMap(HeartRateMeasurement.signal)
    }

    /// What counts the distance, the best first.
    private enum DistanceSource {
        case wheel, powerWheel, bike, trainer
    }

    private var distanceSource: DistanceSource? {
        if wheel.baseline != nil { return .wheel }
        if powerWheel.baseline != nil { return .powerWheel }
        if bike.distance.meters != nil { return .bike }
        return trainer.distance.meters == nil ? nil : .trainer
    }

    private var distance: UInt64? {
        let own =
            switch distanceSource {
            case .wheel: Self.product(wheel.revolutions, wheelCircumferenceInMillimeters)
            case .powerWheel: Self.product(powerWheel.revolutions, wheelCircumferenceInMillimeters)
            case .bike: Self.product(bike.distance.meters ?? 0, Self.millimetersPerMeter)
            case .trainer: Self.product(trainer.distance.meters ?? 0, Self.millimetersPerMeter)
            case nil: UInt64?.none
            }
        guard let own else { return nil }
        let (sum, overflow) = riddenBefore.addingReportingOverflow(own)
        return overflow ? .max : sum
    }

    /// Takes something. If a better source of the distance begins with it, that goes on from the distance so far.
    private mutating func keepingDistance(_ take: (inout Self) -> Void) {
        let (source, ridden) = (distanceSource, distance)
        take(&self)
        if distanceSource != source { riddenBefore = ridden ?? 0 }
    }

    private static let millimetersPerMeter: UInt16 = 1000

    /// The product, or the largest number if it is larger.
    private static func product(_ one: UInt64, _ other: UInt16) -> UInt64 {
        let (product, overflow) = one.multipliedReportingOverflow(by: UInt64(other))
        return overflow ? .max : product
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
    /// Whether the speed is an average over a long gap (rule S.12).
    public var isSpeedAverage = false
    /// The distance since the first measurement, in millimetres.
    public var distance: UInt64?
    /// The cadence in hundredths of a revolution per minute.
    public var cadence: UInt32?
    /// The power in watts.
    public var power: Int16?
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
