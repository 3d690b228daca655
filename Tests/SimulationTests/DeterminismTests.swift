import Simulation
import Testing

@Suite("A campaign")
struct DeterminismTests {
    /// What ``Campaign`` makes of the seeds 0 to 31 with heavy faults and all profiles, on every machine
    /// and in every build. Whatever changes what happens in a run changes it.
    private static let pinnedTraceHash: UInt64 = 0x2E1D_410A_E94E_C2C0

    private let seeds: Range<UInt64> = 0..<32

    @Test("happens again as it happened")
    func repeats() async {
        for seed in seeds {
            let plan = Campaign(seeds: seeds).plan(for: seed)
            #expect(await plan.run() == plan.run(), "seed \(seed)")
        }
    }

    @Test("comes to the same with one job and with two")
    func jobs() async {
        let one = await Campaign(seeds: seeds, jobs: 1).run()
        let two = await Campaign(seeds: seeds, jobs: 2).run()
        #expect(one.traceHash == two.traceHash)
        #expect(one.runCount == two.runCount)
        #expect(one.linkEventCount == two.linkEventCount)
        #expect(one.marks == two.marks)
        #expect(one.failureCount == two.failureCount)
        #expect(one.repetitions == two.repetitions)
    }

    @Test("comes to the same on every machine")
    func pinned() async {
        let report = await Campaign(seeds: seeds).run()
        #expect(report.isClean)
        #expect(report.traceHash == Self.pinnedTraceHash)
    }
}
