import CompanionPairing
import PairingSimulation
import Simulation
import Testing

/// Lets an explorer find faults that were planted, and the races of the plain scheme.
@Suite("An exploration finds")
struct PlantedFaultTests {
    private func firstBroken(
        _ promise: PairingPromise, in world: ExploredPairing,
        allows: @escaping (ExploredPairing, ExploredPairing.Step) -> Bool = { _, _ in true }
    ) throws -> PairingPromise? {
        var explorer = PairingExplorer()
        explorer.allows = allows
        return try explorer.run(world, checking: [promise], checksRecovery: false).counterexample?.0
    }

    private static let oneFault = ExploredPairing.Budget(faults: 1, presses: 0, waits: 0)

    @Test(
        "a server that answers before it has stored what it answers",
        arguments: [PairingPromise.serverRemembers, .serverIsThere, .forgetsWithCause])
    func hastyServer(promise: PairingPromise) throws {
        let start = ExploredPairing(clientCount: 1, budget: Self.oneFault) {
            PairingClient(freshName: $0)
        } makeServer: {
            PlantedServer(freshName: $0, .hasty)
        }
        #expect(try firstBroken(promise, in: start) == promise)
    }

    @Test("a client that goes on before it has stored the server's name")
    func hastyClient() throws {
        let start = ExploredPairing(clientCount: 1, budget: Self.oneFault) {
            PlantedClient(freshName: $0, .hasty)
        } makeServer: {
            PairingServer(PairingServer.Configuration(freshName: $0))
        }
        #expect(try firstBroken(.serverIsRemembered, in: start) == .serverIsRemembered)
    }

    @Test("a server that takes reads of two links for reads of one", arguments: [true, false])
    func untoldEnds(isMistaken: Bool) throws {
        let start = ExploredPairing(
            clientCount: 1, tellsDisconnections: false,
            budget: ExploredPairing.Budget(faults: 1, presses: 1, waits: 0)
        ) {
            PairingClient(freshName: $0)
        } makeServer: {
            var configuration = PairingServer.Configuration(freshName: $0)
            // It believes that it is told when a link ends (4.15).
            configuration.tellsDisconnections = isMistaken
            return PairingServer(configuration)
        }
        let broken = try firstBroken(.serverIsRemembered, in: start)
        #expect((broken == .serverIsRemembered) == isMistaken)
    }

    /// A race of the plain scheme, and the only steps that it may need besides what happens anyway.
    struct Race: CustomTestStringConvertible, Sendable {
        let clause: String
        let promise: PairingPromise
        var clients = 1
        var budget = oneFault
        let allows: @Sendable (ExploredPairing, ExploredPairing.Step) -> Bool

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

    @Test("a race of the plain scheme", arguments: races)
    func race(race: Race) throws {
        let start = ExploredPairing(.plain, clientCount: race.clients, budget: race.budget)
        #expect(try firstBroken(race.promise, in: start, allows: race.allows) == race.promise)
        let library = ExploredPairing(.library, clientCount: race.clients, budget: race.budget)
        #expect(try firstBroken(race.promise, in: library, allows: race.allows) == nil)
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
