import Foundation
import RepositorySupport
import Testing

@Suite("knav watch simulate and campaign")
struct WatchSimulationCommandTests {
    private let allPromises =
        "endsOnce, arrivesOnce, keepsOrder, joinsBatches, newestIsShown, onlyRegistered, onlyReady, "
        + "oneAtATime, isBounded, endsTrying, keepsIntervals, keepsTheList, comesToRest"

    private let ride = Repository.cityLoop

    @Test(
        "knav watch simulate shows what the phone does and what the watch shows, the same each time"
    )
    func simulate() async throws {
        let words = ["watch", "simulate", "--seed", "3", "--watches", "2"]
        let run = try await KnavProcess(words)
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        #expect(run.lines.first == "    0.000  phone     the session is started")
        for end in ["  watch 1   ", "  watch 2   "] {
            #expect(run.lines.contains { $0.contains(end + "shows: ") }, "\(end)")
        }
        #expect(run.lines.contains { $0.contains("  transport message ") })
        #expect(run.lines.last == "kept: \(allPromises)")
        #expect(try await KnavProcess(words).output == run.output)
        #expect(try await KnavProcess(words.dropLast(2) + ["--watches", "1"]).output != run.output)
    }

    @Test("knav watch simulate shows the instructions of a ride in order, and the last one at rest")
    func rideFile() async throws {
        let words = ["watch", "simulate", "--seed", "3", "--faults", "none", "--watches", "1"]
        let run = try await KnavProcess(words + ["--ride", ride])
        #expect(run.exitCode == 0)
        let shown = run.lines.compactMap {
            $0.components(separatedBy: "watch 1   shows: ").dropFirst().first
        }
        #expect(shown.first == "▶  Now  Bahnhofplatz")
        #expect(shown.contains("←  60 m  Lindengasse"))
        #expect(shown.suffix(2) == ["⚑  Now  Marktplatz", "⚑  Now  Marktplatz"])
        #expect(!run.output.contains("transport message"))
        let imperial = try await KnavProcess(words + ["--ride", ride, "--units", "imperial"])
        #expect(imperial.output.contains(" ft  Lindengasse"))
    }

    @Test("knav watch simulate shows the lines of the page, in this order")
    func excerpt() async throws {
        let url = Repository.root.appendingPathComponent("Docs/Watch.md")
        let page = try String(contentsOf: url, encoding: .utf8)
        let start = try #require(page.range(of: "$ knav watch simulate "))
        let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
        let lines = page[start.lowerBound..<end.lowerBound].split(separator: "\n")
        let command = try #require(lines.first).split(separator: " ").dropFirst(2)
        let words = command.map { word in
            word.hasPrefix("Fixtures/") ? Repository.root.path + "/" + word : String(word)
        }
        var rest = try await KnavProcess(words).output[...]
        #expect(lines.count > 7)
        for line in lines.dropFirst() where line != "     […]" {
            let place = try #require(rest.range(of: line + "\n"), "\(line)")
            rest = rest[place.upperBound...]
        }
    }

    @Test("knav watch simulate checks only the promises that are named")
    func promises() async throws {
        let run = try await KnavProcess(
            ["watch", "simulate", "--seed", "1", "--promises", "endsOnce,comesToRest"])
        #expect(run.exitCode == 0)
        #expect(run.lines.last == "kept: endsOnce, comesToRest")
    }

    @Test("knav watch campaign ends with its figures")
    func campaign() async throws {
        let words = ["watch", "campaign", "--seeds", "0..<15", "--jobs", "2"]
        let run = try await KnavProcess(words)
        #expect(run.exitCode == 0)
        #expect(run.lines.contains("message kept: 15 runs"))
        #expect(run.lines.contains { $0.hasPrefix("watch busy: ") })
        #expect(run.lines.suffix(2).first == "checked: \(allPromises)")
        #expect(run.lines.last?.hasPrefix("15 runs, 0 with a broken promise, ") == true)
        let quiet = try await KnavProcess(words + ["--faults", "none", "--watches", "1", "--json"])
        #expect(quiet.exitCode == 0)
        let object = try JSONSerialization.jsonObject(with: Data(quiet.output.utf8))
        let record = try #require(object as? [String: Any])
        #expect(record["runs"] as? Int == 15)
        #expect(record["brokenRuns"] as? Int == 0)
        #expect((record["promises"] as? [String])?.count == 13)
        #expect((record["broken"] as? [Any])?.isEmpty == true)
        #expect((record["marks"] as? [String: Int])?["watch busy"] == nil)
        #expect(record["kind"] == nil)
    }

    @Test(
        "knav watch simulate and knav watch campaign refuse what they can't do, and say what they take",
        arguments: [
            (["simulate"], "'--seed' is missing"),
            (["simulate", "--seed", "-1"], "takes a number from 0 to 18446744073709551615"),
            (["simulate", "--seed", "1", "--faults", "much"], "takes none, light or heavy"),
            (["simulate", "--seed", "1", "--watches", "3"], "takes a number from 1 to 2"),
            (["simulate", "--seed", "1", "--units", "miles"], "'--units' takes metric"),
            (["simulate", "--seed", "1", "--promises", "peace"], "some of endsOnce, arrivesOnce"),
            (["simulate", "--seed", "1", "now"], "'now' is one argument too many"),
            (["campaign"], "'--seeds' is missing"),
            (["campaign", "--seeds", "1..2"], "takes a range of seeds such as 0..<1000"),
            (["campaign", "--seeds", "0..<9", "--jobs", "0"], "takes a number from 1 to 1024"),
            (["campaign", "--seeds", "0..<9", "--promises", "endsOnce,"], "with commas between"),
        ])
    func refusal(_ words: [String], _ reason: String) async throws {
        let run = try await KnavProcess(["watch"] + words)
        #expect(run.exitCode == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.hasPrefix("knav watch \(words[0]): "))
        #expect(run.errors.contains(reason))
    }

    @Test("knav watch simulate says that a ride can't be read, or has nothing in it")
    func badRide() async throws {
        let missing = try await KnavProcess(
            ["watch", "simulate", "--seed", "1", "--ride", "/nonexistent.csv"])
        #expect(missing.exitCode == 66)
        let reason = "No such file or directory"
        #expect(
            missing.errors == "knav watch simulate: '/nonexistent.csv': can't be read: \(reason)\n")
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("ride.csv")
        let first = try String(contentsOfFile: ride, encoding: .utf8).split(separator: "\n")[0]
        try Data("\(first)\nnonsense,1,2,3,4,5,6,7,8,9,10,11,12,13\n".utf8).write(to: file)
        let bad = try await KnavProcess(["watch", "simulate", "--seed", "1", "--ride", file.path])
        #expect(bad.exitCode == 65)
        #expect(bad.lines.last == "kept: \(allPromises)")
    }
}
