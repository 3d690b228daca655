import CompanionPairing
import PairingSimulation
import Testing

@Suite("Clients that are connected at the same time")
struct OverlapTests {
    @Test("are timed in all pairs, also while a third is connected in between")
    func pairs() {
        var overlaps = Overlaps()
        let second: UInt64 = 1_000_000
        #expect(overlaps.follow([0, 1, 2], at: 0) { _, _ in true }.isEmpty)
        #expect(overlaps.current.map { [$0.one, $0.other] } == [[0, 1], [0, 2], [1, 2]])
        #expect(overlaps.follow([0, 2], at: 6 * second) { _, _ in true }.isEmpty)
        let long = overlaps.follow([0, 2], at: 7 * second) { _, _ in true }
        #expect(long.map { [$0.one, $0.other] } == [[0, 2]])
    }

    @Test("are timed when they end")
    func end() {
        var overlaps = Overlaps()
        #expect(overlaps.follow([0, 1], at: 0) { _, _ in false }.isEmpty)
        let long = overlaps.follow([1], at: Overlaps.longest + 1) { _, _ in false }
        #expect(long.map { [$0.one, $0.other] } == [[0, 1]])
        #expect(overlaps.current.isEmpty)
        #expect(overlaps.follow([], at: 4 * Overlaps.longest) { _, _ in false }.isEmpty)
    }

    @Test("may be so for a lease with a plain server, and no longer", arguments: [true, false])
    func plainServer(isLibrary: Bool) throws {
        var contestants = PairingContestants.plainServer
        if !isLibrary {
            contestants.replacementClient = {
                PlainPairingClient(freshName: $0, checkInterval: 7000)
            }
        }
        let start = ExploredPairing(
            contestants, budget: ExploredPairing.Budget(faults: 0, presses: 0, waits: 1))
        var explorer = PairingExplorer()
        explorer.allows = { world, step in
            if case .wait = step { world.phases == "paired connected connected" } else { true }
        }
        let report = try explorer.run(start, checksRecovery: false)
        #expect(report.isExhausted == isLibrary)
        #expect(report.phases.contains("paired connected connected"))
        #expect(report.promises == [.oneIsConnected])
        #expect((report.counterexample == nil) == isLibrary)
    }
}
