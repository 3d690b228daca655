import PairingSimulation
import Testing

@Suite("Clients that are connected at the same time")
struct OverlapTests {
    @Test(
        "Clients that are connected at the same time are timed in all pairs, even while a third is connected in between"
    )
    func pairs() {
        var overlaps = Overlaps()
        let second: UInt64 = 1_000_000
        #expect(overlaps.follow([0, 1, 2], at: 0) { _, _ in true }.isEmpty)
        #expect(overlaps.current.map { [$0.one, $0.other] } == [[0, 1], [0, 2], [1, 2]])
        #expect(overlaps.follow([0, 2], at: 6 * second) { _, _ in true }.isEmpty)
        let long = overlaps.follow([0, 2], at: 7 * second) { _, _ in true }
        #expect(long.map { [$0.one, $0.other] } == [[0, 2]])
    }

    @Test("Clients that are connected at the same time are timed when they end")
    func end() {
        var overlaps = Overlaps()
        #expect(overlaps.follow([0, 1], at: 0) { _, _ in false }.isEmpty)
        let long = overlaps.follow([1], at: Overlaps.longest + 1) { _, _ in false }
        #expect(long.map { [$0.one, $0.other] } == [[0, 1]])
        #expect(overlaps.current.isEmpty)
        #expect(overlaps.follow([], at: 4 * Overlaps.longest) { _, _ in false }.isEmpty)
    }
}
