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

    @Test("A deadline so late that no world sees it is no overflow")
    func latestDeadline() {
        for drift in [Int64(-999_999), 0, 999_999] {
            for offset in [UInt64(0), 99_999] {
                let clock = LocalClock(offset: offset, drift: drift)
                for time in [UInt64.max, 1 << 53, 100 * 86_400_000 + offset] {
                    #expect(clock.microseconds(of: SessionTime(milliseconds: time)) == .max)
                }
                let last = SessionTime(milliseconds: offset + 100 * 86_400_000 - 1)
                let reached = clock.microseconds(of: last)
                #expect(reached == .max || clock.time(at: reached) >= last)
                // A clock that almost stands still never gets there.
                #expect((reached == .max) == (drift < 0))
            }
        }
    }
}
