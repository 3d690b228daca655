import KomootNav
import Simulation
import Testing

/// The link can carry any service, not only navigation. This one is a thermostat: a central writes
/// a threshold, and the thermostat notifies it of higher temperatures.
@Suite("A thermostat on the link")
struct ThermostatTests {
    static let service = UUID128(high: 0x0000_181A_0000_1000, low: 0x8000_0080_5F9B_34FB)
    static let temperature = UUID128(high: 0x0000_2A6E_0000_1000, low: 0x8000_0080_5F9B_34FB)
    static let threshold = UUID128(high: 0x0000_2A8B_0000_1000, low: 0x8000_0080_5F9B_34FB)

    static let services = GATTService(
        uuid: service,
        characteristics: [
            GATTCharacteristic(uuid: temperature, properties: [.notify]),
            GATTCharacteristic(uuid: threshold, properties: [.read, .write]),
        ])

    /// Serves a temperature that starts at 15 degrees and rises by one each second.
    private func serve(_ server: GATTServer, _ clock: VirtualClock) async throws {
        await server.add(Self.services)
        await server.startAdvertising(Self.service)
        let threshold = await server.nextWrite().value.first ?? 0
        for degrees: UInt8 in 15...30 {
            try await clock.sleep(for: .seconds(1))
            if degrees > threshold { await server.notify([degrees], of: Self.temperature) }
        }
    }

    @Test(
        "A thermostat on the link notifies only temperatures above the threshold that was written")
    func notifies() async throws {
        let world = World(seed: 3)
        let server = await world.addServer()
        let heard = try await world.run { world in
            let clock = world.clock
            async let serving: Void = serve(server, clock)
            let client = world.addClient()
            await client.connect(to: Self.service)
            let temperature = try await client.discover(Self.temperature, in: Self.service)
            let threshold = try await client.discover(Self.threshold, in: Self.service)
            try await client.subscribe(to: temperature)
            try await client.write([20], to: threshold)
            #expect(try await client.read(threshold) == [20])
            var heard: [UInt8] = []
            while heard.count < 10, let notification = await client.nextNotification() {
                heard += notification.value
            }
            try await serving
            return heard
        }
        #expect(heard == [21, 22, 23, 24, 25, 26, 27, 28, 29, 30])
    }

    @Test(
        "A thermostat on the link refuses what can't be read or written, and a handle or characteristic that is not there"
    )
    func errors() async throws {
        let world = World(seed: 4)
        let server = await world.addServer()
        await server.add(Self.services)
        await server.startAdvertising(Self.service)
        try await world.run { world in
            let client = world.addClient()
            await client.connect(to: Self.service)
            let temperature = try await client.discover(Self.temperature, in: Self.service)
            let threshold = try await client.discover(Self.threshold, in: Self.service)
            await #expect(throws: GATTError.refused(.readNotPermitted)) {
                try await client.read(temperature)
            }
            await #expect(throws: GATTError.refused(.writeNotPermitted)) {
                try await client.write([1], to: temperature)
            }
            await #expect(throws: GATTError.refused(.invalidHandle)) {
                try await client.subscribe(to: threshold)
            }
            await #expect(throws: GATTError.refused(.attributeNotFound)) {
                try await client.discover(NavigationService.uuid, in: Self.service)
            }
            await #expect(throws: GATTError.refused(.invalidAttributeValueLength)) {
                try await client.write(ContiguousArray(repeating: 0, count: 513), to: threshold)
            }
            await server.removeService(Self.service)
            await #expect(throws: GATTError.refused(.invalidHandle)) {
                try await client.read(threshold)
            }
        }
    }

    @Test("A thermostat on the link describes its errors in words that say what to do")
    func words() {
        #expect("\(GATTError.notConnected)" == "there is no link: connect, or try again")
        #expect("\(GATTError.disconnected)" == "the link ended: connect again")
        #expect(
            "\(GATTError.refused(.invalidHandle))"
                == "the server refused the request with the ATT error 0x01 Invalid Handle")
    }

    @Test(
        "A thermostat on the link serves a long value in chunks of MTU − 1, then nothing, then Invalid Offset"
    )
    func chunks() async throws {
        let world = World(seed: 5, conditions: LinkConditions(mtu: 50))
        let server = await world.addServer()
        await server.add(Self.services)
        let value = ContiguousArray((0..<120).map { UInt8($0) })
        await server.setValue(value, of: Self.threshold)
        await server.startAdvertising(Self.service)
        try await world.run { world in
            let client = world.addClient()
            await client.connect(to: Self.service)
            let threshold = try await client.discover(Self.threshold, in: Self.service)
            #expect(await client.mtu == 50)
            #expect(try await client.read(threshold) == ContiguousArray(value[0..<49]))
            #expect(try await client.read(threshold, at: 49) == ContiguousArray(value[49..<98]))
            #expect(try await client.read(threshold, at: 98) == ContiguousArray(value[98..<120]))
            #expect(try await client.read(threshold, at: 120) == [])
            await #expect(throws: GATTError.refused(.invalidOffset)) {
                try await client.read(threshold, at: 121)
            }
        }
    }

    @Test(
        "A thermostat on the link fails requests when the link is lost, and accepts a new connection"
    )
    func loss() async throws {
        let world = World(seed: 6)
        let server = await world.addServer()
        await server.add(Self.services)
        await server.startAdvertising(Self.service)
        try await world.run { world in
            let client = world.addClient()
            await client.connect(to: Self.service)
            let threshold = try await client.discover(Self.threshold, in: Self.service)
            try world.inject(.answer(.lost))
            let start = world.clock.now
            await #expect(throws: GATTError.disconnected) { try await client.read(threshold) }
            #expect(start.duration(to: world.clock.now) >= .seconds(30))
            await #expect(throws: GATTError.notConnected) { try await client.read(threshold) }
            await client.connect(to: Self.service)
            let again = try await client.discover(Self.threshold, in: Self.service)
            #expect(try await client.read(again) == [])
        }
    }
}
