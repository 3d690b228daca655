import PairingSimulation
import PropertyTesting
import Simulation
import Testing

@Suite("Under all faults")
struct PairingCampaignTests {
    /// So many that all marks are reached.
    private static let librarySeeds = propertySeeds(80)
    private static let plainSeeds = propertySeeds(10)
    /// So many that several promises are broken.
    private static let breakingSeeds = propertySeeds(50)
    /// Among them is one that breaks each promise that plain ends do not keep.
    private static let searchedSeeds: Range<UInt64> = 0..<3000
    /// Those that break what few do, which are tried first.
    private static let rareSeeds: [UInt64] = [41, 51, 82, 84]

    @Test("Under all faults, the library's client and server keep every promise")
    func library() async {
        let report = await PairingCampaign(seeds: Self.librarySeeds, contestants: .library).run()
        #expect(report.broken.isEmpty, "\(report.broken)")
        // Without these, finding nothing would prove little.
        for mark in [
            "forgot", "client killed", "server killed", "refused 0x08", "client fault leaseExpired",
            "client fault outrun", "client fault storeFailed", "server fault storeFailed",
            "client fault timedOut", "client fault unreadableStore",
            "server fault unreadableStore", "client copied", "client installed again",
            "ends of links are told", "ends of links are not told",
        ] {
            #expect((report.marks[mark] ?? 0) > 0, "\(mark)")
        }
    }

    @Test("Under all faults, a seed gives the same run each time")
    func determinism() async {
        let one = await PairingRun(seed: 7, contestants: .library).run()
        let other = await PairingRun(seed: 7, contestants: .library).run()
        #expect(one.traceHash == other.traceHash)
        #expect(one.marks == other.marks)
    }

    @Test(
        "Under all faults, plain ends keep what they can",
        arguments: [PairingContestants.Kind.plainClients, .plainServer, .plain])
    func plain(kind: PairingContestants.Kind) async {
        let report = await PairingCampaign(
            seeds: Self.plainSeeds, contestants: PairingContestants(kind)
        ).run()
        #expect(report.broken.isEmpty, "\(report.broken)")
    }

    @Test("Under all faults, plain ends break every other promise, and the library's ends none")
    func others() async {
        for kind in PairingContestants.Kind.allCases {
            var unbroken = PairingPromise.promised.subtracting(kind.promises)
            for seed in Self.rareSeeds + Self.searchedSeeds where !unbroken.isEmpty {
                var run = PairingRun(seed: seed, contestants: PairingContestants(kind))
                run.promises = unbroken
                unbroken.subtract(await run.run().broken.map(\.promise))
            }
            #expect(unbroken.isEmpty, "\(kind): \(unbroken)")
        }
    }

    @Test("Under all faults, a run goes on after a broken promise, and finds the others")
    func severalBroken() async {
        var campaign = PairingCampaign(seeds: Self.breakingSeeds, contestants: .plain)
        campaign.promises = PairingPromise.promised
        let report = await campaign.run()
        let broken = report.brokenRuns.values.reduce(0, +)
        #expect(report.brokenRuns.count > 3)
        #expect(broken > report.runsWithBroken)
    }

    @Test("Under all faults, impostors break promises, which is counted apart")
    func impostors() async {
        var campaign = PairingCampaign(seeds: Self.breakingSeeds, contestants: .library)
        campaign.hasImpostors = true
        let report = await campaign.run()
        #expect(report.broken[.forgetsWithCause] != nil)
        #expect(report.brokenRuns[.forgetsWithCause] ?? 0 > 1)
        #expect((report.marks["impostor"] ?? 0) > 0)
    }
}
