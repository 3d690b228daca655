import KomootNav
import LinkVocabulary
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

@Suite("A phone that the system starts again")
struct RestoredPhoneTests {
    /// The system ends the app, but keeps what it serves.
    private static func endApp(_ stage: PhoneStage) {
        stage.bluetooth.terminateApp(keepsState: true)
        stage.phone = nil
    }

    private static func startAgain(
        _ stage: PhoneStage, _ configuration: PeripheralSession.Configuration? = nil,
        starts: Bool = true
    ) {
        stage.start(configuration, restoreIdentifier: "phone", starts: starts)
    }

    private static func stage(seed: Int = 1) async -> PhoneStage {
        await PhoneStage(seed: UInt64(seed), habits: Habits())
    }

    @Test(
        "A phone that the system starts again notifies its subscriber, which does not subscribe again",
        arguments: 0..<10)
    func subscriber(seed: Int) async throws {
        let stage = await Self.stage(seed: seed)
        try await stage.world.run { world in
            Self.startAgain(stage)
            let client = world.addClient()
            let characteristic = try await client.subscribeToInstructions()
            try stage.publish(1)
            #expect(await client.nextNotification(within: .seconds(1))?.value == [1, 0, 0, 0])
            Self.endApp(stage)
            try await world.clock.sleep(for: .seconds(30))
            _ = await client.notifiedIdentifiers(within: .milliseconds(1))
            Self.startAgain(stage)
            try await world.clock.sleep(for: .milliseconds(100))
            try stage.publish(2)
            #expect(await client.nextNotification(within: .seconds(1))?.value == [2, 0, 0, 0])
            let expected = try NavigationInstruction.number(2).encoded(as: .deployed)
            #expect(try await client.readObject(characteristic) == expected)
            #expect(stage.serviceCount == 1)
        }
        #expect(stage.bluetooth.misuses == [])
    }

    @Test(
        "A phone that the system starts again is started by a read, and answers it",
        arguments: 0..<10)
    func read(seed: Int) async throws {
        let stage = await Self.stage(seed: seed)
        try await stage.world.run { world in
            Self.startAgain(stage)
            let client = world.addClient()
            let characteristic = try await client.findInstruction()
            Self.endApp(stage)
            stage.bluetooth.wakesApp = {
                guard stage.phone == nil else { return }
                Self.startAgain(stage)
                try? stage.publish(7)
            }
            let object = try await client.readObject(characteristic)
            #expect(try object == NavigationInstruction.number(7).encoded(as: .deployed))
        }
        #expect(stage.bluetooth.misuses == [])
    }

    @Test(
        "A phone that the system starts again, but its app does not, leaves what the system kept, and can start later"
    )
    func neverStarted() async throws {
        let stage = await Self.stage()
        try await stage.world.run { world in
            Self.startAgain(stage)
            let client = world.addClient()
            let characteristic = try await client.findInstruction()
            try stage.publish(1)
            Self.endApp(stage)
            Self.startAgain(stage, starts: false)
            try await world.clock.sleep(for: .seconds(10))
            #expect(stage.serviceCount == 1)
            #expect(throws: NavigationPhone.PublishingError.notStarted) { try stage.publish(2) }
            stage.run { stage.phone?.start() }
            try stage.publish(3)
            #expect(try await client.read(characteristic).first == 3)
            #expect(stage.serviceCount == 1)
        }
        #expect(stage.bluetooth.misuses == [])
    }

    @Test(
        "A phone that the system starts again takes its service away when it is stopped",
        arguments: [false, true])
    func stopped(isAtOnce: Bool) async throws {
        let stage = await Self.stage()
        await stage.start(restoreIdentifier: "phone")
        await stage.pass(.seconds(1))
        await stage.act { stage in
            Self.endApp(stage)
            Self.startAgain(stage)
            if isAtOnce { stage.phone?.stop() }
        }
        if !isAtOnce { await stage.pass(.seconds(1)) }
        await stage.act { $0.phone?.stop() }
        await stage.pass(.seconds(1))
        #expect(stage.serviceCount == 0)
        #expect(!stage.isAdvertising)
        await stage.act { $0.phone?.start() }
        await stage.pass(.seconds(1))
        #expect(stage.serviceCount == 1)
        #expect(stage.isAdvertising)
        #expect(stage.bluetooth.misuses == [])
    }

