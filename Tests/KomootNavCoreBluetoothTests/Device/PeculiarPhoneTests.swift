import Foundation
import KomootNav
import KomootNavFoundation
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

@Suite("A device that reads from a peculiar phone")
struct PeculiarPhoneTests {
    @Test(
        "A device that reads from a peculiar phone waits for the service and the characteristic",
        arguments: [
            nil, GATTService(uuid: NavigationService.uuid, characteristics: []),
            GATTService(
                uuid: NavigationService.uuid,
                characteristics: [
                    GATTCharacteristic(uuid: UUID128(high: 1, low: 2), properties: .read)
                ]),
        ])
    func nothingToRead(_ service: GATTService?) async {
        let stage = await DeviceStage(service: service)
        await stage.navigate()
        await stage.pass(.seconds(20))
        #expect(stage.instructions == [])
        #expect(Set(stage.statuses) == [.searching, .waiting, .ended])
        await stage.server.removeService(NavigationService.uuid)
        await stage.server.add(.navigation(hasCCCD: true))
        await stage.pass(.seconds(4))
        #expect(stage.statuses.last == .navigating)
        #expect(stage.instructions.last == .number(1))
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A device that reads from a peculiar phone subscribes, and reads without a CCCD",
        arguments: [false, true])
    func subscription(hasCCCD: Bool) async {
        let stage = await DeviceStage(service: .navigation(hasCCCD: hasCCCD))
        await stage.navigate()
        #expect(stage.statuses == [.searching, .waiting, .navigating])
        let isSubscribed = stage.bluetooth.linkLayer.state.subscriptions.contains { !$0.isEmpty }
        #expect(isSubscribed == hasCCCD)
        await stage.stopListening()
    }

    @Test(
        "A device that reads from a peculiar phone says that navigation has ended when the service is gone, and goes on when it is back"
    )
    func modifiedServices() async {
        let stage = await DeviceStage()
        await stage.navigate()
        await stage.server.removeService(NavigationService.uuid)
        await stage.pass(.seconds(5))
        #expect(stage.statuses.contains(.ended))
        stage.updates.clear()
        await stage.server.add(.navigation(hasCCCD: true))
        let next = await stage.publish()
        await stage.pass(.seconds(5))
        #expect(stage.statuses.last == .navigating)
        #expect(stage.instructions.last == next)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A device that reads from a peculiar phone finds a characteristic that has moved, on the same link"
    )
    func movedService() async {
        let stage = await DeviceStage()
        await stage.navigate()
        await stage.server.removeService(NavigationService.uuid)
        await stage.server.add(GATTService(uuid: UUID128(high: 1, low: 2), characteristics: []))
        await stage.server.add(.navigation(hasCCCD: true))
        let next = await stage.publish()
        await stage.pass(.seconds(3))
        #expect(stage.instructions.last == next)
        #expect(stage.linkCount == 1)
        // It was told, and had no read to fail with the old handle.
        #expect(stage.faults.entries == [])
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A device that reads from a peculiar phone does not believe that it has no service if it is about to hear that its services have changed"
    )
    func lateService() async {
        var habits = Habits.plain
        habits.callbackDelay = 100_000...100_000
        let stage = await DeviceStage(habits: habits, service: nil)
        await DeviceMoment.discoveringServices.arrange(stage)
        // Its answer is there, and not told.
        #expect(await stage.pass(atMost: .seconds(1)) { $0.request == nil })
        await stage.server.add(.navigation(hasCCCD: true))
        let next = await stage.publish()
        await stage.pass(.seconds(5))
        #expect(stage.statuses == [.searching, .waiting, .navigating])
        #expect(stage.instructions.last == next)
        #expect(stage.linkCount == 1)
        await stage.stopListening()
    }

    @Test(
        "A device that reads from a peculiar phone knows when the MTU has grown: a value that fits is not cut"
    )
    func grownMTU() async throws {
        let stage = await DeviceStage()
        await stage.navigate()
        #expect(stage.firstExtent(of: .number(1)) == .possiblyCut)
        try await stage.world.inject(.link(.mtuChanged(185)))
        // For half a minute, something of the smaller MTU might still arrive.
        await stage.publish()
        await stage.pass(.seconds(35))
        let next = await stage.publish()
        await stage.pass(.seconds(3))
        #expect(stage.firstExtent(of: next) == .whole)
        await stage.stopListening()
    }

