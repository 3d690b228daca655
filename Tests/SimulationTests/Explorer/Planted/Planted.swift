import KomootNav
import Testing

@testable import Simulation

/// A fault that is planted in one of the ends, and how it must show.
struct Planted: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let promise: Promise
    /// The number of steps of a shortest trace.
    let steps: Int
    /// The first of ``campaignSeeds`` whose run finds it; `nil` if none does.
    let seed: UInt64?
    /// Explores a space with the fault until the promise is broken, and all of the same without it.
    let explore: @Sendable () -> ExplorationReport
    let exploreHonest: @Sendable () -> ExplorationReport
    /// A campaign with the fault.
    let campaign: Campaign
    /// What is explored.
    let explored: Explored

    /// A space, and who is wrapped in it.
    struct Explored: Hashable {
        enum Wrapped { case device, phone, nobody }

        let explorer: Explorer
        let wrapped: Wrapped
    }

    /// Whether the exploration takes as long as all others together.
    var takesLong: Bool { testDescription == "\(OneMarkerForAll.self)" }

    /// The seeds with which campaigns were tried.
    static let campaignSeeds: Range<UInt64> = 0..<2000

    /// What an exploration and a campaign may do.
    struct Space {
        var explorer: Explorer
        var profiles = PhoneProfile.allCases
        var radios = RunPlan.usualRadios

        /// What an exploration may do. A campaign draws its phones and radios.
        init(
            _ profile: PhoneProfile = .ios, _ radio: DeviceRadio = .offsetReads,
            publications: Int = 1, faults: Int = 0, delays: Int = 0
        ) {
            explorer = Explorer(
                profile: profile, radio: radio, publications: publications, faults: faults,
                delays: delays)
        }

        /// The same, but only some faults happen.
        func only(_ failures: ExplorationStep.Failure...) -> Space {
            changed { $0.explorer.failures = Set(failures) }
        }

        /// The same, with another phone in the exploration.
        func phone(_ change: (inout PeripheralSession.Configuration) -> Void) -> Space {
            changed { change(&$0.explorer.phone) }
        }

        /// The same, with a phone's system that sends no more than 22 bytes of an answer, whatever the MTU.
        func cut() -> Space { changed { $0.explorer.largestAnswer = 22 } }

        /// The same, but the phone publishes only objects longer than a chunk.
        func long() -> Space { changed { $0.explorer.lengths = [.longerThanChunk] } }

        /// The same, but the MTU grows to so many bytes.
        func growing(to mtu: Int) -> Space { changed { $0.explorer.grownMTU = mtu } }

        /// The same, but a campaign has only some phones and radios.
        func campaign(
            _ profiles: [PhoneProfile] = PhoneProfile.allCases, _ radios: DeviceRadio...
        ) -> Space {
            changed {
                $0.profiles = profiles
                $0.radios = radios
            }
        }

        private func changed(_ change: (inout Space) -> Void) -> Space {
            var space = self
            change(&space)
            return space
        }

        fileprivate func campaign(_ contestants: Contestants) -> Campaign {
            Campaign(
                seeds: Planted.campaignSeeds, profiles: profiles, radios: radios,
                contestants: contestants)
        }
    }

    /// A fault of the device.
    init<Device: ExplorableBrokenCentral>(
        _ device: Device.Type, _ promise: Promise, steps: Int, seed: UInt64?, _ space: Space
    ) {
        testDescription = "\(device)"
        (self.promise, self.steps, self.seed) = (promise, steps, seed)
        let explorer = space.explorer
        let held = HeldCentral(
            CentralSession(CentralSession.Configuration(radio: explorer.radio.reads)))
        let phone = PeripheralSession(explorer.phone)
        explore = {
            explorer.run(device: Device(held), phone: phone) { $0.goesOn(until: promise) }
        }
        exploreHonest = { explorer.run(device: HonestCentral(held), phone: phone) }
        campaign = space.campaign(Contestants(device: device))
        explored = Explored(explorer: explorer, wrapped: .device)
    }

    /// A fault of the phone.
    init<Phone: ExplorableBrokenPeripheral>(
        _ phone: Phone.Type, _ promise: Promise, steps: Int, seed: UInt64?, _ space: Space
    ) {
        testDescription = "\(phone)"
        (self.promise, self.steps, self.seed) = (promise, steps, seed)
        let explorer = space.explorer
        let device = CentralSession(CentralSession.Configuration(radio: explorer.radio.reads))
        let held = HeldPeripheral(PeripheralSession(explorer.phone))
        explore = {
            explorer.run(device: device, phone: Phone(held)) { $0.goesOn(until: promise) }
        }
        exploreHonest = { explorer.run(device: device, phone: HonestPeripheral(held)) }
        campaign = space.campaign(Contestants(phone: phone))
        explored = Explored(explorer: explorer, wrapped: .phone)
    }

    /// A fault of a phone's configuration, which shows when two devices use the phone.
    init(
        _ name: String, _ promise: Promise, steps: Int, seed: UInt64?, _ space: Space,
        plant: @escaping @Sendable (inout PeripheralSession.Configuration) -> Void
    ) {
        testDescription = name
        (self.promise, self.steps, self.seed) = (promise, steps, seed)
        let explorer = space.explorer
        explore = {
            var broken = explorer
            plant(&broken.phone)
            return broken.runWithTwoDevices { $0.goesOn(until: promise) }
        }
        exploreHonest = { explorer.runWithTwoDevices() }
        campaign = space.campaign(
            Contestants(makePhone: { configuration in
                var broken = configuration
                plant(&broken)
                return PeripheralSession(broken)
            }))
        explored = Explored(explorer: explorer, wrapped: .nobody)
    }
}

extension ExplorationReport {
    fileprivate func goesOn(until promise: Promise) -> Bool {
        !counterexamples.contains { $0.broken.promise == promise }
    }
}
