import CyclingSensors
import KomootNav
import Testing

@Suite("A calculator of several sensors")
struct RideCalculatorTests {
    private let fresh = RideCalculator<String>(wheelCircumferenceInMillimeters: 2000)

    private func at(_ milliseconds: UInt64) -> SessionTime {
        SessionTime(milliseconds: milliseconds)
    }

    /// A notification of a speed sensor.
    private func wheel(_ count: UInt32, _ seconds: Int) -> SensorMeasurement {
        .speedAndCadence(
            CSCMeasurement(
                wheel: WheelRevolutionData(
                    cumulativeRevolutions: count,
                    lastEventTime: UInt16(truncatingIfNeeded: 1024 * seconds))))
    }

    private func bike(_ set: (inout IndoorBikeData) -> Void) -> SensorMeasurement {
        var data = IndoorBikeData()
        set(&data)
        return .indoorBike(data)
    }

    private func power(_ watts: Int16) -> SensorMeasurement {
        .power(CyclingPowerMeasurement(instantaneousPower: watts))
    }

    @Test(
        "A calculator of several sensors shows a machine's speed and distance beside a wheel that never turns"
    )
    func stillWheel() {
        var ride = fresh
        for second in 0...20 {
            let time = at(UInt64(second) * 1000)
            ride.take(wheel(7, 0), from: "wheel", at: time)
            let data = bike {
                $0.instantaneousSpeed = 3000
                $0.totalDistance = UInt32(second) * 8
            }
            ride.take(data, from: "bike", at: time)
            let reading = ride.reading(at: time)
            #expect(reading.values.speedInKilometersPerHour == 29.9988)
            #expect(reading.sources.speed == "bike")
        }
        // The first metres make the bike the source.
        let reading = ride.reading(at: at(20_000))
        #expect(reading.values.distanceInMeters == 152 && reading.sources.distance == "bike")
    }

    @Test(
        "A calculator of several sensors takes a wheel that stopped for a stop, and after 10 s for broken if a machine moves"
    )
    func stoppedWheel() {
        var ride = fresh
        var sources: [String?] = []
        var distances: [Double?] = []
        for second in 0...30 {
            let time = at(UInt64(second) * 1000)
            let turns = UInt32(min(second, 10) + max(second - 25, 0))
            ride.take(wheel(turns, second), from: "wheel", at: time)
            let data = bike {
                $0.instantaneousSpeed = 3600
                $0.totalDistance = UInt32(second) * 10
            }
            ride.take(data, from: "bike", at: time)
            let reading = ride.reading(at: time)
            sources.append(reading.sources.speed)
            distances.append(reading.values.distanceInMeters)
        }
        #expect(sources[2...19].allSatisfy { $0 == "wheel" })
        #expect(sources[20...25].allSatisfy { $0 == "bike" })
        #expect(sources[26...].allSatisfy { $0 == "wheel" })
        // Nothing is ridden twice.
        #expect(distances[10] == distances[19] && distances[25] == distances[26])
        #expect(distances[25].map { $0 - (distances[20] ?? 0) } == 50)
        #expect(distances[30].map { $0 - (distances[26] ?? 0) } == 8)
    }

    @Test("A calculator of several sensors loses only the values of the sensor whose link is lost")
    func lostStrap() {
        var ride = fresh
        let strap = SensorMeasurement.heartRate(
            HeartRateMeasurement(heartRate: 140, skinContact: .notSupported))
        for second in 0...4 {
            let time = at(UInt64(second) * 1000)
            if second < 2 { ride.take(strap, from: "strap", at: time) }
            if second == 2 { ride.linkLost(to: "strap") }
            let data = bike {
                $0.instantaneousSpeed = 3600
                $0.instantaneousPower = 200
                $0.totalDistance = UInt32(second) * 10
            }
            ride.take(data, from: "bike", at: time)
            let values = ride.reading(at: time).values
            #expect(values.speed == 10_000 && values.power == 200)
            #expect(values.heartRate == (second < 2 ? 140 : nil))
            #expect(values.distanceInMeters == Double(second * 10))
        }
        ride.linkLost(to: "nobody")
    }

