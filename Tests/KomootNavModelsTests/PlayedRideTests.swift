import KomootNav
import KomootNavCoreBluetooth
import KomootNavModels
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@Suite("A ride that a phone plays")
@MainActor
struct PlayedRideTests {
    /// When each distance was published, in milliseconds.
    private static func times(_ speed: Double) async throws -> [String] {
        try await World(seed: 1).run { world in
            let phone = NavigationPhone(on: world.addPeripheral(), layout: .deployed)
            phone.start()
            defer { phone.stop() }
            let clock = AppClock(world.clock)
            let times = Lock<[String]>([])
            try await phone.play(.sample, speed: speed, clock: clock) { next in
                times.with { $0.append("\(clock.now.milliseconds) \(next.distanceInMeters)") }
            }
            return times.with { $0 }
        }
    }

    @Test("Each instruction is published when it was, or earlier as the speed says")
    func speeds() async throws {
        let beginning = ["0 0", "4000 180", "8000 90", "12000 40"]
        #expect(try await Self.times(1).prefix(4) == beginning[...])
        #expect(try await Self.times(10).prefix(4) == ["0 0", "400 180", "800 90", "1200 40"])
        let count = RecordedRide.sample.instructions.count
        #expect(try await Self.times(1000).count == count)
    }

    @Test("A phone that was not started plays nothing")
    func notStarted() async throws {
        try await World(seed: 1).run { world in
            let phone = NavigationPhone(on: world.addPeripheral(), layout: .deployed)
            let clock = AppClock(world.clock)
            await #expect(throws: NavigationPhone.PublishingError.notStarted) {
                try await phone.play(.sample, clock: clock)
            }
        }
    }
}
