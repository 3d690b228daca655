import PairingSimulation
import Testing

@Suite("Under all faults")
struct PairingCampaignTests {
    @Test("the library's client and server keep every promise")
    func library() async {
        let report = await PairingCampaign(seeds: 0..<1500, contestants: .library).run()
        #expect(report.broken.isEmpty, "\(report.broken)")
        // Without these, finding nothing would prove little.
        for mark in [
            "forgot", "client killed", "server killed", "refused 0x08", "client fault leaseExpired",
            "client fault outrun", "client fault storeFailed", "server fault storeFailed",
            "client fault timedOut", "client fault unreadableStore",
            "server fault unreadableStore",
        ] {
            #expect((report.marks[mark] ?? 0) > 0, "\(mark)")
        }
    }

    @Test("a seed gives the same run each time")
    func determinism() async {
        let one = await PairingRun(seed: 7, contestants: .library).run()
        let other = await PairingRun(seed: 7, contestants: .library).run()
        #expect(one.traceHash == other.traceHash)
        #expect(one.marks == other.marks)
    }

    @Test("plain clients with the library's server come to rest, and nobody is stuck")
    func plainClients() async {
        let report = await PairingCampaign(seeds: 0..<300, contestants: .plainClients).run()
        #expect(report.broken[.nobodyIsStuck] == nil, "\(report.broken)")
        #expect(report.broken[.comesToRest] == nil, "\(report.broken)")
    }

    @Test("the library's clients with a plain server come to rest, and nobody is stuck")
    func plainServer() async {
        let report = await PairingCampaign(seeds: 0..<300, contestants: .plainServer).run()
        #expect(report.broken[.nobodyIsStuck] == nil, "\(report.broken)")
        #expect(report.broken[.comesToRest] == nil, "\(report.broken)")
    }
}
