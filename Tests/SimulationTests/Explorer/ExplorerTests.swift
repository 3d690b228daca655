import KomootNav
import Testing

@testable import Simulation

@Suite("An exploration")
struct ExplorerTests {
    /// A small space: with the numbers that are explored in the gate, a debug build takes too long.
    private func explorer(
        _ profile: PhoneProfile, _ radio: DeviceRadio, faults: Int = 0, delays: Int = 0
    ) -> Explorer {
        Explorer(
            profile: profile, radio: radio, publications: 1, faults: faults, delays: delays)
    }

    @Test("An exploration visits the same states every time, and breaks nothing without faults")
    func repeats() {
        let explorer = explorer(.published, .offsetReads, delays: 1)
        let first = explorer.run()
        let second = explorer.run()
        #expect(first.isClean)
        #expect(first.states > 500)
        #expect(first.states == second.states && first.transitions == second.transitions)
        #expect(first.depth == second.depth && first.largestQueue == second.largestQueue)
    }

    @Test("An exploration ends unfinished when it has found as many states as it may")
    func bounded() {
        var explorer = explorer(.published, .offsetReads, delays: 1)
        explorer.maximumStates = 100
        let report = explorer.run()
        #expect(!report.isExhausted && !report.isClean)
        #expect(report.states >= 100)
    }

    @Test("An exploration visits as many states of sessions that are wrapped but not broken")
    func honest() {
        let explorer = explorer(.ios, .offsetReads, delays: 1)
        let report = explorer.run()
        let wrapped = explorer.run(
            device: HonestCentral(
                HeldCentral(CentralSession(CentralSession.Configuration(radio: .offsetReads)))),
            phone: HonestPeripheral(HeldPeripheral(PeripheralSession(explorer.phone))))
        #expect(wrapped.isClean)
        // What is held back makes states differ that the session does not tell apart.
        #expect(wrapped.states >= report.states)
    }

    @Test(
        "An exploration goes where nothing else leads", arguments: ExplorationStep.Failure.allCases)
    func failures(_ failure: ExplorationStep.Failure) {
        let radio: DeviceRadio = failure == .callbackSaved ? .coreBluetooth : .offsetReads
        var explorer = explorer(.ios, radio)
        let without = explorer.run()
        explorer.faults = 1
        explorer.failures = [failure]
        let with = explorer.run()
        #expect(with.isClean)
        #expect(with.states > without.states)
    }

    @Test("An exploration publishes objects of each length")
    func lengths() {
        var counts: [Int: Int] = [:]
        let phone = explorer(.ios, .offsetReads).phone
        let setting = ExplorationSetting(phone: phone, radio: .offsetReads)
        let world = ExploredWorld(
            setting, device: CentralSession(CentralSession.Configuration(radio: .offsetReads)),
            phone: PeripheralSession(phone),
            budget: ExplorationBudget(publications: 1, faults: 0, delays: 0))
        world.forEachStep { step in
            guard case .published(let length) = step else { return }
            counts[setting.object(1, length).count, default: 0] += 1
        }
        #expect(counts.keys.sorted() == [17, 22, 48])
    }

    /// The figures of a small space. If a rule changes they change, too; if they change without one, the
    /// explorer leaves something out, or tells too much apart.
    @Test(
        "An exploration visits as many states as ever",
        arguments: [
            (PhoneProfile.published, DeviceRadio.offsetReads, 0, 131, 170, 24),
            (.ios, .wholeValues, 0, 143, 182, 32),
            (.androidNoCCCD, .blueZOffsets, 1, 16_660, 22_080, 376),
        ])
    func figures(
        _ profile: PhoneProfile, _ radio: DeviceRadio, _ faults: Int, _ states: Int,
        _ transitions: Int, _ depth: Int
    ) {
        let report = explorer(profile, radio, faults: faults).run()
        #expect(report.isClean)
        #expect(report.states == states)
        #expect(report.transitions == transitions)
        #expect(report.depth == depth)
    }

    @Test(
        "An exploration finds no device forgotten, whatever goes wrong", arguments: [false, true])
    func twoDevices(hasCCCD: Bool) {
        let explorer = Explorer(
            profile: hasCCCD ? .android : .androidNoCCCD, radio: .offsetReads, publications: 0,
            faults: 2)
        let report = explorer.runWithTwoDevices()
        #expect(report.isExhausted)
        #expect(report.states > 1000)
        #expect(report.counterexamples.map(\.broken) == [])
    }
}
