import Foundation
import RepositorySupport
import Testing

@Suite("knav pairing")
struct PairingCommandTests {
    @Test("knav pairing shows what both ends do, the same each time")
    func simulate() async throws {
        let words = ["pairing", "simulate", "--seed", "3", "--clients", "2"]
        let run = try await KnavProcess(words)
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        #expect(run.lines.first == "    0.000  server    the app is launched")
        for end in ["  client 1  ", "  client 2  ", "  server    "] {
            #expect(run.lines.contains { $0.contains(end + "shows: ") }, "\(end)")
        }
        #expect(!run.output.contains("  client 3  "))
        let kept = "oneIsConnected, forgetsWithCause, nobodyIsStuck, serverRemembers, "
        #expect(
            run.lines.last == "kept: \(kept)serverIsRemembered, serverIsThere, comesToRest")
        #expect(try await KnavProcess(words).output == run.output)
    }

    @Test("knav pairing shows the lines of the page, in this order")
    func excerpt() async throws {
        let url = Repository.root.appendingPathComponent("Docs/Pairing.md")
        let page = try String(contentsOf: url, encoding: .utf8)
        let command = "knav pairing simulate --seed 3 --clients 2"
        let start = try #require(page.range(of: "$ \(command)\n"))
        let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
        let excerpt = page[start.upperBound..<end.lowerBound]
        var rest = try await KnavProcess(command.split(separator: " ").dropFirst().map(String.init))
            .output[...]
        for part in excerpt.components(separatedBy: "     […]\n") where !part.isEmpty {
            let place = try #require(rest.range(of: part), "\(part)")
            rest = rest[place.upperBound...]
        }
    }

    @Test(
        "knav pairing shows everything that goes wrong, and which presses do nothing",
        arguments: [
            ("3", "client 2  ", "Bluetooth is switched off"),
            ("3", "server    ", "Bluetooth is switched on"),
            ("3", "client 1  ", "the user presses discover, but the app does not run"),
            ("3", "client 2  ", "the user presses connect, which is not on the screen"),
            ("3", "server    ", "the user presses unpair, which is not on the screen"),
            ("3", "server    ", "the user presses unpair"),
            ("17", "links     ", "all are lost"),
            ("17", "links     ", "all are lost, and nobody is told"),
            ("17", "links     ", "what goes wrong next: answer lost"),
            ("17", "client 1  ", "the addresses of its peers change"),
        ])
    func faults(seed: String, end: String, words: String) async throws {
        let run = try await KnavProcess(["pairing", "simulate", "--seed", seed, "--clients", "2"])
        #expect(run.lines.contains { $0.hasSuffix("  \(end)\(words)") })
    }

    @Test("knav pairing says which promise a plain scheme breaks")
    func plain() async throws {
        let campaign = try await KnavProcess(
            [
                "pairing", "campaign", "--seeds", "0..<100", "--kind", "plain", "--promises",
                "oneIsConnected", "--json",
            ])
        #expect(campaign.exitCode == 1)
        let object = try JSONSerialization.jsonObject(with: Data(campaign.output.utf8))
        let record = try #require(object as? [String: Any])
        #expect(record["runs"] as? Int == 100)
        let broken = try #require((record["broken"] as? [[String: Any]])?.first)
        #expect(broken["promise"] as? String == "oneIsConnected")
        #expect(try #require(broken["runs"] as? Int) > 0)
        let seed = try #require(broken["firstSeed"] as? Int)
        let words = ["pairing", "simulate", "--seed", "\(seed)", "--kind", "plain"]
        let judged = try await KnavProcess(words + ["--promises", "oneIsConnected,comesToRest"])
        #expect(judged.exitCode == 1)
        #expect(judged.lines.suffix(2).first?.hasPrefix("broken: oneIsConnected at ") == true)
        // Clients have the numbers of the lines.
        #expect(judged.output.contains(": client 1 and client 2 are connected\n"))
        #expect(judged.lines.last == "checked: oneIsConnected, comesToRest")
        #expect(try await KnavProcess(words).lines.last == "kept: nobodyIsStuck, comesToRest")
    }

    @Test("knav pairing ends a campaign with its figures")
    func campaign() async throws {
        let run = try await KnavProcess(
            ["pairing", "campaign", "--seeds", "0..<40", "--jobs", "2", "--clients", "2"])
        #expect(run.exitCode == 0)
        #expect(run.lines.last?.hasPrefix("40 runs, 0 with a broken promise, ") == true)
        let spoofed = try await KnavProcess(
            ["pairing", "campaign", "--seeds", "0..<40", "--impostors"])
        #expect(spoofed.exitCode == 0)
        #expect(spoofed.lines.contains { $0.hasPrefix("forgetsWithCause: ") })
    }

    @Test("knav pairing visits every state, or as many as it may")
    func explore() async throws {
        let words = ["pairing", "explore", "--clients", "1", "--faults", "1", "--presses", "0"]
        let run = try await KnavProcess(words + ["--recovery"])
        #expect(run.exitCode == 0)
        #expect(run.output.contains(" states, all that need no more than 1 fault, 0 presses"))
        #expect(run.lines.last?.hasPrefix("0 promises broken, ") == true)
        let bounded = try await KnavProcess(words + ["--states", "20", "--json"])
        #expect(bounded.exitCode == 1)
        #expect(bounded.output.contains("\"isExhausted\":false"))
        #expect(bounded.output.contains("\"states\":20,"))
    }

    @Test("knav pairing prints how far an exploration came when it is interrupted")
    func interruptedExploration() async throws {
        let run = try await PseudoTerminal(
            ["pairing", "explore", "--faults", "9", "--presses", "9", "--waits", "9"],
            columns: 80, interruptedAfter: " states")
        #expect(run.exitCode == 130)
        #expect(run.output.contains(" states, "))
        #expect(run.lines.last?.hasPrefix("0 promises broken, ") == true)
    }

    @Test(
        "knav pairing says which ends, radio and checks an exploration had",
        arguments: [true, false])
    func exploredEnds(tellsEnds: Bool) async throws {
        var words = ["pairing", "explore", "--clients", "1", "--presses", "0", "--json"]
        if !tellsEnds { words += ["--untold-ends", "--recovery", "--kind", "plain-server"] }
        let run = try await KnavProcess(words)
        #expect(run.exitCode == 0)
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let record = try #require(object as? [String: Any])
        #expect(record["kind"] as? String == (tellsEnds ? "library" : "plain-server"))
        #expect(record["clients"] as? Int == 1)
        #expect(record["tellsEnds"] as? Bool == tellsEnds)
        #expect(record["checksRecovery"] as? Bool == !tellsEnds)
    }

    @Test("knav pairing ends an exploration at the first broken promise, and prints the way there")
    func brokenExploration() async throws {
        let run = try await KnavProcess(
            [
                "pairing", "explore", "--kind", "plain", "--promises", "oneIsConnected", "--faults",
                "0", "--presses", "0",
            ])
        #expect(run.exitCode == 1)
        let first = try #require(run.lines.first)
        #expect(first.hasPrefix("oneIsConnected broken after "))
        #expect(first.hasSuffix(" steps:"))
        #expect(run.lines.last?.hasPrefix("1 promises broken, ") == true)
    }

    @Test("knav pairing checks all promises that an exploration can check")
    func exploreAll() async throws {
        let words = ["pairing", "explore", "--clients", "1", "--faults", "0", "--presses", "0"]
        let moment = "oneIsConnected, forgetsWithCause, serverRemembers, serverIsRemembered"
        let all = try await KnavProcess(words + ["--promises", "all"])
        #expect(all.exitCode == 0)
        #expect(all.lines.contains("checked: \(moment), serverIsThere"))
        let recovery = try await KnavProcess(words + ["--recovery", "--promises", "nobodyIsStuck"])
        #expect(recovery.exitCode == 0)
        #expect(recovery.lines.contains("checked: nobodyIsStuck"))
    }

    @Test(
        "knav pairing refuses to explore if a promise, or every promise, can't be checked",
        arguments: [
            ["--promises", "clientExists"], ["--promises", "nobodyIsStuck"],
            ["--promises", "oneIsConnected,unpairingArrives", "--recovery"], ["--kind", "plain"],
        ])
    func unchecked(_ words: [String]) async throws {
        let run = try await KnavProcess(["pairing", "explore", "--faults", "0"] + words)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("knav pairing explore: "))
        let checkable =
            words.contains("--recovery")
            ? "can check oneIsConnected, forgetsWithCause, nobodyIsStuck, serverRemembers, "
                + "serverIsRemembered, serverIsThere, comesToRest; see "
            : "can check oneIsConnected, forgetsWithCause, serverRemembers, serverIsRemembered, "
                + "serverIsThere; with '--recovery', nobodyIsStuck and comesToRest too; see "
        #expect(run.errors.contains(checkable))
    }

    @Test(
        "knav pairing lists the promises if a name is wrong",
        arguments: [["simulate", "--seed", "1"], ["campaign", "--seeds", "0..<9"], ["explore"]])
    func promiseNames(_ words: [String]) async throws {
        let run = try await KnavProcess(["pairing"] + words + ["--promises", "peace"])
        #expect(run.exitCode == 64)
        for name in ["oneIsConnected", "serverIsThere", "unpairingArrives", "clientExists"] {
            #expect(run.errors.contains(name), "\(name)")
        }
    }

    @Test(
        "knav pairing refuses what it can't do",
        arguments: [
            ["simulate"], ["simulate", "--seed", "-1"],
            ["simulate", "--seed", "1", "--clients", "4"],
            ["simulate", "--seed", "1", "--kind", "fancy"],
            ["simulate", "--seed", "1", "--seconds", "0"],
            ["simulate", "--seed", "1", "--promises", "peace"], ["campaign"],
            ["campaign", "--seeds", "0..<9", "--promises", "world peace"],
            ["campaign", "--seeds", "0..<9", "--promises", "comesToRest,"],
            ["campaign", "--seeds", "0..<9", "--jobs", "0"], ["explore", "--clients", "3"],
            ["explore", "--waits", "10"], ["explore", "--states", "0"], ["explore", "now"],
        ])
    func refusal(_ words: [String]) async throws {
        let run = try await KnavProcess(["pairing"] + words)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("knav pairing \(words[0]): "))
    }
}
