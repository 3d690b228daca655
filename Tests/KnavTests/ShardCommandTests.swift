import Foundation
import RepositorySupport
import Testing

@Suite("knav campaign in shards")
struct ShardCommandTests {
    /// A folder for the reports, and the words that begin each command.
    private final class Campaign {
        let words: [String]
        let folder: URL

        init(_ words: [String]) throws {
            self.words = words
            folder = try FileManager.default.makeTemporaryFolder()
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

        func shard(_ text: String, _ further: [String] = []) async throws -> KnavProcess {
            let name = "shard-\(text.replacingOccurrences(of: "/", with: "-of-")).json"
            return try await KnavProcess(
                words + further + ["--shard", text, "--report", path(name)])
        }

        var reports: [String] {
            get throws {
                try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                    .map { path($0) }
            }
        }
    }

    /// The members of a report that don't depend on time.
    private static func facts(_ json: String) throws -> NSDictionary {
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8))
        var facts = try #require(object as? [String: Any])
        for name in ["wallSeconds", "linkEventsPerSecond", "timesRealTime"] {
            facts[name] = nil
        }
        return NSDictionary(dictionary: facts)
    }

    @Test(
        "knav campaign in shards finds in shards what it finds at once",
        arguments: [
            (["campaign", "--seeds", "62..<65", "--faults", "light"], 0),
            (
                [
                    "pairing", "campaign", "--seeds", "0..<12", "--kind", "plain", "--promises",
                    "all",
                ], 1
            ),
            (["watch", "campaign", "--seeds", "5..<9", "--watches", "2"], 0),
        ])
    func split(_ words: [String], code: Int) async throws {
        let campaign = try Campaign(words)
        for number in 1...3 {
            let run = try await campaign.shard("\(number)/3")
            #expect(Int(run.exitCode) == code)
            #expect(run.errors.isEmpty)
        }
        let whole = try await KnavProcess(words + ["--json"])
        #expect(Int(whole.exitCode) == code)
        let merged = try await KnavProcess(
            ["campaign", "merge", "--json"] + campaign.reports.reversed())
        #expect(merged.exitCode == whole.exitCode)
        #expect(merged.errors.isEmpty)
        #expect(try Self.facts(merged.output) == Self.facts(whole.output))
        // What is written is what is printed.
        let path = campaign.path("all.json")
        let text = try await KnavProcess(
            ["campaign", "merge", "--report", path] + campaign.reports)
        #expect(text.exitCode == whole.exitCode)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == merged.output)
        #expect(
            try await KnavProcess(["campaign", "merge", "--json", path]).output == merged.output)
    }

    @Test(
        "knav campaign in shards names a lost shard and the command that does it, which completes the campaign"
    )
    func lost() async throws {
        let campaign = try Campaign(["campaign", "--seeds", "0..<9", "--steady"])
        for number in [1, 3] { #expect(try await campaign.shard("\(number)/3").exitCode == 0) }
        let merge = try await KnavProcess(["campaign", "merge"] + campaign.reports)
        #expect(merge.exitCode == 65)
        #expect(merge.lines.first == "6 runs, 0 broken promises")
        let json = try await KnavProcess(["campaign", "merge", "--json"] + campaign.reports)
        #expect(json.exitCode == 65)
        #expect(json.output.contains("\"missing\":[\"2/3\"]"))
        let part = campaign.path("part")
        try Data(json.output.utf8).write(to: URL(fileURLWithPath: part))
        let whole = try await KnavProcess(["campaign", "merge", part])
        #expect(whole.exitCode == 65)
        #expect(whole.errors.contains("not a report: no 'shard'"))
        try FileManager.default.removeItem(atPath: part)
        let prefix = "knav campaign merge: shard 2/3 is missing: knav "
        #expect(merge.errors.hasPrefix(prefix))
        let unquoted = merge.errors.dropFirst(prefix.count).filter { $0 != "'" && $0 != "\n" }
        let words = unquoted.split(separator: " ").map(String.init)
        #expect(
            words.suffix(4) == ["--shard", "2/3", "--report", campaign.path("shard-2-of-3.json")])
        #expect(try await KnavProcess(words).exitCode == 0)
        let again = try await KnavProcess(["campaign", "merge"] + campaign.reports)
        #expect(again.exitCode == 0)
        #expect(again.lines.first == "9 runs, 0 broken promises")
        let all = try await KnavProcess(["campaign", "merge", "--json"] + campaign.reports)
        #expect(!all.output.contains("\"missing\""))
        #expect(again.errors.isEmpty)
    }

    @Test(
        "knav campaign in shards does nothing if the report is there, and leaves a report of something else alone"
    )
    func done() async throws {
        let campaign = try Campaign(["campaign", "--seeds", "0..<4"])
        let first = try await campaign.shard("1/2")
        let path = campaign.path("shard-1-of-2.json")
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let second = try await campaign.shard("1/2")
        #expect(second.exitCode == 0)
        #expect(second.output == first.output)
        #expect(second.errors == "knav campaign: '\(path)' has the report already\n")
        for (words, difference) in [
            (["--faults", "none"], "--faults heavy instead of"), (["--steady"], "--steady"),
        ] {
            let other = try await campaign.shard("1/2", words)
            #expect(other.exitCode == 65)
            #expect(other.output.isEmpty)
            #expect(other.errors.contains("is the report of something else: "))
            #expect(other.errors.contains(difference))
        }
        let other = try await KnavProcess(campaign.words + ["--shard", "2/2", "--report", path])
        #expect(other.exitCode == 65)
        #expect(other.errors.contains("shard 1/2 instead of 2/2"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    }

    @Test(
        "knav campaign in shards prints what it has found when it is interrupted, and writes no report"
    )
    func interrupted() async throws {
        for words in [
            ["campaign", "--seeds", "0..<1000000"],
            ["watch", "campaign", "--seeds", "0..<100000000"],
            ["pairing", "campaign", "--seeds", "0..<100000000"],
        ] {
            let campaign = try Campaign(words)
            let run = try await PseudoTerminal(
                words + ["--jobs", "1", "--report", campaign.path("all.json")], columns: 80,
                interruptedAfter: " of ")
            #expect(run.exitCode == 130)
            let runs = run.lines.compactMap {
                $0.firstMatch(of: /^(\d+) runs,/).flatMap { Int($0.1) }
            }
            #expect(try #require(runs.first) > 0)
            #expect(run.output.contains("interrupted before all "))
            #expect(try campaign.reports.isEmpty)
        }
    }

    @Test(
        "An interrupted knav campaign without a terminal prints what it found apart from what it says of it"
    )
    func interruptedInAPipe() async throws {
        let run = try await KnavProcess(
            ["campaign", "--seeds", "0..<1000000", "--jobs", "1"], isInterrupted: true)
        #expect(run.exitCode == 130)
        #expect(run.lines.first?.contains(" runs, 0 broken promises") == true)
        #expect(run.errors.contains("interrupted before all "))
    }

    @Test("knav campaign in shards refuses a report of an interrupted campaign")
    func partialReport() async throws {
        let campaign = try Campaign(["campaign", "--seeds", "0..<3"])
        let run = try await KnavProcess(campaign.words + ["--json"])
        let text = run.output.replacingOccurrences(of: #""runs":3"#, with: #""runs":2"#)
        try Data(text.utf8).write(to: URL(fileURLWithPath: campaign.path("a.json")))
        let merge = try await KnavProcess(["campaign", "merge"] + campaign.reports)
        #expect(merge.exitCode == 65)
        #expect(merge.output.isEmpty)
        #expect(merge.errors.contains("has 2 runs instead of 3: it was interrupted"))
    }

    @Test(
        "knav campaign in shards refuses files that are not reports",
        arguments: [
            ("", "not JSON"), ("{}", "no 'work'"), ("[]", "is of another type"),
            ("{\"work\":{\"command\":\"ride\"}}", "no 'work.options'"),
            (
                "{\"work\":{\"behavior\":\"\",\"command\":\"campaign\",\"options\":[],\"size\":-1,\"version\":\"\"}}",
                "out of range"
            ),
        ])
    func notReport(_ text: String, _ reason: String) async throws {
        let campaign = try Campaign([])
        let path = campaign.path("a.json")
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let merge = try await KnavProcess(["campaign", "merge", path])
        #expect(merge.exitCode == 65)
        #expect(merge.output.isEmpty)
        #expect(merge.errors.hasPrefix("knav campaign merge: '\(path)': not a report: "))
        #expect(merge.errors.contains(reason), "\(merge.errors)")
        // Nor is it replaced.
        let run = try await KnavProcess(["campaign", "--seeds", "0..<2", "--report", path])
        #expect(run.exitCode == 65)
        #expect(run.errors.contains("exists, and is not a report"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    }

    @Test("knav campaign in shards says which file can't be read or written")
    func files() async throws {
        for (path, reason) in [
            ("/nowhere/a.json", "No such file or directory"), ("/dev/zero", "not a file"),
        ] {
            let merge = try await KnavProcess(["campaign", "merge", path])
            #expect(merge.exitCode == 66)
            #expect(merge.errors == "knav campaign merge: '\(path)' can't be read: \(reason)\n")
        }
        let run = try await KnavProcess([
            "campaign", "--seeds", "0..<2", "--report", "/nowhere/a.json",
        ])
        #expect(run.exitCode == 74)
        #expect(run.output.isEmpty)
        #expect(
            run.errors
                == "knav campaign: '/nowhere/a.json' can't be written: No such file or directory\n")
        let folder = try await KnavProcess(["campaign", "--seeds", "0..<2", "--report", "/"])
        #expect(folder.exitCode == 74)
        #expect(folder.output.isEmpty)
        #expect(folder.errors == "knav campaign: '/' can't be written: Is a directory\n")
    }

    @Test(
        "knav campaign in shards merges into a new file, and leaves one that has something else alone"
    )
    func mergedFile() async throws {
        let campaign = try Campaign(["campaign", "--seeds", "0..<4"])
        _ = try await campaign.shard("1/1")
        let path = campaign.path("merged.json")
        let words = ["campaign", "merge", campaign.path("shard-1-of-1.json"), "--report", path]
        #expect(try await KnavProcess(words).exitCode == 0)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(try await KnavProcess(words).exitCode == 0)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
        let refused = try await KnavProcess(words)
        #expect(refused.exitCode == 65)
        #expect(
            refused.errors
                == "knav campaign merge: '\(path)' exists, and is another report or none\n")
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
        #expect(!bytes.isEmpty)
    }

    @Test(
        "knav campaign in shards refuses what makes no sense",
        arguments: [
            ["campaign", "--seeds", "0..<2", "--shard", "3/2"],
            ["campaign", "--seeds", "0..<2", "--shard", "1/3"],
            ["campaign", "--seeds", "0..<2", "--shard", "half"],
            ["campaign", "--seeds", "0..<2", "--shard", "1/2", "--require-marks"],
            ["campaign", "--seeds", "0..<2", "--shard", "1/2", "--failed-seeds", "/dev/null"],
            ["campaign", "merge"], ["campaign", "merge", "--shard", "1/2", "a.json"],
            ["explore", "--shard", "1/2"], ["explore", "--report", "a.json"],
            ["explore", "--pairs", "--profile", "ios"], ["explore", "--pairs", "--all"],
            ["explore", "--pairs", "--shard", "1/99"],
        ])
    func refusal(_ words: [String]) async throws {
        let run = try await KnavProcess(words)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("knav \(words[0])"))
    }
}
