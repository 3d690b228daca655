import CoreBluetooth
import KomootNav
import Simulation
import Testing

@Suite("State restoration") struct RestorationTests {
    @Test("A link that the system kept is told before the first state, and can be used")
    func link() async throws {
        let stage = await CentralStage()
        await stage.act {
            $0.start(identifier: "a")
            $0.app.subscribes = true
        }
        await stage.pass(.seconds(10))
        await stage.restart(identifier: "a")
        await stage.pass(.seconds(1))
        #expect(stage.app.events == [.restored, .state(.poweredOn)])
        #expect(stage.app.peripheral?.state == .connected)
        #expect(stage.app.characteristic?.isNotifying == true)
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(2))
        await stage.server.notify([3], of: NavigationService.instructionCharacteristic)
        await stage.pass(.seconds(2))
        #expect(stage.app.values == [Array(0..<60), [3]])
        #expect(stage.bluetooth.misuses.isEmpty)
        #expect(stage.bluetooth.owedRequests == 0)
    }

    @Test("An attempt to connect that the system kept succeeds for the next app")
    func attempt() async throws {
        let stage = await CentralStage()
        await stage.act { $0.start(identifier: "a") }
        await stage.pass(.seconds(10))
        await stage.server.stopAdvertising()
        await stage.act { $0.cancel() }
        await stage.pass(.seconds(1))
        await stage.act { $0.reconnect() }
        let wakes = Recorder<Int>()
        stage.bluetooth.wakesApp = { wakes.add(0) }
        await stage.act { $0.bluetooth.terminateApp() }
        #expect(wakes.all.isEmpty)
        await stage.server.startAdvertising(NavigationService.uuid)
        await stage.pass(.seconds(5))
        #expect(wakes.all.count == 1)
        await stage.restart(identifier: "a")
        await stage.pass(.seconds(5))
        #expect(stage.app.events.prefix(3) == [.restored, .state(.poweredOn), .connected])
        #expect(stage.app.characteristic != nil)
    }

    @Test(
        "Nothing is kept without an identifier, or if a test says so",
        arguments: [(nil, nil, true), ("a", "a", false)])
    func nothing(first: String?, second: String?, keepsState: Bool) async throws {
        let stage = await CentralStage()
        await stage.act { $0.start(identifier: first) }
        await stage.pass(.seconds(10))
        await stage.restart(identifier: second, keepsState: keepsState)
        await stage.act { $0.app.connectsItself = false }
        await stage.pass(.seconds(5))
        #expect(stage.app.events == [.state(.poweredOn)])
        await stage.act { stage in
            #expect(!stage.world.linkLayer.state.links.contains { $0.isUpForCentral })
        }
    }

    @Test("An app that was terminated is told nothing, and its manager does nothing")
    func dead() async throws {
        let stage = await CentralStage()
        await stage.connect()
        await stage.act {
            $0.app.read()
            $0.bluetooth.terminateApp()
            $0.app.forgetEvents()
        }
        #expect(stage.app.manager?.state == .unknown)
        await stage.pass(.seconds(10))
        #expect(stage.app.events.isEmpty)
        #expect(stage.bluetooth.owedRequests == 0)
    }

    @Test("What was meant for an app that has ended is not told to the next one")
    func nextApp() async throws {
        let stage = await CentralStage()
        await stage.connect()
        stage.bluetooth.habits.callbackDelay = 1_000_000...1_000_000
        await stage.act {
            $0.bluetooth.state = .poweredOff
            $0.bluetooth.state = .poweredOn
        }
        await stage.restart(identifier: nil)
        stage.app.connectsItself = false
        await stage.pass(.seconds(10))
        #expect(stage.app.events == [.state(.poweredOn)])
    }

    @Test("An identifier and a delegate that can be restored belong together")
    func identifier() async throws {
        let central = await CentralStage()
        await central.act { stage in
            RestorableTestCentral().start(on: stage.bluetooth)
            TestCentral().start(on: stage.bluetooth, identifier: "a")
            TestCentral().start(on: stage.bluetooth)
            RestorableTestCentral().start(on: stage.bluetooth, identifier: "a")
        }
        #expect(central.bluetooth.misuses == [.noRestoreIdentifier, .noRestoration])
        let peripheral = await PeripheralStage()
        await peripheral.act { stage in
            RestorableTestPeripheral().start(on: stage.bluetooth)
            TestPeripheral().start(on: stage.bluetooth, identifier: "p")
            TestPeripheral().start(on: stage.bluetooth)
            RestorableTestPeripheral().start(on: stage.bluetooth, identifier: "p")
        }
        #expect(peripheral.bluetooth.misuses == [.noRestoreIdentifier, .noRestoration])
    }

    @Test("A peripheral's services and advertising are kept, and it is asked again")
    func peripheral() async throws {
        let stage = await PeripheralStage()
        await stage.act {
            $0.app = RestorableTestPeripheral()
            $0.app.start(on: $0.bluetooth, identifier: "p")
        }
        await stage.pass(.seconds(1))
        await stage.act {
            $0.bluetooth.terminateApp()
            $0.app = RestorableTestPeripheral()
            $0.app.servesItself = false
            $0.app.start(on: $0.bluetooth, identifier: "p")
        }
        await stage.pass(.seconds(1))
        #expect(
            stage.app.events == [.restored(services: 1, isAdvertising: true), .state(.poweredOn)])
        #expect(stage.app.manager?.isAdvertising == true)
        #expect(try await stage.read().count == 22)
        #expect(stage.app.events.last == .read(offset: 0))
        await stage.act { $0.bluetooth.terminateApp(keepsState: false) }
        await #expect(throws: GATTError.refused(.attributeNotFound)) { try await stage.read() }
    }
}

extension CentralStage {
    /// Starts a new app, which can be restored if it has an identifier.
    func start(identifier: String?) {
        app = identifier == nil ? TestCentral() : RestorableTestCentral()
        app.start(on: bluetooth, identifier: identifier)
    }

    /// Terminates the app, and starts it anew.
    func restart(identifier: String?, keepsState: Bool = true) async {
        await act { stage in
            stage.bluetooth.terminateApp(keepsState: keepsState)
            stage.start(identifier: identifier)
        }
    }
}
