import Foundation
import KomootNav
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@Suite("knav ride when something goes wrong")
struct RideFaultTests {
    @Test(
        "knav ride has the same history twice, whatever goes wrong, and another with another seed")
    func faults() async throws {
        let words = [
            "ride", Repository.cityLoop, "--profile", "android", "--faults", "heavy", "--seed",
        ]
        let run = try await KnavProcess(words + ["7"])
        #expect(run.exitCode == 0)
        #expect(try #require(run.lines.last).contains(" of 52 instructions, "))
        #expect(try await KnavProcess(words + ["7"]).output == run.output)
        #expect(try await KnavProcess(words + ["8"]).output != run.output)
    }

    @Test(
        "knav ride tells what the rider is told and what goes wrong, as the trace has it, in text and in JSON"
    )
    func statuses() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("trace.txt")
        let words = [
            "ride", Repository.cityLoop, "--profile", "ios", "--faults", "rough", "--seed", "1",
        ]
        let text = try await KnavProcess(words + ["--trace", file.path])
        let told = text.lines.filter { $0.hasPrefix("·  ") }.map { $0.dropFirst(3) }
        let wrong = text.lines.filter { $0.hasPrefix("!  ") }.map { $0.dropFirst(3) }
        let trace = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let reported = trace.filter { $0.contains(" reported(0, ") }
        #expect(told == reported.map { $0.split(separator: ", ")[1].dropLast() })
        #expect(told.count > 3)
        let faults = trace.filter { $0.contains(" fault(") }
        #expect(wrong == faults.map { $0.drop { $0 != "(" }.dropFirst().dropLast() })
        #expect(wrong.count > 10)
        let objects = try await KnavProcess(words + ["--json"]).lines.map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
        }
        #expect(objects.compactMap { $0?["status"] as? String } == told.map(String.init))
        #expect(objects.compactMap { $0?["fault"] as? String } == wrong.map(String.init))
        let times = objects.filter { $0?["status"] != nil }.compactMap { $0?["time"] as? Double }
        #expect(times.count == told.count)
        for (time, line) in zip(times, reported) {
            let moment = try #require(Double(line.prefix { $0 != " " }))
            // The ride begins three seconds after the trace, and its times are whole milliseconds.
            #expect(abs(time + 3 - moment) < 0.001)
        }
    }

    @Test(
        "knav ride shows most instructions on a day that a rider knows, and says why the others were not shown",
        arguments: [("everyday", 40...51), ("rough", 30...47)])
    func ridersLevels(_ level: String, _ usual: ClosedRange<Int>) async throws {
        for seed in 1...6 {
            let run = try await KnavProcess(
                [
                    "ride", Repository.cityLoop, "--profile", "ios", "--faults", level, "--seed",
                    "\(seed)",
                ])
            #expect(run.lines[0].contains(" · \(level) faults of seed \(seed) · "))
            let summary = try #require(run.lines.last)
            let shown = try #require(Int(summary.prefix { $0 != " " }))
            #expect(usual.contains(shown), "seed \(seed)")
            let reasons = run.lines[run.lines.count - 2]
            let faults = run.lines.filter { $0.hasPrefix("!") }.count
            #expect(reasons.hasPrefix("\(52 - shown) not shown: "))
            #expect(reasons.hasSuffix("; \(faults) fault\(faults == 1 ? "" : "s")"))
            let words = try #require(reasons.split(separator: ": ").last).prefix { $0 != ";" }
            let counts = words.split(separator: ", ").compactMap { Int($0.prefix { $0 != " " }) }
            #expect(counts.reduce(0, +) == 52 - shown)
        }
    }

    @Test(
        "knav ride names a campaign's level, and says that it is not a rider's",
        arguments: ["light", "heavy"])
    func campaignsLevels(_ level: String) async throws {
        let run = try await KnavProcess([
            "ride", Repository.cityLoop, "--faults", level, "--seed", "3",
        ])
        #expect(run.lines[0].contains(" · faults of the campaign's level \(level), seed 3 · "))
        #expect(run.lines[1].hasPrefix("No rider meets so many faults: "))
        #expect(run.lines[run.lines.count - 2].contains(" not shown: "))
    }

    @Test(
        "knav ride shows every whole instruction that the handlebar gets, also what a fault makes up"
    )
    func madeUp() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("trace.txt")
        var madeUpCount = 0
        for seed in 1...8 {
            let words = ["ride", Repository.cityLoop, "--faults", "heavy", "--seed", "\(seed)"]
            let run = try await KnavProcess(words + ["--trace", file.path])
            let trace = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            let delivered = trace.filter { $0.contains(" delivered(0, whole)") }.count
            let told = run.lines.dropFirst(2).filter { !["·", "!"].contains($0.prefix(1)) }
            #expect(told.count - 3 == delivered, "seed \(seed)")
            let madeUp = told.filter { $0.hasSuffix("  ! made up by a fault") }.count
            madeUpCount += madeUp
            let records = try await KnavProcess(words + ["--json"]).lines
            let marked = records.filter { $0.contains("\"fault\":\"made up by a fault\"") }
            #expect(marked.count == madeUp)
            #expect(marked.allSatisfy { $0.contains("\"arrow\":") })
        }
        #expect(madeUpCount > 0)
    }

    @Test("knav ride records the end of each link before the next one, whatever ended it")
    func linkEnds() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appendingPathComponent("log").path
        var reasons: Set<Substring> = []
        for seed in 1...4 {
            let words = ["--profile", "ios", "--faults", "light", "--seed", "\(seed)"]
            #expect(
                try await KnavProcess(["ride", Repository.cityLoop, "--record", log] + words)
                    .exitCode == 0)
            var isConnected = false
            for line in try await KnavProcess(["capture", "show", "--events", log]).lines {
                if line.hasSuffix("  connected") {
                    #expect(!isConnected, "seed \(seed): \(line)")
                    isConnected = true
                } else if let reason = line.range(of: "  disconnected: ") {
                    isConnected = false
                    reasons.insert(line[reason.upperBound...])
                }
            }
        }
        // A lost link, and Bluetooth that was switched off.
        #expect(
            reasons.isSuperset(of: [
                "0x08 Connection Timeout", "0x16 Connection Terminated By Local Host",
            ]))
    }
}
