import PairingSimulation
import Testing

@Suite("A race of the plain scheme")
struct RaceTests {
    /// A race, and what shows it.
    struct Race: CustomTestStringConvertible, Sendable {
        let clause: String
        let promise: PairingPromise
        let faults: PairingFaults
        /// The first seed in which the plain ends break the promise.
        let seed: UInt64
        /// What must not happen in that run, so that no other race explains it.
        var without: PairingFaults?

        var testDescription: String { "\(clause): \(promise.rawValue)" }
    }

    private static func faults(_ change: (inout PairingFaults) -> Void) -> PairingFaults {
        var faults = PairingFaults()
        change(&faults)
        return faults
    }

    static let races = [
        Race(
            clause: "3.1 two claimants", promise: .oneIsConnected, faults: faults { _ in }, seed: 5),
        Race(
            clause: "3.2 the write's response is lost", promise: .serverIsRemembered,
            faults: faults { $0.drops = 300 }, seed: 14),
        Race(
            clause: "3.3 a claim without a claimant", promise: .serverIsRemembered,
            faults: faults { $0.kills = 100 }, seed: 14),
        Race(
            clause: "3.4 the response before the store", promise: .forgetsWithCause,
            faults: faults { $0.kills = 100 }, seed: 26),
        Race(
            clause: "3.6 unpaired too early", promise: .serverIsRemembered,
            faults: faults {
                $0.serverUnpairs = 200
                $0.kills = 100
            }, seed: 413, without: faults { $0.kills = 100 }),
        Race(
            clause: "3.7 slow to leave", promise: .oneIsConnected,
            faults: faults { $0.serverUnpairs = 200 }, seed: 0, without: faults { _ in }),
    ]

    private func run(
        _ seed: UInt64, _ contestants: PairingContestants, _ faults: PairingFaults, clients: Int,
        _ promises: Set<PairingPromise> = Set(PairingPromise.allCases)
    ) async -> BrokenPairing? {
        var run = PairingRun(
            seed: seed, contestants: contestants, clientCount: clients, faults: faults)
        run.promises = promises
        return await run.run().broken
    }

    /// With one client alone, nothing else can be the reason.
    private func clientCount(_ race: Race) -> Int { race.promise == .oneIsConnected ? 2 : 1 }

    @Test("is found in a plain client and a plain server", arguments: races)
    func found(race: Race) async {
        let clients = clientCount(race)
        for seed in 0..<2000 as Range<UInt64> {
            let broken = await run(seed, .plain, race.faults, clients: clients, [race.promise])
            guard broken?.promise == race.promise else { continue }
            if let without = race.without,
                await run(seed, .plain, without, clients: clients, [race.promise]) != nil
            {
                continue
            }
            #expect(seed == race.seed, "\(race.clause)")
            return
        }
        Issue.record("\(race.clause) was not found")
    }

    @Test("is closed between the library's client and server", arguments: races)
    func closed(race: Race) async {
        for seed in 0..<150 as Range<UInt64> {
            let broken = await run(
                seed, .library, race.faults, clients: clientCount(race))
            #expect(broken == nil, "seed \(seed): \(String(describing: broken))")
        }
    }
}
