import Foundation
import KomootNav
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@Suite("knav ride")
struct RideCommandTests {
    private var city: String { Repository.rides.appendingPathComponent("city-loop.csv").path }

    /// The lines of a ride's JSON that are instructions.
    private func instructions(_ run: KnavProcess) throws -> [[String: Any]] {
        try run.lines.compactMap {
            let object = try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            return object?["identifier"] == nil ? nil : object
        }
    }

    @Test("knav ride shows a header, what the rider is told, every instruction, and a summary")
    func text() async throws {
        let run = try await KnavProcess(["ride", city])
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

    @Test(
        "knav ride has the same history twice, whatever goes wrong, and another with another seed")
    func faults() async throws {
        let words = ["ride", city, "--profile", "android", "--faults", "heavy", "--seed"]
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
        let words = ["ride", city, "--profile", "ios", "--faults", "rough", "--seed", "1"]
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

    @Test(
        "knav ride shows most instructions on a day that a rider knows, and says why the others were not shown",
        arguments: [("everyday", 40...51), ("rough", 30...47)])
    func ridersLevels(_ level: String, _ usual: ClosedRange<Int>) async throws {
        for seed in 1...6 {
            let run = try await KnavProcess(
                ["ride", city, "--profile", "ios", "--faults", level, "--seed", "\(seed)"])
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
        let run = try await KnavProcess(["ride", city, "--faults", level, "--seed", "3"])
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
            let words = ["ride", city, "--faults", "heavy", "--seed", "\(seed)"]
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

    @Test("knav ride writes a trace, all of it or nothing")
    func trace() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("trace.txt")
        let run = try await KnavProcess(["ride", city, "--trace", file.path])
        #expect(run.exitCode == 0)
        let trace = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(trace.filter { $0.contains(" published(") }.count == 52)
        #expect(trace.filter { $0.contains(" delivered(") }.count >= 52)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        let refused = try await KnavProcess(["ride", city, "--trace", "/nowhere/trace.txt"])
        #expect(refused.exitCode == 74)
        #expect(refused.errors.contains("knav ride: '/nowhere/trace.txt' can't be written"))
    }

    @Test("knav ride says that a file can't be written before the ride begins, and leaves no other")
    func unwritable() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let trace = folder.appendingPathComponent("trace.txt").path
        let run = try await KnavProcess(["ride", city, "--trace", trace, "--record", "/nowhere/x"])
        #expect(run.exitCode == 74)
        #expect(run.output.isEmpty)
        #expect(
            run.errors == "knav ride: '/nowhere/x' can't be written: No such file or directory\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let full = try await KnavProcess(["ride", city, "--trace", "/dev/full"])
        #expect(full.exitCode == 74)
        #expect(full.errors == "knav ride: '/dev/full' can't be written: No space left on device\n")
    }

    @Test("knav ride, when interrupted, prints the summary and writes the files as far as it came")
    func interrupted() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let trace = folder.appendingPathComponent("trace.txt").path
        let log = folder.appendingPathComponent("ride.btsnoop").path
        let ride = try LiveKnav(
            ["ride", "--realtime", "--json", "--trace", trace, "--record", log, city])
        #expect(try await ride.interrupts(afterPrinting: "Bahnhofplatz"))
        #expect(try await ride.exitCode() == 130)
        #expect(ride.errors.contains("instruction"))
        #expect(!ride.errors.contains("56 s of riding"))
        #expect(!ride.errors.contains("replaced"))
        #expect(try String(contentsOfFile: trace, encoding: .utf8).contains(" delivered("))
        let shown = try await KnavProcess(["capture", "show", log])
        #expect(shown.exitCode == 0)
        #expect(shown.output.contains("Bahnhofplatz"))
        let replay = try LiveKnav(["capture", "replay", "--realtime", "--trace", trace, log])
        #expect(try await replay.interrupts(afterPrinting: "Bahnhofplatz"))
        #expect(try await replay.exitCode() == 130)
        #expect(replay.output.contains("instruction"))
        #expect(try String(contentsOfFile: trace, encoding: .utf8).contains("\"deliver\""))
    }

    @Test("knav ride refuses an option that is for the other kind of file, and a log from a pipe")
    func otherKind() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appendingPathComponent("ride.btsnoop").path
        #expect(try await KnavProcess(["ride", "--record", log, city]).exitCode == 0)
        let refusals = [
            (["ride", "--handle", "5", city], "'--handle' is for Bluetooth logs"),
            (
                ["capture", "replay", "--connection", "1", city],
                "'--connection' is for Bluetooth logs"
            ),
            (["capture", "replay", "--layout", "deployed", log], "'--layout' is for ride files"),
            (["capture", "replay", "--mtu", "50", log], "'--mtu' is for ride files"),
            (
                ["peripheral", "--stdio", "--ride", city, "--connection", "1"],
                "'--connection' is for Bluetooth logs"
            ),
            (
                ["peripheral", "--stdio", "--handle", "5"],
                "'--handle' can only be used with '--ride'"
            ),
        ]
        for (command, reason) in refusals {
            let run = try await KnavProcess(command)
            #expect(run.exitCode == 64, "\(command)")
            #expect(run.errors.contains(reason), "\(command): \(run.errors)")
            #expect(run.output.isEmpty, "\(command)")
        }
        let piped = try await KnavProcess(["ride", "-"], inputPath: log)
        #expect(piped.exitCode == 66)
        #expect(piped.errors.contains("a Bluetooth log can't come from standard input"))
        let map = try await KnavProcess(["capture", "map", "-"], inputPath: log)
        #expect(map.exitCode == 65)
        #expect(map.errors.contains("no coordinates found"))
        let absent = try await KnavProcess([
            "peripheral", "--stdio", "--ride", log, "--connection", "4",
        ])
        #expect(absent.exitCode == 65)
        #expect(absent.errors.contains("there is no connection 4; the log has 1 connection"))
        let nameless = try await KnavProcess(["ride", ""])
        #expect(nameless.exitCode == 66)
        #expect(nameless.errors == "knav ride: '': can't be read: No such file or directory\n")
        let missing = try await KnavProcess(["ride", "--handle", "5", "/nowhere/ride.csv"])
        #expect(missing.exitCode == 66)
        let optioned = try await KnavProcess(["ride", "--handle", "5", "-"], inputPath: log)
        #expect(optioned.errors.contains("a Bluetooth log can't come from standard input"))
    }

