import KomootNavConformance
import KomootNavJSON
import Testing

@Suite("The states of rest")
struct RestTests {
    /// The phases in which a session may have no deadline, by the pages: they wait for the app's store, its user, or a peer
    /// that is not there. A companion app's session has its own rule (clause 8.17), which an exploration checks.
    private static let rest: [Vector.Operation: Set<String>] = [
        .centralSession: ["stopped", "radioOff", "scanning"],
        .peripheralSession: ["stopped", "radioOff", "advertisingAgain", "serving"],
        .pairingClient: [
            "stopped", "loading", "unreadable", "naming", "idle", "waiting", "scanning",
        ],
        .pairingServer: [
            "stopped", "loading", "unreadable", "naming", "unpaired", "pairing", "paired",
            "unpairing",
        ],
    ]

    @Test(
        "In no golden session does a state wait without a deadline for what may never be told",
        arguments: rest.keys)
    func deadlines(_ operation: Vector.Operation) throws {
        var seen: Set<String> = []
        for vector in try GoldenFixtures.suite().vectors where vector.operation == operation {
            guard case .array(let steps) = vector.expected["steps"] else { continue }
            for step in steps where step["deadline"] == .null {
                seen.insert(try #require(step["phase"]?.string))
            }
        }
        #expect(seen == Self.rest[operation])
    }
}
