import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation
import LinkVocabulary
import SimulatedApps
import Simulation
import Testing

@Suite("An app on the main actor")
struct MainActorAppTests {
    /// The page's announcer, on a clock that it is given.
    @MainActor
    private final class Voice {
        private var announcer = NavigationAnnouncer()
        private var alarm: Task<Void, any Error>?
        private let clock: AppClock
        private(set) var said: [String] = []

        init(clock: AppClock = AppClock()) { self.clock = clock }

        func take(_ event: NavigationAnnouncer.Event) {
            if let next = announcer.handle(event, at: clock.now) {
                said.append("\(clock.now.milliseconds) \(next.text())")
            }
            alarm?.cancel()
            guard let due = announcer.nextDeadline else { return }
            alarm = Task { [clock] in
                try await clock.sleep(until: due)
                take(.timePassed)
            }
        }

        func follow(_ device: NavigationDevice) {
            device.start()
            Task { for await update in device.updates { take(.init(update)) } }
        }
    }

    @Test(
        "An app on the main actor, with an unstructured task and an alarm, says the same at the same times in each run"
    )
    func voice() async throws {
        var all: Set<[String]> = []
        for _ in 0..<10 {
            let world = World(seed: 3, conditions: LinkConditions(mtu: 185))
            let said = try await world.runApp { world in
                let phone = world.addPhone(.ios)
                await phone.startNavigation()
                let device = NavigationDevice()
                let voice = await Voice(clock: AppClock(world.clock))
                await voice.follow(device)
                for (number, distance) in [400, 210, 90, 20].enumerated() {
                    try await phone.publish(
                        NavigationInstruction(
                            identifier: .uint32(UInt32(number)), arrow: .left,
                            distanceInMeters: UInt32(distance), street: "Am Tor"))
                    try await world.clock.sleep(for: .seconds(10))
                }
                return await voice.said
            }
            all.insert(said)
        }
        #expect(all.count == 1)
        let said = try #require(all.first)
        #expect(said.count >= 2, "\(said)")
        #expect(said.allSatisfy { $0.contains("left") }, "\(said)")
    }
}
