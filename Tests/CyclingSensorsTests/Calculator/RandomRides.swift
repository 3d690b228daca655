import CyclingSensors
import PropertyTesting

/// A ride with everything that happens to sensors: roll-overs, repeats, lost and late notifications,
/// gaps, a lost link, counters that are set, wheels that roll backwards, a clock in place of the
/// event, machines that begin again.
struct RandomRide: CustomStringConvertible {
    /// In millimetres.
    var circumference: Int
    /// What arrived, and when, in milliseconds.
    var moments: [(arrival: Int, event: RideEvent)] = []
    /// How long after each moment the display is read once more, in milliseconds.
    var delays: [Int] = []

    var description: String {
        "\(circumference) mm: "
            + moments.map { "\($0.event), arrived \($0.arrival)" }.joined(separator: "; ")
    }
}

extension Choices {
    mutating func randomRide() -> RandomRide {
        var rider = RandomRider(&self)
        let count = integer(in: 2...40)
        for _ in 0..<count { rider.step(&self) }
        return rider.ride
    }
}

/// Rides with one sensor or with several.
private struct RandomRider {
    private enum Sensor: CaseIterable {
        case wheel, crank, speedAndCadence, power, bike, trainer, heart
    }

    private(set) var ride: RandomRide
    private var sensors: [Sensor]
    private var wheel: RandomCounter
    private var powerWheel: RandomCounter
    private var crank: RandomCounter
    private var powerCrank: RandomCounter
    private var bikeDistance: Int
    private var trainerDistance: Int
    private var now: Int

    init(_ choices: inout Choices) {
        ride = RandomRide(circumference: choices.element(of: [2105, 1, 700, 65_535]))
        now = choices.integer(in: 0...100_000)
        let some = choices.element(of: Sensor.allCases)
        sensors = [some]
        if choices.bool() { sensors += Sensor.allCases.filter { _ in choices.bool() } }
        wheel = RandomCounter(.wheel, at: now, &choices)
        powerWheel = RandomCounter(.powerWheel, at: now, &choices)
        crank = RandomCounter(.crank, at: now, &choices)
        powerCrank = RandomCounter(.crank, at: now, &choices)
        bikeDistance = (1 << 24) - choices.integer(in: 0...100)
        trainerDistance = 256 - choices.integer(in: 0...100)
    }

    mutating func step(_ choices: inout Choices) {
        switch choices.integer(in: 0...19) {
        case 0:
            add(.linkLost, at: now, &choices)
            now += choices.integer(in: 10_000...300_000)
        case 1: now += choices.integer(in: 2000...100_000)
        case 2: now += choices.integer(in: 0...200)
        case 3: now += choices.integer(in: 0...10_000)
        default: now += choices.integer(in: 200...1500)
        }
        let isEarly = choices.integer(in: 0...29) == 1
        let arrival = isEarly ? max(now - choices.integer(in: 0...3000), 0) : now
        add(event(of: choices.element(of: sensors), &choices), at: arrival, &choices)
    }

    private mutating func add(_ event: RideEvent, at arrival: Int, _ choices: inout Choices) {
        ride.moments.append((arrival, event))
        ride.delays.append(choices.integer(in: 0...7000))
    }

    private mutating func event(of sensor: Sensor, _ choices: inout Choices) -> RideEvent {
        switch sensor {
        case .wheel: return .speedAndCadence(.init(wheel: wheel.next(at: now, &choices)))
        case .crank: return .speedAndCadence(.init(crank: crank.next(at: now, &choices)))
        case .speedAndCadence:
            return .speedAndCadence(
                .init(wheel: wheel.next(at: now, &choices), crank: crank.next(at: now, &choices)))
        case .power:
            var sent = RideEvent.Counters()
            if choices.integer(in: 0...4) != 1 { sent.wheel = powerWheel.next(at: now, &choices) }
            if choices.integer(in: 0...4) != 1 { sent.crank = powerCrank.next(at: now, &choices) }
            return .power(watts: choices.integer(in: -50...2000), sent)
        case .bike: return .bike(record(&choices))
        case .trainer: return page(&choices)
        case .heart: return .heartRate(choices.integer(in: 0...220))
        }
    }

    private mutating func record(_ choices: inout Choices) -> RideEvent.Record {
        var record = RideEvent.Record(speed: choices.integer(in: 0...65_535))
        if choices.bool() { record.cadence = choices.integer(in: 0...400) }
        if choices.bool() { record.power = choices.integer(in: -50...2000) }
        if choices.bool() { record.heartRate = choices.integer(in: 0...220) }
        if choices.bool() {
            switch choices.integer(in: 0...9) {
            case 1: bikeDistance -= choices.integer(in: 1...8_000_000)
            case 2: bikeDistance += choices.integer(in: 1 << 23...1 << 23 + 1000)
            case 3: bikeDistance += choices.integer(in: 0...(1 << 23) - 1)
            default: bikeDistance += choices.integer(in: 0...50)
            }
            record.distance = bikeDistance
        }
        return record
    }

    private mutating func page(_ choices: inout Choices) -> RideEvent {
        func perhaps(_ range: ClosedRange<Int>) -> Int? {
            choices.integer(in: 0...3) == 1 ? nil : choices.integer(in: range)
        }
        if choices.bool() {
            return .trainerData(cadence: perhaps(0...254), power: perhaps(0...4000))
        }
        let speed = perhaps(0...65_534)
        let heartRate = perhaps(0...220)
        return .trainerGeneral(
            speed: speed, heartRate: heartRate,
            distance: choices.integer(in: 0...3) == 1 ? nil : nextTrainerDistance(&choices))
    }

    private mutating func nextTrainerDistance(_ choices: inout Choices) -> Int {
        switch choices.integer(in: 0...9) {
        case 1: trainerDistance -= choices.integer(in: 1...128)
        case 2: trainerDistance += choices.integer(in: 128...200)
        case 3: trainerDistance += choices.integer(in: 0...127)
        default: trainerDistance += choices.integer(in: 0...20)
        }
        return trainerDistance
    }
}
