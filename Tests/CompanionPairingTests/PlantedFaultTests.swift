import CompanionPairing
import KomootNav
import PairingSimulation
import Simulation
import Testing

/// Lets an explorer find faults that were planted, and the races of the plain scheme.
@Suite("An exploration finds")
struct PlantedFaultTests {
    typealias Filter = @Sendable (ExploredPairing, ExploredPairing.Step) -> Bool

    private func explorer(
        _ promise: PairingPromise, _ start: ExploredPairing, _ allows: @escaping Filter
    ) throws -> PairingExplorer {
        try PairingExplorer(start, checking: [promise], checksRecovery: false, allows: allows)
    }

    private func firstBroken(
        _ promise: PairingPromise, in start: ExploredPairing,
        allows: @escaping Filter = { _, _ in true }
    ) throws -> PairingPromise? {
        try explorer(promise, start, allows).run().counterexamples.first?.promise
    }

    private static let oneFault = ExploredPairing.Budget(faults: 1, presses: 0, waits: 0)

    @Test(
        "An exploration finds a server that answers before it has stored what it answers",
        arguments: [PairingPromise.serverRemembers, .serverIsThere, .forgetsWithCause])
    func hastyServer(promise: PairingPromise) throws {
        let start = ExploredPairing(
            .planted(server: .hasty), clientCount: 1, budget: Self.oneFault)
        #expect(try firstBroken(promise, in: start) == promise)
    }

    @Test("An exploration finds a client that goes on before it has stored the server's name")
    func hastyClient() throws {
        let start = ExploredPairing(
            .planted(client: .hasty), clientCount: 1, budget: Self.oneFault)
        #expect(try firstBroken(.serverIsRemembered, in: start) == .serverIsRemembered)
    }

    @Test(
        "An exploration finds a server that takes reads of two links for reads of one",
        arguments: [true, false])
    func untoldEnds(isMistaken: Bool) throws {
        var contestants = PairingContestants.library
        contestants.replacementServer = {
            var configuration = PairingServer.Configuration(freshName: $0)
            // It believes that it is told when a link ends (4.15).
            configuration.tellsDisconnections = isMistaken
            return PairingServer(configuration)
        }
        let start = ExploredPairing(
            contestants, clientCount: 1, tellsDisconnections: false,
            budget: ExploredPairing.Budget(faults: 1, presses: 1, waits: 0))
        let broken = try firstBroken(.serverIsRemembered, in: start)
        #expect((broken == .serverIsRemembered) == isMistaken)
    }

    /// A race of the plain scheme, and the only steps that it may need besides what happens anyway.
    struct Race: CustomTestStringConvertible, Sendable {
        let clause: String
        let promise: PairingPromise
        var clients = 1
        var budget = oneFault
        let allows: Filter

        var testDescription: String { clause }
    }

    static let races = [
        Race(
            clause: "3.1 two claimants", promise: .oneIsConnected, clients: 2,
            budget: ExploredPairing.Budget(faults: 0, presses: 0, waits: 0)
        ) { _, _ in true },
        Race(clause: "3.2 the write's response is lost", promise: .serverIsRemembered) { _, step in
            if case .lose = step { true } else { !step.isFault }
        },
        Race(clause: "3.3 a claim without a claimant", promise: .serverIsRemembered) { _, step in
            if case .kill = step { true } else { !step.isFault }
        },
        Race(clause: "3.4 the response before the store", promise: .forgetsWithCause) { _, step in
            if case .killServer = step { true } else { !step.isFault }
        },
        Race(
            clause: "3.6 unpaired too early", promise: .serverIsRemembered,
            budget: ExploredPairing.Budget(faults: 1, presses: 1, waits: 1)
        ) { world, step in
            switch step {
            case .unpairServer: true
            case .killServer: world.budget.presses == 0
            default: !step.isFault && !step.isPress
            }
        },
        // The second client looks for a server only after the first was unpaired, and connected before.
        Race(
            clause: "3.7 slow to leave", promise: .oneIsConnected, clients: 2,
            budget: ExploredPairing.Budget(faults: 0, presses: 1, waits: 0)
        ) { world, step in
            switch step {
            case .search(1): world.budget.presses == 0
            case .unpairServer: world.phases == "paired connected idle"
            default: !step.isPress
            }
        },
        Race(clause: "3.10 the name before the store", promise: .serverIsThere) { _, step in
            if case .killServer = step { true } else { !step.isFault }
        },
    ]

    @Test("An exploration finds a race of the plain scheme, by a shortest way", arguments: races)
    func race(race: Race) throws {
        let start = ExploredPairing(.plain, clientCount: race.clients, budget: race.budget)
        let explorer = try explorer(race.promise, start, race.allows)
        let broken = try #require(explorer.run().counterexamples.first)
        #expect(broken.promise == race.promise)
        var world = explorer.start
        for step in broken.steps {
            #expect(world.broken == nil)
            world.perform(step)
        }
        #expect(world.broken == race.promise)
        var tried: [StateDigest: Int] = [:]
        let isShorterWay = canBreak(explorer.start, within: broken.steps.count - 1, &tried)
        #expect(!isShorterWay)
        let library = ExploredPairing(.library, clientCount: race.clients, budget: race.budget)
        #expect(try firstBroken(race.promise, in: library, allows: race.allows) == nil)
    }

    /// Whether a promise can be broken within so many steps: a depth-first search, which goes on from a state again if it
    /// has come there by a shorter way than before.
    private func canBreak(
        _ world: ExploredPairing, within steps: Int, _ tried: inout [StateDigest: Int]
    ) -> Bool {
        if world.broken != nil { return true }
        let digest = world.digest(countsBudget: true)
        guard steps > 0, tried[digest, default: 0] < steps else { return false }
        tried[digest] = steps
        var next: [ExploredPairing.Step] = []
        world.forEachStep { next.append($0) }
        return next.contains { step in
            var after = world
            after.perform(step)
            return canBreak(after, within: steps - 1, &tried)
        }
    }
}

extension ExploredPairing.Step {
    fileprivate var isFault: Bool {
        switch self {
        case .fail, .failServer, .kill, .killServer, .lose, .switchRadio, .switchServerRadio: true
        case .arrive(_, let life), .finish(_, let life), .finishServer(let life): life != nil
        default: false
        }
    }

    fileprivate var isPress: Bool {
        switch self {
        case .disconnect, .unpair, .unpairServer: true
        default: false
        }
    }
}
