import KomootNav
import KomootNavCoreBluetooth
import Simulation
import Testing

@testable import CoreBluetooth

@Suite("When the system keeps what a device wants to discover")
struct StubbornSystemTests {
    @Test(
        "When the system keeps what a device wants to discover, a discovery that is never told ends the link, and the device tries again",
        arguments: 0..<20)
    func untoldDiscovery(seed: Int) async {
        let stage = await DeviceStage(seed: UInt64(seed))
        stage.bluetooth.habits.losesDiscoveries = .always
        await stage.start()
        await stage.listen()
        await stage.pass(.seconds(25))
        #expect(stage.instructions == [])
        #expect(stage.linkCount == 3)
        stage.bluetooth.habits.losesDiscoveries = .never
        await stage.pass(.seconds(15))
        #expect(stage.instructions.last == .number(1))
        #expect(stage.statuses.contains(.navigating))
        #expect(stage.liveLinkCount == 1)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test(
        "When the system keeps what a device wants to discover, old handles make the device try again and again, until the phone says that its services have changed"
    )
    func oldHandles() async throws {
        let stage = await DeviceStage()
        stage.bluetooth.habits.remembersServices = .always
        await stage.navigate()
        try await stage.world.inject(.link(.dropped))
        await stage.server.removeService(NavigationService.uuid)
        await stage.server.add(
            GATTService(
                uuid: UUID128(high: 1, low: 2),
                characteristics: [
                    GATTCharacteristic(uuid: UUID128(high: 5, low: 6), properties: [])
                ]))
        await stage.server.add(.navigation(hasCCCD: true))
        let next = await stage.publish()
        await stage.pass(.seconds(60))
        #expect(stage.time(of: next) == nil)
        // About one link in 4 s.
        #expect((12...30).contains(stage.linkCount))
        let isLinked = await stage.pass(atMost: .seconds(30)) { $0.liveLinkCount == 1 }
        #expect(isLinked)
        await stage.server.add(GATTService(uuid: UUID128(high: 3, low: 4), characteristics: []))
        await stage.pass(.seconds(15))
        #expect(stage.instructions.last == next)
        #expect(stage.statuses.last != .searching)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }
}
