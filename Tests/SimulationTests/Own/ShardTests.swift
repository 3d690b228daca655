import KomootNav
import Testing

@testable import Simulation

@Suite("A campaign in parts")
struct ShardTests {
    @Test("The shards of a range follow each other, and differ by at most one in length")
    func partition() {
        var random = SplitMix64(seed: 1)
        for _ in 0..<500 {
            let start = UInt64(
                random.happens(1, in: 2) ? random.number(in: 0...1000) : Int.max - 200)
            let range = start..<start + UInt64(random.number(in: 0...200))
            let count = UInt64(random.number(in: 1...250))
            let parts = Array(Shard.all(of: count)).map { $0.part(of: range) }
            #expect(parts.flatMap { Array($0) } == Array(range))
            let lengths = parts.map { $0.count }
            #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
        }
        #expect(Shard("2/2")?.part(of: 0..<UInt64.max) == 1 << 63..<UInt64.max)
    }

    @Test("A campaign in parts reads a shard in one form only")
    func form() {
        for text in ["1/1", "3/8", "8/8"] { #expect(Shard(text).map { "\($0)" } == text) }
        let wrong = ["", "1", "0/4", "5/4", "01/4", "1/04", "+1/4", "1/4/4", "/", "-1/4", "1 /4"]
        for text in wrong { #expect(Shard(text) == nil, "\(text)") }
    }

    @Test("A campaign in parts has the results of its first seeds when its task is cancelled")
    func cancelled() async {
        let campaign = Campaign(seeds: 0..<100_000, profiles: [.ios], faults: .light, jobs: 2)
        let part = await Self.cancelled { await campaign.run(progress: $0) }
        #expect(part.runCount > 0 && part.runCount < 100_000)
        var first = campaign
        first.seeds = 0..<UInt64(part.runCount)
        let again = await first.run()
        #expect(again.traceHash == part.traceHash)
        #expect(again.linkEventCount == part.linkEventCount)
        #expect(again.marks == part.marks)
    }

    /// Cancels a campaign when it tells its progress for the second time.
    private static func cancelled(
        _ run:
            @escaping @Sendable (@escaping @Sendable (CampaignReport) -> Void) async ->
            CampaignReport
    ) async -> CampaignReport {
        let calls = Lock(0)
        let task = Lock(Task<CampaignReport, Never>?.none)
        let running = Task {
            await run { _ in
                let isDue = calls.with { calls in
                    calls += 1
                    return calls >= 2
                }
                if isDue { task.with { $0?.cancel() } }
            }
        }
        task.with { $0 = running }
        return await running.value
    }

    @Test("A campaign in parts does not shrink failures after its task was cancelled")
    func notShrunk() async {
        let contestants = Contestants(makePhone: { configuration in
            var changed = configuration
            changed.notification = configuration.notification == .object ? .identifier : .object
            return PeripheralSession(changed)
        })
        let campaign = Campaign(seeds: 0..<100_000, contestants: contestants)
        let part = await Self.cancelled { await campaign.run(progress: $0) }
        #expect(part.failures.count == CampaignReport.maximumFailures)
        for failure in part.failures {
            #expect(failure.plan.script == campaign.plan(for: failure.plan.seed).script)
        }
    }

    private enum Parity: String, SimulatedPromise { case even, odd }

    @Test("A campaign in parts counts promises in the first seeds when its task is cancelled")
    func cancelledPromises() async {
        let runs = Lock(0)
        let task = Task {
            await PromiseReport<Parity>(seeds: 10..<1_000_000, jobs: 4, progress: nil) { seed in
                let run = runs.with { runs in
                    runs += 1
                    return runs
                }
                while run > 400 && !Task.isCancelled { await Task.yield() }
                let promise: Parity = seed.isMultiple(of: 2) ? .odd : .even
                return ([PromiseBreach(promise: promise, time: seed, evidence: "")], ["\(promise)"])
            }
        }
        while runs.with({ $0 }) < 400 { await Task.yield() }
        task.cancel()
        let report = await task.value
        #expect(report.runs >= 400 && report.runs < 1_000_000)
        #expect(report.brokenRuns[.odd] == (report.runs + 1) / 2)
        #expect(report.brokenRuns[.even] == report.runs / 2)
        #expect(report.broken[.odd]?.seed == 10)
        #expect(report.broken[.even]?.seed == 11)
    }
}
