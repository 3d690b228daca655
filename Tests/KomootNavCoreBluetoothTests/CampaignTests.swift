import KomootNav
import SimulatedApps
import Simulation
import Testing

@Suite("On Core Bluetooth, whatever goes wrong")
struct CampaignTests {
    /// The campaign of the gate has more.
    private static let seeds: Range<UInt64> = 0..<8

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
}
