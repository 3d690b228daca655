import Foundation
import RepositorySupport
import Testing

@Suite("knav campaign")
struct CampaignCommandTests {
    @Test("knav campaign ends with its figures, and the same trace hash on one core and on two")
    func figures() async throws {
        let words = ["campaign", "--seeds", "0..<16", "--json", "--jobs"]
        var hashes: [String] = []
        for jobs in ["1", "2"] {
            let run = try await KnavProcess(words + [jobs])
            #expect(run.exitCode == 0)
            #expect(run.errors.isEmpty)
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            let record = try #require(object as? [String: Any])
            #expect(record["runs"] as? Int == 16)
            #expect(record["broken"] as? Int == 0)
            #expect(record["simulatedSeconds"] as? Double == 4_800)
            #expect(try #require(record["linkEvents"] as? Int) > 4_000)
            #expect(record["repeatedRuns"] as? Int == 1)
            hashes.append(try #require(record["traceHash"] as? String))
        }
        #expect(hashes[0] == hashes[1])
    }

    @Test(
        "knav campaign runs both ends on the drivers if it is told to, and the same things happen")
    func drivers() async throws {
        let words = ["campaign", "--seeds", "0..<8", "--json"]
        func traceHash(_ flags: [String]) async throws -> String {
            let run = try await KnavProcess(words + flags)
            #expect(run.exitCode == 0)
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            return try #require((object as? [String: Any])?["traceHash"] as? String)
        }
        #expect(try await traceHash(["--driver"]) == traceHash([]))
    }

    @Test("knav campaign says which marks were not reached, and fails if they are required")
    func marks() async throws {
        let words = ["campaign", "--seeds", "0..<4", "--faults", "none"]
        let run = try await KnavProcess(words)
        #expect(run.exitCode == 0)
        #expect(run.lines.last?.contains("marks reached; not: ") == true)
        #expect(try await KnavProcess(words + ["--require-marks"]).exitCode == 1)
    }

    @Test(
        "knav campaign prints how fresh the screens were, by phone and radio, and by MTU if asked")
    func freshness() async throws {
        let words = ["campaign", "--seeds", "0..<4", "--faults", "none"]
        let drawn = try await KnavProcess(words)
        let title = try #require(drawn.lines.firstIndex { $0.hasPrefix("radio ") })
        #expect(drawn.lines.count == title + 6, "a row for each profile, and the marks")
        let run = try await KnavProcess(words + ["--every-second"])
        let rows = run.lines.dropFirst(title + 1).dropLast()
        #expect(run.lines[title].hasPrefix("MTU  radio          phone           newest"))
        #expect(rows.count == 4)
        #expect(rows.allSatisfy { $0.hasPrefix("23 ") || $0.hasPrefix("185 ") })
        let json = try await KnavProcess(words + ["--every-second", "--json"])
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
        let members = try #require((object as? [String: Any])?["freshness"] as? [[String: Any]])
        #expect(members.count == 4)
        for row in members {
            let published = try #require(row["publications"] as? Int)
            #expect(290...300 ~= published)
            #expect(try #require(row["newestShare"] as? Double) <= 1)
        }
        let both = try await KnavProcess(words + ["--every-second", "--steady"])
        #expect(both.exitCode == 64)
        #expect(both.errors.contains("'--steady' has no meaning with '--every-second'"))
    }

    @Test("knav campaign runs first the seeds that once failed, and there are some")
    func failedSeeds() async throws {
        let path = Repository.fixtures.appendingPathComponent("campaign/failed-seeds.txt").path
        let run = try await KnavProcess(["campaign", "--seeds", "0..<1", "--failed-seeds", path])
        #expect(run.exitCode == 0)
        let runs = try #require(run.lines.first { $0.contains(" runs, ") })
        let count = try #require(runs.split(separator: " ").first.flatMap { Int($0) })
        #expect(count > 8)
    }

    @Test(
        "knav campaign refuses a bad line of failed seeds, and gives its number",
        arguments: ["x ios heavy", "1 ios", "1 ios heavy now", "1 symbian heavy", "1 ios much"])
    func badLine(_ line: String) async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("seeds.txt")
        try Data("# seeds\n1 ios heavy\n\(line)\n".utf8).write(to: file)
        let run = try await KnavProcess([
            "campaign", "--seeds", "0..<1", "--failed-seeds", file.path,
        ])
        #expect(run.exitCode == 65)
        #expect(run.errors.contains("line 3 of the failed seeds"))
        #expect(run.output.isEmpty)
    }

    @Test("knav campaign quotes no more of a line of failed seeds than a person can read")
    func longLine() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("seeds.txt")
        try Data(String(repeating: "9", count: 200_000).utf8).write(to: file)
        let run = try await KnavProcess([
            "campaign", "--seeds", "0..<1", "--failed-seeds", file.path,
        ])
        #expect(run.exitCode == 65)
        #expect(run.errors.count == 2002 && run.errors.hasSuffix("9…\n"))
    }

    @Test("knav campaign says that a file of failed seeds can't be read")
    func missingFile() async throws {
        let run = try await KnavProcess([
            "campaign", "--seeds", "0..<1", "--failed-seeds", "/nowhere/seeds.txt",
        ])
        #expect(run.exitCode == 66)
        #expect(run.errors.contains("'/nowhere/seeds.txt': can't be read: No such file"))
    }
}
