import Simulation
import Testing

@Suite("A phone that publishes by itself")
struct PublishingTests {
    /// When the app published something, in seconds.
    private func times(in world: World) async -> [Double] {
        await world.trace.filter {
            if case .phone(_, .told(.published, at: _)) = $0.event { true } else { false }
        }.map { $0.time.offset / .seconds(1) }
    }

    @Test(
        "A phone publishes by itself once in each interval, even when it is stopped and started again"
    )
    func startedTwice() async {
        let world = World(seed: 1)
        await world.recordTrace()
        let phone = await world.addPhone(.ios)
        await phone.startNavigation()
        await phone.startPublishing(every: .seconds(2), streetByteCount: 40)
        await world.run(for: .seconds(1))
        await phone.stopPublishing()
        await phone.startPublishing(every: .seconds(2), streetByteCount: 40)
        await world.run(for: .seconds(7))
        #expect(await times(in: world) == [0, 1, 3, 5, 7])
        await phone.stopPublishing()
        await world.run(for: .seconds(5))
        #expect(await times(in: world).count == 5)
    }

    @Test("A phone that publishes by itself goes on when its app is started again")
    func restarted() async throws {
        let world = World(seed: 1)
        await world.recordTrace()
        let phone = await world.addPhone(.ios)
        await phone.startNavigation()
        await phone.startPublishing(every: .seconds(2), streetByteCount: 40)
        await world.run(for: .seconds(3))
        try await world.inject(.phone(.restarted(.milliseconds(3500))))
        await world.run(for: .seconds(6))
        #expect(await times(in: world) == [0, 2, 6.5, 8.5])
    }
}
