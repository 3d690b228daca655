import ConnectIQBridge
import KomootNav
import PropertyTesting
import Testing

@Suite("The tables of the companion session")
struct SessionTableTests {
    @Test("The tables of the companion session are what the session was seen to do")
    func tables() throws {
        let configurations = [
            try configuration(), try configuration(overridesInstallAlert: true),
        ]
        var walk = Walk(configurations[0])
        // The first two reach cells that few do.
        for seed in [174, 334] + Array(propertySeeds(asksForMore ? 600 : 100)) {
            walk.restart(seed: seed, configurations[Int(seed % 2)])
            for _ in 0..<800 { walk.step() }
        }
        let tables = [
            ("CompanionSession", walk.sessionTable), ("DeviceRecord", walk.deviceTable),
            ("AppRecord", walk.appTable),
        ]
        for (name, table) in tables {
            let documented = try TransitionTable.documented(in: name)
            #expect(table.lines == documented, "\(name):\n\(table.lines.joined(separator: "\n"))")
        }
        #expect(walk.largestEffectCount <= CompanionSession.maximumEffects)
    }

    @Test("The tables of the companion session have an event for each that there is")
    func events() {
        let named = Walk.sessionEvents + Walk.deviceEvents + Walk.appEvents
        for event in Walk.allEvents where event != "wrongURL" {
            #expect(named.contains(event), "\(event)")
        }
    }
}
