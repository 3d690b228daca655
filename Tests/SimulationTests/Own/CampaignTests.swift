import KomootNav
import Testing

@testable import Simulation

@Suite("A campaign of one's own")
struct CampaignTests {
    private static let contestants = Contestants(device: WithoutTornCheck.self)

    /// A campaign whose device has no torn check.
    private static func careless(
        _ promises: Set<Promise>, seeds: Range<UInt64> = 0..<36
    ) -> Campaign {
        Campaign(
            seeds: seeds, profiles: [.ios], radios: [.wholeValues, .offsetReads],
            promises: promises, contestants: contestants)
    }

    /// What such a campaign finds, which takes long: each failure is made shorter.
    private static let found = Task { await careless([.deliversWhatWasPublished]).run() }

    @Test(
        "A campaign of one's own draws from the radios that it is given, and nothing else changes")
    func radios() {
        let usual = Campaign(seeds: 0..<64)
        var chosen = usual
        chosen.radios = [.wholeValues]
        for seed in usual.seeds {
            #expect(chosen.plan(for: seed).radio == .wholeValues)
            #expect(chosen.plan(for: seed).script == usual.plan(for: seed).script)
        }
        chosen.radios = [.wholeValues, .coreBluetooth]
        let radios = Set(chosen.seeds.map { chosen.plan(for: $0).radio })
        #expect(radios == [.wholeValues, .coreBluetooth])
    }

    @Test("A campaign of one's own judges the promises that it is given, and no others")
    func promises() async {
        let kept = Self.careless([.keepsAlive, .answersEveryRead], seeds: 0..<12)
        #expect(await kept.run().isClean)
        let broken = await Self.found.value
        #expect(broken.failures.contains { kept.seeds.contains($0.plan.seed) })
        #expect(broken.failures.map(\.broken.promise).contains(.deliversWhatWasPublished))
        #expect(broken.failures.allSatisfy { $0.broken.promise == .deliversWhatWasPublished })
    }

    @Test(
        "A campaign of one's own says with which expression a failure of one's own code is repeated, and that repeats what was printed"
    )
    func repetition() async throws {
        let campaign = Self.careless([.deliversWhatWasPublished, .recovers], seeds: 0..<12)
        let failure = try #require(await campaign.run().failures.first)
        #expect(failure.command == nil)
        try #require(failure.plan.seed == 8)
        let contestants = Self.contestants
        let report =
            // example:begin
            await Campaign(
                seeds: 8..<9, profiles: [.ios], faults: .heavy, radios: [.offsetReads],
                promises: [.deliversWhatWasPublished, .recovers], contestants: contestants
            ).run()
        // example:end
        // The failure prints the words that are compiled here, apart from the line breaks.
        let compiled = try Example(inFile: "CampaignTests.swift").code
        #expect(failure.expression.filter { $0 != " " } == compiled.filter { !$0.isWhitespace })
        #expect(report.failures.map(\.description) == [failure.description])
        #expect(failure.description.hasSuffix("\n  repeat: \(failure.expression)"))
        // The script was shortened, and it is the run that the failure tells of.
        #expect(failure.plan.script.count < campaign.plan(for: 8).script.count)
        #expect(await failure.plan.run(contestants).broken == failure.broken)
    }

    @Test(
        "A campaign of one's own is not run, and not clean, if it could not find anything",
        arguments: impossible)
    func notRun(_ campaign: Campaign, _ obstacle: ImpossibleCampaign) async {
        #expect(campaign.obstacle == obstacle)
        let report = await campaign.run()
        #expect(report.obstacle == obstacle)
        #expect(!report.isClean)
        #expect(report.runCount == 0)
        #expect("\(report)" == "0 runs, 0 broken promises\nnot run: \(obstacle)")
        var sum = CampaignReport()
        sum.add(report)
        #expect(sum.obstacle == obstacle)
    }

    private static let program = Contestants(runDevice: { _, _ in })

