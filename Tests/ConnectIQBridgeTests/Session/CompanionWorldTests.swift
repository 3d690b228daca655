import ConnectIQBridge
import PropertyTesting
import Simulation
import Testing

@Suite("Every order of what happens to a companion session")
struct CompanionWorldTests {
    @Test(
        "In every order of a few happenings a companion session keeps its promises, and never falls silent"
    )
    func everyOrder() throws {
        let more = asksForMore ? 1 : 0
        let budget = CompanionWorld.Budget(
            changes: 2 + more, messages: 2, failures: 1 + more, waits: 3)
        var exploration = Exploration(
            CompanionWorld(try configuration(), budget), maximumStates: 2_000_000, tally: 0)
        let findings = exploration.run(progress: nil)
        #expect(findings.counterexamples.isEmpty, "\(findings.counterexamples)")
        #expect(findings.isExhausted && findings.states > 10_000, "\(findings.states)")
        if asksForMore { print("companion session: \(findings.states) states") }
    }
}
