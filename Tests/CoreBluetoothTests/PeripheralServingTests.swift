import CoreBluetooth
import Foundation
import KomootNav
import Simulation
import Testing

@Suite("A peripheral that serves") struct PeripheralServingTests {
    @Test("A peripheral that serves adds its service, and then advertises")
    func start() async {
        let stage = await PeripheralStage()
        #expect(stage.app.events == [.state(.poweredOn), .added, .advertising(nil)])
        #expect(stage.app.manager?.isAdvertising == true)
        await stage.act { $0.app.advertise() }
        await stage.pass(.seconds(1))
        #expect(stage.app.events.last == .advertising(.alreadyAdvertising))
        await stage.act { $0.app.manager?.stopAdvertising() }
        #expect(stage.app.manager?.isAdvertising == false)
        #expect(!stage.app.wasCalledInCall)
        #expect(stage.bluetooth.misuses.isEmpty)
    }

    @Test(
        "A peripheral that serves is asked at each offset, and a response carries MTU − 1 bytes",
        arguments: [23, 50])
    func read(mtu: Int) async throws {
        let stage = await PeripheralStage(conditions: LinkConditions(mtu: mtu))
        stage.app.forgetEvents()
        #expect(try await stage.read() == ContiguousArray(0..<UInt8(mtu - 1)))
        #expect(try await stage.read(at: 55) == [55, 56, 57, 58, 59])
        #expect(stage.app.events == [.read(offset: 0), .read(offset: 55)])
        #expect(stage.bluetooth.unansweredRequests == 0)
        #expect(stage.bluetooth.misuses.isEmpty)
    }

    @Test("A peripheral that serves is not told that a central has connected")
    func connection() async throws {
        let stage = await PeripheralStage()
        stage.app.forgetEvents()
        let client = stage.client
        _ = try await stage.world.run { _ in try await PeripheralStage.connect(client) }
        await stage.pass(.seconds(10))
        #expect(stage.app.events.isEmpty)
    }

    @Test("The errors of a peripheral that serves reach the central")
    func error() async {
        let stage = await PeripheralStage()
        stage.app.result = .attributeNotFound
        await #expect(throws: GATTError.refused(.attributeNotFound)) { try await stage.read() }
        stage.app.result = .init(rawValue: 0x9A) ?? .success
        await #expect(throws: GATTError.refused(ATTError(rawValue: 0x9A))) {
            try await stage.read()
        }
    }

    @Test("An answer that is missing or given twice is counted")
    func answers() async throws {
        let stage = await PeripheralStage()
        stage.app.value = nil
        await #expect(throws: GATTError.disconnected) { try await stage.read() }
        #expect(stage.bluetooth.unansweredRequests == 1)
        await stage.act { stage in
            for _ in 0..<2 {
                stage.app.manager?.respond(to: stage.app.requests[0], withResult: .success)
            }
        }
        #expect(stage.bluetooth.unansweredRequests == 0)
        #expect(stage.bluetooth.misuses == [.answeredTwice])
    }

    @Test("A value that never changes is served without asking")
    func staticValue() async throws {
        let stage = await PeripheralStage(app: TestPeripheral(value: Data(0..<30)))
        stage.app.forgetEvents()
        #expect(try await stage.read() == ContiguousArray(0..<22))
        #expect(try await stage.read(at: 22) == ContiguousArray(22..<30))
        await #expect(throws: GATTError.refused(.invalidOffset)) { try await stage.read(at: 31) }
        #expect(stage.app.events.isEmpty)
    }

    @Test("What a peripheral does not permit is refused without asking it")
    func permissions() async {
        let stage = await PeripheralStage(app: TestPeripheral(permissions: []))
        stage.app.forgetEvents()
        await #expect(throws: GATTError.refused(.readNotPermitted)) { try await stage.read() }
        #expect(stage.app.events.isEmpty)
    }

    @Test("A peripheral that serves is told what is written, and its answer ends the write")
    func write() async throws {
        let stage = await PeripheralStage()
        stage.app.forgetEvents()
        let client = stage.client
        try await stage.world.run { _ in
            let characteristic = try await PeripheralStage.connect(client)
            try await client.write([4, 5], to: characteristic)
        }
        #expect(stage.app.events == [.write([4, 5])])
        #expect(stage.bluetooth.unansweredRequests == 0)
    }

    @Test(
        "A service that a peripheral removes is gone, and centrals can find it when it is added again"
    )
    func removal() async throws {
        let stage = await PeripheralStage()
        _ = try await stage.read()
        await stage.act { $0.app.manager?.remove($0.app.service) }
        await #expect(throws: GATTError.refused(.attributeNotFound)) { try await stage.read() }
        await stage.act { $0.app.manager?.add($0.app.service) }
        _ = try await stage.read()
        #expect(stage.bluetooth.misuses.isEmpty)
        await stage.act { $0.app.manager?.removeAllServices() }
        await #expect(throws: GATTError.refused(.attributeNotFound)) { try await stage.read() }
        await stage.act { $0.app.manager?.remove($0.app.service) }
        #expect(stage.bluetooth.misuses == [.notAdded("remove")])
    }

    @Test("A device does not find itself")
    func noSelf() async {
        let stage = await PeripheralStage()
        let central = TestCentral()
        await stage.act { central.start(on: $0.bluetooth) }
        await stage.pass(.seconds(20))
        #expect(central.events == [.state(.poweredOn)])
    }

    @Test("A central of another simulated Apple device reads from a peripheral that serves")
    func bothSides() async {
        let stage = await PeripheralStage()
        let reader = TestCentral()
        let device = await SimulatedBluetooth(in: stage.world)
        device.habits = .plain
        await stage.act { _ in reader.start(on: device) }
        await stage.pass(.seconds(5))
        await stage.act { _ in reader.read() }
        await stage.pass(.seconds(5))
        #expect(reader.values == [Array(0..<60)])
        #expect(stage.app.events.suffix(3) == [0, 22, 44].map { .read(offset: $0) })
    }
}
