@_spi(Exploration) import KomootNav
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

    @Test("visits the same states every time, and breaks nothing without faults")
    func repeats() {
        let explorer = explorer(.published, .offsetReads, delays: 1)
        let first = explorer.run()
        let second = explorer.run()
        #expect(first.isClean)
        #expect(first.states > 1000)
        #expect(first.states == second.states && first.transitions == second.transitions)
        #expect(first.depth == second.depth && first.largestQueue == second.largestQueue)
    }

    @Test("ends unfinished when it has found as many states as it may")
    func bounded() {
        var explorer = explorer(.published, .offsetReads, delays: 1)
        explorer.maximumStates = 100
        let report = explorer.run()
        #expect(!report.isExhausted && !report.isClean)
        #expect(report.states >= 100)
    }

    @Test("visits as many states of sessions that are wrapped but not broken")
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

    @Test("finds that the vendor's phone forgets a lost device while another reads; ours does not")
    func forgottenDevice() {
        var explorer = Explorer(
            profile: .published, radio: .offsetReads, publications: 0, faults: 0)
        explorer.phone.lossDetection = .sharedWatchdog
        let vendors = explorer.runWithTwoDevices()
        #expect(vendors.counterexamples.map(\.broken.promise) == [.recovers])
        explorer.phone.lossDetection = .eachCentral
        let ours = explorer.runWithTwoDevices()
        #expect(ours.isExhausted)
        #expect(ours.states > 100)
        #expect(ours.counterexamples.map(\.broken.promise) == [])
    }

    @Test("finds no device forgotten, whatever goes wrong", arguments: [false, true])
    func twoDevices(hasCCCD: Bool) {
        let explorer = Explorer(
            profile: hasCCCD ? .android : .androidNoCCCD, radio: .offsetReads, publications: 0,
            faults: 2)
        let report = explorer.runWithTwoDevices()
        #expect(report.isExhausted)
        #expect(report.states > 1000)
        #expect(report.counterexamples.map(\.broken) == [])
    }

    /// A fault that is planted in one of the ends, and how it must show.
    struct Planted: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let promise: Promise
        let explore: @Sendable () -> ExplorationReport

        init<Device: ExplorableBrokenCentral>(
            _ device: Device.Type, _ promise: Promise, profile: PhoneProfile = .ios,
            publications: Int = 1, faults: Int = 0
        ) {
            testDescription = "\(device)"
            self.promise = promise
            explore = {
                let explorer = Explorer(
                    profile: profile, radio: .offsetReads, publications: publications,
                    faults: faults, delays: 0)
                let session = CentralSession(CentralSession.Configuration(radio: .offsetReads))
                return explorer.run(
                    device: Device(HeldCentral(session)), phone: PeripheralSession(explorer.phone))
            }
        }

        init<Phone: ExplorableBrokenPeripheral>(
            _ phone: Phone.Type, _ promise: Promise, publications: Int = 1
        ) {
            testDescription = "\(phone)"
            self.promise = promise
            explore = {
                let explorer = Explorer(
                    profile: .ios, radio: .offsetReads, publications: publications, faults: 0,
                    delays: 0)
                let session = CentralSession(CentralSession.Configuration(radio: .offsetReads))
                return explorer.run(
                    device: session,
                    phone: Phone(HeldPeripheral(PeripheralSession(explorer.phone))))
            }
        }
    }

    static let planted = [
        Planted(WithoutTornCheck.self, .deliversWhatWasPublished, publications: 2),
        Planted(FixedOffsets.self, .deliversWhatWasPublished, profile: .android),
        Planted(TwoRequestsAtOnce.self, .asksOneAtATime),
        Planted(ShownTwice.self, .neverRepeats),
        Planted(SilenceNotTold.self, .tellsSilence, publications: 0, faults: 1),
        Planted(LossNotHeard.self, .searchesAfterLoss, publications: 0, faults: 1),
        Planted(RadioOnNotHeard.self, .searchesAfterLoss, publications: 0, faults: 1),
        Planted(ReadTimeoutIgnored.self, .endsUnansweredLinks, publications: 0, faults: 1),
        Planted(ServesSnapshots.self, .answersEveryRead, publications: 2),
        Planted(OneByteOff.self, .answersEveryRead),
    ]

    @Test("finds each planted fault", arguments: planted)
    func findPlanted(_ planted: Planted) {
        let report = planted.explore()
        let found = report.counterexamples.first { $0.broken.promise == planted.promise }
        #expect(found != nil, "\(report.counterexamples.map(\.broken))")
        print(
            "\(planted.testDescription): \(planted.promise.rawValue), \(found?.steps.count ?? 0) steps"
        )
    }
}
