import Foundation
import KomootNav
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@Suite("knav ride")
struct RideCommandTests {
    private var city: String { Repository.rides.appendingPathComponent("city-loop.csv").path }

    @Test("shows a header, a line for every instruction, and a summary")
    func text() throws {
        let run = try KnavProcess(["ride", city])
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        let header = try #require(run.lines.first)
        #expect(header.contains("profile published, layout published"))
        let summary = try #require(run.lines.last)
        #expect(summary.hasPrefix("\(run.lines.count - 2) instructions, "))
        #expect(!run.output.contains("\u{1B}"), "piped output is plain text")
    }

    @Test(
        "shows for rides of every kind, profile and MTU what the codec alone gives",
        arguments: PhoneProfile.allCases, [23, 50, 185, 517])
    func profiles(_ profile: PhoneProfile, _ mtu: Int) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Repository.rides.path)
            .filter { $0.hasSuffix(".csv") }
        #expect(names.count >= 4)
        // Every ride with the least and the largest MTU; between them, the rides with the longest streets.
        let chosen = [23, 517].contains(mtu) ? names : ["long-streets.csv", "scripts.csv"]
        for name in chosen {
            let file = Repository.rides.appendingPathComponent(name)
            let ride = RideFile(ContiguousArray(try Data(contentsOf: file)).span)
            var playback = RidePlayback(layout: profile.layout, chunkSize: mtu - 1)
            let expected = try ride.instructions.map { try playback.send($0).instruction }
            let run = try KnavProcess([
                "ride", file.path, "--json", "--profile", profile.rawValue, "--mtu", "\(mtu)",
            ])
            #expect(run.lines.count == expected.count, "\(name)")
            for (line, instruction) in zip(run.lines, expected) {
                let object =
                    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                #expect(object?["identifier"] as? Int == Int(instruction.identifier.description))
                #expect(object?["arrow"] as? Int == Int(instruction.arrow.rawValue))
                #expect(object?["distanceInMeters"] as? Int == Int(instruction.distanceInMeters))
                #expect(object?["street"] as? String == instruction.street.description)
            }
        }
    }

    @Test("has the same history twice, whatever goes wrong, and another with another seed")
    func faults() throws {
        let words = ["ride", city, "--profile", "android", "--faults", "heavy", "--seed"]
        let run = try KnavProcess(words + ["7"])
        #expect(run.exitCode == 0)
        #expect(try #require(run.lines.last).contains(" of 52 instructions, "))
        #expect(try KnavProcess(words + ["7"]).output == run.output)
        #expect(try KnavProcess(words + ["8"]).output != run.output)
    }

    @Test("writes a trace, all of it or nothing")
    func trace() throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("trace.txt")
        let run = try KnavProcess(["ride", city, "--trace", file.path])
        #expect(run.exitCode == 0)
        let trace = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(trace.filter { $0.contains(" published(") }.count == 52)
        #expect(trace.filter { $0.contains(" delivered(") }.count >= 52)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        let refused = try KnavProcess(["ride", city, "--trace", "/nowhere/trace.txt"])
        #expect(refused.exitCode == 74)
        #expect(refused.errors.contains("the trace '/nowhere/trace.txt' can't be written"))
    }

    @Test("gives one JSON object an instruction, in the units asked for")
    func json() throws {
        let run = try KnavProcess(["ride", city, "--json", "--units", "uk"])
        let plain = try KnavProcess(["ride", city])
        #expect(run.lines.count == plain.lines.count - 2)
        for line in run.lines {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            let display = try #require(object?["display"] as? String)
            #expect(!display.hasSuffix(" m") && !display.hasSuffix("km"))
            #expect(object?["time"] is Double || object?["time"] is Int)
        }
    }

    @Test("reports bad lines by number, goes on, and ends with 65; skipped lines are not an error")
    func badLines() throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("r.csv")
        let good = "T,0,0,0,0,0,1,-1,\"S\",In 20 m,i,4,1469106318564.4,app"
        try Data("stray\n\(good)\n".utf8).write(to: file)
        let skipped = try KnavProcess(["ride", file.path])
        #expect(skipped.exitCode == 0)
        #expect(skipped.errors.contains("r.csv:1: skipped: 1 column instead"))
        let summary = try #require(skipped.lines.last)
        #expect(summary.hasPrefix("1 instruction, 0 min 0 s of riding, "))
        #expect(summary.hasSuffix(" reads, 1 line skipped"))
        try Data("\(good.replacing("In 20 m", with: "In 20 ft"))\n\(good)\n".utf8).write(to: file)
        let bad = try KnavProcess(["ride", file.path])
        #expect(bad.exitCode == 65)
        #expect(bad.errors.contains("r.csv:1: column 9: not a distance in m or km"))
        #expect(bad.lines.last?.hasPrefix("1 instruction, ") == true)
        try Data("stray\n".utf8).write(to: file)
        #expect(try KnavProcess(["ride", file.path]).exitCode == 65)
    }

    @Test("says in which line a street is too long for the layout, and goes on")
    func longStreet() throws {
        let lines = [500, 3].map {
            let street = String(repeating: "x", count: $0)
            return "T,0,0,0,0,0,1,-1,\"\(street)\",In 20 m,i,4,1469106318564.4,app\n"
        }
        let input = lines.joined()
        let run = try KnavProcess(["ride", "-"], input: input)
        #expect(run.exitCode == 65)
        #expect(run.errors.contains("-:1: "))
        #expect(run.errors.contains("oversized at byte 512"))
        #expect(run.lines.last?.hasPrefix("1 instruction, 0 min 0 s of riding, ") == true)
        #expect(run.lines.last?.hasSuffix(" reads, 1 bad line") == true)
        #expect(try KnavProcess(["ride", "-", "--profile", "ios"], input: input).exitCode == 0)
    }

    @Test("says with exit code 66 that a file can't be read")
    func missingFile() throws {
        let run = try KnavProcess(["ride", "/nowhere/ride.csv"])
        #expect(run.exitCode == 66)
        #expect(
            run.errors
                == "knav ride: '/nowhere/ride.csv': can't be read: No such file or directory\n")
        #expect(try KnavProcess(["ride", "/"]).exitCode == 66)
    }
}
