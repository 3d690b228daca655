import KomootNav
import PropertyTesting
import Simulation
import Testing

@Suite("The drivers, on radios that know no tickets")
struct DriverCampaignTests {
    private static let device = Contestants(
        makeDevice: { DrivenCentral(CentralSession.Configuration(radio: $0.reads)) })
    private static let phone = Contestants(makePhone: { DrivenPeripheral($0) })

    @Test(
        "The drivers keep every promise under heavy faults on radios that know no tickets, with every phone",
        arguments: [device, phone], [FaultLevel.none, .heavy])
    func campaign(_ contestants: Contestants, _ faults: FaultLevel) async throws {
        let seeds = 0..<UInt64(try propertyRuns(4))
        let campaign = Campaign(seeds: seeds, faults: faults, contestants: contestants)
        let report = await campaign.run()
        #expect(report.isClean, "\(report)")
    }
}
