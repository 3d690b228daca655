import KomootNav
import Simulation
import Testing

@Suite("A phone's clock")
struct ClockDriftTests {
    /// When a phone repeats its instruction for the first time, in milliseconds of the world's
    /// clock.
    private func repetition(clockDrift: Int64) async throws -> Int {
        let world = World(seed: 1)
        await world.recordTrace()
        let phone = await world.addPhone(.android, clockDriftInMillionths: clockDrift)
        let device = await world.addDevice(radio: .offsetReads)
        await phone.startNavigation()
        await device.start()
        await world.run(for: .seconds(3))
        let instruction = NavigationInstruction(
            identifier: 1, arrow: .left, distanceInMeters: 10, street: "Weg")
        try await phone.publish(instruction)
        await world.run(for: .seconds(4))
        let notified = await world.trace.filter {
            if case .link(.notification) = $0.event { true } else { false }
        }
        try #require(notified.count >= 2)
        return Int((notified[1].time.offset - .seconds(3)) / .milliseconds(1))
    }

    @Test("A phone's clock can run faster or slower than the world's, and sets the phone's timing")
    func drift() async throws {
        // A notification takes up to 30 ms to arrive.
        #expect(2000...2030 ~= (try await repetition(clockDrift: 0)))
        #expect(1600...1700 ~= (try await repetition(clockDrift: 250_000)))
        #expect(2660...2700 ~= (try await repetition(clockDrift: -250_000)))
    }
}
