import CyclingSensors
import KomootNav
import PropertyTesting
import Testing

@Suite("Details of a ride")
struct RideDetailsTests {
    private let fresh = RideCalculator<String>(wheelCircumferenceInMillimeters: 2000)

    private static func at(_ milliseconds: Int) -> SessionTime {
        SessionTime(milliseconds: UInt64(milliseconds))
    }

    private static func power(_ watts: Int16, balance: UInt8? = nil) -> SensorMeasurement {
        var data = CyclingPowerMeasurement(instantaneousPower: watts)
        data.pedalPowerBalance = balance
        data.isBalanceOfLeftPedal = balance != nil
        return .power(data)
    }

    @Test(
        "Details of a ride have the mean power of the last 3 s, and the power if none came lately")
    func smoothPower() {
        var ride = fresh
        for (second, watts) in [100, 200, 301, -400].enumerated() {
            let time = Self.at(second * 1000)
            ride.take(Self.power(Int16(watts)), from: "crank", at: time)
            let mean = ride.reading(at: time).details.powerOver3Seconds
            #expect(mean == [100, 150, 200, 34][second])
        }
        #expect(ride.reading(at: Self.at(5999)).details.powerOver3Seconds == -400)
        // It came 4 s before.
        #expect(ride.reading(at: Self.at(7000)).details.powerOver3Seconds == -400)
        #expect(ride.reading(at: Self.at(8000)).details.powerOver3Seconds == nil)
        ride.linkLost(to: "crank")
        ride.take(Self.power(50), from: "crank", at: Self.at(3500))
        #expect(ride.reading(at: Self.at(3500)).details.powerOver3Seconds == 50)
    }

    @Test("Details of a ride have the mean power of records that come in two parts")
    func powerOfParts() {
        var ride = fresh
        for (second, watts) in [100, 200, 300].enumerated() {
            var data = IndoorBikeData()
            data.instantaneousPower = Int16(watts)
            ride.take(.indoorBike(data), from: "bike", at: Self.at(second * 1000))
            data = IndoorBikeData()
            data.instantaneousSpeed = 3000
            data.averagePower = 150
            ride.take(.indoorBike(data), from: "bike", at: Self.at(second * 1000 + 100))
        }
        #expect(ride.reading(at: Self.at(2100)).details.powerOver3Seconds == 200)
    }

    @Test("Details of a ride have the mean power of random values, like a slow calculator")
    func randomPower() throws {
        try checkProperty("the mean of 3 s", count: 200) { choices in
            (0..<choices.integer(in: 1...60)).map { _ in
                (
                    wait: choices.integer(in: 150...1500),
                    watts: Int16(choices.integer(in: -2000...2000))
                )
            }
        } holds: { steps in
            var ride = RideCalculator<Int>(wheelCircumferenceInMillimeters: 2000)
            var all: [(time: Int, watts: Int16)] = []
            var now = 0
            for step in steps {
                now += step.wait
                all.append((now, step.watts))
                ride.take(Self.power(step.watts), from: 0, at: Self.at(now))
                for delay in [0, 999, 2999, 3000] {
                    let values = all.filter { now + delay - $0.time < 3000 }.map {
                        Double($0.watts)
                    }
                    let mean = values.reduce(0, +) / Double(values.count)
                    let right = values.isEmpty ? step.watts : Int16(mean.rounded())
                    let shown = ride.reading(at: Self.at(now + delay)).details.powerOver3Seconds
                    if shown != right { return "\(now)+\(delay): \(shown as Any) for \(right)" }
                }
            }
            return nil
        }
    }

    @Test("Details of a ride say how the power is shared, by the sensor or by two pedals")
    func balance() {
        var ride = fresh
        ride.take(Self.power(200, balance: 97), from: "crank", at: Self.at(0))
        var balance = ride.reading(at: Self.at(0)).details.balance
        #expect(balance?.percent == 48.5 && balance?.isOfLeftLeg == true)
        #expect(ride.reading(at: Self.at(5000)).details.balance == nil)
        // More than all.
        ride.take(Self.power(200, balance: 97), from: "crank", at: Self.at(6000))
        ride.take(Self.power(200, balance: 201), from: "crank", at: Self.at(7000))
        #expect(ride.reading(at: Self.at(7000)).details.balance == nil)
        ride = fresh
        ride.note(.rightPedal, of: "right")
        ride.note(.leftPedal, of: "left")
        for (left, right, share) in [(100, 200, 33.5), (0, 80, 0), (80, 0, 100)] {
            ride.take(Self.power(Int16(right)), from: "right", at: Self.at(0))
            ride.take(Self.power(Int16(left)), from: "left", at: Self.at(0))
            balance = ride.reading(at: Self.at(0)).details.balance
            #expect(balance?.percent == share && balance?.isOfLeftLeg == true)
        }
        #expect(ride.reading(at: Self.at(0)).details.powerOver3Seconds == 153)
        ride.take(Self.power(0), from: "left", at: Self.at(0))
        ride.take(Self.power(-1), from: "right", at: Self.at(0))
        #expect(ride.reading(at: Self.at(0)).details.balance == nil)
    }

    @Test("Details of a ride take the other leg from a sensor that has a power")
    func silentPedal() {
        var ride = fresh
        ride.note(.rightPedal, of: "right")
        ride.note(.leftCrank, of: "silent")
        ride.note(.leftPedal, of: "left")
        ride.take(Self.power(100), from: "right", at: Self.at(0))
        #expect(ride.reading(at: Self.at(0)).isPowerOfOneLeg)
        ride.take(Self.power(90), from: "left", at: Self.at(0))
        let reading = ride.reading(at: Self.at(0))
        #expect(reading.values.power == 190 && !reading.isPowerOfOneLeg)
    }