    @Test(
        "A phone that the system starts again serves what its configuration says, if that is not what was restored"
    )
    func otherService() async throws {
        let stage = await Self.stage()
        var readOnly = PeripheralSession.Configuration(layout: .deployed)
        readOnly.hasCCCD = false
        let old = readOnly
        try await stage.world.run { world in
            Self.startAgain(stage, old)
            let client = world.addClient()
            #expect(try await client.findInstruction().hasCCCD == false)
            await client.disconnect()
            Self.endApp(stage)
            Self.startAgain(stage)
            try await world.clock.sleep(for: .milliseconds(100))
            stage.phone?.advertise()
            let characteristic = try await client.subscribeToInstructions()
            #expect(characteristic.hasCCCD)
            try stage.publish(1)
            #expect(await client.nextNotification(within: .seconds(1))?.value == [1, 0, 0, 0])
            #expect(stage.serviceCount == 1)
        }
        #expect(stage.bluetooth.misuses == [])
    }

    @Test(
        "A phone that the system starts again in another layout writes its instructions in that one"
    )
    func otherLayout() async throws {
        let stage = await Self.stage()
        try await stage.world.run { world in
            Self.startAgain(stage)
            let client = world.addClient()
            let characteristic = try await client.subscribeToInstructions()
            Self.endApp(stage)
            Self.startAgain(stage, PeripheralSession.Configuration(layout: .legacy))
            try await world.clock.sleep(for: .milliseconds(100))
            try stage.phone?.publish(arrow: .left, distanceInMeters: 3)
            let notified = await client.nextNotification(within: .seconds(1))?.value
            #expect(notified?.count == 16)
            #expect(try await client.readObject(characteristic).prefix(16) == notified?[...])
        }
        #expect(stage.bluetooth.misuses == [])
    }

    @Test("A phone on a radio that is on already takes over what the system kept", arguments: 0..<5)
    func late(seed: Int) async throws {
        let stage = await Self.stage(seed: seed)
        try await stage.world.run { world in
            Self.startAgain(stage)
            let client = world.addClient()
            _ = try await client.subscribeToInstructions()
            Self.endApp(stage)
            let peripheral = stage.run { GATTPeripheral(restoreIdentifier: "phone") }
            let other = PeripheralShare(of: peripheral) { _ in }
            peripheral.context.run { other.open() }
            try await world.clock.sleep(for: .seconds(1))
            let phone = NavigationPhone(on: peripheral, layout: .deployed)
            phone.start()
            try phone.publish(.number(2))
            #expect(await client.nextNotification(within: .seconds(1))?.value == [2, 0, 0, 0])
            #expect(stage.serviceCount == 1)
            phone.stop()
        }
        #expect(stage.bluetooth.misuses == [])
    }

    @Test("What nobody serves again is taken away soon after the app was started again")
    func unclaimed() async throws {
        let stage = await Self.stage()
        await stage.start(restoreIdentifier: "phone")
        await stage.pass(.seconds(1))
        let share = await stage.act { stage in
            Self.endApp(stage)
            let peripheral = GATTPeripheral(restoreIdentifier: "phone")
            let share = PeripheralShare(of: peripheral) { _ in }
            peripheral.context.run { share.open() }
            return share
        }
        await stage.pass(.seconds(1))
        #expect(stage.serviceCount == 1 && stage.isAdvertising)
        await stage.pass(.seconds(2))
        #expect(stage.serviceCount == 0 && !stage.isAdvertising)
        withExtendedLifetime(share) {}
        #expect(stage.bluetooth.misuses == [])
    }
}
