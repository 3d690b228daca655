import CyclingSensors

/// A value that a sensor sends as such, until it expires (S.14).
struct SlowValue {
    private var latest: Int?
    private var arrival = 0

    mutating func set(_ value: Int?, at time: Int) {
        latest = value
        arrival = max(arrival, time)
    }

    mutating func forget() { latest = nil }

    func value(at time: Int) -> Int? { time - arrival < 5000 ? latest : nil }
}

/// What a machine sends of itself.
struct SlowMachine {
    /// Half of what its distance counts to, in metres.
    let farthest: Int
    var speed = SlowValue()
    var cadence = SlowValue()
    var power = SlowValue()
    var heartRate = SlowValue()
    /// What was ridden, in metres; `nil` before the first distance.
    private(set) var ridden: Int?
    private var latestDistance: Int?
    /// When the distance grew last.
    private var moved = -10_000

    init(farthest: Int) { self.farthest = farthest }

    /// Takes a distance, without what it rolled over by: nobody can tell whole rounds that were missed.
    mutating func go(to distance: Int, at time: Int) {
        let round = 2 * farthest
        let change = latestDistance.map { ((distance - $0) % round + round) % round } ?? 0
        if change < farthest {
            ridden = (ridden ?? 0) + change
            if change > 0 { moved = max(moved, time) }
        }
        ridden = ridden ?? 0
        latestDistance = distance
    }

    func isMoving(at time: Int) -> Bool { time - moved < 10_000 }

    mutating func linkLost() {
        speed.forget()
        cadence.forget()
        power.forget()
        heartRate.forget()
        latestDistance = nil
    }
}

/// What a calculator must show by clause 7: slow, and obviously right.
struct SlowCalculator {
    /// In millimetres.
    let circumference: Int
    private(set) var wheel = SlowCounter(.wheel)
    private(set) var powerWheel = SlowCounter(.powerWheel)
    private(set) var crank = SlowCounter(.crank)
    private(set) var powerCrank = SlowCounter(.crank)
    private(set) var power = SlowValue()
    private(set) var pulse = SlowValue()
    private(set) var bike = SlowMachine(farthest: 1 << 23)
    private(set) var trainer = SlowMachine(farthest: 1 << 7)
    /// In millimetres; what is shown.
    private(set) var distance: Int?
    /// The place of its source in the order of S.14.
    private var distanceSource: Int?

    init(circumference: Int) { self.circumference = circumference }

    var counters: [SlowCounter] { [wheel, powerWheel, crank, powerCrank] }

    mutating func take(_ event: RideEvent, at time: Int) -> CounterOutcomes {
        let before = ridden
        var outcomes = CounterOutcomes()
        switch event {
        case .speedAndCadence(let sent):
            outcomes.wheel = sent.wheel.map { wheel.take($0, at: time) }
            outcomes.crank = sent.crank.map { crank.take($0, at: time) }
        case .power(let watts, let sent):
            power.set(watts, at: time)
            outcomes.wheel = sent.wheel.map { powerWheel.take($0, at: time) }
            outcomes.crank = sent.crank.map { powerCrank.take($0, at: time) }
        case .heartRate(let beats): pulse.set(beats, at: time)
        case .bike(let record): take(record, at: time)
        case .trainerGeneral(let speed, let beats, let distance):
            trainer.speed.set(speed, at: time)
            trainer.heartRate.set(beats, at: time)
            if let distance { trainer.go(to: distance, at: time) }
        case .trainerData(let turns, let watts):
            trainer.cadence.set(turns.map { 100 * $0 }, at: time)
            trainer.power.set(watts, at: time)
        case .linkLost:
            linkLost()
            return outcomes
        }
        goOn(from: before, at: time)
        return outcomes
    }

    private mutating func take(_ record: RideEvent.Record, at time: Int) {
        // 0.01 km/h is 25/9 mm/s.
        bike.speed.set((50 * record.speed + 9) / 18, at: time)
        // A field that is left out keeps its value.
        if let cadence = record.cadence { bike.cadence.set(50 * cadence, at: time) }
        if let watts = record.power { bike.power.set(watts, at: time) }
        if let beats = record.heartRate { bike.heartRate.set(beats, at: time) }
        if let distance = record.distance { bike.go(to: distance, at: time) }
    }

    private mutating func linkLost() {
        wheel.linkLost()
        powerWheel.linkLost()
        crank.linkLost()
        powerCrank.linkLost()
        power.forget()
        pulse.forget()
        bike.linkLost()
        trainer.linkLost()
    }

    /// What each service has ridden since it began, in millimetres, in the order of S.14.
    private var ridden: [Int?] {
        [
            wheel.hasBegun ? wheel.revolutions * circumference : nil,
            powerWheel.hasBegun ? powerWheel.revolutions * circumference : nil,
            bike.ridden.map { $0 * 1000 }, trainer.ridden.map { $0 * 1000 },
        ]
    }

