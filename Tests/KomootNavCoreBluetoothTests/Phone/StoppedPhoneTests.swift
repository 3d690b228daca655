import Foundation
import KomootNav
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

@Suite("A phone that is stopped")
struct StoppedPhoneTests {
    @Test("A phone that is stopped takes its service away, and serves again when it is started")
    func stopped() async throws {
        let stage = await PhoneStage()
        await stage.start()
        await stage.listen()
        try await stage.world.run { world in
            let client = world.addClient()
            let characteristic = try await client.subscribeToInstructions()
            try stage.publish(1)
            stage.phone?.stop()
            #expect(stage.serviceCount == 0)
            await #expect(throws: GATTError.refused(.invalidHandle)) {
                try await client.read(characteristic)
            }
            #expect(throws: NavigationPhone.PublishingError.notStarted) { try stage.publish(2) }
            stage.phone?.start()
            await stage.listen()
            #expect(stage.serviceCount == 1)
            try await world.clock.sleep(for: .seconds(1))
            let again = try await client.discover(
                NavigationService.instructionCharacteristic, in: NavigationService.uuid)
            await #expect(throws: GATTError.refused(.attributeNotFound)) {
                try await client.read(again)
            }
        }
        #expect(stage.statuses == [.advertising, .serving, .stopped, .advertising, .serving])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A phone that is stopped while Bluetooth is off takes its service away when it is on again")
    func stoppedWhileOff() async {
        let stage = await PhoneStage()
        await stage.start()
        await stage.listen()
        await stage.pass(.seconds(1))
        await stage.act { $0.bluetooth.state = .poweredOff }
        await stage.pass(.seconds(1))
        await stage.act { $0.phone?.stop() }
        await stage.act { $0.bluetooth.state = .poweredOn }
        await stage.pass(.seconds(1))
        #expect(stage.serviceCount == 0)
        #expect(!stage.isAdvertising)
        #expect(stage.statuses == [.advertising, .poweredOff, .stopped])
        await stage.startAgain()
        await stage.pass(.seconds(1))
        #expect(stage.serviceCount == 1)
        #expect(stage.isAdvertising)
        #expect(stage.statuses.last == .advertising)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A phone that is stopped and started while Bluetooth is off serves once when it is on again"
    )
    func restartedWhileOff() async {
        let stage = await PhoneStage()
        await stage.start()
        await stage.pass(.seconds(1))
        await stage.act { $0.bluetooth.state = .poweredOff }
        await stage.pass(.seconds(1))
        await stage.act { stage in
            stage.phone?.stop()
            stage.phone?.start()
            stage.bluetooth.state = .poweredOn
        }
        await stage.pass(.seconds(1))
        #expect(stage.serviceCount == 1)
        #expect(stage.isAdvertising)
        #expect(stage.bluetooth.misuses == [])
    }

    @Test(
        "A phone that is stopped or let go has no service any more, unless somebody iterates over its updates"
    )
    func released() async {
        let stage = await PhoneStage()
        await stage.start()
        await stage.listen()
        await stage.pass(.seconds(1))
        await stage.act { $0.phone = nil }
        await stage.pass(.seconds(1))
        #expect(stage.serviceCount == 1)
        await stage.stopListening()
        await stage.pass(.seconds(1))
        #expect(stage.serviceCount == 0)
        #expect(!stage.isAdvertising)
    }
}

