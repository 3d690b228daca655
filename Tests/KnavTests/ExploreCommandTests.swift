import Foundation
import Testing

@Suite("knav explore")
struct ExploreCommandTests {
    @Test("ends with its figures, and says that all states were visited")
    func figures() throws {
        let words = [
            "explore", "--profile", "ios", "--radio", "wholeValues", "--publications", "1",
            "--faults", "0", "--delays", "0",
        ]
        let run = try KnavProcess(words + ["--json"])
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
        let text = try KnavProcess(words)
        #expect(text.exitCode == 0)
        #expect(text.lines.first?.hasPrefix("\(states) states, all visited; ") == true)
        #expect(text.lines.last?.hasPrefix("0 promises broken, ") == true)
    }

    @Test(
        "refuses what it can't do",
        arguments: [
            ["--profile", "symbian"], ["--radio", "fm"], ["--publications", "-1"],
            ["--faults", "many"], ["--delays", "10"], ["--two-devices", "--delays", "1"],
            ["--two-devices", "--radio", "wholeValues"], ["now"],
        ])
    func refusal(_ words: [String]) throws {
        let run = try KnavProcess(["explore"] + words)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("knav explore: "))
    }
}