    @Test(
        "A calculator of several sensors adds the powers of a left and a right pedal, and takes the cadence of one"
    )
    func pedals() throws {
        var ride = fresh
        ride.note(.rightPedal, of: "right")
        ride.note(.leftPedal, of: "left")
        let values: [(String, String)] = [
            ("right", "20000b00d26e8108"), ("left", "20000f004369d423"),
            ("right", "20001400d36e660d"), ("left", "20004a0047698730"),
            ("right", "20005100d66efc14"),
        ]
        var time: UInt64 = 0
        for (sensor, value) in values {
            let value = try bytes(value)
            try ride.take(
                value.span, of: SensorCharacteristic.powerMeasurement, from: sensor, at: at(time))
            time += 500
        }
        let reading = ride.reading(at: at(time))
        #expect(reading.values.power == 155)
        #expect(reading.sources.power == "right" && reading.otherPowerSensor == "left")
        #expect(!reading.isPowerOfOneLeg)
        // 3 revolutions in 1,942 ticks.
        #expect(reading.values.cadence == 9491 && reading.sources.cadence == "right")
        ride.linkLost(to: "left")
        let alone = ride.reading(at: at(time))
        #expect(alone.values.power == 0x51 && alone.isPowerOfOneLeg)
        #expect(alone.otherPowerSensor == nil)
    }

    @Test("A calculator of several sensors adds no powers of sensors that measure both legs")
    func twoMeters() {
        var ride = fresh
        ride.note(.spider, of: "crank")
        ride.note(.leftPedal, of: "pedal")
        ride.take(power(200), from: "crank", at: at(0))
        ride.take(power(100), from: "pedal", at: at(0))
        #expect(ride.reading(at: at(0)).values.power == 200)
        #expect(!ride.reading(at: at(0)).isPowerOfOneLeg)
        ride.chosen.power = "pedal"
        #expect(ride.reading(at: at(0)).values.power == 100)
    }

    @Test(
        "A calculator of several sensors shows the sensor that the rider has chosen, as long as it has a value"
    )
    func choice() {
        var ride = fresh
        ride.chosen.speed = "bike"
        ride.chosen.distance = "bike"
        for second in 0...3 {
            let time = at(UInt64(second) * 1000)
            ride.take(wheel(UInt32(second), second), from: "wheel", at: time)
            let data = bike {
                $0.instantaneousSpeed = 3600
                $0.totalDistance = UInt32(second) * 10
            }
            ride.take(data, from: "bike", at: time)
        }
        #expect(ride.reading(at: at(3000)).sources.speed == "bike")
        #expect(ride.reading(at: at(3000)).values.distanceInMeters == 30)
        var gone = ride
        ride.linkLost(to: "bike")
        #expect(ride.reading(at: at(3000)).sources.speed == "wheel")
        #expect(ride.reading(at: at(3000)).values.speed == 2000)
        for second in 4...16 {
            let time = at(UInt64(second) * 1000)
            ride.take(wheel(UInt32(second), second), from: "wheel", at: time)
            gone.take(wheel(UInt32(second), second), from: "wheel", at: time)
        }
        // The first turn makes the wheel the source; of one that is only silent, after 10 s.
        #expect(ride.reading(at: at(16_000)).values.distanceInMeters == 54)
        #expect(gone.reading(at: at(16_000)).values.distanceInMeters == 36)
    }

    @Test(
        "A calculator of several sensors keeps a place for a pedal that is there and not heard yet")
    func locatedPedal() {
        var ride = fresh
        for number in 0..<RideCalculator<String>.capacity - 1 {
            ride.take(wheel(0, 0), from: "\(number)", at: at(UInt64(1000 + number)))
        }
        ride.note(.leftPedal, of: "left")
        ride.note(.rightPedal, of: "right")
        ride.take(power(100), from: "right", at: at(2000))
        ride.take(power(90), from: "left", at: at(2000))
        #expect(ride.reading(at: at(2000)).values.power == 190)
    }

    @Test(
        "A calculator of several sensors follows the eight that were heard last, and never loses distance"
    )
    func capacity() {
        var ride = fresh
        var distance: UInt64 = 0
        for number in 0..<40 {
            let time = at(UInt64(number) * 1000)
            ride.take(wheel(UInt32(number / 2) * 3, number), from: "\(number % 10)", at: time)
            let ridden = ride.reading(at: time).values.distance ?? 0
            #expect(ridden >= distance)
            distance = ridden
        }
        ride.take(power(100), from: "power", at: at(40_000))
        for number in 0..<RideCalculator<String>.capacity - 1 {
            ride.take(wheel(0, 0), from: "new \(number)", at: at(40_001))
        }
        #expect(ride.reading(at: at(40_001)).values.power == 100)
        ride.take(wheel(0, 0), from: "one too many", at: at(40_002))
        #expect(ride.reading(at: at(40_002)).values.power == nil)
    }

    @Test("A calculator of several sensors gives no place to one of which nothing can be read")
    func unreadable() {
        var ride = fresh
        let before = ride
        let value: ContiguousArray<UInt8> = [1]
        #expect(throws: SensorError.self) {
            try ride.take(
                value.span, of: SensorCharacteristic.cscMeasurement, from: "broken", at: at(0))
        }
        #expect(ride == before)
    }
}
