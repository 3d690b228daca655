import Foundation
import KomootNav
import KomootNavCoreBluetooth
import Testing

@testable import CoreBluetooth
@testable import Simulation

@Suite("When Core Bluetooth refuses what a phone asks for")
struct RefusalTests {
    private typealias Failure = NavigationPhone.Failure

    /// Starts a phone that advertises.
    private static func stage() async -> PhoneStage {
        let stage = await PhoneStage()
        await stage.start()
        await stage.listen()
        await stage.pass(.seconds(1))
        return stage
    }

    /// The system refuses the service that was added.
    private static func refuseService(of stage: PhoneStage) async {
        await stage.act { stage in
            let system = stage.bluetooth.peripheralSystem
            guard let manager = system.manager, let service = system.services.first else { return }
            system.remove(service)
            manager.delegate?.peripheralManager(
                manager, didAdd: service, error: CBError(.operationNotSupported))
        }
    }

    /// The system refuses to advertise.
    private static func refuseAdvertising(of stage: PhoneStage) async {
        await stage.act { stage in
            let system = stage.bluetooth.peripheralSystem
            guard let manager = system.manager else { return }
            system.stopAdvertising()
            manager.delegate?.peripheralManagerDidStartAdvertising(
                manager, error: CBError(.outOfSpace))
        }
    }

    @Test(
        "A phone that Core Bluetooth refuses something tells of the failure, and asks again at a new start"
    )
    func startAgain() async throws {
        let stage = await Self.stage()
        await Self.refuseService(of: stage)
        await Self.refuseAdvertising(of: stage)
        await stage.pass(.seconds(1))
        let failures = stage.failures
        #expect(failures.map(\.operation) == [.addService, .startAdvertising])
        #expect(failures.map(\.domain) == [CBErrorDomain, CBErrorDomain])
        #expect(
            failures.map(\.code) == [
                CBError.operationNotSupported.rawValue, CBError.outOfSpace.rawValue,
            ])
        #expect(stage.serviceCount == 0 && !stage.isAdvertising)
        await stage.act { stage in
            stage.phone?.stop()
            stage.phone?.start()
        }
        // Whoever listens now is not told of what is over.
        await stage.listen()
        await stage.pass(.seconds(1))
        #expect(stage.serviceCount == 1 && stage.isAdvertising)
        #expect(stage.failures.count == 2)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test("A phone that is told to advertise asks Core Bluetooth again, once, for what it refused")
    func advertiseAgain() async throws {
        let stage = await Self.stage()
        await Self.refuseService(of: stage)
        await Self.refuseAdvertising(of: stage)
        await stage.act { stage in
            stage.phone?.advertise()
            stage.phone?.advertise()
        }
        await stage.pass(.seconds(1))
        #expect(stage.serviceCount == 1 && stage.isAdvertising)
        #expect(stage.failures.count == 2)
        try await stage.world.run { world in
            try stage.publish(1)
            let client = world.addClient()
            let characteristic = try await client.findInstruction()
            #expect(try await client.read(characteristic).first == 1)
        }
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A phone that is started twice asks Core Bluetooth again for what it refused, and forgets the failures"
    )
    func startTwice() async {
        let stage = await Self.stage()
        await Self.refuseService(of: stage)
        await Self.refuseAdvertising(of: stage)
        await stage.act { $0.phone?.start() }
        await stage.pass(.seconds(1))
        #expect(stage.serviceCount == 1 && stage.isAdvertising)
        #expect(stage.failures.count == 2)
        await stage.listen()
        await stage.pass(.seconds(1))
        #expect(stage.failures.count == 2)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test("A late refusal of an older service leaves a phone's newer service alone")
    func olderService() async {
        let stage = await Self.stage()
        await stage.act { stage in
            guard let manager = stage.bluetooth.peripheralSystem.manager,
                let old = stage.bluetooth.peripheralSystem.services.first
            else { return }
            stage.phone?.stop()
            stage.phone?.start()
            manager.delegate?.peripheralManager(manager, didAdd: old, error: CBError(.unknown))
        }
        await stage.listen()
        await stage.pass(.seconds(1))
        #expect(stage.failures.isEmpty)
        #expect(stage.serviceCount == 1)
        await stage.act { $0.phone?.stop() }
        await stage.pass(.seconds(1))
        #expect(stage.serviceCount == 0)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }
}
