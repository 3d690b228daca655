import Foundation
import KomootNav
import KomootNavCoreBluetooth
import RepositorySupport
import SimulatedApps
import Testing

@testable import CoreBluetooth
@testable import Simulation

@Suite("An app with a manager of its own")
struct OwnManagerTests {
    @Test(
        "An app with a manager of its own has a thermostat's temperatures twice on one link, until it ends either use",
        arguments: [true, false], 0..<10 as Range<UInt64>)
    func sameLink(endsOwn: Bool, seed: UInt64) async throws {
        var habits = Habits()
        habits.failsToConnect = .never
        let standIn = StandIn(habits)
        let stage = await CentralStage(seed: seed) { standIn.makeCentral(in: $0) }
        let own = OwnManager()
        let told = Diary<UInt8>()
        try await stage.run { world in
            var link = Optional(try await stage.link())
            var temperatures = try await link?.subscribe(to: Thermostat.temperature)
            let listener = Task { [temperatures] in
                guard let temperatures else { return }
                for try await next in temperatures { told.add(next.value.first ?? 0) }
            }
            temperatures = nil
            let bluetooth = try #require(standIn.bluetooth)
            own.start(in: world, bluetooth)
            try await world.clock.sleep(for: .seconds(5))
            await stage.notify(20)
            try await world.clock.sleep(for: .seconds(1))
            #expect(told.entries == [20] && own.temperatures == [20])
            if endsOwn {
                own.stop()
            } else {
                listener.cancel()
                _ = await listener.result
                link = nil
            }
            try await world.clock.sleep(for: .seconds(10))
            await stage.notify(21)
            try await world.clock.sleep(for: .seconds(1))
            #expect(told.entries == (endsOwn ? [20, 21] : [20]))
            #expect(own.temperatures == (endsOwn ? [20] : [20, 21]))
            let links = world.linkLayer.state.links
            #expect(links.map(\.isUpForCentral) == [true])
            #expect(endsOwn == (link != nil))
            listener.cancel()
        }
        #expect(standIn.bluetooth?.misuses == [])
    }

    @Test(
        "An app with a manager of its own navigates, and follows a thermostat with the manager, which it then ends",
        arguments: 0..<10 as Range<UInt64>)
    func otherPeripheral(seed: UInt64) async throws {
        let stage = await DeviceStage(seed: seed, habits: Habits())
        let kitchen = await stage.world.addServer()
        await kitchen.add(.thermostat)
        await kitchen.startAdvertising(Thermostat.service)
        let own = OwnManager()
        await stage.start()
        await stage.listen()
        let bluetooth = stage.bluetooth
        try await stage.world.run { own.start(in: $0, bluetooth) }
        await stage.pass(.seconds(20))
        await kitchen.notify([20], of: Thermostat.temperature.characteristic)
        let first = await stage.publish()
        await stage.pass(.seconds(3))
        #expect(stage.instructions.last == first && own.temperatures == [20])
        try await stage.world.run { _ in own.stop() }
        await stage.pass(.seconds(10))
        await kitchen.notify([21], of: Thermostat.temperature.characteristic)
        let second = await stage.publish()
        await stage.pass(.seconds(3))
        #expect(stage.instructions.last == second && own.temperatures == [20])
        #expect(stage.liveLinkCount == 1)
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }
}

/// What an app does itself: it looks for a thermostat, connects, and is notified of temperatures.
///
/// It may be marked as sendable because only code on its world's executor uses it.
private final class OwnManager: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate,
    @unchecked Sendable
{
    private var manager: CBCentralManager?
    private var thermostat: CBPeripheral?
    private(set) var temperatures: [UInt8] = []

    func start(in world: isolated World, _ bluetooth: SimulatedBluetooth) {
        manager = SimulatedBluetooth.$current.withValue(bluetooth) {
            CBCentralManager(delegate: self, queue: nil)
        }
    }

    func stop() { thermostat.map { manager?.cancelPeripheralConnection($0) } }

    private var service: CBUUID { CBUUID(string: Thermostat.service.description) }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        if central.state == .poweredOn { central.scanForPeripherals(withServices: [service]) }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        thermostat = peripheral
        peripheral.delegate = self
        central.stopScan()
        central.connect(peripheral)
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral,
        error: (any Error)?
    ) {
        central.connect(peripheral)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        error: (any Error)?
    ) {
        // It may be how an attempt has failed.
        if error != nil { central.connect(peripheral) }
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        peripheral.discoverServices([service])
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        for service in peripheral.services ?? [] {
            peripheral.discoverCharacteristics(nil, for: service)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
        error: (any Error)?
    ) {
        for found in service.characteristics ?? [] where found.properties.contains(.notify) {
            peripheral.setNotifyValue(true, for: found)
        }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        characteristic.value?.first.map { temperatures.append($0) }
    }
}
