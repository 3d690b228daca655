import KomootNav
import KomootNavCoreBluetooth
import Testing

@testable import CoreBluetooth
@testable import Simulation

@Suite("When Bluetooth is off for a phone")
struct InterruptedPhoneTests {
    /// Expects that a device finds the service, once, and reads.
    private static func expectService(
        of stage: PhoneStage, in world: isolated World, _ comment: Comment
    ) async throws {
        #expect(stage.serviceCount == 1, comment)
        let database = stage.bluetooth.linkLayer.state.peripherals[0].database
        #expect(database.services == [NavigationService.uuid], comment)
        let client = world.addClient()
        let characteristic = try await client.findInstruction()
        let number = UInt32(world.clock.now.offset / .milliseconds(1))
        try stage.publish(number)
        let object = try await client.readObject(characteristic)
        let expected = try NavigationInstruction.number(number).encoded(as: .deployed)
        #expect(object == expected, comment)
        await client.disconnect()
    }

    @Test(
        "When Bluetooth is off for a phone, advertising goes on when it is on again",
        arguments: [CBManagerState.poweredOff, .resetting, .unauthorized, .unsupported, .unknown])
    func advertising(_ state: CBManagerState) async throws {
        let stage = await PhoneStage()
        await stage.start()
        await stage.listen()
        await stage.pass(.seconds(1))
        await stage.act { $0.bluetooth.state = state }
        await stage.pass(.seconds(3))
        await stage.act { $0.bluetooth.state = .poweredOn }
        await stage.pass(.seconds(1))
        let off: NavigationPhone.Status =
            switch state {
            case .unauthorized: .unauthorized
            case .unsupported: .unsupported
            default: .poweredOff
            }
        #expect(stage.statuses == [.advertising, off, .advertising])
        try await stage.world.run { world in
            try await Self.expectService(of: stage, in: world, "\(state)")
        }
        #expect(stage.statuses.last == .serving)
        #expect(stage.failures == [])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "When Bluetooth is off for a phone, a long read ends, and the device reads again",
        arguments: [Habits.plain, Habits()])
    func longRead(_ habits: Habits) async throws {
        for seed in 0..<UInt64(10) {
            let stage = await PhoneStage(seed: seed, habits: habits)
            await stage.start()
            await stage.listen()
            try await stage.world.run { world in
                let client = world.addClient()
                let characteristic = try await client.findInstruction()
                try stage.publish(1, streetByteCount: 400)
                async let failure = client.failureOfRead(characteristic)
                try await world.clock.sleep(for: .milliseconds(200))
                stage.bluetooth.state = .poweredOff
                #expect(await failure == .disconnected)
                try await world.clock.sleep(for: .seconds(1))
                stage.bluetooth.state = .poweredOn
                try await Self.expectService(of: stage, in: world, "seed \(seed)")
            }
            #expect(
                stage.statuses == [
                    .advertising, .serving, .poweredOff, .advertisingAgain, .serving,
                ],
                "seed \(seed)")
            #expect(stage.bluetooth.misuses == [], "seed \(seed)")
            await stage.stopListening()
        }
    }

    @Test(
        "When Bluetooth is off for a phone, subscribers are forgotten, and get notifications when they have come back"
    )
    func subscribers() async throws {
        for seed in 0..<UInt64(10) {
            let stage = await PhoneStage(seed: seed, habits: Habits())
            await stage.start()
            try await stage.world.run { world in
                let client = world.addClient()
                _ = try await client.subscribeToInstructions()
                try stage.publish(1)
                #expect(await client.nextNotification(within: .seconds(1))?.value == [1, 0, 0, 0])
                stage.bluetooth.state = .poweredOff
                try stage.publish(2)
                try await world.clock.sleep(for: .seconds(10))
                #expect(await client.nextNotification(within: .zero) == nil)
                stage.bluetooth.state = .poweredOn
                let again = try await client.subscribeToInstructions()
                #expect(again.hasCCCD)
                try stage.publish(3)
                #expect(await client.nextNotification(within: .seconds(1))?.value == [3, 0, 0, 0])
            }
            #expect(stage.serviceCount == 1)
            #expect(stage.bluetooth.misuses == [], "seed \(seed)")
        }
    }

    @Test(
        "When Bluetooth is off for a phone, its service is removed and added again, though the system has kept it"
    )
    func keptService() async {
        let stage = await PhoneStage()
        await stage.start()
        await stage.pass(.seconds(1))
        let old = stage.bluetooth.peripheralSystem.services
        await stage.act { $0.bluetooth.state = .poweredOff }
        await stage.pass(.seconds(1))
        #expect(stage.bluetooth.peripheralSystem.services == old)
        await stage.act { $0.bluetooth.state = .poweredOn }
        await stage.pass(.seconds(1))
        let new = stage.bluetooth.peripheralSystem.services
        #expect(old.count == 1 && new.count == 1)
        #expect(old != new)
        #expect(stage.isAdvertising)
        #expect(stage.bluetooth.misuses == [])
    }

    @Test("When Bluetooth is off for a phone, it tells what each state means, in order")
    func states() async throws {
        let stage = await PhoneStage()
        await stage.start()
        await stage.listen()
        await stage.pass(.seconds(1))
        let states: [CBManagerState] = [
            .resetting, .unauthorized, .poweredOff, .unsupported, .unknown, .poweredOn,
        ]
        for state in states {
            await stage.act { $0.bluetooth.state = state }
            await stage.pass(.seconds(1))
        }
        #expect(
            stage.statuses == [
                .advertising, .poweredOff, .unauthorized, .poweredOff, .unsupported, .poweredOff,
                .advertising,
            ])
        try await stage.world.run { world in
            try await Self.expectService(of: stage, in: world, "after all")
        }
        await stage.stopListening()
    }

    @Test(
        "When Bluetooth is off for a phone, it says at once that the user does not allow it, and begins when the user does"
    )
    func unauthorized() async throws {
        let stage = await PhoneStage()
        stage.bluetooth.state = .unauthorized
        await stage.start()
        await stage.listen()
        await stage.pass(.seconds(1))
        #expect(stage.statuses == [.unauthorized])
        await stage.act { $0.bluetooth.state = .poweredOn }
        await stage.pass(.seconds(1))
        #expect(stage.statuses == [.unauthorized, .advertising])
        try await stage.world.run { world in
            try await Self.expectService(of: stage, in: world, "allowed")
        }
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }
}

extension GATTClient {
    /// Reads a whole object, and tells why that did not work.
    fileprivate func failureOfRead(_ characteristic: Characteristic) async -> GATTError? {
        do {
            _ = try await readObject(characteristic)
            return nil
        } catch {
            return error as? GATTError
        }
    }
}
