import CoreBluetooth
import KomootNav
import Simulation

/// A server that serves navigation, and a small app that reads from it through the stand-in.
final class CentralStage: @unchecked Sendable {
    let world: World
    let server: GATTServer
    let bluetooth: SimulatedBluetooth
    var app = TestCentral()
    /// A peripheral that a test remembers.
    var remembered: CBPeripheral?

    init(
        seed: UInt64 = 1, habits: Habits = .plain, value: [UInt8] = Array(0..<60),
        conditions: LinkConditions = LinkConditions(), hasCCCD: Bool = true
    ) async {
        world = World(seed: seed, conditions: conditions)
        server = await world.addServer()
        bluetooth = await SimulatedBluetooth(in: world)
        bluetooth.habits = habits
        await server.add(.navigation(hasCCCD: hasCCCD))
        await server.setValue(value, of: NavigationService.instructionCharacteristic)
        await server.startAdvertising(NavigationService.uuid)
    }

    /// Does something on the world's executor.
    func act(_ body: @Sendable (CentralStage) -> Void) async {
        await perform(on: world) { body($0) }
    }

    private func perform(
        on world: isolated World, _ body: (CentralStage) -> Void
    ) {
        body(self)
    }

    func cancel() {
        app.call { app.peripheral.map { app.manager?.cancelPeripheralConnection($0) } }
    }

    func reconnect() { app.call { app.peripheral.map { app.manager?.connect($0) } } }

    func pass(_ duration: Duration) async { await world.run(for: duration) }

    /// Starts the app and lets it connect and discover.
    func connect(subscribes: Bool = false) async {
        app.subscribes = subscribes
        await act { $0.app.start(on: $0.bluetooth) }
        await pass(.seconds(10))
    }
}
