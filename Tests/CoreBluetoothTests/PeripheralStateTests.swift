import CoreBluetooth
import KomootNav
import Simulation
import Testing

@Suite("A peripheral, and Bluetooth's state") struct PeripheralStateTests {
    @Test(
        "After Bluetooth was off, services and advertising are back", arguments: [true, false])
    func powerCycle(isTold: Bool) async throws {
        let stage = await PeripheralStage()
        stage.bluetooth.habits.tellsSubscriptionsEndedBySwitchingOff = isTold ? .always : .never
        try await stage.subscribe(stage.client)
        let identifier = try #require(stage.app.centrals.first?.identifier)
        stage.app.forgetEvents()
        await stage.act { $0.bluetooth.state = .poweredOff }
        await stage.pass(.seconds(5))
        #expect(
            stage.app.events == [.state(.poweredOff)] + (isTold ? [.unsubscribed(identifier)] : []))
        #expect(stage.app.characteristic.subscribedCentrals == [])
        #expect(stage.app.manager?.isAdvertising == false)
        #expect(await !stage.client.isConnected)
        await stage.act { $0.bluetooth.state = .poweredOn }
        await stage.pass(.seconds(1))
        #expect(stage.app.events.last == .state(.poweredOn))
        #expect(stage.app.manager?.isAdvertising == true)
        #expect(try await stage.read().count == 22)
        #expect(stage.bluetooth.misuses.isEmpty)
    }

    @Test("A fault of the world switches Bluetooth off and on too")
    func fault() async throws {
        let stage = await PeripheralStage()
        stage.app.forgetEvents()
        try await stage.world.inject(.link(.peripheralRadioOff(.seconds(1))))
        await stage.pass(.seconds(3))
        #expect(stage.app.events == [.state(.poweredOff), .state(.poweredOn)])
        #expect(try await stage.read().count == 22)
    }

    @Test(
        "Below powered off, the database is cleared and advertising is over",
        arguments: [CBManagerState.resetting, .unauthorized])
    func reset(state: CBManagerState) async throws {
        let stage = await PeripheralStage()
        await stage.act { $0.bluetooth.state = state }
        await stage.pass(.seconds(1))
        await stage.act { $0.bluetooth.state = .poweredOn }
        await stage.pass(.seconds(1))
        #expect(stage.app.events.suffix(2) == [.state(state), .state(.poweredOn)])
        #expect(stage.app.manager?.isAdvertising == false)
        let client = stage.client
        await #expect(throws: SimulationError.self) {
            try await stage.world.run(atMost: .seconds(60)) { _ in
                await client.connect(to: NavigationService.uuid)
            }
        }
        await stage.act {
            $0.app.manager?.add($0.app.service)
            $0.app.advertise()
        }
        await stage.pass(.seconds(1))
        #expect(try await stage.read().count == 22)
        #expect(stage.bluetooth.misuses.isEmpty)
    }

    @Test(
        "What a peripheral asks for before it is told of a reset does nothing, and is not a misuse")
    func untoldReset() async {
        let stage = await PeripheralStage()
        await stage.act { stage in
            stage.bluetooth.state = .resetting
            #expect(!stage.update([1], nil))
            stage.app.manager?.remove(stage.app.service)
        }
        await stage.pass(.seconds(1))
        #expect(stage.bluetooth.misuses.isEmpty)
        await stage.act { $0.bluetooth.state = .poweredOn }
        await stage.pass(.seconds(1))
        await stage.act { stage in #expect(!stage.update([1], nil)) }
        #expect(stage.bluetooth.misuses == [.notAdded("updateValue")])
    }

    @Test("Calls while Bluetooth is off are misuses and do nothing")
    func off() async {
        let stage = await PeripheralStage()
        await stage.act { $0.bluetooth.state = .poweredOff }
        await stage.pass(.seconds(1))
        stage.app.forgetEvents()
        await stage.act { stage in
            stage.app.manager?.add(CBMutableService(type: .navigation, primary: true))
            stage.app.advertise()
            stage.app.manager?.stopAdvertising()
            #expect(!stage.update([1], nil))
        }
        await stage.pass(.seconds(1))
        #expect(stage.app.events.isEmpty)
        #expect(
            stage.bluetooth.misuses
                == ["add", "startAdvertising", "stopAdvertising", "updateValue"].map {
                    .notPoweredOn($0)
                })
    }
}
