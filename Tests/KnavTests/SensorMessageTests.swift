import Foundation
import KomootNav
import KomootNavRecording
import RepositorySupport
import Testing

@Suite("What knav sensor ride and replay say")
struct SensorMessageTests {
    private func inFolder<Value>(
        _ body: (URL) async throws -> Value
    ) async throws -> Value {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    private func ride(_ words: String...) async throws -> KnavProcess {
        try await KnavProcess(["sensor", "ride"] + words)
    }

    @Test("A connection without a sensor is told, with those that have one")
    func connections() async throws {
        try await inFolder { folder in
            let log = folder.appendingPathComponent("three.btsnoop")
            let heart = UUID128(assignedNumber: 0x2A37)
            var writer = try ValueCaptureWriter([
                CapturedService(UUID128(assignedNumber: 0x180D), characteristics: [heart])
            ])
            for connection in 1...3 { writer.writeConnection(connection, at: .microseconds(0)) }
            let value: ContiguousArray<UInt8> = [0, 80]
            for connection in [3, 1] {
                try writer.write(
                    value.span, of: heart, connection: connection, at: .microseconds(0))
            }
            try Data(writer.takeBytes()).write(to: log)
            for number in ["2", "7"] {
                let run = try await KnavProcess([
                    "sensor", "replay", "--connection", number, log.path,
                ])
                #expect(run.exitCode == 65)
                #expect(
                    run.errors.hasSuffix(
                        "connection \(number) has no values of a sensor; "
                            + "with '--connection', choose 1 or 3\n"))
            }
        }
    }

    @Test("A handle that was not used is told, and the ride is shown")
    func unusedHandles() async throws {
        try await inFolder { folder in
            let log = folder.appendingPathComponent("ride.btsnoop").path
            _ = try await ride("--record", log, "--duration", "5", "--services", "csc,heart")
            let replay = ["sensor", "replay", log]
            let run = try await KnavProcess(replay + ["--handle", "3=csc"])
            let plain = try await KnavProcess(replay)
            #expect(run.exitCode == 0 && run.output == plain.output)
            #expect(
                run.errors.hasSuffix(
                    "'--handle' for 3 (0x3) was not used: the log has no values there, "
                        + "or shows another characteristic\n"))
            // Discovery shows CSC at this handle, so another name is not used, and the right one is.
            let other = try await KnavProcess(replay + ["--handle", "0x12=power"])
            #expect(other.errors.contains("'--handle' for 18 (0x12) was not used"))
            #expect(try await KnavProcess(replay + ["--handle", "0x12=csc"]).errors == "")
        }
    }

    @Test("A plot and a record that can't be written are named before the ride begins")
    func unwritable() async throws {
        try await inFolder { folder in
            let missing = folder.appendingPathComponent("no/such").path
            let reasons = [folder.path: "Is a directory", missing: "No such file or directory"]
            let log = folder.appendingPathComponent("ride.btsnoop").path
            for path in [folder.path, missing] {
                for option in ["--record", "--plot"] {
                    let run = try await ride(option, path, "--duration", "3600", "--realtime")
                    #expect(run.exitCode == 74 && run.output == "")
                    let reason = reasons[path] ?? ""
                    #expect(
                        run.errors == "knav sensor ride: '\(path)' can't be written: \(reason)\n")
                }
                let both = try await ride("--record", log, "--plot", path)
                #expect(both.exitCode == 74 && both.output == "")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
            _ = try await ride("--record", log, "--duration", "2")
            let replay = try await KnavProcess(["sensor", "replay", "--plot", missing, log])
            #expect(replay.exitCode == 74 && replay.output == "")
            #expect(
                replay.errors
                    == "knav sensor replay: '\(missing)' can't be written: No such file or directory\n"
            )
        }
    }

    @Test("A plot that fails at the end is named", .enabled(if: FileFull.exists))
    func full() async throws {
        let run = try await ride("--plot", FileFull.path, "--duration", "2")
        #expect(run.exitCode == 74)
        let reason = "knav sensor ride: '/dev/full' can't be written: No space left on device\n"
        #expect(run.errors == reason)
        let record = try await ride("--record", FileFull.path, "--duration", "2")
        #expect(record.exitCode == 74)
        #expect(record.errors == reason)
    }

    /// A device that is always full.
    enum FileFull {
        static let path = "/dev/full"
        static var exists: Bool { FileManager.default.fileExists(atPath: path) }
    }

    @Test("A service that is given twice is named")
    func services() async throws {
        let twice = try await ride("--services", "heart,csc,power,csc")
        #expect(twice.exitCode == 64)
        #expect(twice.errors.contains("'--services' names 'csc' twice"))
        #expect(try await ride("--services", "csc,cscc").errors.contains("not 'csc,cscc'"))
    }

    @Test("The average speed is the distance over the time of the ride")
    func averageSpeed() async throws {
        let run = try await ride("--speed", "0:0,10:30,60:30", "--cadence", "0:0,10:90")
        #expect(
            run.lines.last
                == "60.000 s, 183 packets, 0.457 km, on average 27.4 km/h, 85 /min, 200 W, 140 bpm")
        let instant = try await ride("--duration", "0")
        #expect(instant.exitCode == 0 && instant.lines.last?.contains("km/h") == false)
    }

    @Test(
        "A speed that is not believed of the wheel is refused, with the fastest that is",
        arguments: [
            ["--speed", "200"], ["--speed", "14.5"], ["--speed", "0:0,10:10,20:15,30:5"], [],
            ["--speed", "200", "--services", "power"],
            ["--speed", "0:0,100:100", "--duration", "20"],
        ])
    func fastWheel(words: [String]) async throws {
        let run = try await KnavProcess(["sensor", "ride", "--wheel", "100"] + words)
        #expect(run.exitCode == 64 && run.output == "")
        #expect(run.errors.contains("with '--wheel 100', '--speed' is at most 14.4 km/h"))
    }

    @Test(
        "The fastest speed of a wheel is shown, and a machine sends a faster one",
        arguments: [
            (["--wheel", "100", "--speed", "14.4"], "14.4 km/h"),
            (["--wheel", "100", "--speed", "0:14,5:14,100:100"], "14.0 km/h"),
            (["--wheel", "1389", "--speed", "200"], "200.0 km/h"),
            (["--wheel", "100", "--speed", "200", "--services", "ftms"], "200.0 km/h"),
        ])
    func fastestWheel(words: [String], speed: String) async throws {
        let run = try await KnavProcess(["sensor", "ride", "--duration", "5"] + words)
        #expect(run.exitCode == 0)
        #expect(run.lines[5].contains(speed), "\(run.output)")
    }
}
