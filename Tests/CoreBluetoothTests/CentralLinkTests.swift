import CoreBluetooth
import KomootNav
import PropertyTesting
import Simulation
import Testing

@Suite("A central's links") struct CentralLinkTests {
    @Test("No delegate is called from inside a call", arguments: propertySeeds(15))
    func neverInside(seed: UInt64) async {
        let stage = await CentralStage(seed: seed, habits: Habits())
        stage.app.listener = { [app = stage.app] event in
            switch event {
            case .disconnected, .failedToConnect:
                app.call { app.peripheral.map { app.manager?.connect($0) } }
            case .value:
                app.call { app.peripheral.map { app.manager?.cancelPeripheralConnection($0) } }
            case .characteristics: app.read()
            default: break
            }
        }
        await stage.connect()
        await stage.pass(.seconds(60))
        #expect(!stage.app.wasCalledInCall)
        #expect(stage.app.values.count > 5)
        #expect(stage.bluetooth.misuses.isEmpty)
    }

    @Test("A disconnection that the app asked for is told up to seconds later")
    func lateDisconnection() async {
        let stage = await CentralStage()
        stage.bluetooth.habits.disconnectsLate = .always
        stage.bluetooth.habits.lateDisconnection = 3_000_000...3_000_000
        await stage.connect()
        await stage.act { $0.cancel() }
        #expect(stage.app.peripheral?.state == .disconnecting)
        await stage.pass(.milliseconds(2900))
        #expect(stage.app.count(.disconnected(hasError: false)) == 0)
        await stage.pass(.milliseconds(200))
        #expect(stage.app.count(.disconnected(hasError: false)) == 1)
        #expect(stage.app.peripheral?.state == .disconnected)
    }

    @Test("A link that the app asked for before is told after that disconnection")
    func connectBeforeDisconnection() async {
        let stage = await CentralStage()
        stage.bluetooth.habits.disconnectsLate = .always
        await stage.connect()
        stage.app.forgetEvents()
        stage.app.connectsItself = false
        await stage.act {
            $0.cancel()
            $0.reconnect()
        }
        #expect(stage.app.peripheral?.state == .connecting)
        await stage.pass(.seconds(10))
        #expect(stage.app.events == [.disconnected(hasError: false), .connected])
        #expect(stage.bluetooth.misuses.isEmpty)
    }

    @Test(
        "A cancelled attempt to connect is told or not, as the system's habits are",
        arguments: [true, false])
    func cancelledAttempt(isTold: Bool) async {
        let stage = await CentralStage()
        stage.bluetooth.habits.tellsCancelledAttempts = isTold ? .always : .never
        await stage.connect()
        await stage.server.stopAdvertising()
        stage.app.forgetEvents()
        await stage.act {
            $0.cancel()
            $0.reconnect()
        }
        await stage.pass(.seconds(10))
        #expect(stage.app.events == [.disconnected(hasError: false)])
        #expect(stage.app.peripheral?.state == .connecting)
        stage.app.forgetEvents()
        await stage.act { $0.cancel() }
        await stage.pass(.seconds(60))
        #expect(stage.app.events == (isTold ? [.disconnected(hasError: false)] : []))
        await stage.server.startAdvertising(NavigationService.uuid)
        await stage.pass(.seconds(10))
        await stage.act { stage in
            #expect(!stage.world.linkLayer.state.links.contains { $0.isUpForCentral })
        }
    }

    @Test("An attempt to connect never gives up")
    func patience() async {
        let stage = await CentralStage()
        await stage.connect()
        await stage.server.stopAdvertising()
        stage.app.connectsItself = false
        await stage.act {
            $0.cancel()
            $0.reconnect()
        }
        await stage.pass(.seconds(3600))
        stage.app.forgetEvents()
        await stage.server.startAdvertising(NavigationService.uuid)
        await stage.pass(.seconds(2))
        #expect(stage.app.events == [.connected])
    }

    @Test("An attempt may fail, and the next one succeed")
    func failure() async {
        let stage = await CentralStage()
        stage.bluetooth.habits.failsToConnect = .always
        await stage.connect()
        #expect(stage.app.events.last == .failedToConnect)
        #expect(stage.app.peripheral?.state == .disconnected)
        stage.bluetooth.habits.failsToConnect = .never
        await stage.act { $0.reconnect() }
        await stage.pass(.seconds(2))
        #expect(stage.app.characteristic != nil)
    }

    @Test("A failure may be told as the disconnection of a link that was never told")
    func failureAsDisconnection() async {
        let stage = await CentralStage()
        stage.bluetooth.habits.failsToConnect = .always
        stage.bluetooth.habits.failsAsDisconnection = .always
        await stage.connect()
        #expect(stage.app.events.last == .disconnected(hasError: true))
        #expect(stage.app.count(.connected) == 0)
    }

