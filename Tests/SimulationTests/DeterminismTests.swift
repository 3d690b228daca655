import Simulation
import Testing

@Suite("A campaign")
struct DeterminismTests {
    /// The hash of a ``Campaign`` over the seeds 0 to 31, with heavy faults and all profiles. It is
    /// the same on every machine and in every build. It changes whenever anything changes what
    /// happens in a run.
    private static let pinnedTraceHash: UInt64 = 0xD5F9_0BE7_47E2_4FCA

    private let seeds: Range<UInt64> = 0..<32

    @Test("A campaign repeats each run exactly")
    func repeats() async {
        for seed in seeds.prefix(10) {
            let plan = Campaign(seeds: seeds).plan(for: seed)
            #expect(await plan.run() == plan.run(), "seed \(seed)")
        }
    }

    @Test("A campaign has the same hash on every machine, with one job and with two")
    func pinned() async {
        let one = await Campaign(seeds: seeds, jobs: 1).run()
        let two = await Campaign(seeds: seeds, jobs: 2).run()
        #expect(one.isClean)
        // In hexadecimal, so that a failure shows what to write above.
        #expect(String(one.traceHash, radix: 16) == String(Self.pinnedTraceHash, radix: 16))
        #expect(one.traceHash == two.traceHash)
        #expect(one.runCount == two.runCount)
        #expect(one.linkEventCount == two.linkEventCount)
        #expect(one.marks == two.marks)
        #expect(one.failureCount == two.failureCount)
        #expect(one.repetitions == two.repetitions)
        #expect(one.freshness == two.freshness)
    }
}
