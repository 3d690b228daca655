import CyclingSensors
import KomootNav
import Testing

@Suite("A source of packets")
struct SourceTests {
    private func at(_ milliseconds: UInt64) -> SessionTime {
        SessionTime(milliseconds: milliseconds)
    }

    private func packet(_ byte: UInt8, at milliseconds: UInt64) -> SensorPacket {
        SensorPacket(
            characteristic: SensorCharacteristic.cscMeasurement, value: [byte],
            time: at(milliseconds))
    }

    /// Speeds up, rides, coasts and stops, with cranks that stop first.
    private func sensor(
        _ services: SimulatedSensor.Services, clock: UInt32 = 30_000
    ) throws -> SimulatedSensor {
        let script = try #require(
            RiderScript([
                .init(
                    timeInMilliseconds: 0, speedInMillimetersPerSecond: 0,
                    cadenceInHundredthsOfRevolutionsPerMinute: 0, powerInWatts: 0,
                    heartRateInBeatsPerMinute: 90),
                .init(
                    timeInMilliseconds: 10_000, speedInMillimetersPerSecond: 8000,
                    cadenceInHundredthsOfRevolutionsPerMinute: 8500, powerInWatts: 220,
                    heartRateInBeatsPerMinute: 110),
                .init(
                    timeInMilliseconds: 120_000, speedInMillimetersPerSecond: 8000,
                    cadenceInHundredthsOfRevolutionsPerMinute: 8500, powerInWatts: 220,
                    heartRateInBeatsPerMinute: 150),
                .init(
                    timeInMilliseconds: 120_500, speedInMillimetersPerSecond: 8000,
                    cadenceInHundredthsOfRevolutionsPerMinute: 0, powerInWatts: 0,
                    heartRateInBeatsPerMinute: 150),
                .init(
                    timeInMilliseconds: 140_000, speedInMillimetersPerSecond: 0,
                    cadenceInHundredthsOfRevolutionsPerMinute: 0, powerInWatts: 0,
                    heartRateInBeatsPerMinute: 120),
                .init(
                    timeInMilliseconds: 150_000, speedInMillimetersPerSecond: 0,
                    cadenceInHundredthsOfRevolutionsPerMinute: 0, powerInWatts: 0,
                    heartRateInBeatsPerMinute: 100),
            ]))
        var configuration = SimulatedSensor.Configuration(services: services)
        configuration.wheelRevolutions = .max - 50
        configuration.crankRevolutions = .max - 20
        configuration.clockInMilliseconds = clock
        configuration.start = at(5000)
        return SimulatedSensor(script, configuration: configuration)
    }

    private func all(_ source: some SensorSource) -> ContiguousArray<SensorPacket> {
        var source = source
        var packets: ContiguousArray<SensorPacket> = []
        while let time = source.nextPacketTime, let packet = source.nextPacket(by: time) {
            packets.append(packet)
        }
        return packets
    }

    @Test("A source of packets on a radio gives what was put in, in order, and not before its time")
    func live() {
        var live = LiveSensor()
        #expect(live.nextPacketTime == nil && live.nextPacket(by: at(.max)) == nil)
        for (byte, time) in [(UInt8(1), UInt64(100)), (2, 50), (3, 200)] {
            let value: ContiguousArray<UInt8> = [byte]
            live.receive(
                value.span, of: SensorCharacteristic.cscMeasurement, at: at(time))
        }
        #expect(live.nextPacketTime == at(100))
        #expect(live.nextPacket(by: at(99)) == nil)
        #expect(live.nextPacket(by: at(100)) == packet(1, at: 100))
        #expect(live.nextPacket(by: at(100)) == packet(2, at: 100))
        #expect(live.nextPacket(by: at(100)) == nil)
        #expect(live.nextPacket(by: at(300)) == packet(3, at: 200))
        // Nothing waits, and the clock goes back all the same.
        let late: ContiguousArray<UInt8> = [4]
        live.receive(late.span, of: SensorCharacteristic.cscMeasurement, at: at(150))
        #expect(live.nextPacket(by: at(300)) == packet(4, at: 200))
        #expect(live.droppedCount == 0)
    }

    @Test(
        "A source of packets on a radio keeps a bounded number of packets, and says how many it dropped"
    )
    func bounded() {
        var live = LiveSensor()
        for index in 0..<LiveSensor.capacity + 3 {
            let value = ContiguousArray([UInt8(truncatingIfNeeded: index)])
            live.receive(
                value.span, of: SensorCharacteristic.cscMeasurement, at: at(UInt64(index)))
        }
        #expect(live.droppedCount == 3)
        #expect(live.nextPacket(by: at(.max)) == packet(3, at: 3))
        #expect(all(live).count == LiveSensor.capacity - 1)
    }

    @Test("A source of packets from a recording plays at its pace, with the times of the recording")
    func recorded() {
        let packets: ContiguousArray<SensorPacket> = [
            packet(1, at: 1000), packet(2, at: 1500), packet(3, at: 1400), packet(4, at: 3000),
        ]
        var real = RecordedSensor(packets, start: at(10_000))
        #expect(real.nextPacketTime == at(10_000))
        #expect(real.nextPacket(by: at(9999)) == nil)
        #expect(real.nextPacket(by: at(10_000)) == packets[0])
        #expect(real.nextPacketTime == at(10_500))
        #expect(real.nextPacket(by: at(10_500)) == packets[1])
        #expect(real.nextPacketTime == at(10_500))
        #expect(real.nextPacket(by: at(10_500)) == packets[2])
        #expect(real.nextPacketTime == at(12_000))
        #expect(real.nextPacket(by: at(.max)) == packets[3])
        #expect(real.nextPacketTime == nil && real.nextPacket(by: at(.max)) == nil)
        var fast = RecordedSensor(packets, pace: .times(4), start: at(10_000))
        _ = fast.nextPacket(by: at(10_000))
        #expect(fast.nextPacketTime == at(10_125))
        #expect(all(RecordedSensor(packets, pace: .times(0))) == packets)
        var immediate = RecordedSensor(packets, pace: .immediate, start: at(7))
        #expect(immediate.nextPacket(by: at(6)) == nil)
        for packet in packets { #expect(immediate.nextPacket(by: at(7)) == packet) }
        #expect(RecordedSensor([]).nextPacketTime == nil)
    }

    @Test("A source of packets gives the same reading live, recorded and simulated")
    func alike() throws {
        let services: SimulatedSensor.Services = [
            .speedAndCadence, .cyclingPower, .fitnessMachine, .fec, .heartRate,
        ]
        let packets = all(try sensor(services))
        var live = LiveSensor()
        var simulated = try sensor(services)
        var recorded = RecordedSensor(packets, start: at(5000))
        var calculators = (0..<3).map { _ in
            CyclingCalculator(wheelCircumferenceInMillimeters: 2105)
        }
        for second in 0...160 {
            let now = at(5000 + UInt64(second) * 1000)
            for packet in packets where packet.time == now {
                live.receive(packet.value.span, of: packet.characteristic, at: now)
            }
            while let packet = simulated.nextPacket(by: now) { try calculators[0].take(packet) }
            while let packet = recorded.nextPacket(by: now) { try calculators[1].take(packet) }
            while let packet = live.nextPacket(by: now) { try calculators[2].take(packet) }
            #expect(calculators[0] == calculators[1] && calculators[0] == calculators[2])
            #expect(calculators[0].reading(at: now) == calculators[2].reading(at: now))
        }
    }

    @Test("A source of packets simulates a rider whose script is what each service says")
    func truth() throws {
        let each: [SimulatedSensor.Services] = [
            .speedAndCadence, .cyclingPower, .fitnessMachine, .fec,
        ]
        for services in each {
            var sensor = try sensor(services.union(.heartRate))
            var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2105)
            while let time = sensor.nextPacketTime, let packet = sensor.nextPacket(by: time) {
                try calculator.take(packet)
                let elapsed = UInt32(time.milliseconds - 5000)
                let truth = sensor.script.point(atMilliseconds: elapsed)
                let reading = calculator.reading(at: time)
                guard (15_000...119_000).contains(elapsed) else { continue }
                let speed = Int(reading.speed ?? 0)
                #expect(
                    abs(speed - Int(truth.speedInMillimetersPerSecond)) <= 80,
                    "\(services) at \(elapsed)")
                let cadence = Int(reading.cadence ?? 0)
                #expect(
                    abs(cadence - Int(truth.cadenceInHundredthsOfRevolutionsPerMinute)) <= 100,
                    "\(services) at \(elapsed)")
                #expect(
                    reading.heartRate.map {
                        abs(Int($0) - Int(truth.heartRateInBeatsPerMinute)) <= 1
                    } == true)
                if services != .speedAndCadence { #expect(reading.power == truth.powerInWatts) }
            }
            let end = calculator.reading(at: at(160_000))
            #expect(end.speed == (services.contains(.fitnessMachine) || services == .fec ? nil : 0))
            // 40 m while speeding up, 884 m at 8 m/s, 78 m while coasting.
            let distance = Int(end.distanceInMeters ?? 0)
            #expect(abs(distance - 1002) <= 4, "\(services): \(distance) m")
        }
    }

    @Test("A source of packets simulates beats whose intervals are those of the heart rate")
    func beats() throws {
        let script = try #require(
            RiderScript([
                .init(
                    timeInMilliseconds: 60_000, speedInMillimetersPerSecond: 0,
                    cadenceInHundredthsOfRevolutionsPerMinute: 0, powerInWatts: 0,
                    heartRateInBeatsPerMinute: 120)
            ]))
        let sensor = SimulatedSensor(
            script, configuration: SimulatedSensor.Configuration(services: .heartRate))
        var intervals: [UInt16] = []
        for packet in all(sensor) {
            let view = try HeartRateMeasurementView(decoding: packet.value.span)
            #expect(view.measurement.heartRate == 120)
            intervals += (0..<view.rrIntervals.count).map { view.rrIntervals[$0] }
        }
        #expect(intervals.count == 119)
        #expect(intervals.allSatisfy { $0 == 512 })
    }

    @Test("A source of packets ends with its script, or at once if it sends nothing")
    func ends() throws {
        let packets = all(try sensor([.speedAndCadence, .fec]))
        #expect(packets.count == 2 * 151)
        #expect(packets.first?.time == at(5000) && packets.last?.time == at(155_000))
        #expect(all(try sensor([])).isEmpty)
    }
}