    @Test(
        "A device that reads from a peculiar phone asks the rider to pair only if the phone demands it",
        arguments: [0x05, 0x0F, 0x0E, 0x80])
    func errors(code: Int) async {
        let stage = await DeviceStage()
        let error = ATTError(rawValue: UInt8(code))
        await stage.server.answerReads { _ in .error(error) }
        await stage.navigate()
        #expect(stage.statuses.contains(.pairingRequired) == error.requiresPairing)
        #expect(stage.faults.entries.contains { "\($0)".contains("\(error)") })
        await stage.server.answerReads(by: nil)
        await stage.pass(.seconds(10))
        #expect(stage.instructions.last == .number(1))
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "A device that reads from a peculiar phone says once that the instruction is gone, and gives an equal one again",
        arguments: [ATTError.attributeNotFound, .attributeNotLong])
    func noInstruction(_ error: ATTError) async {
        let stage = await DeviceStage()
        await stage.navigate()
        await stage.server.answerReads { _ in .error(error) }
        await stage.pass(.seconds(10))
        let told: [NavigationDevice.Update] = [.noInstruction, .status(.waiting)]
        #expect(Array(stage.updates.entries.suffix(2)) == told)
        await stage.stopListening()
        stage.updates.clear()
        await stage.listen()
        await stage.pass(.seconds(1))
        #expect(stage.updates.entries == told)
        stage.updates.clear()
        await stage.server.answerReads(by: nil)
        await stage.pass(.seconds(5))
        #expect(stage.instructions.last == .number(1) && stage.statuses == [.navigating])

        // A stop keeps what is on the screen, a start doesn't.
        stage.updates.clear()
        await stage.act { $0.device?.stop() }
        await stage.pass(.seconds(1))
        #expect(stage.updates.entries == [.status(.stopped)])
        stage.updates.clear()
        await stage.startAgain()
        await stage.pass(.seconds(5))
        #expect(stage.updates.entries.first == .noInstruction)
        #expect(stage.instructions.last == .number(1))
        await stage.stopListening()
    }

    @Test("A device that reads from a peculiar phone ignores values of other characteristics")
    func otherCharacteristic() async throws {
        let stage = await DeviceStage()
        await stage.navigate()
        let value = try Data(NavigationInstruction.number(99).encoded(as: .deployed))
        await stage.act { stage in
            let system = stage.bluetooth.centralSystem
            guard let phone = system.peers[0]?.object else { return }
            let other = CBCharacteristic(uuid: CBUUID(string: "2A00"), properties: .read)
            other.storedValue = value
            phone.delegate?.peripheral(phone, didUpdateValueFor: other, error: nil)
            phone.delegate?.peripheral(
                phone, didUpdateValueFor: other, error: CBATTError(.insufficientEncryption))
        }
        await stage.pass(.seconds(3))
        #expect(!stage.instructions.contains(.number(99)))
        #expect(!stage.statuses.contains(.pairingRequired))
        #expect(stage.faults.entries == [])
        await stage.stopListening()
    }
}

extension DeviceStage {
    /// What was told first of an instruction's bytes, apart from the first chunk.
    fileprivate func firstExtent(of instruction: NavigationInstruction) -> ObjectExtent? {
        for case .instruction(let next) in updates.entries where next.instruction == instruction {
            return next.extent
        }
        return nil
    }
}

@Suite("Errors of Core Bluetooth")
struct ErrorMappingTests {
    @Test("The phone's errors keep their code in Core Bluetooth, and come back as the same result")
    func codes() {
        for code in 1...255 {
            let error = NSError(domain: CBATTErrorDomain, code: code)
            #expect(ATTError(error) == ATTError(rawValue: UInt8(code)))
            #expect(ATTError(rawValue: UInt8(code)).result.rawValue == code)
        }
        #expect(ATTError(CBATTError(.insufficientEncryption)) == .insufficientEncryption)
        #expect(ATTError(CBATTError(.invalidOffset)) == .invalidOffset)
    }

    @Test("The system's errors, and those with codes that no phone can send, are unlikely errors")
    func others() {
        for code in -1...30 {
            #expect(ATTError(NSError(domain: CBErrorDomain, code: code)) == .unlikelyError)
            #expect(ATTError(NSError(domain: "another", code: code)) == .unlikelyError)
        }
        for code in [-1, 256, Int.max, Int.min] {
            let error = NSError(domain: CBATTErrorDomain, code: code)
            #expect(ATTError(error) == .unlikelyError)
        }
        #expect(ATTError(CBError(.peripheralDisconnected)) == .unlikelyError)
    }
}
