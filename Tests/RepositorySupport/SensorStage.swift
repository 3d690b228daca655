import CyclingSensors
package import LinkVocabulary
package import Simulation

/// Sensors in a world, and a central for apps, whose radio is the simulated one or another.
@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
package struct SensorStage: Sendable {
    package let world: World
    package let central: GATTCentral
    package private(set) var sensors: [GATTServer] = []

    package init(
        seed: UInt64 = 1, conditions: LinkConditions = LinkConditions(),
        sensors services: [[GATTService]],
        makeCentral: @Sendable (isolated World) -> GATTCentral = { $0.addCentral() }
    ) async {
        world = World(seed: seed, conditions: conditions)
        for (number, services) in services.enumerated() {
            let sensor = await world.addServer()
            for service in services { await sensor.add(service) }
            await sensor.setValue([80], of: SensorCharacteristic.batteryLevel)
            await sensor.setValue([3, 0], of: SensorCharacteristic.cscFeature)
            await sensor.setValue([8, 0, 0, 0], of: SensorCharacteristic.powerFeature)
            await sensor.setValue([6], of: SensorCharacteristic.sensorLocation)
            await sensor.setValue([1], of: SensorCharacteristic.bodySensorLocation)
            await sensor.startAdvertising(services[0].uuid, name: "\(number)")
            sensors.append(sensor)
        }
        central = await makeCentral(world)
    }

    /// The peers of all sensors, in order.
    package func peers(_ services: [UUID128]) async throws(GATTError) -> [GATTPeer] {
        var peers: [GATTPeer] = []
        for (number, service) in services.enumerated() {
            peers.append(try await central.find(service) { $0.name == "\(number)" }.peer)
        }
        return peers
    }
}

extension GATTService {
    package static let speed = GATTService(
        uuid: SensorService.speedAndCadence,
        characteristics: [
            GATTCharacteristic(uuid: SensorCharacteristic.cscMeasurement, properties: .notify),
            GATTCharacteristic(uuid: SensorCharacteristic.cscFeature, properties: .read),
            GATTCharacteristic(uuid: SensorCharacteristic.sensorLocation, properties: .read),
        ])
    package static let power = GATTService(
        uuid: SensorService.cyclingPower,
        characteristics: [
            GATTCharacteristic(uuid: SensorCharacteristic.powerMeasurement, properties: .notify),
            GATTCharacteristic(uuid: SensorCharacteristic.powerFeature, properties: .read),
        ])
    package static let heart = GATTService(
        uuid: SensorService.heartRate,
        characteristics: [
            GATTCharacteristic(
                uuid: SensorCharacteristic.heartRateMeasurement, properties: .notify),
            GATTCharacteristic(uuid: SensorCharacteristic.bodySensorLocation, properties: .read),
        ])
    package static let battery = GATTService(
        uuid: SensorService.battery,
        characteristics: [
            GATTCharacteristic(
                uuid: SensorCharacteristic.batteryLevel, properties: [.read, .notify])
        ])
}

