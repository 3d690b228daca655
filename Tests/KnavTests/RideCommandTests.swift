import Foundation
import KomootNav
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@Suite("knav ride")
struct RideCommandTests {
    /// The lines of a ride's JSON that are instructions.
    private func instructions(_ run: KnavProcess) throws -> [[String: Any]] {
        try run.lines.compactMap {
            let object = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            return object?["identifier"] == nil ? nil : object
        }
    }

    @Test("knav ride shows a header, what the rider is told, every instruction, and a summary")
    func text() async throws {
        let run = try await KnavProcess(["ride", Repository.cityLoop])
        #expect(run.exitCode == 0)
        #expect(run.errors.isEmpty)
        let header = try #require(run.lines.first)
        #expect(header.contains("profile ios, layout deployed"))
        let summary = try #require(run.lines.last)
        #expect(run.lines[1...3] == ["·  searching", "·  waiting", "·  navigating"])
        #expect(run.lines.filter { $0.hasPrefix("·") }.count == 3)
        #expect(summary.hasPrefix("\(run.lines.count - 6) instructions, "))
        let freshness = run.lines[run.lines.count - 2]
        #expect(freshness.wholeMatch(of: /newest on the screen 9[0-9.]+ % of the time, .*/) != nil)
        #expect(!run.output.contains("\u{1B}"), "piped output is plain text")
    }

    @Test(
        "knav ride shows for rides of every kind, profile and MTU what the codec alone gives",
        arguments: PhoneProfile.allCases, [23, 50, 185, 517])
    func profiles(_ profile: PhoneProfile, _ mtu: Int) async throws {
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
            let run = try await KnavProcess([
                "ride", file.path, "--json", "--profile", profile.rawValue, "--mtu", "\(mtu)",
            ])
            let shown = try instructions(run)
            #expect(shown.count == expected.count, "\(name)")
            for (object, instruction) in zip(shown, expected) {
                #expect(object["identifier"] as? Int == Int(instruction.identifier.description))
                #expect(object["arrow"] as? Int == Int(instruction.arrow.rawValue))
                #expect(object["distanceInMeters"] as? Int == Int(instruction.distanceInMeters))
                #expect(object["street"] as? String == instruction.street.description)
            }
        }
    }

    @Test("knav ride shows on a terminal what the rider is told below the instruction, live")
    func panel() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("r.csv")
        try Data("T,0,0,0,0,0,1,-1,\"S\",In 20 m,i,4,1469106318564.4,app\n".utf8).write(to: file)
        let run = try await PseudoTerminal(["ride", "--realtime", file.path], columns: 80)
        let shown = run.output.replacing("\r\n", with: "\n").replacing("\r", with: "")
            .replacing(/\u{1B}\[[0-9;?]*[a-zA-Z]/, with: "")
        for status in ["waiting", "navigating"] {
            #expect(shown.contains("  ↖   20 m\n      S\n      \(status)"))
        }
    }

    @Test("knav ride gives one JSON object an instruction, in the units asked for")
    func json() async throws {
        let run = try await KnavProcess(["ride", Repository.cityLoop, "--json", "--units", "uk"])
        let shown = try instructions(run)
        #expect(shown.count == 52)
        for object in shown {
            let display = try #require(object["display"] as? String)
            #expect(!display.hasSuffix(" m") && !display.hasSuffix("km"))
            #expect(object["time"] is Double || object["time"] is Int)
        }
        #expect(run.lines.count == 55)
        #expect(run.lines.first == "{\"status\":\"searching\",\"time\":-3}")
    }

    @Test(
        "knav ride answers in the chunks that Docs/Pipe.md says of each profile",
        arguments: PhoneProfile.allCases)
    func chunks(_ profile: PhoneProfile) async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appendingPathComponent("log")
        let ride = Repository.rides.appendingPathComponent("long-streets.csv").path
        func longestChunk(mtu: Int, seed: Int) async throws -> Int {
            let words = ["--profile", profile.rawValue, "--mtu", "\(mtu)", "--seed", "\(seed)"]
            let run = try await KnavProcess(["ride", ride, "--record", log.path] + words)
            #expect(run.exitCode == 0)
            var longest = 0
            var reader = NavigationReader()
            try reader.read(ContiguousArray(try Data(contentsOf: log)).span) { event, value in
                if case .chunk = event.kind { longest = max(longest, value.count) }
            }
            return longest
        }
        let isOfAndroid = [.android, .androidNoCCCD].contains(profile)
        for (mtu, expected) in [
            (23, isOfAndroid ? [20] : [22]), (50, isOfAndroid ? [20, 47, 49] : [49]),
        ] as [(Int, Set<Int>)] {
            var chunks: Set<Int> = []
            for seed in 1...(isOfAndroid ? 8 : 2) {
                chunks.insert(try await longestChunk(mtu: mtu, seed: seed))
            }
            #expect(chunks == expected, "MTU \(mtu)")
        }
        let page = Repository.root.appendingPathComponent("Docs/Pipe.md")
        let text = try String(contentsOf: page, encoding: .utf8).replacing("\n", with: " ")
        let claim = "`androidNoCCCD` may answer in chunks of 20 bytes, whatever the MTU is"
        #expect(text.contains(claim))
    }
}
