import Foundation
import KomootNav
import Testing

@testable import CoreBluetooth
@testable import Simulation

@Suite("Several managers of one app") struct SeveralManagersTests {
    /// A second central manager, which has an object of the server that the first one has found.
    private func addCentral(to stage: CentralStage) async -> TestCentral {
        let other = TestCentral()
        other.connectsItself = false
        await stage.act { other.start(on: $0.bluetooth) }
        await stage.pass(.seconds(1))
        await stage.act { stage in
            guard let identifier = stage.app.peripheral?.identifier else { return }
            let known = other.manager?.retrievePeripherals(withIdentifiers: [identifier])
            other.peripheral = known?.first
            other.peripheral?.delegate = other
        }
        return other
    }

    @Test("Each central manager has its own scan, and is told each peripheral")
    func scans() async {
        let stage = await CentralStage()
        stage.app.connectsItself = false
        let other = TestCentral()
        other.connectsItself = false
        await stage.act { stage in
            stage.app.start(on: stage.bluetooth)
            other.start(on: stage.bluetooth)
        }
        await stage.pass(.seconds(1))
        await stage.act { stage in
            stage.app.scan()
            other.scan()
        }
        await stage.pass(.seconds(2))
        #expect(stage.app.events.count == 2 && other.events == stage.app.events)
        await stage.act { _ in other.call { other.manager?.stopScan() } }
        #expect(stage.app.manager?.isScanning == true && other.manager?.isScanning == false)
        let second = await stage.world.addServer()
        await second.startAdvertising(NavigationService.uuid)
        await stage.pass(.seconds(2))
        #expect(stage.app.events.count == 3 && other.events.count == 2)
        #expect(stage.bluetooth.misuses.isEmpty)
    }

    @Test("A central manager is told only of what it looks for itself")
    func filters() async {
        let stage = await CentralStage()
        stage.app.connectsItself = false
        let other = TestCentral()
        other.connectsItself = false
        let second = await stage.world.addServer()
        await second.startAdvertising(UUID128(assignedNumber: 0x181A))
        await stage.act { stage in
            stage.app.start(on: stage.bluetooth)
            other.start(on: stage.bluetooth)
        }
        await stage.pass(.seconds(1))
        await stage.act { stage in
            stage.app.scan()
            other.manager?.scanForPeripherals(withServices: [CBUUID(string: "181A")])
        }
        await stage.pass(.seconds(5))
        #expect(stage.app.events.count == 2 && other.events.count == 2)
        #expect(stage.app.events.last != other.events.last)
    }

