import KomootNav
import Simulation
import Testing

@Suite("A phone's profile")
struct ProfileTests {
    @Test("The profile kit leaves nothing open: it is the vendor's kit with every seed and MTU")
    func kit() {
        var expected = PeripheralSession.Configuration(layout: .deployed)
        expected.retriedNotification = .object
        expected.serving = .newestAlways
        expected.ending = .empty
        expected.lossDetection = .sharedWatchdog
        expected.repeats = false
        for seed: UInt64 in 0..<40 {
            for mtu in [23, 185] {
                var generator = SplitMix64(seed: seed)
                let drawn = PhoneProfile.kit.configuration(mtu: mtu, using: &generator)
                #expect(drawn == expected, "seed \(seed)")
            }
        }
    }

    @Test(
        "A phone notifies again of an object that nothing replaces, unless it is the vendor's kit",
        arguments: [PhoneProfile.published, .kit, .ios, .android])
    func repeats(_ profile: PhoneProfile) async throws {
        let world = World(seed: 1)
        await world.recordTrace()
        let phone = await world.addPhone(profile)
        await phone.startNavigation()
        let device = await world.addDevice(radio: .offsetReads)
        await device.start()
        await world.run(for: .seconds(5))
        await phone.startPublishing(every: .seconds(60), streetByteCount: 10)
        await world.run(for: .seconds(9))
        let notified = await world.trace.count {
            if case .link(.notification) = $0.event { true } else { false }
        }
        #expect(notified == (profile == .kit ? 1 : 5))
    }
}