    @Test("A lost link is told with an error, and so may be the request that it owes")
    func loss() async throws {
        for isTold in [true, false] {
            let stage = await CentralStage()
            stage.bluetooth.habits.failsOwedRequests = isTold ? .always : .never
            await stage.connect()
            stage.app.forgetEvents()
            await stage.act { $0.app.read() }
            try await stage.world.inject(.link(.dropped))
            await stage.pass(.seconds(5))
            let failure: [TestCentral.Event] = isTold ? [.failure(.peripheralDisconnected)] : []
            #expect(stage.app.events == failure + [.disconnected(hasError: true)])
            #expect(stage.bluetooth.owedRequests == 0)
            #expect(stage.app.peripheral?.state == .disconnected)
            #expect(stage.app.peripheral?.services == nil)
        }
    }

    @Test("A loss that was not told yet is not a misuse, but a call before connecting is")
    func notConnected() async throws {
        let stage = await CentralStage()
        await stage.connect()
        stage.bluetooth.habits.callbackDelay = 1_000_000...1_000_000
        stage.bluetooth.habits.failsOwedRequests = .never
        try await stage.world.inject(.link(.dropped))
        await stage.pass(.milliseconds(100))
        stage.app.forgetEvents()
        await stage.act { $0.app.read() }
        #expect(stage.bluetooth.misuses.isEmpty)
        await stage.pass(.seconds(2))
        #expect(stage.app.events == [.disconnected(hasError: true)])
        await stage.act { $0.app.read() }
        #expect(stage.bluetooth.misuses == [.notConnected("read")])
    }

    @Test("After the app has cancelled, it may not ask for anything")
    func askingAfterCancelling() async {
        let stage = await CentralStage()
        await stage.connect()
        await stage.act {
            $0.cancel()
            $0.app.read()
        }
        #expect(stage.bluetooth.misuses == [.notConnected("read")])
    }

    @Test("A peripheral that the app lets go of is disconnected")
    func forgotten() async {
        let stage = await CentralStage()
        await stage.connect()
        await stage.act {
            $0.app.characteristic = nil
            $0.app.peripheral = nil
        }
        await stage.pass(.seconds(1))
        #expect(stage.bluetooth.misuses == [.forgottenPeripheral])
        await stage.act { stage in
            #expect(!stage.world.linkLayer.state.links.contains { $0.isUpForCentral })
        }
    }

    @Test("Services that changed are dead, and are discovered anew")
    func servicesChanged() async throws {
        let stage = await CentralStage()
        await stage.connect()
        let old = try #require(stage.app.characteristic)
        stage.app.forgetEvents()
        await stage.server.removeService(NavigationService.uuid)
        await stage.pass(.seconds(1))
        #expect(stage.app.events == [.modified(1)])
        #expect(stage.app.peripheral?.services == nil)
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(1))
        #expect(stage.app.events.last == .value(nil, .invalidHandle))
        await stage.server.add(.navigation(hasCCCD: true))
        await stage.pass(.seconds(1))
        #expect(stage.app.events.last == .modified(0))
        await stage.act { $0.app.peripheral?.discoverServices([.navigation]) }
        await stage.pass(.seconds(2))
        #expect(stage.app.characteristic !== old)
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(2))
        #expect(stage.app.values == [Array(0..<60)])
    }

    @Test("After a change of services, even those that are still there are dead")
    func unchangedServices() async {
        let stage = await CentralStage()
        await stage.connect()
        let service = stage.app.characteristic?.service
        await stage.server.add(
            GATTService(
                uuid: CBUUID(string: "180D").full,
                characteristics: [
                    GATTCharacteristic(uuid: CBUUID(string: "2A37").full, properties: .read)
                ]))
        await stage.pass(.seconds(1))
        await stage.act { $0.app.read() }
        await stage.pass(.seconds(1))
        #expect(stage.app.events.last == .value(nil, .invalidHandle))
        #expect(stage.app.characteristic?.service === service)
    }

    @Test("What is not there is not discovered, and that is not an error")
    func nothingToDiscover() async {
        let stage = await CentralStage()
        await stage.connect()
        await stage.act { $0.app.peripheral?.discoverServices([CBUUID(string: "180D")]) }
        await stage.pass(.seconds(2))
        #expect(stage.app.peripheral?.services?.map(\.uuid) == [.navigation])
        await stage.act { $0.app.peripheral?.discoverServices(nil) }
        await stage.pass(.seconds(2))
        #expect(stage.app.peripheral?.services?.count == 1)
        #expect(stage.app.peripheral?.services?.first?.characteristics?.count == 1)
    }
}