    @Test("Details of a ride have what a machine counts, in parts or whole, for 5 s")
    func machine() {
        var ride = fresh
        var data = IndoorBikeData()
        data.averageSpeed = 3000
        data.resistanceLevel = 19
        data.expendedEnergy = .init(total: 12, perHour: 600, perMinute: 10)
        ride.take(.indoorBike(data), from: "bike", at: Self.at(0))
        data = IndoorBikeData()
        data.instantaneousSpeed = 3100
        data.elapsedTime = 77
        data.averagePower = 200
        data.averageCadence = 160
        ride.take(.indoorBike(data), from: "bike", at: Self.at(500))
        let reading = ride.reading(at: Self.at(5499))
        let machine = reading.details.machine
        #expect(machine.resistanceLevel == 19 && machine.energy == 12)
        #expect(machine.elapsedTime == 77 && machine.averagePower == 200)
        #expect(machine.averageSpeed == 3000 && machine.averageCadence == 160)
        #expect(reading.sources.machine == "bike")
        #expect(ride.reading(at: Self.at(5500)).details == RideDetails())
        var other = data
        other.elapsedTime = 78
        ride.take(.indoorBike(data), from: "bike", at: Self.at(5600))
        ride.take(.indoorBike(other), from: "other", at: Self.at(5600))
        #expect(ride.reading(at: Self.at(5600)).sources.machine == "bike")
        ride.chosen.machine = "other"
        #expect(ride.reading(at: Self.at(5600)).details.machine.elapsedTime == 78)
        ride.linkLost(to: "other")
        data.expendedEnergy = .init(total: 12, perHour: 600, perMinute: 10)
        ride.take(.indoorBike(data), from: "bike", at: Self.at(5900))
        data.expendedEnergy = .init(total: .max, perHour: .max, perMinute: .max)
        ride.take(.indoorBike(data), from: "bike", at: Self.at(6000))
        #expect(ride.reading(at: Self.at(6000)).details.machine.energy == nil)
        ride.linkLost(to: "bike")
        #expect(ride.reading(at: Self.at(6000)).details == RideDetails())
    }

    @Test("Details of a ride have the variability of random heartbeats, like a slow calculator")
    func variability() throws {
        try checkProperty("the RMSSD", count: 200) { choices in
            (0..<choices.integer(in: 1...150)).map { _ in
                (
                    isLost: choices.integer(in: 0...40) == 0,
                    wait: choices.integer(in: 0...30) == 0 ? 6000 : 1000,
                    intervals: (0..<choices.integer(in: 0...3)).map { _ in
                        UInt16(
                            choices.integer(
                                in: 290...(choices.integer(in: 0...9) == 0 ? 2100 : 900)))
                    }
                )
            }
        } holds: { steps in
            var ride = RideCalculator<Int>(wheelCircumferenceInMillimeters: 2000)
            var changes: [(time: Int, value: Double)] = []
            var before: (time: Int, interval: UInt16)?
            var now = 0
            for step in steps {
                now += step.wait
                if step.isLost {
                    ride.linkLost(to: 0)
                    before = nil
                }
                let heart = HeartRateMeasurement(heartRate: 100, hasRRIntervals: true)
                let value = heart.encoded(rrIntervals: step.intervals.span)
                try ride.take(
                    value.span, of: SensorCharacteristic.heartRateMeasurement, from: 0,
                    at: Self.at(now))
                for interval in step.intervals {
                    let isBeat = (307...2048).contains(interval)
                    if isBeat, let before, now - before.time < 5000 {
                        let change = (Double(interval) - Double(before.interval)) / 1.024
                        changes.append((now, change))
                    }
                    before = isBeat ? (now, interval) : nil
                }
                for delay in [0, 4000] {
                    let last = changes.filter { now + delay - $0.time < 60_000 }.map(\.value)
                    let mean = last.map { $0 * $0 }.reduce(0, +) / Double(last.count)
                    let right = last.count < 20 ? nil : mean.squareRoot()
                    let shown = ride.reading(at: Self.at(now + delay)).details
                    let off = abs((shown.rmssdInMilliseconds ?? 0) - (right ?? 0))
                    if (shown.rmssd == nil) != (right == nil) || off > 0.051 {
                        return "\(now)+\(delay): \(shown.rmssd as Any) for \(right as Any)"
                    }
                    let interval = before.flatMap {
                        now + delay - $0.time < 5000 ? $0.interval : nil
                    }
                    if shown.rrInterval != interval { return "\(now): \(interval as Any)" }
                }
            }
            return nil
        }
    }

    @Test("Details of a ride need no more memory however much comes")
    func bounded() throws {
        var ride = fresh
        let heart = HeartRateMeasurement(heartRate: 100, hasRRIntervals: true)
        let intervals = [UInt16](repeating: 500, count: 8) + [600]
        let value = heart.encoded(rrIntervals: intervals.span)
        for number in 0..<2000 {
            ride.take(Self.power(Int16(number)), from: "crank", at: Self.at(number / 10))
            try ride.take(
                value.span, of: SensorCharacteristic.heartRateMeasurement, from: "strap",
                at: Self.at(number))
        }
        // Of the last 32 values.
        #expect(ride.reading(at: Self.at(1999)).details.powerOver3Seconds == 1984)
        // Two of nine differences are 100/1024 s.
        let rmssd = ride.reading(at: Self.at(1999)).details.rmssdInMilliseconds
        #expect(rmssd.map { (45...47).contains($0) } == true)
    }
}
