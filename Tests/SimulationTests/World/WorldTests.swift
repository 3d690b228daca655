import Simulation
import Testing

@Suite("A world")
struct WorldTests {
    @Test("A world has a clock whose time passes only while it runs, and exactly as told")
    func clock() async {
        let world = World(seed: 1)
        #expect(world.clock.now.offset == .zero)
        await world.run(for: .seconds(90))
        #expect(world.clock.now.offset == .seconds(90))
        await world.run(until: VirtualClock.Instant(offset: .seconds(30)))
        #expect(world.clock.now.offset == .seconds(90))
    }

    @Test("A world wakes sleepers in the order of their times")
    func sleepers() async throws {
        let world = World(seed: 1)
        let order = try await world.run { world in
            let clock = world.clock
            return try await withThrowingTaskGroup(of: Int.self) { group in
                for seconds in [3, 1, 2] {
                    group.addTask { @Sendable in
                        try await clock.sleep(for: .seconds(seconds))
                        return seconds
                    }
                }
                var order: [Int] = []
                for try await seconds in group { order.append(seconds) }
                return order
            }
        }
        #expect(order == [1, 2, 3])
        #expect(world.clock.now.offset == .seconds(3))
    }

    @Test("A world cancels a sleep at once")
    func cancellation() async throws {
        let world = World(seed: 1)
        let wasCancelled = try await world.run { world in
            let clock = world.clock
            return try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    do { try await clock.sleep(for: .seconds(1000)) } catch { return true }
                    return false
                }
                try await clock.sleep(for: .seconds(1))
                group.cancelAll()
                return try await group.next()
            }
        }
        #expect(wasCancelled == true)
        #expect(world.clock.now.offset < .seconds(1000))
    }

    @Test("A world gives up on a closure that waits for something that never happens")
    func stalled() async {
        let world = World(seed: 1)
        await #expect(throws: SimulationError.self) {
            try await world.run(atMost: .seconds(60)) { world in
                let client = world.addClient()
                await client.connect(to: ThermostatTests.service)
            }
        }
        #expect(world.clock.now.offset == .seconds(60))
    }

    @Test(
        "A world gives up on a closure that takes too long, even if it goes on when it is cancelled"
    )
    func late() async {
        let world = World(seed: 1)
        await #expect(throws: SimulationError.self) {
            try await world.run(atMost: .seconds(10)) { world in
                try? await world.clock.sleep(for: .seconds(50))
                return 1
            }
        }
        #expect(world.clock.now.offset == .seconds(10))
    }

    @Test("A world throws what the closure throws")
    func errors() async {
        struct Failure: Error {}
        let world = World(seed: 1)
        await #expect(throws: Failure.self) { try await world.run { _ in throw Failure() } }
    }
}