    /// Adds what the source has ridden in this event: the first that moves, else the one of the last event if it has ever
    /// moved, else the first that has a distance. What makes one the source does not count.
    private mutating func goOn(from before: [Int?], at time: Int) {
        let after = ridden
        let moving = [
            wheel.isMoving(at: time), powerWheel.isMoving(at: time), bike.isMoving(at: time),
            trainer.isMoving(at: time),
        ]
        let known = after.indices.filter { after[$0] != nil }
        let last = distanceSource.flatMap { after[$0] == 0 ? nil : $0 }
        let source = known.first { moving[$0] } ?? last ?? known.first
        guard let source, let now = after[source], let then = before[source] ?? after[source]
        else { return }
        distance = (distance ?? 0) + (source == distanceSource ? now - then : 0)
        distanceSource = source
    }

    func reading(at time: Int) -> CyclingReading {
        var reading = SlowRide.reading(of: [self], at: time)
        reading.distance = distance.map { UInt64($0) }
        return reading
    }

    /// The place in the order of S.14 of what measures the distance, and whether that moves.
    func distanceSource(at time: Int) -> (rank: Int, isMoving: Bool)? {
        let moving = [
            wheel.isMoving(at: time), powerWheel.isMoving(at: time), bike.isMoving(at: time),
            trainer.isMoving(at: time),
        ]
        return distanceSource.map { ($0, moving[$0]) }
    }
}

/// What several sensors must show by clause 7: all that they say, in the order in which it counts.
struct SlowRide {
    let circumference: Int
    private var sensors: [(number: Int, calculator: SlowCalculator)] = []
    private var distance: Int?
    private var source: Int?

    init(circumference: Int) { self.circumference = circumference }

    mutating func take(_ event: RideEvent, from number: Int, at time: Int) {
        if case .linkLost = event {
            guard let known = sensors.firstIndex(where: { $0.number == number }) else { return }
            _ = sensors[known].calculator.take(event, at: time)
            return
        }
        if !sensors.contains(where: { $0.number == number }) {
            sensors.append((number, SlowCalculator(circumference: circumference)))
        }
        let before = sensors.map(\.calculator.distance)
        for index in sensors.indices where sensors[index].number == number {
            _ = sensors[index].calculator.take(event, at: time)
        }
        let known = sensors.enumerated().compactMap { index, sensor in
            sensor.calculator.distanceSource(at: time).map { (index: index, source: $0) }
        }
        let byRank = known.sorted { ($0.source.rank, $0.index) < ($1.source.rank, $1.index) }
        let last = source.flatMap { sensors[$0].calculator.distance == 0 ? nil : $0 }
        let next = byRank.first(where: \.source.isMoving)?.index ?? last ?? byRank.first?.index
        guard let next, let now = sensors[next].calculator.distance else { return }
        let change = next == source ? now - (before[next] ?? now) : 0
        (distance, source) = ((distance ?? 0) + change, next)
    }

    func reading(at time: Int) -> CyclingReading {
        var reading = Self.reading(of: sensors.map(\.calculator), at: time)
        reading.distance = distance.map { UInt64($0) }
        return reading
    }

    /// The first value of something that moves, else the first one.
    private static func first<Value>(_ values: [(value: Value?, isMoving: Bool)]) -> Value? {
        values.first { $0.value != nil && $0.isMoving }?.value
            ?? values.lazy.compactMap(\.value).first
    }

    private static func first(
        _ counters: [SlowCounter], times factor: Int, _ machines: [SlowValue], at time: Int
    ) -> (value: UInt32, isAverage: Bool)? {
        first(
            counters.map { counter in
                (
                    counter.rate(at: time).map { ($0.perSecond(times: factor), $0.isAverage) },
                    counter.isMoving(at: time)
                )
            }
                + machines.map { machine in
                    let value = machine.value(at: time)
                    return (value.map { (UInt32($0), false) }, value != 0)
                })
    }

    /// All but the distance.
    static func reading(of all: [SlowCalculator], at time: Int) -> CyclingReading {
        var reading = CyclingReading()
        let speed = first(
            all.map(\.wheel) + all.map(\.powerWheel), times: all.first?.circumference ?? 0,
            all.map(\.bike.speed) + all.map(\.trainer.speed), at: time)
        reading.speed = speed?.value
        reading.isSpeedAverage = speed?.isAverage ?? false
        let turns = all.map(\.bike.cadence) + all.map(\.trainer.cadence)
        reading.cadence =
            first(all.map(\.crank) + all.map(\.powerCrank), times: 6000, turns, at: time)?.value
        let watts = all.map(\.power) + all.map(\.bike.power) + all.map(\.trainer.power)
        reading.power = watts.lazy.compactMap { $0.value(at: time) }.first.map { Int16($0) }
        let beats = all.map(\.pulse) + all.map(\.bike.heartRate) + all.map(\.trainer.heartRate)
        // No signal is no heart rate.
        reading.heartRate = beats.lazy.compactMap { $0.value(at: time) }
            .first { ![0, 255, 65535].contains($0) }.map { UInt16($0) }
        return reading
    }
}
