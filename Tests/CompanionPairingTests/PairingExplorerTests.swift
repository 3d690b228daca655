import PairingSimulation
import PropertyTesting
import Simulation
import Testing

@Suite("Every state of clients and a server, within a budget")
struct PairingExplorerTests {
    private func explore(
        _ kind: PairingContestants.Kind = .library, clients: Int = 2,
        tellsDisconnections: Bool = true,
        faults: Int, presses: Int, waits: Int, checksRecovery: Bool = false
    ) throws -> PairingExplorer.Report {
        let start = ExploredPairing(
            PairingContestants(kind), clientCount: clients,
            tellsDisconnections: tellsDisconnections,
            budget: ExploredPairing.Budget(faults: faults, presses: presses, waits: waits))
        return try PairingExplorer(start, checksRecovery: checksRecovery).run()
    }

    private func expectKept(_ report: PairingExplorer.Report, moreStatesThan states: Int) {
        #expect(report.isExhausted)
        #expect(report.counterexamples.isEmpty, "\(report.counterexamples)")
        #expect(report.states > states)
    }

    @Test(
        "Pairing keeps its promises in every state with one fault",
        arguments: asksForMore ? [true, false] : [false])
    func fault(tellsDisconnections: Bool) throws {
        let report = try explore(
            tellsDisconnections: tellsDisconnections, faults: 1, presses: 0, waits: 0)
        expectKept(report, moreStatesThan: 2500)
        #expect(report.tally.contains("paired connected idle"))
    }

    @Test(
        "Pairing keeps its promises in every state if a user unpairs or disconnects once",
        arguments: asksForMore ? [true, false] : [false])
    func press(tellsDisconnections: Bool) throws {
        let report = try explore(
            tellsDisconnections: tellsDisconnections, faults: 0, presses: 1, waits: 0)
        expectKept(report, moreStatesThan: 2000)
    }

    @Test(
        "Pairing keeps its promises in every state while time passes",
        arguments: asksForMore ? [true, false] : [false])
    func wait(tellsDisconnections: Bool) throws {
        let report = try explore(
            clients: 1, tellsDisconnections: tellsDisconnections, faults: 1, presses: 0, waits: 1)
        expectKept(report, moreStatesThan: 2000)
    }

    @Test("Pairing recovers from every state with one client and one fault")
    func recovery() throws {
        let report = try explore(clients: 1, faults: 1, presses: 0, waits: 0, checksRecovery: true)
        expectKept(report, moreStatesThan: 350)
    }

    @Test(
        "Pairing with plain ends recovers from every state too",
        arguments: asksForMore
            ? [PairingContestants.Kind.plain, .plainClients, .plainServer] : [.plain])
    func plainRecovery(kind: PairingContestants.Kind) throws {
        let report = try explore(
            kind, clients: 1, faults: 1, presses: 0, waits: 0, checksRecovery: true)
        expectKept(report, moreStatesThan: 200)
    }

    @Test(
        "An exploration of pairing is not begun if a promise can't be checked",
        arguments: [
            (PairingPromise.clientExists, true), (.unpairingArrives, true), (.nobodyIsStuck, false),
            (.comesToRest, false),
        ])
    func uncheckable(promise: PairingPromise, checksRecovery: Bool) {
        let budget = ExploredPairing.Budget(faults: 0, presses: 0, waits: 0)
        #expect(throws: PairingExplorer.Refusal.uncheckable([promise])) {
            try PairingExplorer(
                ExploredPairing(.library, budget: budget), checking: [.oneIsConnected, promise],
                checksRecovery: checksRecovery)
        }
    }

    @Test("An exploration of pairing is not begun if there is nothing to check")
    func nothingToCheck() throws {
        let budget = ExploredPairing.Budget(faults: 0, presses: 0, waits: 0)
        #expect(throws: PairingExplorer.Refusal.nothingToCheck) {
            try PairingExplorer(
                ExploredPairing(.library, budget: budget), checking: [], checksRecovery: true)
        }
        // What plain ends keep shows only later.
        let plain = ExploredPairing(.plain, clientCount: 1, budget: budget)
        #expect(throws: PairingExplorer.Refusal.nothingToCheck) {
            try PairingExplorer(plain, checksRecovery: false)
        }
        let explorer = try PairingExplorer(plain, checksRecovery: true)
        #expect(explorer.promises == [.nobodyIsStuck, .comesToRest])
    }

    @Test("A wait goes past as many deadlines as it may, up to 70 s")
    func waits() {
        var world = ExploredPairing(
            .library, clientCount: 1,
            budget: ExploredPairing.Budget(faults: 0, presses: 0, waits: 1))
        world.perform(.finishServer(effectsToLive: nil))
        world.perform(.search(0))
        #expect(world.steps.contains(.wait(deadlines: 1)))
        #expect(!world.steps.contains(.wait(deadlines: 2)), "the search ends")
        world.perform(.meet(0))
        for _ in 0..<3 { world.perform(.arrive(0, effectsToLive: nil)) }
        // The request times out, the peer is met again, the search ends, the server is told of the link's end.
        #expect(world.steps.contains(.wait(deadlines: 3)))
        world.perform(.wait(deadlines: 1))
        #expect(!world.steps.contains(.wait(deadlines: 1)))
    }
}