@Suite("A phone that is not started")
struct UnstartedPhoneTests {
    @Test(
        "A phone that is not started does nothing that the user notices, even if it is stopped",
        arguments: [nil, "phone"])
    func nothing(restoreIdentifier: String?) async {
        let stage = await PhoneStage()
        await stage.start(restoreIdentifier: restoreIdentifier, starts: false)
        await stage.listen()
        await stage.pass(.seconds(10))
        await stage.act { $0.phone?.advertise() }
        await stage.act { $0.phone?.stop() }
        await stage.pass(.seconds(1))
        #expect(stage.bluetooth.peripheralSystem.manager == nil)
        #expect(stage.updates.entries == [])
        #expect(stage.ends.count == 1)
        await stage.startAgain()
        await stage.pass(.seconds(1))
        #expect(stage.statuses == [.advertising])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }
}

@Suite("The updates of a phone")
struct PhoneUpdatesTests {
    @Test(
        "The updates of a phone end when it is stopped, after the status that says so, and those taken later wait for the next start"
    )
    func stop() async {
        let stage = await PhoneStage()
        await stage.start()
        await stage.listen()
        await stage.pass(.seconds(1))
        await stage.act { $0.phone?.stop() }
        await stage.pass(.seconds(1))
        #expect(stage.statuses == [.advertising, .stopped])
        #expect(stage.ends.count == 1)
        stage.updates.clear()
        await stage.listen()
        await stage.pass(.seconds(1))
        await stage.act { $0.phone?.start() }
        await stage.pass(.seconds(1))
        #expect(stage.statuses == [.stopped, .advertising])
        #expect(stage.ends.count == 1)
        await stage.stopListening()
    }
}

@Suite("The name of a phone")
struct PhoneNameTests {
    /// What is advertised as the name of a phone.
    private static func advertisedName(of name: String?) async -> String? {
        let stage = await PhoneStage()
        await stage.act { stage in
            let phone = NavigationPhone(layout: .deployed, name: name)
            stage.phone = phone
            phone.start()
        }
        await stage.pass(.seconds(1))
        #expect(stage.isAdvertising)
        let advertised = stage.bluetooth.peripheralSystem.advertisement
        return advertised?[CBAdvertisementDataLocalNameKey] as? String
    }

    @Test("The name of a phone is advertised with its service, unless it is empty")
    func advertised() async {
        #expect(await Self.advertisedName(of: "Navigator") == "Navigator")
        #expect(await Self.advertisedName(of: "") == nil)
        #expect(await Self.advertisedName(of: nil) == Bundle.main.appName)
    }

    @Test("The name of a phone is by default what the user sees as the app's")
    func appName() throws {
        for (keys, expected) in [
            (["CFBundleName": "a", "CFBundleDisplayName": "b"], "b"), (["CFBundleName": "a"], "a"),
        ] {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("\(UUID()).bundle")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try PropertyListEncoder().encode(keys)
                .write(to: folder.appendingPathComponent("Info.plist"))
            #expect(try #require(Bundle(url: folder)).appName == expected)
        }
    }
}

@Suite("A phone publishes")
struct PublishingTests {
    @Test("A phone publishes nothing before it is started")
    func notStarted() async {
        let stage = await PhoneStage()
        await stage.start(starts: false)
        #expect(throws: NavigationPhone.PublishingError.notStarted) { try stage.publish(1) }
        #expect(throws: NavigationPhone.PublishingError.notStarted) {
            try stage.phone?.publish(arrow: .left, distanceInMeters: 1)
        }
    }

    @Test(
        "A phone publishes nothing that does not fit into its layout, and serves the last one that did"
    )
    func unencodable() async throws {
        let stage = await PhoneStage()
        await stage.start()
        try await stage.world.run { world in
            let client = world.addClient()
            let characteristic = try await client.findInstruction()
            try stage.publish(1)
            var instruction = NavigationInstruction.number(2)
            instruction.identifier = .uuid(UUID128(high: 1, low: 2))
            let mismatch = KomootNavError(.identifierMismatch, at: 0)
            #expect(throws: NavigationPhone.PublishingError.unencodable(mismatch)) {
                try stage.phone?.publish(instruction)
            }
            let oversized = KomootNavError(.oversized, at: 512)
            #expect(throws: NavigationPhone.PublishingError.unencodable(oversized)) {
                try stage.publish(3, streetByteCount: 504)
            }
            let expected = try NavigationInstruction.number(1).encoded(as: .deployed)
            #expect(try await client.readObject(characteristic) == expected)
        }
    }

    @Test(
        "A phone publishes under version-4 UUIDs in the legacy layout, and each time under another one"
    )
    func identifiers() async throws {
        let stage = await PhoneStage()
        await stage.start(PeripheralSession.Configuration(layout: .legacy))
        try await stage.world.run { world in
            let client = world.addClient()
            let characteristic = try await client.findInstruction()
            var identifiers: Set<ContiguousArray<UInt8>> = []
            for distance in 0..<UInt32(100) {
                try stage.phone?.publish(arrow: .left, distanceInMeters: distance)
                let object = try await client.read(characteristic)
                #expect(object.count >= 16 && object[6] >> 4 == 4 && object[8] >> 6 == 0b10)
                identifiers.insert(ContiguousArray(object.prefix(16)))
            }
            #expect(identifiers.count == 100)
        }
    }
}
