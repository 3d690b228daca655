import KomootNav
import Simulation
import Testing

@Suite("A client of one's own")
struct ClientTests {
    private static func world() async -> (World, GATTServer, GATTClient) {
        let world = World(seed: 1)
        let server = await world.addServer()
        await server.add(.navigation(hasCCCD: true))
        return (world, server, await world.addClient())
    }

    @Test("A client of one's own goes on scanning when its Bluetooth comes back")
    func radioOff() async throws {
        let (world, server, client) = await Self.world()
        try await world.run { world in
            async let connecting: Void = client.connect(to: NavigationService.uuid)
            try await world.clock.sleep(for: .seconds(1))
            try world.inject(.link(.centralRadioOff(.seconds(1))))
            try await world.clock.sleep(for: .milliseconds(500))
            await server.startAdvertising(NavigationService.uuid)
            await connecting
        }
        #expect(await client.isConnected)
        #expect(world.clock.now.offset > .seconds(2))
    }

    @Test("A client of one's own does not turn the clock back if it waits for less than no time")
    func negativeLimit() async throws {
        let (world, server, client) = await Self.world()
        await server.startAdvertising(NavigationService.uuid)
        try await world.run { world in
            try await client.subscribe(to: try await Readers.instruction(of: client))
            let start = world.clock.now
            #expect(await client.nextNotification(within: .seconds(-1)) == nil)
            #expect(world.clock.now == start)
        }
    }

    @Test("A client of one's own can give up connecting, and connect later")
    func givesUp() async throws {
        let (world, server, client) = await Self.world()
        try await world.run { world in
            async let connecting: Void = client.connect(to: NavigationService.uuid)
            try await world.clock.sleep(for: .seconds(1))
            await client.disconnect()
            await connecting
        }
        #expect(await !client.isConnected)
        await server.startAdvertising(NavigationService.uuid)
        await world.run(for: .seconds(5))
        #expect(await !client.isConnected)
        try await world.run { _ in await client.connect(to: NavigationService.uuid) }
        #expect(await client.isConnected)
    }

    @Test("A client of one's own waits for a notification as long as it is told, and not longer")
    func waits() async throws {
        let (world, server, client) = await Self.world()
        await server.startAdvertising(NavigationService.uuid)
        try await world.run { world in
            try await client.subscribe(to: try await Readers.instruction(of: client))
            let start = world.clock.now
            #expect(await client.nextNotification(within: .seconds(2)) == nil)
            #expect(start.duration(to: world.clock.now) == .seconds(2))
            async let heard = client.nextNotification(within: .seconds(2))
            try await world.clock.sleep(for: .seconds(1))
            await server.notify([7], of: NavigationService.instructionCharacteristic)
            #expect(await heard?.value == [7])
            #expect(start.duration(to: world.clock.now) < .milliseconds(3100))
        }
    }
}