    @Test("Central managers share a link, and each ends its own use of it", arguments: [0, 1])
    func link(first: Int) async {
        let stage = await CentralStage()
        await stage.connect(subscribes: true)
        let other = await addCentral(to: stage)
        await stage.act { stage in
            guard let object = other.peripheral else { return #expect(other.peripheral != nil) }
            #expect(object !== stage.app.peripheral && object.state == .disconnected)
            #expect(
                other.manager?.retrieveConnectedPeripherals(withServices: [.navigation]).count == 1)
            other.forgetEvents()
            other.connectsItself = true
            other.subscribes = true
            other.call { other.manager?.connect(object) }
            #expect(object.state == .connected)
        }
        await stage.pass(.seconds(2))
        #expect(
            other.events == [.connected, .services, .characteristics, .subscribed(true)])
        await stage.act { stage in
            stage.app.read()
            other.read()
            if case .sent(_, _, .read, _, let isOneTooMany) = stage.world.linkLayer.state.lastEvent
            {
                #expect(!isOneTooMany)
            }
        }
        await stage.pass(.seconds(2))
        #expect(stage.app.values == [Array(0..<60)] && other.values == [Array(0..<60)])
        await stage.server.notify([1], of: NavigationService.instructionCharacteristic)
        await stage.pass(.seconds(1))
        #expect(stage.app.values.last == [1] && other.values.last == [1])
        let (ended, staying) = first == 0 ? (stage.app, other) : (other, stage.app)
        await stage.act { _ in
            ended.characteristic.map { ended.peripheral?.setNotifyValue(false, for: $0) }
        }
        await stage.pass(.seconds(1))
        #expect(ended.events.last == .subscribed(false))
        await stage.server.notify([2], of: NavigationService.instructionCharacteristic)
        await stage.pass(.seconds(1))
        #expect(ended.values.last == [1] && staying.values.last == [2])
        await stage.act { _ in
            ended.call {
                ended.peripheral.map { ended.manager?.cancelPeripheralConnection($0) }
            }
        }
        await stage.pass(.seconds(1))
        #expect(ended.count(.disconnected(hasError: false)) == 1)
        #expect(staying.count(.disconnected(hasError: false)) == 0)
        await stage.act { stage in
            #expect(stage.world.linkLayer.state.links.map(\.isUpForCentral) == [true])
            staying.call {
                staying.peripheral.map { staying.manager?.cancelPeripheralConnection($0) }
            }
            #expect(stage.world.linkLayer.state.links.map(\.isUpForCentral) == [false])
        }
        #expect(stage.bluetooth.misuses.isEmpty && stage.bluetooth.owedRequests == 0)
    }

    @Test("A link that is lost, and Bluetooth's state, are told to all central managers")
    func loss() async throws {
        let stage = await CentralStage()
        await stage.connect()
        let other = await addCentral(to: stage)
        await stage.act { _ in
            other.call { other.peripheral.map { other.manager?.connect($0) } }
        }
        await stage.pass(.seconds(1))
        try await stage.world.inject(.link(.dropped))
        await stage.pass(.seconds(1))
        await stage.act { $0.bluetooth.state = .unauthorized }
        await stage.pass(.seconds(1))
        for app in [stage.app, other] {
            #expect(app.count(.disconnected(hasError: true)) == 1)
            #expect(app.events.last == .state(.unauthorized))
        }
    }

    @Test("A peripheral's object belongs to the manager that gave it out")
    func object() async {
        let stage = await CentralStage()
        await stage.connect()
        let other = await addCentral(to: stage)
        await stage.act { stage in
            stage.app.peripheral.map { other.manager?.cancelPeripheralConnection($0) }
        }
        await stage.pass(.seconds(1))
        #expect(stage.app.peripheral?.state == .connected)
        #expect(stage.bluetooth.misuses == [.invalidObject("cancelPeripheralConnection")])
    }

    @Test("A manager that is gone ends what it wanted, and nothing else")
    func gone() async {
        let stage = await CentralStage()
        await stage.connect(subscribes: true)
        var other = Optional(await addCentral(to: stage))
        await stage.act { [kept = other] _ in
            kept?.call { kept?.peripheral.map { kept?.manager?.connect($0) } }
        }
        await stage.pass(.seconds(1))
        other?.listener = nil
        other = nil
        await stage.pass(.seconds(1))
        await stage.server.notify([1], of: NavigationService.instructionCharacteristic)
        await stage.pass(.seconds(1))
        #expect(stage.app.values == [[1]])
        #expect(stage.app.manager?.state == .poweredOn)
    }

    @Test("Each manager is restored under its own identifier")
    func restoration() async {
        let stage = await CentralStage()
        await stage.act { $0.start(identifier: "a") }
        await stage.pass(.seconds(10))
        let second = RestorableTestCentral()
        second.connectsItself = false
        await stage.act { second.start(on: $0.bluetooth, identifier: "b") }
        await stage.pass(.seconds(1))
        await stage.act { _ in second.scan() }
        await stage.pass(.seconds(1))
        let again = RestorableTestCentral()
        again.connectsItself = false
        await stage.act { stage in
            stage.bluetooth.terminateApp()
            again.start(on: stage.bluetooth, identifier: "b")
        }
        await stage.pass(.seconds(1))
        #expect(again.events.prefix(2) == [.restored, .state(.poweredOn)])
        #expect(again.manager?.isScanning == true && again.peripheral == nil)
        await stage.act { $0.start(identifier: "a") }
        await stage.pass(.seconds(1))
        #expect(stage.app.events == [.restored, .state(.poweredOn)])
        #expect(stage.app.peripheral?.state == .connected)
        #expect(stage.app.manager?.isScanning == false)
    }

    @Test("Each peripheral manager serves, advertises and notifies for itself")
    func peripherals() async throws {
        let stage = await PeripheralStage()
        let other = TestPeripheral(
            type: CBUUID(string: "181A"), characteristic: CBUUID(string: "2A6E"))
        other.value = [7]
        await stage.act { other.start(on: $0.bluetooth) }
        await stage.pass(.seconds(1))
        let environment = UUID128(assignedNumber: 0x181A)
        let client = stage.client
        let values = try await stage.world.run { _ in
            let own = try await PeripheralStage.connect(client)
            let foreign = try await client.discover(
                UUID128(assignedNumber: 0x2A6E), in: environment)
            try await client.subscribe(to: own)
            return [try await client.read(own), try await client.read(foreign)]
        }
        #expect(values == [ContiguousArray(0..<22), [7]])
        #expect(stage.app.events.count { $0 == .read(offset: 0) } == 1)
        #expect(other.events == [.state(.poweredOn), .added, .advertising(nil), .read(offset: 0)])
        await stage.act { stage in
            let radio = stage.world.linkLayer.state.peripherals[
                Int(stage.bluetooth.peripheralRadio.number)]
            #expect(radio.advertised == [NavigationService.uuid, environment])
            other.manager?.stopAdvertising()
            other.manager?.removeAllServices()
        }
        await stage.act { stage in
            let radio = stage.world.linkLayer.state.peripherals[
                Int(stage.bluetooth.peripheralRadio.number)]
            #expect(radio.advertised == [NavigationService.uuid])
            #expect(radio.database.services == [NavigationService.uuid])
            #expect(stage.app.characteristic.subscribedCentrals?.count == 1)
            #expect(stage.app.manager?.isAdvertising == true)
        }
        #expect(stage.bluetooth.misuses.isEmpty)
    }

    @Test("A peripheral manager can't serve what another one serves")
    func twice() async {
        let stage = await PeripheralStage()
        let other = TestPeripheral()
        await stage.act { other.start(on: $0.bluetooth) }
        await stage.pass(.seconds(1))
        #expect(
            stage.bluetooth.misuses == [.notSimulated("to add a service that another manager has")])
    }
}
