import CoreBluetooth
import KomootNav
import Simulation
import Testing

@Suite("A central's search, and Bluetooth's state") struct CentralSearchTests {
    @Test("A scan tells each peripheral once, with what it advertises")
    func scan() async {
        let stage = await CentralStage()
        stage.app.connectsItself = false
        await stage.connect()
        await stage.act { $0.app.scan() }
        #expect(stage.app.manager?.isScanning == true)
        await stage.pass(.seconds(10))
        #expect(stage.app.events.count == 2)
        #expect(
            stage.app.advertised[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] == [.navigation])
        await stage.act { $0.app.scan() }
        await stage.pass(.seconds(10))
        #expect(stage.app.events.count == 3)
        #expect(stage.app.events[1] == stage.app.events[2])
    }

    @Test("A scan with duplicates tells a peripheral again and again, until it is stopped")
    func duplicates() async {
        let stage = await CentralStage()
        stage.app.connectsItself = false
        await stage.connect()
        await stage.act { $0.app.scan(allowDuplicates: true) }
        await stage.pass(.seconds(10))
        #expect(stage.app.events.count > 10)
        await stage.act { $0.app.manager?.stopScan() }
        #expect(stage.app.manager?.isScanning == false)
        await stage.pass(.seconds(1))
        stage.app.forgetEvents()
        await stage.pass(.seconds(10))
        #expect(stage.app.events.isEmpty)
    }

    @Test("A peripheral keeps its object and its identifier")
    func identity() async throws {
        let stage = await CentralStage()
        await stage.connect()
        let peripheral = try #require(stage.app.peripheral)
        stage.remembered = peripheral
        await stage.act {
            $0.cancel()
            $0.app.scan()
        }
        await stage.pass(.seconds(5))
        #expect(stage.app.events.last == .discovered(peripheral.identifier))
        await stage.act { stage in
            let known = stage.app.manager?.retrievePeripherals(
                withIdentifiers: stage.remembered.map { [$0.identifier] } ?? [])
            #expect(known?.first === stage.remembered)
            #expect(
                stage.app.manager?.retrieveConnectedPeripherals(withServices: [.navigation])
                    == [])
            stage.reconnect()
        }
        await stage.pass(.seconds(5))
        await stage.act { stage in
            let connected = stage.app.manager?.retrieveConnectedPeripherals(
                withServices: [.navigation])
            #expect(connected?.first === stage.remembered)
        }
        await stage.act { stage in
            stage.app.peripheral = nil
            stage.app.start(on: stage.bluetooth)
        }
        await stage.pass(.seconds(5))
        #expect(stage.app.peripheral !== peripheral)
        #expect(stage.app.peripheral?.identifier == peripheral.identifier)
        #expect(stage.bluetooth.misuses.isEmpty)
    }

    @Test("A manager without a device is not supported")
    func unsupported() {
        #expect(CBCentralManager(delegate: nil, queue: nil).state == .unsupported)
        #expect(CBPeripheralManager(delegate: nil, queue: nil).state == .unsupported)
        #expect(CBManager.authorization == .notDetermined)
    }

    @Test("An app learns whether the user lets it use Bluetooth")
    func authorization() async {
        let stage = await CentralStage()
        stage.bluetooth.authorization = .denied
        SimulatedBluetooth.$current.withValue(stage.bluetooth) {
            #expect(CBCentralManager.authorization == .denied)
        }
    }

    @Test("Before the first state is told, calls are misuses and do nothing")
    func early() async {
        let stage = await CentralStage()
        await stage.act {
            $0.app.connectsItself = false
            $0.app.start(on: $0.bluetooth)
            #expect($0.app.manager?.state == .unknown)
            $0.app.scan()
        }
        await stage.pass(.seconds(10))
        #expect(stage.app.events == [.state(.poweredOn)])
        #expect(stage.bluetooth.misuses == [.notPoweredOn("scanForPeripherals")])
    }

    @Test("Bluetooth that is off ends links, and tells them or not", arguments: [true, false])
    func poweredOff(isTold: Bool) async {
        let stage = await CentralStage()
        stage.bluetooth.habits.tellsLinksEndedBySwitchingOff = isTold ? .always : .never
        stage.bluetooth.habits.failsOwedRequests = isTold ? .always : .never
        await stage.connect()
        stage.app.forgetEvents()
        await stage.act {
            $0.app.read()
            $0.bluetooth.state = .poweredOff
        }
        #expect(stage.app.peripheral?.state == .disconnected)
        #expect(stage.app.manager?.state == .poweredOn)
        await stage.pass(.seconds(10))
        let told: [TestCentral.Event] =
            isTold ? [.failure(.peripheralDisconnected), .disconnected(hasError: true)] : []
        #expect(stage.app.events == [.state(.poweredOff)] + told)
        #expect(stage.bluetooth.owedRequests == 0)
        await stage.act { $0.bluetooth.state = .poweredOn }
        await stage.pass(.seconds(10))
        #expect(stage.app.events.last == .state(.poweredOn))
        await stage.act { $0.reconnect() }
        await stage.pass(.seconds(5))
        #expect(stage.app.peripheral?.state == .connected)
        #expect(stage.bluetooth.misuses.isEmpty)
    }

    @Test("A scan and an attempt to connect end with Bluetooth, and do not come back")
    func pendingEnds() async throws {
        let stage = await CentralStage()
        await stage.connect()
        await stage.server.stopAdvertising()
        await stage.act {
            $0.cancel()
            $0.reconnect()
            $0.app.scan()
        }
        await stage.pass(.seconds(1))
        try await stage.world.inject(.link(.centralRadioOff(.milliseconds(500))))
        await stage.pass(.seconds(2))
        #expect(stage.app.manager?.isScanning == false)
        stage.app.forgetEvents()
        await stage.server.startAdvertising(NavigationService.uuid)
        await stage.pass(.seconds(60))
        #expect(stage.app.events.isEmpty)
    }

    @Test(
        "Below powered off, the app's peripherals are of no use any more",
        arguments: [CBManagerState.resetting, .unauthorized, .unsupported, .unknown])
    func reset(state: CBManagerState) async throws {
        let stage = await CentralStage()
        await stage.connect()
        stage.app.forgetEvents()
        await stage.act { $0.bluetooth.state = state }
        await stage.pass(.seconds(5))
        #expect(stage.app.events == [.state(state)])
        stage.remembered = stage.app.peripheral
        await stage.act { $0.bluetooth.state = .poweredOn }
        await stage.pass(.seconds(5))
        await stage.act { $0.reconnect() }
        #expect(stage.bluetooth.misuses == [.invalidObject("connect")])
        await stage.act { stage in
            let known = stage.app.manager?.retrievePeripherals(
                withIdentifiers: stage.remembered.map { [$0.identifier] } ?? [])
            #expect(known?.count == 1 && known?.first !== stage.remembered)
        }
    }

    @Test("What a central asks for before it is told of a reset does nothing, and is not a misuse")
    func untoldReset() async {
        let stage = await CentralStage()
        await stage.connect()
        stage.app.forgetEvents()
        await stage.act { stage in
            stage.bluetooth.state = .resetting
            stage.app.read()
            stage.reconnect()
        }
        await stage.pass(.seconds(5))
        #expect(stage.app.events == [.state(.resetting)])
        #expect(stage.bluetooth.misuses.isEmpty)
        #expect(stage.bluetooth.owedRequests == 0)
        await stage.act { $0.bluetooth.state = .poweredOn }
        await stage.pass(.seconds(5))
        await stage.act { $0.app.read() }
        #expect(stage.bluetooth.misuses == [.invalidObject("read")])
    }

    @Test("A call in the time in which Bluetooth's end is not told yet does nothing")
    func untold() async {
        let stage = await CentralStage()
        await stage.connect()
        stage.bluetooth.habits.callbackDelay = 1_000_000...1_000_000
        await stage.act {
            $0.bluetooth.state = .poweredOff
            $0.bluetooth.state = .poweredOn
            $0.reconnect()
            $0.app.scan()
        }
        await stage.pass(.seconds(20))
        #expect(stage.bluetooth.misuses.isEmpty)
        #expect(stage.app.peripheral?.state == .disconnected)
        #expect(stage.app.events.last == .state(.poweredOn))
    }
}
