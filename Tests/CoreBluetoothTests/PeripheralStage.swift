import CoreBluetooth
import KomootNav
import Simulation

/// A small app that serves navigation through the stand-in, and a client that reads from it.
final class PeripheralStage: @unchecked Sendable {
    let world: World
    let client: GATTClient
    let bluetooth: SimulatedBluetooth
    var app: TestPeripheral

    init(
        seed: UInt64 = 1, habits: Habits = .plain, conditions: LinkConditions = LinkConditions(),
        app: TestPeripheral = TestPeripheral()
    ) async {
        world = World(seed: seed, conditions: conditions)
        client = await world.addClient()
        bluetooth = await SimulatedBluetooth(in: world)
        bluetooth.habits = habits
        self.app = app
        await act { $0.app.start(on: $0.bluetooth) }
        await pass(.seconds(1))
    }

    /// Does something on the world's executor.
    func act(_ body: @Sendable (PeripheralStage) -> Void) async {
        await perform(on: world) { body($0) }
    }

    private func perform(
        on world: isolated World, _ body: (PeripheralStage) -> Void
    ) {
        body(self)
    }

    func pass(_ duration: Duration) async { await world.run(for: duration) }

    /// Connects a client and discovers the characteristic.
    static func connect(_ client: GATTClient) async throws -> GATTClient.Characteristic {
        await client.connect(to: NavigationService.uuid)
        return try await client.discover(
            NavigationService.instructionCharacteristic, in: NavigationService.uuid)
    }

    /// Connects a client and subscribes.
    func subscribe(_ client: GATTClient) async throws {
        try await world.run { _ in
            let characteristic = try await Self.connect(client)
            try await client.subscribe(to: characteristic)
        }
        await pass(.seconds(1))
    }

    /// Connects, and reads at an offset.
    func read(at offset: Int = 0) async throws -> ContiguousArray<UInt8> {
        let client = client
        return try await world.run { _ in
            let characteristic = try await Self.connect(client)
            return try await client.read(characteristic, at: offset)
        }
    }
}
