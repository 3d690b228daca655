import PairingSimulation
import PropertyTesting
import Simulation
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
        var clients = 1

        var testDescription: String { "\(clause): \(promise.rawValue)" }
    }

    private static func faults(_ change: (inout PairingFaults) -> Void) -> PairingFaults {
        var faults = PairingFaults()
        change(&faults)
        return faults
    }

    static let races = [
        Race(
            clause: "3.1 two claimants", promise: .oneIsConnected, faults: faults { _ in }, seed: 2,
            clients: 2),
        Race(
            clause: "3.2 the write's response is lost", promise: .serverIsRemembered,
            faults: faults { $0.drops = 300 }, seed: 14),
        Race(
            clause: "3.3 a claim without a claimant", promise: .serverIsRemembered,
            faults: faults { $0.kills = 100 }, seed: 130),
        Race(
            clause: "3.4 the response before the store", promise: .forgetsWithCause,
            faults: faults { $0.kills = 100 }, seed: 7),
        Race(
            clause: "3.6 unpaired too early", promise: .serverIsRemembered,
            faults: faults {
                $0.serverUnpairs = 200
                $0.kills = 100
            }, seed: 62, without: faults { $0.kills = 100 }),
        Race(
            clause: "3.7 slow to leave", promise: .oneIsConnected,
            faults: faults { $0.serverUnpairs = 200 }, seed: 0, without: faults { _ in },
            clients: 2),
        Race(
            clause: "3.8 a copied device", promise: .oneIsConnected,
            faults: faults { $0.copies = 200 }, seed: 0, without: faults { _ in }, clients: 2),
        Race(
            clause: "3.10 the name before the store", promise: .serverIsThere,
            faults: faults {
                $0.kills = 200
                $0.stores = 300
            }, seed: 33),
    ]

    /// What names can't prevent: the library's ends show it too (clause 6).
    static let openRaces = [
        Race(
            clause: "3.5 unpaired while away", promise: .unpairingArrives,
            faults: faults {
                $0.clientUnpairs = 200
                $0.disconnects = 200
            }, seed: 2),
        Race(
            clause: "3.9 a rotated name", promise: .clientExists,
            faults: faults { $0.reinstallations = 100 }, seed: 0),
        Race(
            clause: "3.11 a spoofed name", promise: .forgetsWithCause,
            faults: faults {
                $0.impostors = 100
                $0.disconnects = 200
            }, seed: 1, clients: 2),
    ]

    private func run(
        _ race: Race, _ seed: UInt64, _ kind: PairingContestants.Kind, _ faults: PairingFaults,
        _ promises: Set<PairingPromise>
    ) async -> [BrokenPairing] {
        var run = PairingRun(
            seed: seed, contestants: PairingContestants(kind), clientCount: race.clients,
            faults: faults)
        run.promises = promises
        return await run.run().broken
    }

    /// The first seed in which the promise is broken, and kept without what must not happen.
    private func firstSeed(_ race: Race, _ kind: PairingContestants.Kind) async -> UInt64? {
        for seed in 0..<2000 as Range<UInt64> {
            let broken = await run(race, seed, kind, race.faults, [race.promise])
            if broken.isEmpty { continue }
            guard let without = race.without else { return seed }
            if await run(race, seed, kind, without, [race.promise]).isEmpty { return seed }
        }
        return nil
    }

    @Test(
        "A race of the plain scheme is found in a plain client and a plain server", arguments: races
    )
    func found(race: Race) async {
        let seed = await firstSeed(race, .plain)
        #expect(seed == race.seed)
    }

    @Test(
        "A race of the plain scheme is closed between the library's client and server",
        arguments: races)
    func closed(race: Race) async throws {
        for seed in 0..<UInt64(try propertyRuns(5)) {
            let broken = await run(race, seed, .library, race.faults, PairingPromise.promised)
            #expect(broken.isEmpty, "seed \(seed): \(broken)")
        }
    }

    @Test(
        "A race of the plain scheme is found in both schemes, if names can't prevent it",
        arguments: openRaces)
    func open(race: Race) async {
        let seed = await firstSeed(race, .plain)
        #expect(seed == race.seed)
        #expect(await firstSeed(race, .library) != nil)
    }
}
