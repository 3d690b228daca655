import KomootNav
import PairingSimulation
import PropertyTesting
import SimulatedApps
import Simulation
import Testing

@Suite("On Core Bluetooth, whatever goes wrong")
struct CampaignTests {
    /// The campaign of the gate has more.
    private static let seeds = propertySeeds(2)
    private static let pairingSeeds = propertySeeds(10)

    @Test(
        "On Core Bluetooth, whatever goes wrong, a device keeps every promise, and its system has nothing to complain about"
    )
    func device() async {
        let misuses = MisuseLog()
        for faults in FaultLevel.allCases {
            let report = await Campaign(
                seeds: Self.seeds, faults: faults, radios: [.coreBluetooth],
                promises: Campaign.appPromises, contestants: .displayApp(misuses)
            ).run()
            #expect(report.isClean, "\(report)")
        }
        #expect(misuses.all == [])
    }

    @Test(
        "On Core Bluetooth, whatever goes wrong, a device shows nothing torn that was told after a suspension"
    )
    func suspended() async {
        // Found torn when a deadline that was told late counted as a marker.
        let report = await Campaign(
            seeds: 4961..<4962, profiles: [.kit], faults: .heavy, radios: [.coreBluetooth],
            promises: Campaign.appPromises, contestants: .displayApp(MisuseLog())
        ).run()
        #expect(report.isClean, "\(report)")
    }

    @Test(
        "On Core Bluetooth, whatever goes wrong, a phone keeps every promise, and its system has nothing to complain about",
        arguments: FaultLevel.allCases)
    func phone(_ faults: FaultLevel) async {
        let misuses = MisuseLog()
        let report = await Campaign(
            seeds: Self.seeds, faults: faults, promises: Campaign.appPromises,
            contestants: .navigationApp(misuses)
        ).run()
        #expect(report.isClean, "\(report)")
        #expect(misuses.all == [])
    }

    @Test(
        "On Core Bluetooth, whatever goes wrong, nothing of a run is left when it is over",
        arguments: FaultLevel.allCases)
    func memory(_ faults: FaultLevel) async {
        let left = Diary<Reference>()
        let contestants = Contestants(
            makeDeviceHost: { world, _ in
                let app = DisplayApp(in: world)
                left.add(Reference(world))
                left.add(Reference(app.bluetooth))
                return app
            },
            makePhoneHost: { world, plan in
                let app = NavigationApp(plan.phone, in: world)
                left.add(Reference(world))
                left.add(Reference(app.bluetooth))
                return app
            })
        let report = await Campaign(
            seeds: 0..<1, faults: faults, radios: [.coreBluetooth], contestants: contestants
        ).run()
        #expect(report.isClean || faults != .none, "\(report)")
        #expect(left.entries.count >= 8 && left.entries.allSatisfy { $0.object == nil })
    }

    @Test(
        "On Core Bluetooth, whatever goes wrong, paired displays keep every promise of pairing, and show nothing of a stranger's phone, which may be an app, too",
        arguments: [false, true])
    func pairing(hasPhone: Bool) async {
        let misuses = MisuseLog()
        let campaign = PairingCampaign(
            seeds: Self.pairingSeeds,
            contestants: hasPhone ? .pairedApps(misuses) : .pairedDisplays(misuses))
        let report = await campaign.run()
        #expect(report.broken.isEmpty, "\(report.broken)")
        #expect(misuses.all == [])
        for mark in ["client killed", "client suspended while connected", "instruction shown"] {
            #expect(report.marks[mark] ?? 0 > 0, "\(mark)")
        }
    }

    @Test(
        "On Core Bluetooth, whatever goes wrong, a display whose phone is paired with others at once is seen to show what is theirs"
    )
    func strangers() async {
        var campaign = PairingCampaign(
            seeds: Self.pairingSeeds, contestants: .pairedDisplays(MisuseLog(), .plainServer))
        campaign.promises = [.showsItsOwnPhone]
        #expect(await campaign.run().broken[.showsItsOwnPhone] != nil)
    }

    @Test(
        "On Core Bluetooth, whatever goes wrong, a seed of paired displays gives the same run each time"
    )
    func pairingIsDeterministic() async {
        let one = await PairingRun(seed: 7, contestants: .pairedApps(MisuseLog())).run()
        let other = await PairingRun(seed: 7, contestants: .pairedApps(MisuseLog())).run()
        #expect(one.traceHash == other.traceHash)
        #expect(one.marks == other.marks)
    }
}

/// Refers to an object without keeping it.
private struct Reference: Sendable {
    weak var object: (any AnyObject & Sendable)?

    init(_ object: any AnyObject & Sendable) { self.object = object }
}
