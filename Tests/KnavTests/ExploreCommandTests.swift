import Foundation
import Testing

@Suite("knav explore")
struct ExploreCommandTests {
    @Test("knav explore ends with its figures, and says that all states were visited")
    func figures() async throws {
        let words = [
            "explore", "--profile", "ios", "--radio", "wholeValues", "--publications", "1",
            "--faults", "0", "--delays", "0",
        ]
        let run = try await KnavProcess(words + ["--json"])
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let record = try #require(object as? [String: Any])
        #expect(record["isExhausted"] as? Bool == true)
        #expect((record["broken"] as? [Any])?.isEmpty == true)
        let states = try #require(record["states"] as? Int)
        let depth = try #require(record["depth"] as? Int)
        let queue = try #require(record["largestQueue"] as? Int)
        #expect(states > 100 && depth > 10 && queue > 0)
        let text = try await KnavProcess(words)
        #expect(text.exitCode == 0)
        #expect(text.lines.first?.hasPrefix("\(states) states, all visited; ") == true)
        #expect(text.lines.last?.hasPrefix("0 promises broken, ") == true)
    }

    /// The vendor's phone forgets one of two devices while the other one reads.
    private let broken = ["explore", "--two-devices", "--publications", "0", "--faults", "0"]

    @Test("knav explore ends when a promise is broken, or goes on")
    func stops() async throws {
        let first = try await KnavProcess(broken)
        #expect(first.exitCode == 1)
        #expect(first.lines.first?.hasPrefix("recovers broken after ") == true)
        #expect(first.output.contains(" states, and there are more; "))
        let all = try await KnavProcess(broken + ["--all"])
        #expect(all.exitCode == 1)
        #expect(all.lines.first == first.lines.first)
        #expect(all.output.contains(" states, all visited; "))
    }

    @Test("knav explore ends when it has found as many states as it may")
    func bounded() async throws {
        let run = try await KnavProcess(["explore", "--states", "100"])
        #expect(run.exitCode == 1)
        #expect(run.output.contains(" states, and there are more; "))
        #expect(run.output.contains("0 promises broken"))
    }

    @Test("knav explore prints how far it came when it is interrupted")
    func interrupted() async throws {
        let run = try await PseudoTerminal(
            ["explore", "--faults", "9", "--publications", "9"], columns: 80,
            interruptedAfter: " states")
        #expect(run.exitCode == 130)
        #expect(run.output.contains(" states, and there are more; "))
    }

    @Test("knav explore says that it was interrupted also if it has found a broken promise")
    func interruptedWhenBroken() async throws {
        let words = ["explore", "--two-devices", "--publications", "9", "--faults", "0", "--all"]
        let run = try await PseudoTerminal(words, columns: 80, interruptedAfter: "depth 6")
        #expect(run.exitCode == 130)
        #expect(run.output.contains("recovers broken after "))
        #expect(run.output.contains(" states, and there are more; "))
    }

    @Test(
        "knav explore refuses what it can't do",
        arguments: [
            ["--profile", "symbian"], ["--radio", "fm"], ["--publications", "-1"],
            ["--faults", "many"], ["--delays", "10"], ["--states", "0"],
            ["--two-devices", "--delays", "1"],
            ["--two-devices", "--radio", "wholeValues"], ["now"],
        ])
    func refusal(_ words: [String]) async throws {
        let run = try await KnavProcess(["explore"] + words)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("knav explore: "))
    }
}