    @Test("knav ride writes no file with the name '-'")
    func dash() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for command in [
            ["ride", "--trace", "-", city], ["ride", "--record", "-", city],
            ["sensor", "live", "--stdio", "--record", "-"],
            ["campaign", "--seeds", "0..<1", "--report", "-"],
            ["explore", "--pairs", "--report", "-"],
            ["capture", "map", "--svg", "-", city], ["capture", "redact", city, "-"],
        ] {
            let run = try await KnavProcess(command, in: folder)
            #expect(run.exitCode == 64, "\(command)")
            #expect(run.errors.contains("'-' names no file to write"), "\(command)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("knav ride gives one JSON object an instruction, in the units asked for")
    func json() async throws {
        let run = try await KnavProcess(["ride", city, "--json", "--units", "uk"])
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
        "knav ride reports bad lines by number, goes on, and ends with 65; skipped lines are not an error"
    )
    func badLines() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("r.csv")
        let good = "T,0,0,0,0,0,1,-1,\"S\",In 20 m,i,4,1469106318564.4,app"
        try Data("stray\n\(good)\n".utf8).write(to: file)
        let skipped = try await KnavProcess(["ride", file.path])
        #expect(skipped.exitCode == 0)
        #expect(skipped.errors.contains("r.csv:1: skipped: 1 column instead"))
        let summary = try #require(skipped.lines.last)
        #expect(summary.hasPrefix("1 instruction, 0 min 0 s of riding, "))
        #expect(summary.hasSuffix(" requests, 1 line skipped"))
        try Data("\(good.replacing("In 20 m", with: "In 20 ft"))\n\(good)\n".utf8).write(to: file)
        let bad = try await KnavProcess(["ride", file.path])
        #expect(bad.exitCode == 65)
        #expect(bad.errors.contains("r.csv:1: column 9: not a distance in m or km"))
        #expect(bad.lines.last?.hasPrefix("1 instruction, ") == true)
        try Data("stray\n".utf8).write(to: file)
        #expect(try await KnavProcess(["ride", file.path]).exitCode == 65)
    }

    @Test("knav ride says in which line a street is too long for the layout, and goes on")
    func longStreet() async throws {
        let lines = [500, 3].map {
            let street = String(repeating: "x", count: $0)
            return "T,0,0,0,0,0,1,-1,\"\(street)\",In 20 m,i,4,1469106318564.4,app\n"
        }
        let input = lines.joined()
        let run = try await KnavProcess(["ride", "-", "--profile", "published"], input: input)
        #expect(run.exitCode == 65)
        #expect(run.errors.contains("-:1: "))
        #expect(run.errors.contains("oversized at byte 512"))
        #expect(run.lines.last?.hasPrefix("1 instruction, 0 min 0 s of riding, ") == true)
        #expect(run.lines.last?.hasSuffix(" requests, 1 bad line") == true)
        #expect(try await KnavProcess(["ride", "-"], input: input).exitCode == 0)
    }

    @Test("knav ride records the end of each link before the next one, whatever ended it")
    func linkEnds() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appendingPathComponent("log").path
        let ride = Repository.rides.appendingPathComponent("city-loop.csv").path
        var reasons: Set<Substring> = []
        for seed in 1...4 {
            let words = ["--profile", "ios", "--faults", "light", "--seed", "\(seed)"]
            #expect(try await KnavProcess(["ride", ride, "--record", log] + words).exitCode == 0)
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

    @Test("knav ride says with exit code 66 that a file can't be read")
    func missingFile() async throws {
        let run = try await KnavProcess(["ride", "/nowhere/ride.csv"])
        #expect(run.exitCode == 66)
        #expect(
            run.errors
                == "knav ride: '/nowhere/ride.csv': can't be read: No such file or directory\n")
        #expect(try await KnavProcess(["ride", "/"]).exitCode == 66)
    }
}
