import PairingSimulation
import Testing

@Suite("Every state of two clients and a server")
struct PairingExplorerTests {
    private func explore(
        clients: Int = 2, faults: Int, presses: Int, ticks: Int, checksRecovery: Bool = false
    ) -> PairingExplorer.Report {
        let start = ExploredPairing(
            clientCount: clients,
            budget: ExploredPairing.Budget(faults: faults, presses: presses, ticks: ticks))
        var explorer = PairingExplorer()
        return explorer.run(start, checksRecovery: checksRecovery)
    }

    @Test("keeps the promises with one fault")
    func fault() {
        let report = explore(faults: 1, presses: 1, ticks: 0)
        #expect(report.isExhausted)
        #expect(report.counterexample == nil, "\(String(describing: report.counterexample))")
        #expect(report.states > 1000)
    }

    @Test("keeps the promises if a user unpairs or disconnects once")
    func press() {
        let report = explore(faults: 0, presses: 1, ticks: 1)
        #expect(report.isExhausted)
        #expect(report.counterexample == nil, "\(String(describing: report.counterexample))")
        #expect(report.states > 1000)
    }

    @Test("recovers, with one client and one fault")
    func recovery() {
        let report = explore(clients: 1, faults: 1, presses: 1, ticks: 1, checksRecovery: true)
        #expect(report.isExhausted)
        #expect(report.counterexample == nil, "\(String(describing: report.counterexample))")
    }
}
