import CyclingSensors
import KomootNav
import PropertyTesting
import Testing

@Suite("A calculator on random rides")
struct RandomRideTests {
    @Test(
        "A calculator on random rides shows what the slow calculator shows, at every moment, and its counters say the same"
    )
    func agrees() throws {
        var met = MetInRides()
        let isFull = try checkProperty(
            "the calculator agrees with the slow one", count: asksForMore ? 800 : 400
        ) {
            $0.randomRide()
        } holds: { ride in
            Self.firstDisagreement(in: ride, &met)
        }
        guard isFull else { return }
        #expect(met.rare(below: 100) == [])
    }

    @Test("A calculator of several sensors shows on random rides what the slow one shows")
    func severalSensors() throws {
        try checkProperty("the calculator of several sensors agrees with the slow one", count: 200)
        { choices in
            let ride = choices.randomRide()
            // One sensor for all that counts together, and now and then another one that measures the same.
            let sensors = (0..<5).map { _ in choices.integer(in: 0...3) }
            let ofEach = ride.moments.map { moment in
                if choices.integer(in: 0...4) == 0 { return choices.integer(in: 0...3) }
                return switch moment.event {
                case .speedAndCadence: sensors[0]
                case .power: sensors[1]
                case .heartRate: sensors[2]
                case .bike: sensors[3]
                case .trainerGeneral, .trainerData: sensors[4]
                case .linkLost: choices.integer(in: 0...3)
                }
            }
            return (ride: ride, sensors: ofEach)
        } holds: { (ride, sensors) in
            var calculator = RideCalculator<Int>(
                wheelCircumferenceInMillimeters: UInt16(ride.circumference))
            var slow = SlowRide(circumference: ride.circumference)
            for (index, moment) in ride.moments.enumerated() {
                let sensor = sensors[index]
                let arrival = SessionTime(milliseconds: UInt64(moment.arrival))
                slow.take(moment.event, from: sensor, at: moment.arrival)
                if let measurement = moment.event.measurement {
                    calculator.take(measurement, from: sensor, at: arrival)
                } else {
                    calculator.linkLost(to: sensor)
                }
                for delay in [0, ride.delays[index], 4999, 5000, 10_000] {
                    let time = moment.arrival + delay
                    let shown = calculator.reading(
                        at: SessionTime(milliseconds: UInt64(time)))
                    let right = slow.reading(at: time)
                    if shown.values != right {
                        return "\(index), read \(time): \(shown.values) for \(right)"
                    }
                }
            }
            return nil
        }
    }

    private static func firstDisagreement(
        in ride: RandomRide, _ met: inout MetInRides
    ) -> String? {
        var followed = FollowedCalculator(circumference: ride.circumference)
        var slow = SlowCalculator(circumference: ride.circumference)
        var distance: UInt64 = 0
        for (index, moment) in ride.moments.enumerated() {
            let expected = slow.take(moment.event, at: moment.arrival)
            let outcomes = followed.take(moment.event, at: moment.arrival)
            if outcomes != expected { return "\(index): \(outcomes) for \(expected)" }
            if !followed.isConsistent { return "\(index): a counter missed something" }
            met.note(moment.event, outcomes)
            for time in readingTimes(after: moment.arrival, delay: ride.delays[index], slow) {
                let shown = followed.calculator.reading(
                    at: SessionTime(milliseconds: UInt64(time)))
                let right = slow.reading(at: time)
                if shown != right { return "\(index), read \(time): \(shown) for \(right)" }
                met.note(shown)
            }
            let ridden = slow.distance.map { UInt64($0) } ?? 0
            if ridden < distance { return "\(index): the distance fell to \(ridden)" }
            distance = ridden
        }
        met.doubtfulTimes += slow.counters.reduce(0) { $0 + $1.doubtfulTimes }
        return nil
    }

    /// When to read: at once, somewhat earlier and later, and on both sides of each moment at which
    /// something stands still or expires.
    private static func readingTimes(
        after arrival: Int, delay: Int, _ slow: SlowCalculator
    ) -> [Int] {
        var times = [
            arrival, max(arrival - 700, 0), arrival + delay, arrival + 4999, arrival + 5000,
        ]
        for counter in slow.counters {
            guard let standstill = counter.standstill else { continue }
            times.append(standstill - 1)
            times.append(standstill)
        }
        return times
    }
}

/// What happened in the rides, so that the rare cases are known to have come up.
struct MetInRides {
    private var first = 0
    private var advanced = 0
    private var untimed = 0
    private var repeated = 0
    private var reversed = 0
    private var restarted = 0
    private var linkLosses = 0
    private var averages = 0
    private var standstills = 0
    private var unknownSpeeds = 0
    var doubtfulTimes = 0

    /// What came up less often than that.
    func rare(below count: Int) -> [String] {
        let counts = [
            "first": first, "advanced": advanced, "untimed": untimed, "repeated": repeated,
            "reversed": reversed, "restarted": restarted, "link losses": linkLosses,
            "averages": averages, "standstills": standstills, "unknown speeds": unknownSpeeds,
            "doubtful times": doubtfulTimes,
        ]
        return counts.filter { $0.value < count }.keys.sorted()
    }

    mutating func note(_ event: RideEvent, _ outcomes: CounterOutcomes) {
        if case .linkLost = event { linkLosses += 1 }
        note(outcomes.wheel)
        note(outcomes.crank)
    }

    private mutating func note(_ outcome: RevolutionCounter.Outcome?) {
        switch outcome {
        case .first: first += 1
        case .advanced: advanced += 1
        case .untimed: untimed += 1
        case .repeated: repeated += 1
        case .reversed: reversed += 1
        case .restarted: restarted += 1
        case nil: break
        }
    }

    mutating func note(_ reading: CyclingReading) {
        if reading.isSpeedAverage { averages += 1 }
        if reading.speed == 0 { standstills += 1 }
        if reading.speed == nil { unknownSpeeds += 1 }
    }
}
