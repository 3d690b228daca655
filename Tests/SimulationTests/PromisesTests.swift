import PropertyTesting
import Simulation
import Testing

@Suite("The promises")
struct PromisesTests {
    private let campaign = Campaign(seeds: 0..<2000)

    /// Where to begin to look for what few runs show.
    private static let rare: [String: UInt64] = [
        "FirstChunkTakenForProgress": 78, "MTUNotHeard": 297, "AdvertisesForever": 223,
        "OversleepsLimit": 223, "InvalidHandleNotCounted": 47, "SetupTimeoutIgnored": 21,
        "EmptyAnswerTrusted": 16, "ChunkSizeByMTU": 13, "WithoutTornCheck": 12,
        "TornCheckByNotification": 12,
    ]

    @Test("The promises find every broken session", arguments: BrokenSession.all)
    func findBroken(_ session: BrokenSession) async {
        let campaign = Campaign(seeds: campaign.seeds, profiles: session.profiles)
        let first = Self.rare[session.testDescription] ?? 0
        for seed in Array(first..<campaign.seeds.upperBound) + Array(0..<first) {
            let plan = campaign.plan(for: seed)
            guard session.mayShow(plan) else { continue }
            let result = await plan.run(session.contestants)
            guard let broken = result.broken else { continue }
            print("\(session.testDescription): \(broken.promise.rawValue), seed \(seed)")
            #expect(
                session.promises.contains(broken.promise),
                "seed \(seed): \(broken.promise.rawValue), \(broken.evidence)")
            return
        }
        Issue.record("not found in \(campaign.seeds.count) seeds")
    }

    @Test("Each promise has a broken session to find", arguments: Promise.allCases)
    func proveEach(_ promise: Promise) {
        #expect(BrokenSession.all.contains { $0.promises.contains(promise) })
    }

    @Test("The promises are checked on every rare path")
    func marks() async {
        #expect(await Campaign(seeds: 192..<240).run().marks.missing.isEmpty)
    }

    @Test(
        "The promises hold for sessions that are wrapped but not broken",
        arguments: [UInt64(192), 208, 224])
    func holdForHonest(_ first: UInt64) async throws {
        let honest = [
            Contestants(device: HonestCentral.self), Contestants(phone: HonestPeripheral.self),
            Contestants(phone: HonestWatchdog.self),
        ]
        let count: UInt64 = asksForMore ? 16 : 3
        for seed in first..<first + count {
            let plan = campaign.plan(for: seed)
            let result = await plan.run()
            #expect(result.broken == nil, "seed \(seed)")
            for contestants in honest {
                #expect(await plan.run(contestants) == result, "seed \(seed)")
            }
        }
    }
}
