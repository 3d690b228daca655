import CyclingSensors
import PropertyTesting
import RepositorySupport
import Testing

@testable import Simulation

@Suite("Links to sensors")
struct SensorLinksTests {
    @Test(
        "Links to sensors all come back whatever goes wrong, and no packet is told of another sensor"
    )
    func faults() async throws {
        for seed in 0..<UInt64(try propertyRuns(2)) {
            let run = try await SensorRun(seed: seed, on: SensorRun.stage(seed: seed))
            #expect(run.fault == nil, "seed \(seed)")
            #expect(run.packetCount > 300 && run.lossCount > 3, "seed \(seed): \(run)")
        }
    }

    @Test(
        "Links to sensors tell what of a sensor can't be used, and the rest of it and the others go on",
        arguments: BadSensor.allCases)
    func badInput(_ sensor: BadSensor) async throws {
        let (bad, good) = try await sensor.updates()
        #expect(good.packetCount >= 8 && good.faults.isEmpty)
        #expect(bad.faults == [sensor.fault].compactMap(\.self))
        if sensor == .unknown {
            #expect(Array(bad.statuses.prefix(2)) == [.connecting, .unusable(.nothingToRead)])
        } else {
            #expect(bad.packetCount >= 8 && bad.statuses.count == 2)
        }
    }

    @Test("Links to sensors tell of a value that is longer than a value can be")
    func longValue() async throws {
        let stage = await SensorStage(sensors: [[.speed]]) { GATTCentral(LengtheningRadio(in: $0)) }
        let told = try await follow(stage) { world, _, _ in
            try await world.clock.sleep(for: .seconds(2))
            for length in [12, 13] {
                let value = ContiguousArray(repeating: UInt8(0), count: length)
                await stage.sensors[0].notify(value, of: SensorCharacteristic.cscMeasurement)
                try await world.clock.sleep(for: .seconds(1))
            }
        }
        let path = GATTCharacteristic.Path(
            SensorCharacteristic.cscMeasurement, in: SensorService.speedAndCadence)
        #expect(told.map(\.event).faults == [.value(path, SensorError(.oversized, at: 512))])
        #expect(told.map(\.event).packetCount == 1)
    }

    @Test("Links to sensors remember over a lost link that a machine inverts a flag")
    func invertedFlag() async throws {
        let uuid = SensorCharacteristic.indoorBikeData
        let data = GATTCharacteristic(uuid: uuid, properties: .notify)
        let service = GATTService(uuid: SensorService.fitnessMachine, characteristics: [data])
        let stage = await SensorStage(sensors: [[service]])
        let told = try await follow(stage, found: SensorService.fitnessMachine) { world, _, _ in
            for value: ContiguousArray<UInt8> in [
                [0, 0, 0xBE, 0x0A, 180, 0], [0, 0, 0xBE, 0x0A, 182, 0, 7],
            ] {
                try await world.clock.sleep(for: .seconds(5))
                await stage.sensors[0].notify(value, of: uuid)
                try await world.clock.sleep(for: .seconds(1))
                try world.inject(.link(.dropped))
            }
        }
        let cadences = told.compactMap { update -> UInt16? in
            guard case .packet(_, .indoorBike(let data)) = update.event else { return nil }
            return data.instantaneousCadence
        }
        #expect(cadences == [180, 182])
    }

    @Test("Links to sensors give the speed of the page's example")
    func speed() async throws {
        let shown = try await SensorStage.shownSpeeds()
        #expect(shown.count > 50 && shown.allSatisfy { (28.5...29.1).contains($0) })
    }

    /// Follows the sensors of a stage while something is done, and tells what was told.
    private func follow(
        _ stage: SensorStage, found service: UUID128 = SensorService.speedAndCadence,
        while act:
            @escaping @Sendable (isolated World, SensorLinks, [GATTPeer]) async throws -> Void
    ) async throws -> [SensorUpdate] {
        try await stage.world.run { world in
            let services = [UUID128](repeating: service, count: stage.sensors.count)
            let peers = try await stage.peers(services)
            return try await stage.central.withSensors(peers) { sensors in
                try await withThrowingTaskGroup(of: [SensorUpdate].self) { group in
                    group.addTask {
                        var told: [SensorUpdate] = []
                        for await update in sensors.updates { told.append(update) }
                        return told
                    }
                    try await act(world, sensors, peers)
                    group.cancelAll()
                    return try await group.next() ?? []
                }
            }
        }
    }

