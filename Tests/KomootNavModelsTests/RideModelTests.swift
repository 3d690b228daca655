import CyclingSensors
import KomootNavFoundation
import KomootNavModels
import RepositorySupport
import Simulation
import Testing

@Suite("The model of a rider's sensors")
@MainActor
struct RideModelTests {
    /// A minute at 30 km/h, 90 revolutions a minute, 200 W and 140 beats.
    private static let script: RiderScript? = {
        func point(_ time: UInt32) -> RiderScript.Point {
            RiderScript.Point(
                timeInMilliseconds: time, speedInMillimetersPerSecond: 8333,
                cadenceInHundredthsOfRevolutionsPerMinute: 9000, powerInWatts: 200,
                heartRateInBeatsPerMinute: 140)
        }
        return RiderScript([point(0), point(60000)])
    }()

    @Test("A simulated rider's values are shown, and stay, as old, when the script has ended")
    func simulated() async throws {
        let script = try #require(Self.script)
        try await World(seed: 1).run { world in
            let clock = world.clock
            try await simulated(script, clock)
        }
    }

    private func simulated(_ script: RiderScript, _ clock: VirtualClock) async throws {
        let model = RideModel(.simulated(script), clock: AppClock(clock))
        #expect(model.reading == CyclingReading())
        let run = Task { await model.run() }
        defer { run.cancel() }
        try await clock.sleep(for: .seconds(30))
        #expect(model.reading.power == 200 && model.reading.heartRate == 140)
        #expect(abs((model.reading.speedInKilometersPerHour ?? 0) - 30) < 0.1)
        #expect(model.reading.cadenceInRevolutionsPerMinute == 90)
        #expect(model.details.powerOver3Seconds == 200 && model.problem == nil)
        try await clock.sleep(for: .seconds(60))
        #expect(model.problem == .ended && model.isOld)
        #expect(model.reading.power == 200 && model.reading.heartRate == 140)
        #expect(model.reading.distanceInMeters ?? 0 > 480)
        // It ends by itself, and begins anew.
        await run.value
        let next = Task { await model.run() }
        defer { next.cancel() }
        try await clock.sleep(for: .seconds(2))
        #expect(model.problem == nil && !model.isOld && model.reading.power == 200)
        #expect(model.reading.distanceInMeters ?? 0 < 30)
    }

    @Test("A simulation that runs faster shows the same values")
    func faster() async throws {
        let script = try #require(Self.script)
        try await World(seed: 1).run { world in
            let clock = world.clock
            try await Self.faster(script, clock)
        }
    }

    private static func faster(_ script: RiderScript, _ clock: VirtualClock) async throws {
        let model = RideModel(.simulated(script, speed: 10), clock: AppClock(clock))
        let run = Task { await model.run() }
        defer { run.cancel() }
        try await clock.sleep(for: .seconds(3))
        #expect(model.problem == nil && !model.isOld)
        #expect(abs((model.reading.speedInKilometersPerHour ?? 0) - 30) < 0.1)
        #expect(model.details.powerOver3Seconds == 200)
        let half = model.reading.distanceInMeters ?? 0
        #expect((220...260).contains(half))
        try await clock.sleep(for: .seconds(4))
        #expect(model.problem == .ended && model.isOld && model.reading.power == 200)
    }

    @Test("A rider's values change at most ten times a second, however many packets come")
    func bounded() async throws {
        try await World(seed: 1).run { world in
            let clock = world.clock
            let count = try await changes(clock)
            #expect(count > 50 && count <= 101)
        }
    }

    /// How often a view would be drawn again in ten seconds with 500 packets.
    private func changes(_ clock: VirtualClock) async throws -> Int {
        var packets: ContiguousArray<SensorPacket> = []
        for number: UInt64 in 0..<500 {
            packets.append(
                SensorPacket(
                    characteristic: SensorCharacteristic.heartRateMeasurement,
                    value: [0, UInt8(60 + number % 100)],
                    time: SessionTime(milliseconds: number * 20)))
        }
        let model = RideModel(.packets(RecordedSensor(packets)), clock: AppClock(clock))
        let changes = ChangeCount { _ = model.reading }
        let run = Task { await model.run() }
        defer { run.cancel() }
        try await clock.sleep(for: .seconds(10))
        return changes.count
    }

    @Test("A log that can't be read is told as such")
    func unreadable() async throws {
        try await World(seed: 1).run { world in
            let clock = world.clock
            let model = await RideModel(
                .recording { Array("no log".utf8) }, clock: AppClock(clock))
            let run = Task { await model.run() }
            defer { run.cancel() }
            try await clock.sleep(for: .seconds(1))
            #expect(await model.problem == .unreadable)
            #expect(await !model.isOld)
        }
    }

    @Test("A live sensor's values are shown, and go with its link")
    func live() async throws {
        let world = World(seed: 1)
        let server = await world.addServer()
        await server.add(.speed)
        await server.startAdvertising(SensorService.speedAndCadence)
        try await world.run { world in
            let central = world.addCentral()
            let sensor = try await central.find(SensorService.speedAndCadence).peer
            let model = await RideModel(
                .live([sensor], on: central), clock: AppClock(world.clock))
            let run = Task { await model.run() }
            defer { run.cancel() }
            for turns: UInt32 in 1...6 {
                try await world.clock.sleep(for: .seconds(1))
                let wheel = WheelRevolutionData(
                    cumulativeRevolutions: 4 * turns, lastEventTime: UInt16(1024 * turns))
                await server.notify(
                    CSCMeasurement(wheel: wheel).encoded(),
                    of: SensorCharacteristic.cscMeasurement)
            }
            try await world.clock.sleep(for: .milliseconds(500))
            let speed = await model.reading.speedInKilometersPerHour
            #expect(speed == 30.312)
            #expect(await model.links[sensor]?.isConnected == true)
            try world.inject(.link(.dropped))
            try await world.clock.sleep(for: .milliseconds(500))
            #expect(await model.reading.speed == nil)
            #expect(await model.links[sensor]?.isConnected != true)
            let distance = await model.reading.distanceInMeters
            #expect(distance == 42.1)
            #expect(await !model.isOld)
            run.cancel()
            await run.value
            #expect(await model.isOld)
            #expect(await model.links.isEmpty)
            let next = Task { await model.run() }
            defer { next.cancel() }
            try await world.clock.sleep(for: .seconds(5))
            #expect(await model.reading.distanceInMeters == distance)
            #expect(await model.links[sensor]?.isConnected == true)
        }
    }

    @Test("A silent strap's value goes after 5 s, although the radio is older than the model")
    func silent() async throws {
        let world = World(seed: 1)
        let server = await world.addServer()
        await server.add(.heart)
        await server.startAdvertising(SensorService.heartRate)
        try await world.run { world in
            let central = world.addCentral()
            let sensor = try await central.find(SensorService.heartRate).peer
            try await world.clock.sleep(for: .seconds(30))
            let model = await RideModel(
                .live([sensor], on: central), clock: AppClock(world.clock))
            let run = Task { await model.run() }
            defer { run.cancel() }
            try await world.clock.sleep(for: .seconds(3))
            await server.notify([0, 140], of: SensorCharacteristic.heartRateMeasurement)
            for expected: UInt16? in [140, nil] {
                try await world.clock.sleep(for: .seconds(3))
                #expect(await model.reading.heartRate == expected)
            }
        }
    }
}

extension SensorStatus {
    fileprivate var isConnected: Bool {
        if case .connected = self { true } else { false }
    }
}
