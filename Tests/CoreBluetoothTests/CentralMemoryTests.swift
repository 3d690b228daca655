import CoreBluetooth
import KomootNav
import Simulation
import Testing

@Suite("Discoveries") struct CentralMemoryTests {
    @Test("Discoveries may never be told, until their link ends")
    func untold() async throws {
        let stage = await CentralStage()
        stage.bluetooth.habits.losesDiscoveries = .always
        await stage.connect()
        #expect(stage.app.events.last == .connected)
        #expect(stage.bluetooth.owedRequests == 1)
        try await stage.world.inject(.link(.dropped))
        await stage.pass(.seconds(1))
        #expect(stage.app.events.last == .disconnected(hasError: true))
        #expect(stage.bluetooth.owedRequests == 0)
    }

    @Test(
        "Discoveries may give what was there before, until the peripheral says that its services have changed"
    )
    func stale() async throws {
        let stage = await CentralStage()
        stage.bluetooth.habits.remembersServices = .always
        await stage.connect()
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(2))
        #expect(stage.app.values == [Array(0..<60)])
        await stage.act { $0.cancel() }
        await stage.pass(.seconds(1))
        await stage.server.moveNavigation()
        for _ in 0..<2 {
            await stage.act { $0.reconnect() }
            await stage.pass(.seconds(5))
            #expect(stage.app.events.last == .characteristics)
            await stage.act { $0.app.read() }
            await stage.pass(.seconds(2))
            #expect(stage.app.events.last == .value(nil, .invalidHandle))
            await stage.act { $0.cancel() }
            await stage.pass(.seconds(1))
        }
        await stage.act { $0.reconnect() }
        await stage.pass(.seconds(5))
        await stage.server.add(GATTService(uuid: UUID128(high: 3, low: 4), characteristics: []))
        await stage.pass(.seconds(1))
        await stage.act { $0.app.peripheral?.discoverServices([.navigation]) }
        await stage.pass(.seconds(5))
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(2))
        #expect(stage.app.values.last == Array(0..<60))
        #expect(stage.bluetooth.misuses.isEmpty)
    }
}

extension GATTServer {
    /// Gives the characteristic of navigation another handle.
    fileprivate func moveNavigation() async {
        removeService(NavigationService.uuid)
        add(
            GATTService(
                uuid: UUID128(high: 1, low: 2),
                characteristics: [
                    GATTCharacteristic(uuid: UUID128(high: 5, low: 6), properties: [])
                ]))
        add(.navigation(hasCCCD: true))
    }
}
