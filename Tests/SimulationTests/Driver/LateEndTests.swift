import KomootNav
import PropertyTesting
import Simulation
import Testing

@Suite("The late end of a link that a device gave up")
struct LateEndTests {
    /// How many milliseconds it takes from the loss of an answer to the next object that is shown.
    private func recovery(
        _ adapter: LateEndRadio.Adapter, delay: UInt64, seed: UInt64
    ) async throws -> UInt64 {
        let world = World(seed: seed)
        let phone = await world.addPhone(.ios)
        let device = await world.addDevice(LateEndRadio(adapter, delay: delay), radio: .offsetReads)
        await phone.startNavigation()
        await phone.startPublishing(every: .seconds(1), streetByteCount: 20)
        await device.start()
        await world.run(for: .seconds(10))
        try #require(await device.status == .navigating)
        try await world.inject(.answer(.lost))
        let start = world.clock.now
        await world.run(for: NavigationTiming.readTimeout)
        _ = await device.takeDeliveries()
        await world.run(for: .seconds(60))
        let first = try #require(await device.deliveries.first { $0.extent == .whole })
        return UInt64(start.duration(to: first.time) / .milliseconds(1))
    }

    @Test(
        "The late end of a link that a device gave up costs the driver nothing, and an adapter that knows only the phone another connection",
        arguments: [0, 50, 200, 400, 700, 1000, 1500, 2000, 3000] as [UInt64])
    func recovery(_ delay: UInt64) async throws {
        var naiveLoss: UInt64 = 0
        let seeds = 0..<UInt64(try propertyRuns(2))
        for seed in seeds {
            let told = try await recovery(.ticket, delay: delay, seed: seed)
            let driven = try await recovery(.driver, delay: delay, seed: seed)
            let naive = try await recovery(.newest, delay: delay, seed: seed)
            #expect(driven == told, "seed \(seed)")
            if naive > told { naiveLoss += naive - told }
        }
        if delay >= 200 { #expect(naiveLoss > UInt64(seeds.count) * 100) }
    }
}
