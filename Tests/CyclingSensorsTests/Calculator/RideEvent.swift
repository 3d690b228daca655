import CyclingSensors
import KomootNav

/// Something that happens to a calculator, with true numbers where fewer bits are sent.
enum RideEvent {
    /// The counters of one notification.
    struct Counters {
        var wheel: TrueCount?
        var crank: TrueCount?
    }

    /// Indoor Bike Data, in its own units. The distance is in metres.
    struct Record {
        var speed: Int
        var cadence: Int?
        var power: Int?
        var heartRate: Int?
        var distance: Int?
    }

    case speedAndCadence(Counters)
    case power(watts: Int, Counters)
    case heartRate(Int)
    case bike(Record)
    case trainerGeneral(speed: Int?, heartRate: Int?, distance: Int?)
    case trainerData(cadence: Int?, power: Int?)
    case linkLost
}

/// What the counters of one notification made of it.
struct CounterOutcomes: Equatable {
    var wheel: RevolutionCounter.Outcome?
    var crank: RevolutionCounter.Outcome?
}

/// The library's calculator, and its counters once more, which tell what they made of a notification.
struct FollowedCalculator {
    private(set) var calculator: CyclingCalculator
    private var wheel = RevolutionCounter(.wheel)
    private var powerWheel = RevolutionCounter(.powerWheel)
    private var crank = RevolutionCounter(.crank)
    private var powerCrank = RevolutionCounter(.crank)

    init(circumference: Int) {
        calculator = CyclingCalculator(wheelCircumferenceInMillimeters: UInt16(circumference))
    }

    /// Whether the calculator's counters are where the counters are that took the same.
    var isConsistent: Bool {
        calculator.wheel == wheel && calculator.powerWheel == powerWheel
            && calculator.crank == crank && calculator.powerCrank == powerCrank
    }

    mutating func take(_ event: RideEvent, at milliseconds: Int) -> CounterOutcomes {
        let time = SessionTime(milliseconds: UInt64(milliseconds))
        var outcomes = CounterOutcomes()
        event.measurement.map { calculator.take($0, at: time) }
        switch event {
        case .speedAndCadence(let sent):
            outcomes.wheel = sent.wheel.map { wheel.take($0, at: time) }
            outcomes.crank = sent.crank.map { crank.take($0, at: time) }
        case .power(_, let sent):
            outcomes.wheel = sent.wheel.map { powerWheel.take($0, at: time) }
            outcomes.crank = sent.crank.map { powerCrank.take($0, at: time) }
        case .heartRate, .bike, .trainerGeneral, .trainerData: break
        case .linkLost:
            calculator.linkLost()
            wheel.linkLost()
            powerWheel.linkLost()
            crank.linkLost()
            powerCrank.linkLost()
        }
        return outcomes
    }
}

extension RevolutionCounter {
    fileprivate mutating func take(_ sent: TrueCount, at time: SessionTime) -> Outcome {
        let bits = kind == .crank ? 0xFFFF : 0xFFFF_FFFF
        return take(
            count: UInt32(sent.count & bits),
            eventTime: UInt16(truncatingIfNeeded: sent.ticks), at: time)
    }
}

extension TrueCount {
    fileprivate var wheelData: WheelRevolutionData {
        WheelRevolutionData(
            cumulativeRevolutions: UInt32(truncatingIfNeeded: count),
            lastEventTime: UInt16(truncatingIfNeeded: ticks))
    }

    fileprivate var crankData: CrankRevolutionData {
        CrankRevolutionData(
            cumulativeRevolutions: UInt16(truncatingIfNeeded: count),
            lastEventTime: UInt16(truncatingIfNeeded: ticks))
    }
}

extension RideEvent.Record {
    fileprivate var data: IndoorBikeData {
        var data = IndoorBikeData()
        data.instantaneousSpeed = UInt16(speed)
        data.instantaneousCadence = cadence.map { UInt16($0) }
        data.instantaneousPower = power.map { Int16($0) }
        data.heartRate = heartRate.map { UInt8($0) }
        data.totalDistance = distance.map { UInt32($0 & 0xFF_FFFF) }
        return data
    }
}

extension RideEvent {
    /// What is sent; `nil` if the link is lost.
    var measurement: SensorMeasurement? {
        switch self {
        case .speedAndCadence(let sent):
            return .speedAndCadence(
                CSCMeasurement(wheel: sent.wheel?.wheelData, crank: sent.crank?.crankData))
        case .power(let watts, let sent):
            var measurement = CyclingPowerMeasurement(instantaneousPower: Int16(watts))
            measurement.wheel = sent.wheel?.wheelData
            measurement.crank = sent.crank?.crankData
            return .power(measurement)
        case .heartRate(let beats):
            return .heartRate(
                HeartRateMeasurement(heartRate: UInt16(beats), skinContact: .notSupported))
        case .bike(let record): return .indoorBike(record.data)
        case .trainerGeneral, .trainerData:
            return page.map { .trainer(FECFrame($0)) }
        case .linkLost: return nil
        }
    }

    /// The page of a trainer.
    private var page: FECPage? {
        switch self {
        case .trainerGeneral(let speed, let heartRate, let distance):
            var data = FECGeneralData()
            data.speed = speed.map { UInt16($0) }
            data.heartRate = heartRate.map { UInt8($0) }
            data.hasDistance = distance != nil
            data.distance = UInt8(truncatingIfNeeded: distance ?? 77)
            return data.page
        case .trainerData(let cadence, let power):
            var data = FECTrainerData()
            data.cadence = cadence.map { UInt8($0) }
            data.power = power.map { UInt16($0) }
            return data.page
        case .speedAndCadence, .power, .heartRate, .bike, .linkLost: return nil
        }
    }
}