    private static let impossible: [(Campaign, ImpossibleCampaign)] = [
        (Campaign(seeds: 5..<5), .noSeeds),
        (Campaign(seeds: 0..<2, profiles: []), .noProfiles),
        (Campaign(seeds: 0..<2, radios: []), .noRadios),
        (Campaign(seeds: 0..<2, promises: []), .noPromises),
        (
            Campaign(
                seeds: 0..<2, promises: [.tellsSilence, .boundsItsMemory], contestants: program),
            .noPromisesForProgram
        ),
        (
            Campaign(seeds: 0..<2, radios: [.coreBluetooth], contestants: program),
            .otherRadiosForProgram
        ),
        (
            Campaign(
                seeds: 0..<2, radios: [.offsetReads, .coreBluetooth], contestants: program),
            .otherRadiosForProgram
        ),
    ]

    @Test("A campaign of one's own is run if it can find something, with less than one job too")
    func run() async {
        let campaigns = [
            Campaign(seeds: 0..<1, faults: .none, promises: [.tellsSilence], jobs: 0),
            Campaign(
                seeds: 0..<1, faults: .none, radios: [.offsetReads],
                promises: [.tellsSilence, .answersEveryRead], jobs: -1, contestants: Self.program),
            Campaign(
                seeds: 0..<1, faults: .none, promises: [.answersEveryRead],
                contestants: Self.program),
        ]
        for campaign in campaigns {
            #expect(campaign.obstacle == nil)
            let report = await campaign.run()
            #expect(report.isClean)
            #expect(report.runCount == 1)
        }
        #expect(Set(Self.impossible.map(\.1)) == Set(ImpossibleCampaign.allCases))
    }

    @Test(
        "A campaign of one's own names the command where `knav` can do the run, with its own ends, radios and promises"
    )
    func command() {
        // No seed makes the library's own sessions break a promise, so this one is made up.
        func failure(_ campaign: Campaign) -> RunFailure {
            let broken = BrokenPromise(promise: .recovers, microseconds: 0, evidence: "")
            return campaign.failure(of: campaign.plan(for: 4), broken)
        }
        var campaign = Campaign(seeds: 4..<5, faults: .light)
        let command = "knav campaign --seeds '4..<5' --profile androidNoCCCD --faults light"
        #expect(failure(campaign).command == command)
        // What the command runs: the same plan, although the profile has another index in the campaign.
        let repeated = Campaign(seeds: 4..<5, profiles: [.androidNoCCCD], faults: .light).plan(
            for: 4)
        #expect(repeated.script == campaign.plan(for: 4).script)
        #expect(repeated.radio == campaign.plan(for: 4).radio)
        #expect(failure(campaign).description.hasSuffix("\n  repeat: \(command)"))
        var own = campaign
        own.contestants = Self.contestants
        #expect(failure(own).command == nil)
        campaign.workload = .steady
        #expect(failure(campaign).command == command + " --steady")
        campaign.contestants = .drivers
        #expect(failure(campaign).command == command + " --steady --driver")
        campaign.contestants = Contestants()
        campaign.promises = [.recovers]
        #expect(failure(campaign).command == nil)
        campaign.promises = Set(Promise.allCases)
        campaign.radios = [.offsetReads]
        #expect(failure(campaign).command == nil)
        #expect(
            failure(campaign).description.hasSuffix(
                """
                repeat: await Campaign(seeds: 4..<5, profiles: [.androidNoCCCD], faults: .light, \
                workload: .steady, radios: [.offsetReads], contestants: contestants).run()
                """))
    }

    @Test("A campaign of one's own has a report that can be read where a test fails")
    func report() async throws {
        let clean = await Campaign(seeds: 0..<2, faults: .none).run()
        #expect("\(clean)" == "2 runs, 0 broken promises")
        let report = await Self.found.value
        try #require(report.failureCount > 3)
        let lines = "\(report)".split(separator: "\n")
        #expect(lines.first == "36 runs, \(report.failureCount) broken promises")
        #expect(lines.last == "… and \(report.failureCount - 3) more")
        #expect(lines.filter { $0.hasPrefix("seed ") }.count == 3)
        #expect(lines.filter { $0.hasPrefix("  repeat: ") }.count == 3)
        #expect(lines.count < 40)
        // Nothing that was done after the break.
        let failure = try #require(report.failures.first)
        let script = failure.plan.script.filter { $0.time <= failure.broken.time }
        #expect(failure.description.split(separator: "\n").count <= script.count + 2)
    }
}
