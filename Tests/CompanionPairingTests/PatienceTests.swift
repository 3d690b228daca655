import CompanionPairing
import PairingSimulation
import Simulation
import Testing

@Suite("A client is stuck")
struct PatienceTests {
    private func recovery(
        _ contestants: PairingContestants, faults: Int = 1
    ) throws -> PairingPromise? {
        let budget = ExploredPairing.Budget(faults: faults, presses: 0, waits: 0)
        let start = ExploredPairing(contestants, clientCount: 1, budget: budget)
        let explorer = try PairingExplorer(
            start, checking: [.nobodyIsStuck], checksRecovery: true)
        return explorer.run().counterexamples.first?.promise
    }

    @Test(
        "A client is stuck if it searches in vain until its user presses Disconnect, has no button to connect",
        arguments: [PlantedFault.searchesInVain, .noConnectButton])
    func explored(fault: PlantedFault) throws {
        #expect(try recovery(.planted(client: fault)) == .nobodyIsStuck)
    }

    @Test("A client that waits without a deadline is stuck, even if nothing has gone wrong yet")
    func silence() throws {
        #expect(try recovery(.planted(client: .waitsForEver), faults: 0) == .nobodyIsStuck)
    }

    @Test("The library's client is not stuck in any state")
    func library() throws { #expect(try recovery(.library) == nil) }

    @Test(
        "A client that searches in vain is stuck in a run too",
        arguments: [PlantedFault.searchesInVain, .noConnectButton])
    func run(fault: PlantedFault) async {
        var faults = PairingFaults()
        faults.drops = 100
        var campaign = PairingCampaign(
            seeds: 0..<8, contestants: .planted(client: fault), clientCount: 1, faults: faults)
        campaign.promises = [.nobodyIsStuck]
        #expect(await campaign.run().broken[.nobodyIsStuck] != nil)
        campaign.contestants = .library
        #expect(await campaign.run().broken.isEmpty)
    }
}
