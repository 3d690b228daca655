import KomootNav
import Simulation
import Testing

@Suite("A server of one's own")
struct ServerFaultTests {
    private static let object: ContiguousArray<UInt8> = [1, 0, 0, 0, 4, 10, 0, 0, 0, 65]

    /// A world in which a device has read the object of a server.
    private static func world() async throws -> (World, GATTServer, SimulatedCentral) {
        let world = World(seed: 1)
        let server = await world.addServer()
        await server.add(.navigation(hasCCCD: true))
        await server.setValue(object, of: NavigationService.instructionCharacteristic)
        await server.startAdvertising(NavigationService.uuid)
        let device = await world.addDevice(radio: .offsetReads)
        await device.start()
        await world.run(for: .seconds(5))
        try #require(await device.takeDeliveries().last?.bytes == object)
        return (world, server, device)
    }

    @Test("A server of one's own loses its services and gets them back")
    func stopped() async throws {
        let (world, server, device) = try await Self.world()
        try await world.inject(.phone(.navigationStopped(.seconds(20))))
        await world.run(for: .seconds(10))
        #expect(await device.status == .ended)
        // It has them back after 20 s, and not earlier, although it added one meanwhile.
        await server.add(GATTService(uuid: ThermostatTests.service, characteristics: []))
        await world.run(for: .seconds(9))
        #expect(await device.status == .ended)
        await world.run(for: .seconds(5))
        #expect(await device.status == .navigating)
        #expect(await device.takeDeliveries().last?.bytes == Self.object)
    }

    @Test("A server of one's own is killed and started again, and has forgotten its values")
    func restarted() async throws {
        let (world, server, device) = try await Self.world()
        try await world.inject(.phone(.restarted(.seconds(20))))
        await world.run(for: .seconds(10))
        #expect(await device.status == .ended)
        await world.run(for: .seconds(15))
        let characteristic = NavigationService.instructionCharacteristic
        #expect(await server.value(of: characteristic).isEmpty)
        #expect(await device.takeDeliveries().isEmpty)
        await server.setValue(Self.object, of: characteristic)
        await world.run(for: .seconds(5))
        #expect(await device.takeDeliveries().last?.bytes == Self.object)
    }

    @Test("A server of one's own has a service that it added while its Bluetooth was off")
    func radioOff() async throws {
        let world = World(seed: 1)
        let server = await world.addServer()
        try await world.inject(.link(.peripheralRadioOff(.seconds(1))))
        await server.add(.navigation(hasCCCD: true))
        await server.startAdvertising(NavigationService.uuid)
        let client = await world.addClient()
        await #expect(throws: SimulationError.self) {
            try await world.run(atMost: .milliseconds(900)) { _ in
                await client.connect(to: NavigationService.uuid)
            }
        }
        let characteristic = try await world.run { world in
            try await Readers.instruction(of: world.addClient())
        }
        #expect(characteristic.hasCCCD)
    }
}
