package import CyclingSensors
package import LinkVocabulary
package import Simulation

/// A sensor of which something can't be used, and what must be told of it.
package enum BadSensor: CaseIterable, Sendable {
    case serviceTwice, characteristicTwice, noMeasurement, unsubscribable, refusedSubscription
    case noFeature, unreadableFeature, refusedRead, shortFeature, shortPacket
    case wrongChecksum, fullerThanFull, unknown

    private static let heart = SensorCharacteristic.heartRateMeasurement
    private static let heartPath = GATTCharacteristic.Path(heart, in: SensorService.heartRate)
    private static let featurePath = GATTCharacteristic.Path(
        SensorCharacteristic.powerFeature, in: SensorService.cyclingPower)
    private static let powerPath = GATTCharacteristic.Path(
        SensorCharacteristic.powerMeasurement, in: SensorService.cyclingPower)
    private static let batteryPath = GATTCharacteristic.Path(
        SensorCharacteristic.batteryLevel, in: SensorService.battery)
    private static let fecPath = GATTCharacteristic.Path(
        SensorCharacteristic.fecNotification, in: SensorService.fec)

    /// What it has beside a speed, which must come.
    package var services: [GATTService] {
        switch self {
        case .serviceTwice: [.heart, .heart]
        case .characteristicTwice: [Self.heart(.notify, .notify)]
        case .noMeasurement: [Self.heart()]
        case .unsubscribable: [Self.heart(.read)]
        case .refusedSubscription:
            [
                GATTService(
                    uuid: SensorService.heartRate,
                    characteristics: [
                        GATTCharacteristic(
                            uuid: Self.heart, properties: .notify, hasCCCD: false)
                    ])
            ]
        case .noFeature: [Self.power()]
        case .unreadableFeature: [Self.power(.write)]
        case .refusedRead, .shortFeature, .shortPacket: [.power]
        case .wrongChecksum:
            [
                GATTService(
                    uuid: SensorService.fec,
                    characteristics: [
                        GATTCharacteristic(
                            uuid: SensorCharacteristic.fecNotification, properties: .notify)
                    ])
            ]
        case .fullerThanFull: [.battery]
        case .unknown:
            [
                GATTService(
                    uuid: Thermostat.service,
                    characteristics: GATTService.thermostat.characteristics)
            ]
        }
    }

    private static func heart(_ all: GATTCharacteristic.Properties...) -> GATTService {
        let known = all.map { GATTCharacteristic(uuid: heart, properties: $0) }
        let other = GATTCharacteristic(
            uuid: SensorCharacteristic.heartRateControlPoint, properties: .write)
        return GATTService(uuid: SensorService.heartRate, characteristics: known + [other])
    }

    private static func power(_ feature: GATTCharacteristic.Properties...) -> GATTService {
        GATTService(
            uuid: SensorService.cyclingPower,
            characteristics: [
                GATTCharacteristic(uuid: powerPath.characteristic, properties: .notify)
            ]
                + feature.map {
                    GATTCharacteristic(uuid: featurePath.characteristic, properties: $0)
                })
    }

    /// Whether the stand-in can serve it: it merges services, and characteristics, of one UUID.
    package var isKnownToStandIn: Bool { self != .serviceTwice && self != .characteristicTwice }

    package var fault: SensorFault? {
        switch self {
        case .serviceTwice: .service(SensorService.heartRate, .ambiguous(SensorService.heartRate))
        case .characteristicTwice: .service(SensorService.heartRate, .ambiguous(Self.heart))
        case .noMeasurement: .characteristic(Self.heartPath, .notDiscovered(Self.heart))
        case .unsubscribable:
            .characteristic(Self.heartPath, .notPermitted([.notify, .indicate]))
        case .refusedSubscription: .characteristic(Self.heartPath, .refused(.invalidHandle))
        case .unreadableFeature: .characteristic(Self.featurePath, .notPermitted(.read))
        case .refusedRead:
            .characteristic(Self.featurePath, .refused(.insufficientAuthentication))
        case .shortFeature: .value(Self.featurePath, SensorError(.truncated, at: 3))
        case .shortPacket: .value(Self.powerPath, SensorError(.truncated, at: 1))
        case .wrongChecksum: .value(Self.fecPath, SensorError(.checksumMismatch, at: 12))
        case .fullerThanFull: .value(Self.batteryPath, SensorError(.unexpectedByte, at: 0))
        case .noFeature, .unknown: nil
        }
    }

    /// Makes its values bad.
    package func prepare(_ sensor: GATTServer) async {
        switch self {
        case .refusedRead:
            await sensor.answerReads { read in
                read.characteristic == Self.featurePath.characteristic
                    ? .error(.insufficientAuthentication)
                    : .value(ContiguousArray([0, 0][min(read.offset, 2)...]))
            }
        case .shortFeature:
            await sensor.setValue([1, 2, 3], of: SensorCharacteristic.powerFeature)
        case .fullerThanFull:
            await sensor.setValue([101], of: SensorCharacteristic.batteryLevel)
        default: break
        }
    }

    /// Notifies what is bad.
    package func notify(_ sensor: GATTServer) async {
        switch self {
        case .shortPacket: await sensor.notify([0], of: SensorCharacteristic.powerMeasurement)
        case .wrongChecksum:
            let frame = FECFrame(FECTargetPower(watts: 200).page).encoded()
            await sensor.notify(
                frame.dropLast() + [frame[12] ^ 1], of: SensorCharacteristic.fecNotification)
        default: break
        }
    }

    /// What is told of it and of a good sensor beside it, while both notify a speed once in a second.
    @available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
    package func updates(
        makeCentral: @Sendable (isolated World) -> GATTCentral = { $0.addCentral() }
    ) async throws -> (bad: [SensorUpdate.Event], good: [SensorUpdate.Event]) {
        let services = self == .unknown ? services : [.speed] + services
        let stage = await SensorStage(
            sensors: [services, [.speed]], makeCentral: makeCentral)
        await prepare(stage.sensors[0])
        return try await stage.world.run { world in
            let peers = try await stage.peers([services[0].uuid, SensorService.speedAndCadence])
            return await stage.central.withSensors(peers) { sensors in
                await withTaskGroup(of: [SensorUpdate].self) { group in
                    group.addTask {
                        var told: [SensorUpdate] = []
                        for await update in sensors.updates { told.append(update) }
                        return told
                    }
                    for second in 0..<10 {
                        try? await world.clock.sleep(for: .seconds(1))
                        if second == 5 { await notify(stage.sensors[0]) }
                        for sensor in stage.sensors {
                            await sensor.notify(
                                CSCMeasurement().encoded(), of: SensorCharacteristic.cscMeasurement)
                        }
                    }
                    group.cancelAll()
                    let told = await group.next() ?? []
                    return (
                        told.filter { $0.sensor == peers[0] }.map(\.event),
                        told.filter { $0.sensor == peers[1] }.map(\.event)
                    )
                }
            }
        }
    }
}

extension [SensorUpdate.Event] {
    package var packetCount: Int { filter { if case .packet = $0 { true } else { false } }.count }
    package var faults: [SensorFault] {
        compactMap { if case .fault(let fault) = $0 { fault } else { nil } }
    }
    package var statuses: [SensorStatus] {
        compactMap { if case .status(let status) = $0 { status } else { nil } }
    }
}
