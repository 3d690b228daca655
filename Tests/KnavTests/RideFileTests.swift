import Foundation
import KomootNav
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@Suite("The files of knav ride")
struct RideFileTests {
    @Test("knav ride writes a trace, all of it or nothing")
    func trace() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("trace.txt")
        let run = try await KnavProcess(["ride", Repository.cityLoop, "--trace", file.path])
        #expect(run.exitCode == 0)
        let trace = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        #expect(trace.filter { $0.contains(" published(") }.count == 52)
        #expect(trace.filter { $0.contains(" delivered(") }.count >= 52)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        let refused = try await KnavProcess([
            "ride", Repository.cityLoop, "--trace", "/nowhere/trace.txt",
        ])
        #expect(refused.exitCode == 74)
        #expect(refused.errors.contains("knav ride: '/nowhere/trace.txt' can't be written"))
    }

    @Test("A file that is not a ride file is reported in one line")
    func foreign() async throws {
        for command in [["ride"], ["capture", "replay"]] {
            let run = try await KnavProcess(
                command + [Repository.root.appendingPathComponent("README.md").path])
            #expect(run.exitCode == 65)
            #expect(run.errors.split(separator: "\n").count == 1)
            #expect(run.errors.hasSuffix("no instruction found\n"))
        }
    }

    @Test("knav ride says where a ride file's clock goes back, and plays it to its end")
    func backInTime() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = try String(contentsOfFile: Repository.cityLoop, encoding: .utf8)
            .split(separator: "\n")
        let file = folder.appendingPathComponent("back.csv")
        let ride = lines[8..<12] + lines[..<4] + lines[4..<6]
        try ride.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
        for command in [["ride"], ["capture", "replay"]] {
            let run = try await KnavProcess(command + [file.path])
            #expect(run.exitCode == 0)
            #expect(run.errors.contains("back.csv:5: earlier than the instruction above; "))
            #expect(run.errors.contains("goes back 1 time, "))
        }
    }

    @Test("knav ride says that a file can't be written before the ride begins, and leaves no other")
    func unwritable() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let trace = folder.appendingPathComponent("trace.txt").path
        let run = try await KnavProcess([
            "ride", Repository.cityLoop, "--trace", trace, "--record", "/nowhere/x",
        ])
        #expect(run.exitCode == 74)
        #expect(run.output.isEmpty)
        #expect(
            run.errors == "knav ride: '/nowhere/x' can't be written: No such file or directory\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let full = try await KnavProcess(["ride", Repository.cityLoop, "--trace", "/dev/full"])
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
            [
                "ride", "--realtime", "--json", "--trace", trace, "--record", log,
                Repository.cityLoop,
            ])
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
        #expect(
            try await KnavProcess(["ride", "--record", log, Repository.cityLoop]).exitCode == 0)
        let other = folder.appendingPathComponent("ride.pcapng").path
        #expect(
            try await KnavProcess(["ride", "--record", other, Repository.cityLoop]).exitCode == 0)
        let shown = try await KnavProcess(["capture", "show", other])
        #expect(shown.lines.last?.hasPrefix("pcapng, ") == true)
        let refusals = [
            (["ride", "--handle", "5", Repository.cityLoop], "'--handle' is for Bluetooth logs"),
            (
                ["capture", "replay", "--connection", "1", Repository.cityLoop],
                "'--connection' is for Bluetooth logs"
            ),
            (["capture", "replay", "--layout", "deployed", log], "'--layout' is for ride files"),
            (["capture", "replay", "--mtu", "50", log], "'--mtu' is for ride files"),
            (
                ["peripheral", "--stdio", "--ride", Repository.cityLoop, "--connection", "1"],
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
            ["ride", "--trace", "-", Repository.cityLoop],
            ["ride", "--record", "-", Repository.cityLoop],
            ["sensor", "live", "--stdio", "--record", "-"],
            ["campaign", "--seeds", "0..<1", "--report", "-"],
            ["explore", "--pairs", "--report", "-"],
            ["capture", "map", "--svg", "-", Repository.cityLoop],
            ["capture", "redact", Repository.cityLoop, "-"],
        ] {
            let run = try await KnavProcess(command, in: folder)
            #expect(run.exitCode == 64, "\(command)")
            #expect(run.errors.contains("'-' names no file to write"), "\(command)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
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