@Suite("A rider's script")
struct RiderScriptTests {
    @Test("A rider's script changes evenly between its points, and stays before and after them")
    func between() throws {
        let script = try #require(
            RiderScript([
                .init(
                    timeInMilliseconds: 1000, speedInMillimetersPerSecond: 1000,
                    cadenceInHundredthsOfRevolutionsPerMinute: 100, powerInWatts: -10,
                    heartRateInBeatsPerMinute: 100),
                .init(
                    timeInMilliseconds: 3000, speedInMillimetersPerSecond: 2000,
                    cadenceInHundredthsOfRevolutionsPerMinute: 0, powerInWatts: 10,
                    heartRateInBeatsPerMinute: 50),
            ]))
        #expect(
            script.point(atMilliseconds: 2000)
                == .init(
                    timeInMilliseconds: 2000, speedInMillimetersPerSecond: 1500,
                    cadenceInHundredthsOfRevolutionsPerMinute: 50, powerInWatts: 0,
                    heartRateInBeatsPerMinute: 75))
        #expect(
            script.point(atMilliseconds: 0).speedInMillimetersPerSecond == 1000
                && script.point(atMilliseconds: 9999).speedInMillimetersPerSecond == 2000)
        #expect(script.durationInMilliseconds == 3000)
    }

    @Test("A rider's script needs points in the order of their times")
    func order() {
        let point = RiderScript.Point(
            timeInMilliseconds: 5, speedInMillimetersPerSecond: 0,
            cadenceInHundredthsOfRevolutionsPerMinute: 0, powerInWatts: 0,
            heartRateInBeatsPerMinute: 0)
        #expect(RiderScript([]) == nil)
        #expect(RiderScript([point]) != nil)
        #expect(RiderScript([point, point]) == nil)
    }
}
