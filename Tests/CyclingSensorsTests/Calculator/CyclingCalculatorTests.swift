import CyclingSensors
import KomootNav
import Testing

@Suite("A calculator")
struct CyclingCalculatorTests {
    private func at(_ milliseconds: UInt64) -> SessionTime {
        SessionTime(milliseconds: milliseconds)
    }

    private func csc(_ count: UInt32, _ time: UInt16, _ turns: UInt16) -> CSCMeasurement {
        CSCMeasurement(
            wheel: WheelRevolutionData(cumulativeRevolutions: count, lastEventTime: time),
            crank: CrankRevolutionData(cumulativeRevolutions: turns, lastEventTime: time))
    }

    @Test("A calculator knows nothing before anything has come")
    func empty() {
        #expect(
            CyclingCalculator(wheelCircumferenceInMillimeters: 2105).reading(at: at(0))
                == CyclingReading())
    }

    @Test("A calculator shows speed, cadence and distance of a speed and cadence sensor")
    func speedAndCadence() {
        var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2000)
        calculator.take(csc(10, 0, 5), at: at(0))
        #expect(calculator.reading(at: at(0)).distance == 0)
        calculator.take(csc(13, 1024, 6), at: at(1000))
        let reading = calculator.reading(at: at(1000))
        #expect(reading.speed == 6000 && reading.cadence == 6000 && reading.distance == 6000)
        #expect(reading.speedInKilometersPerHour.map { abs($0 - 21.6) < 0.001 } == true)
        #expect(reading.cadenceInRevolutionsPerMinute == 60)
        #expect(reading.distanceInMeters == 6)
        #expect(reading.power == nil && reading.heartRate == nil && !reading.isSpeedAverage)
        #expect(calculator.reading(at: at(9000)).speed == 0)
        #expect(calculator.reading(at: at(9000)).distance == 6000)
    }

    @Test("A calculator reads the wheel of a power meter in its own ticks, and its power for 5 s")
    func power() {
        var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2000)
        for (second, count) in [(0, 0), (1, 3)] {
            var measurement = CyclingPowerMeasurement(instantaneousPower: 250)
            measurement.wheel = WheelRevolutionData(
                cumulativeRevolutions: UInt32(count), lastEventTime: UInt16(2048 * second))
            measurement.crank = CrankRevolutionData(
                cumulativeRevolutions: UInt16(count), lastEventTime: UInt16(2048 * second))
            calculator.take(measurement, at: at(UInt64(1000 * second)))
        }
        let reading = calculator.reading(at: at(1000))
        #expect(reading.speed == 6000 && reading.cadence == 9000 && reading.power == 250)
        #expect(calculator.reading(at: at(5999)).power == 250)
        #expect(calculator.reading(at: at(6000)).power == nil)
    }

    /// What is shown after ten steady seconds of a speed and cadence sensor.
    private func steady(
        _ wheelCircumference: UInt16, speed: UInt16, cadence: UInt16
    ) throws -> CyclingReading {
        let script = try #require(
            RiderScript([
                .init(
                    timeInMilliseconds: 10_000, speedInMillimetersPerSecond: speed,
                    cadenceInHundredthsOfRevolutionsPerMinute: cadence, powerInWatts: 0,
                    heartRateInBeatsPerMinute: 0)
            ]))
        var configuration = SimulatedSensor.Configuration(services: .speedAndCadence)
        configuration.wheelCircumferenceInMillimeters = wheelCircumference
        var sensor = SimulatedSensor(script, configuration: configuration)
        var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: wheelCircumference)
        while let packet = sensor.nextPacket(by: at(.max)) { try calculator.take(packet) }
        return calculator.reading(at: at(10_000))
    }

    @Test("A calculator believes a speed and a cadence up to its maximum (S.7)")
    func maximum() throws {
        #expect(CyclingCalculator(wheelCircumferenceInMillimeters: 2105).maximumSpeed == 84_200)
        #expect(CyclingCalculator(wheelCircumferenceInMillimeters: 100).maximumSpeed == 4000)
        #expect(CyclingCalculator.maximumCadence == 36_000)
        let slower = try steady(100, speed: 3900, cadence: 35_000)
        #expect(abs(Int(slower.speed ?? 0) - 3900) < 40)
        #expect(abs(Int(slower.cadence ?? 0) - 35_000) < 350)
        let faster = try steady(100, speed: 4100, cadence: 37_000)
        #expect(faster.speed == nil && faster.cadence == nil)
        // 200 km/h on a wheel of 10 cm is 555 revolutions a second.
        #expect(try steady(100, speed: 55_556, cadence: 0).speed == nil)
    }

    @Test("A calculator shows what an indoor bike says, part by part")
    func indoorBike() {
        var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2000)
        var first = IndoorBikeData()
        first.instantaneousCadence = 161
        first.instantaneousPower = -3
        calculator.take(first, at: at(0))
        #expect(calculator.reading(at: at(0)) == CyclingReading())
        var second = IndoorBikeData()
        second.instantaneousSpeed = 3600
        second.heartRate = 140
        second.totalDistance = 0xFF_FFF0
        calculator.take(second, at: at(10))
        var reading = calculator.reading(at: at(10))
        #expect(reading.speed == 10_000 && reading.cadence == 8050 && reading.power == -3)
        #expect(reading.heartRate == 140 && reading.distance == 0)
        second.totalDistance = 0x10
        second.heartRate = 0
        calculator.take(second, at: at(1000))
        reading = calculator.reading(at: at(1000))
        #expect(reading.distance == 32_000 && reading.heartRate == nil)
        second.totalDistance = 5
        calculator.take(second, at: at(2000))
        #expect(calculator.reading(at: at(2000)).distance == 32_000)
    }

    @Test("A calculator shows what a trainer's pages say")
    func pages() {
        var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2000)
        var general = FECGeneralData()
        general.speed = 5000
        general.hasDistance = true
        general.distance = 250
        general.heartRate = 130
        var trainer = FECTrainerData()
        trainer.cadence = 85
        trainer.power = 200
        calculator.take(general.page, at: at(0))
        calculator.take(trainer.page, at: at(250))
        general.distance = 4
        calculator.take(general.page, at: at(500))
        let reading = calculator.reading(at: at(500))
        #expect(reading.speed == 5000 && reading.cadence == 8500 && reading.power == 200)
        #expect(reading.distance == 10_000 && reading.heartRate == 130)
        calculator.take(FECTrainerData().page, at: at(600))
        #expect(calculator.reading(at: at(600)).power == nil)
        calculator.take(FECTargetPower(quarterWatts: 9).page, at: at(700))
        #expect(calculator.reading(at: at(700)).speed == 5000)
    }

    @Test("A calculator believes the first of several services and adds nothing up (S.14)")
    func severalServices() {
        var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2000)
        var bike = IndoorBikeData()
        bike.instantaneousSpeed = 3600
        bike.instantaneousCadence = 100
        bike.totalDistance = 7
        calculator.take(bike, at: at(0))
        #expect(calculator.reading(at: at(0)).speed == 10_000)
        calculator.take(csc(10, 0, 5), at: at(0))
        calculator.take(csc(13, 1024, 6), at: at(1000))
        calculator.take(bike, at: at(1000))
        let reading = calculator.reading(at: at(1000))
        #expect(reading.speed == 6000 && reading.cadence == 6000 && reading.distance == 6000)
    }

    @Test("A calculator goes on from the distance so far when a better source begins (S.14)")
    func laterWheel() {
        var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2000)
        var bike = IndoorBikeData()
        bike.instantaneousSpeed = 3600
        bike.totalDistance = 7
        calculator.take(bike, at: at(0))
        bike.totalDistance = 17
        calculator.take(bike, at: at(1000))
        calculator.take(csc(10, 0, 5), at: at(1500))
        #expect(calculator.reading(at: at(1500)).distance == 10_000)
        // What makes the wheel the source does not count: the bike may have counted it.
        calculator.take(csc(13, 1024, 6), at: at(2500))
        #expect(calculator.reading(at: at(2500)).distance == 10_000)
        calculator.take(csc(16, 2048, 7), at: at(3500))
        bike.totalDistance = 40
        calculator.take(bike, at: at(3600))
        #expect(calculator.reading(at: at(3600)).distance == 16_000)
    }

    @Test("A calculator forgets all but the distance with the link, and counts on afterwards")
    func lostLink() throws {
        var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2000)
        calculator.take(csc(10, 0, 5), at: at(0))
        calculator.take(csc(13, 1024, 6), at: at(1000))
        calculator.take(CyclingPowerMeasurement(instantaneousPower: 100), at: at(1000))
        calculator.take(HeartRateMeasurement(heartRate: 100), at: at(1000))
        var trainer = FECTrainerData()
        trainer.power = 5
        calculator.take(trainer.page, at: at(1000))
        calculator.linkLost()
        var lost = CyclingReading()
        lost.distance = 6000
        #expect(calculator.reading(at: at(1000)) == lost)
        calculator.take(csc(113, 1024, 6), at: at(65_000))
        let back = calculator.reading(at: at(65_000))
        #expect(back.distance == 206_000 && back.isSpeedAverage)
        #expect(back.speed == 3125)
    }

    @Test(
        "A calculator takes the values of characteristics, and is unchanged by those that are wrong"
    )
    func values() throws {
        var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2000)
        let values: [(UUID128, String)] = [
            (SensorCharacteristic.cscMeasurement, "03 0A000000 0000 0500 0000"),
            (SensorCharacteristic.powerMeasurement, "0000 6400"),
            (SensorCharacteristic.heartRateMeasurement, "00 50"),
            (SensorCharacteristic.indoorBikeData, "0000 1027"),
            (SensorCharacteristic.fecNotification, "A4094E05101900000000FF2434"),
        ]
        for (characteristic, hex) in values {
            let value = try bytes(hex)
            try calculator.take(value.span, of: characteristic, at: at(0))
            let before = calculator
            let short = ContiguousArray(value.dropLast())
            #expect(throws: SensorError(.truncated, at: short.count)) {
                try calculator.take(short.span, of: characteristic, at: at(1))
            }
            #expect(calculator == before)
        }
        let reading = calculator.reading(at: at(0))
        #expect(reading.power == 100 && reading.heartRate == 80 && reading.speed == 27_778)
        let before = calculator
        let value = try bytes("00")
        #expect(throws: SensorError(.unknownCharacteristic, at: 0)) {
            try calculator.take(value.span, of: SensorCharacteristic.sensorLocation, at: at(1))
        }
        #expect(calculator == before)
    }
}