/// Follows several sensors while links, services and Bluetooth at both ends come and go.
@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
package struct SensorRun {
    /// What was told and is wrong; `nil` if nothing is.
    package private(set) var fault: String?
    /// How many packets were told.
    package private(set) var packetCount = 0
    /// How many links were lost.
    package private(set) var lossCount = 0

    private typealias Told = (sensor: Int, event: SensorUpdate.Event)

    /// Each sensor notifies the second, and this much more for each sensor before it.
    private static let step = 1000
    private static let faultsEnd = 200
    /// A silent sensor, a request that gets no answer, a longest pause, and an attempt to connect.
    private static let recovery = 60 + 35 + 60 + 30 + 15

    private static let sensors: [[GATTService]] = [
        [.speed, .battery], [.speed], [.heart, .battery], [.power, .heart], [.heart],
    ]

    package static func stage(
        seed: UInt64, makeCentral: @Sendable (isolated World) -> GATTCentral = { $0.addCentral() }
    ) async -> SensorStage {
        await SensorStage(seed: seed, sensors: sensors, makeCentral: makeCentral)
    }

    package init(seed: UInt64, on stage: SensorStage) async throws {
        let told = try await stage.world.run { world in
            let peers = try await stage.peers(Self.sensors.map(\.[0].uuid))
            return await stage.central.withSensors(peers) { sensors in
                await withTaskGroup(of: [Told].self) { group in
                    group.addTask {
                        var told: [Told] = []
                        for await update in sensors.updates {
                            let sensor = peers.firstIndex(of: update.sensor) ?? peers.count
                            told.append((sensor, update.event))
                        }
                        return told
                    }
                    try? await Self.ride(seed, stage, world, peers, sensors)
                    group.cancelAll()
                    return await group.next() ?? []
                }
            }
        }
        if told.contains(where: { $0.sensor == Self.sensors.count }) { fault = "an unknown sensor" }
        for sensor in Self.sensors.indices {
            judge(told.filter { $0.sensor == sensor }.map(\.event), of: sensor)
        }
    }

    /// All sensors notify once in a second, and things go wrong.
    private static func ride(
        _ seed: UInt64, _ stage: SensorStage, _ world: isolated World, _ peers: [GATTPeer],
        _ links: SensorLinks
    ) async throws {
        var random = SplitMix64(seed: seed ^ 0x5365_6E73)
        var missing: (sensor: Int, service: GATTService)?
        for second in 0..<faultsEnd + recovery {
            for (number, sensor) in stage.sensors.enumerated() {
                for service in sensors[number] {
                    let (value, characteristic) = measurement(
                        of: service, number * step + second, sensor: number)
                    await sensor.notify(value, of: characteristic)
                }
            }
            try await world.clock.sleep(for: .seconds(1))
            guard second < faultsEnd else { continue }
            if random.happens(1, in: 5) {
                try? world.inject(random.element(of: Self.faults(&random)))
            } else if let (sensor, service) = missing, random.happens(1, in: 5) {
                await stage.sensors[sensor].add(service)
                missing = nil
            } else if missing == nil, random.happens(1, in: 20) {
                let sensor = random.number(in: 1...sensors.count - 1)
                let service = random.element(of: sensors[sensor])
                await stage.sensors[sensor].removeService(service.uuid)
                missing = (sensor, service)
            } else if random.happens(1, in: 20) {
                links.choose(peers.filter { _ in random.happens(3, in: 4) })
            } else if random.happens(1, in: 5) {
                links.choose(peers.reversed())
            }
            if second == faultsEnd - 1 {
                links.choose(peers)
                if let (sensor, service) = missing { await stage.sensors[sensor].add(service) }
            }
        }
    }

    private static func faults(_ random: inout SplitMix64) -> [Fault] {
        let time = Duration.milliseconds(random.number(in: 1...20_000))
        return [
            .link(.dropped), .link(.droppedSilently), .link(.advertisingMissed(20)),
            .link(.subscriptionsLost), .link(.centralRadioOff(time)),
            .link(.peripheralRadioOff(time)), .phone(.navigationStopped(time)),
            .answer(.delayed(time)), .answer(.lost),
            .link(.mtuChanged(random.number(in: 23...200))),
        ]
    }

    private static func measurement(
        of service: GATTService, _ number: Int, sensor: Int
    ) -> (ContiguousArray<UInt8>, UUID128) {
        switch service {
        case .speed:
            let wheel = WheelRevolutionData(
                cumulativeRevolutions: UInt32(number), lastEventTime: 0)
            return (
                CSCMeasurement(wheel: wheel).encoded(), SensorCharacteristic.cscMeasurement
            )
        case .power:
            let power = CyclingPowerMeasurement(instantaneousPower: Int16(number))
            return (power.encoded(), SensorCharacteristic.powerMeasurement)
        case .heart:
            let heart = HeartRateMeasurement(heartRate: UInt16(number), isHeartRateWide: true)
            return (
                heart.encoded(rrIntervals: ContiguousArray().span),
                SensorCharacteristic.heartRateMeasurement
            )
        default: return ([UInt8(sensor)], SensorCharacteristic.batteryLevel)
        }
    }

    /// The number that a sensor has sent.
    private static func number(in measurement: SensorMeasurement) -> Int? {
        switch measurement {
        case .speedAndCadence(let data): data.wheel.map { Int($0.cumulativeRevolutions) }
        case .power(let data): Int(data.instantaneousPower)
        case .heartRate(let data): Int(data.heartRate)
        case .indoorBike, .trainer: nil
        }
    }

    private mutating func judge(_ told: [SensorUpdate.Event], of sensor: Int) {
        var latest: [UUID128: Int] = [:]
        var isConnected = false
        for event in told {
            switch event {
            case .status(let status):
                if case .connected = status { isConnected = true } else { isConnected = false }
                if case .lost = status { lossCount += 1 }
            case .packet(let packet, let measurement):
                packetCount += 1
                let number = (Self.number(in: measurement) ?? 0) - sensor * Self.step
                if !(0..<Self.step).contains(number) { fault = "\(sensor): a packet of another" }
                if number <= latest[packet.characteristic] ?? -1 { fault = "\(sensor): order" }
                latest[packet.characteristic] = number
                if !isConnected { fault = "\(sensor): a packet without a link" }
            case .battery(let percent):
                if Int(percent) != sensor { fault = "\(sensor): a battery of another" }
            case .fault: break
            }
        }
        let measured = Self.sensors[sensor].filter { $0 != .battery }
        let end = Self.faultsEnd + Self.recovery - 3
        if latest.count < measured.count || latest.values.contains(where: { $0 < end }) {
            fault = fault ?? "\(sensor): it does not come back: \(latest)"
        }
        if !isConnected { fault = fault ?? "\(sensor): the last status is not connected" }
    }
}