    private func seconds(_ update: SensorUpdate) -> UInt64 { update.time.milliseconds / 1000 }

    @Test("Links to sensors tell what a sensor says of itself, and how full its battery is")
    func information() async throws {
        let stage = await SensorStage(sensors: [[.speed, .power, .heart, .battery]])
        let told = try await follow(stage) { world, _, _ in
            try await world.clock.sleep(for: .seconds(5))
            await stage.sensors[0].notify([79], of: SensorCharacteristic.batteryLevel)
            try await world.clock.sleep(for: .seconds(1))
        }
        guard case .status(.connected(let information)) = told.dropFirst().first?.event else {
            throw Failure("\(told)")
        }
        let services = [
            SensorService.speedAndCadence, SensorService.cyclingPower, SensorService.heartRate,
        ]
        #expect(information.services == services)
        #expect(information.batteryPercent == 80)
        #expect(information.location == .rightCrank && information.bodyLocation == .chest)
        #expect(information.speedAndCadence == [.wheelRevolutions, .crankRevolutions])
        #expect(information.cyclingPower == .crankRevolutions)
        #expect(information.fitnessMachine == nil)
        #expect(told.last?.event == .battery(percent: 79))
        #expect(told.count == 3)
    }

    @Test("Links to sensors are tried again after longer and longer pauses, up to a minute")
    func pauses() async throws {
        let stage = await SensorStage(sensors: [[.speed]])
        let told = try await follow(stage) { world, _, _ in
            try await world.clock.sleep(for: .seconds(2))
            await stage.sensors[0].removeService(SensorService.speedAndCadence)
            try await world.clock.sleep(for: .seconds(300))
            await stage.sensors[0].add(.speed)
            for _ in 0..<70 {
                await stage.sensors[0].notify(
                    CSCMeasurement().encoded(), of: SensorCharacteristic.cscMeasurement)
                try await world.clock.sleep(for: .seconds(1))
            }
            try world.inject(.link(.dropped))
            try await world.clock.sleep(for: .seconds(10))
        }
        let attempts = told.filter { $0.event == .status(.connecting) }.map(seconds)
        let pauses = zip(attempts, attempts.dropFirst()).map { $1 - $0 }
        #expect(
            zip(pauses, [3, 2, 4, 8, 16, 32, 60, 60, 60]).allSatisfy { abs(Int($0) - $1) <= 1 },
            "\(pauses)")
        #expect(told[2].event == .status(.lost(.servicesChanged)))
        let last = told.suffix(4).map(\.event)
        #expect(last[1...2] == [.status(.lost(.disconnected)), .status(.connecting)])
        #expect(seconds(told[told.count - 2]) - seconds(told[told.count - 3]) <= 2)
    }

    @Test("Links to sensors wait for a sensor that is far away, and for Bluetooth")
    func waits() async throws {
        let stage = await SensorStage(sensors: [[.speed]])
        let told = try await follow(stage) { world, _, _ in
            try await world.clock.sleep(for: .seconds(2))
            await stage.sensors[0].stopAdvertising()
            try world.inject(.link(.dropped))
            try await world.clock.sleep(for: .seconds(500))
            await stage.sensors[0].startAdvertising(SensorService.speedAndCadence)
            try await world.clock.sleep(for: .seconds(5))
            try world.inject(.link(.centralRadioOff(.seconds(100))))
            try await world.clock.sleep(for: .seconds(105))
        }
        let statuses = told.map(\.event).statuses
        let information = statuses[1]
        let lost = SensorStatus.lost(.disconnected)
        #expect(Array(statuses[..<4]) == [.connecting, information, lost, .connecting])
        #expect(Array(statuses[4...5]) == [information, lost])
        let off = SensorStatus.lost(.unavailable(.off))
        #expect(statuses.contains(off) && statuses.last == information, "\(statuses)")
    }

    @Test(
        "Links to sensors are ended if a sensor is silent for a minute, whatever its battery says")
    func silence() async throws {
        let stage = await SensorStage(sensors: [[.speed, .battery], [.speed, .heart]])
        let told = try await follow(stage) { world, _, _ in
            for second in 0..<130 {
                if second > 0 { try await world.clock.sleep(for: .seconds(1)) }
                await stage.sensors[0].notify([50], of: SensorCharacteristic.batteryLevel)
                await stage.sensors[1].notify(
                    CSCMeasurement().encoded(), of: SensorCharacteristic.cscMeasurement)
            }
        }
        let silent = told.filter { $0.sensor == told[0].sensor }.map(\.event).statuses
        #expect(silent.count > 4 && silent[2] == .lost(.timedOut))
        let other = told.filter { $0.sensor != told[0].sensor }.map(\.event)
        #expect(other.statuses.count == 2 && other.packetCount > 120)
    }

    @Test("Links to sensors are those of a bounded number that are chosen, and the others stay")
    func choice() async throws {
        let stage = await SensorStage(
            sensors: [[GATTService]](repeating: [.speed], count: SensorLinks.capacity + 1))
        let told = try await follow(stage) { world, sensors, peers in
            for choice in [peers, peers.dropFirst() + [peers[1]]] {
                sensors.choose(choice)
                try await world.clock.sleep(for: .seconds(20))
                let up = world.linkLayer.state.links.filter { $0.isUpForCentral && !$0.isLost }
                #expect(up.count == SensorLinks.capacity)
            }
        }
        let fault = SensorFault.tooManySensors(limit: SensorLinks.capacity)
        let last = told.filter { $0.event == .status(.unusable(fault)) }.map(\.sensor)
        #expect(last.count == 1)
        let statuses = Dictionary(grouping: told, by: \.sensor).mapValues {
            $0.map(\.event).statuses.count
        }
        #expect(statuses.count == SensorLinks.capacity + 1)
        let left = told.filter { $0.event == .status(.lost(.cancelled)) }.map(\.sensor)
        #expect(left.count == 1 && left != last)
        for (sensor, count) in statuses {
            #expect(count == ((last + left).contains(sensor) ? 3 : 2))
        }
        let ended = stage.world.linkLayer.state.links.allSatisfy { !$0.isUpForCentral || $0.isLost }
        #expect(ended)
    }

    @Test("Links to sensors lose no status if nobody takes what they tell for a long time")
    func slow() async throws {
        let stage = await SensorStage(sensors: [[.speed, .heart]])
        let told = try await stage.world.run { world in
            let peers = try await stage.peers([SensorService.speedAndCadence])
            return try await stage.central.withSensors(peers) { sensors in
                for second in 0..<200 {
                    try await world.clock.sleep(for: .seconds(1))
                    await stage.sensors[0].notify(
                        CSCMeasurement().encoded(), of: SensorCharacteristic.cscMeasurement)
                    if second == 150 { try world.inject(.link(.dropped)) }
                }
                var told: [SensorUpdate.Event] = []
                for await update in sensors.updates {
                    told.append(update.event)
                    if told.statuses.count == 5 { break }
                }
                return told
            }
        }
        let connected = told.statuses[1]
        #expect(
            told.statuses
                == [.connecting, connected, .lost(.disconnected), .connecting, connected])
        #expect(told.packetCount > 60)
    }

    @Test("Links to sensors begin with a list of the sensors that are near, of whatever kind")
    func nearby() async throws {
        let stage = await SensorStage(sensors: [[.thermostat], [.speed], [.heart]])
        let lists = try await stage.world.run { world in
            var lists: [[String?]] = []
            for try await list in stage.central.nearbySensors() {
                lists.append(list.map(\.name).sorted { $0 ?? "" < $1 ?? "" })
                if list.count == 2 { break }
            }
            return lists
        }
        #expect(lists.last == ["1", "2"])
    }
}

/// A simulated radio by which notifications arrive with 500 bytes too many.
private final class LengtheningRadio: GATTCentralRadio, Sendable {
    private let radio: SimulatedCentralRadio

    init(in world: isolated World) { radio = SimulatedCentralRadio(in: world) }

    func run(_ work: @escaping @Sendable () -> Void) { radio.run(work) }
    func open(_ handle: @escaping @Sendable (GATTCentralEvent) -> Void) {
        radio.open { event in
            guard case .notified(let link, let path, let value) = event else {
                return handle(event)
            }
            let extra = ContiguousArray(repeating: UInt8(0), count: 500)
            handle(.notified(link: link, path, value + extra))
        }
    }
    func perform(_ request: GATTCentralRequest) { radio.perform(request) }
    var now: SessionTime { radio.now }
    func wake(at time: SessionTime?) { radio.wake(at: time) }
}
