import Foundation
import KomootNav
import KomootNavRecording
import RepositorySupport
import Testing

@Suite("knav sensor ride and replay")
struct SensorRideTests {
    private static let course = [
        "--speed", "0:0,10:36,50:36,60:0,70:0", "--cadence", "0:0,5:90,52:90,55:0", "--power",
        "0:100,30:300", "--heart-rate", "120",
    ]

    private func inFolder<Value>(
        _ body: (URL) async throws -> Value
    ) async throws -> Value {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    private func reading(_ line: Substring) throws -> [String: Any] {
        try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }

    @Test("The readings of knav sensor ride follow the course of the ride")
    func course() async throws {
        let run = try await KnavProcess(["sensor", "ride", "--json"] + Self.course)
        #expect(run.exitCode == 0)
        #expect(run.lines.count == 71)
        let steady = try reading(run.lines[40])
        #expect(steady["at"] as? Int == 40_000)
        #expect(abs((steady["speed"] as? Int ?? 0) - 10_000) < 100)
        #expect(abs((steady["cadence"] as? Int ?? 0) - 9_000) < 100)
        #expect(steady["power"] as? Int == 300 && steady["heartRate"] as? Int == 120)
        let last = try reading(run.lines[70])
        #expect(last["speed"] as? Int == 0 && last["cadence"] as? Int == 0)
        // 50 m, 400 m and 50 m, in whole turns of the wheel.
        #expect((497_000...500_000).contains(last["distance"] as? Int ?? 0))
        #expect(run.errors.hasPrefix("70.000 s, 213 packets, 0.49"))
        let cut = try await KnavProcess(["sensor", "ride", "--duration", "2", "--every", "0.9"])
        #expect(cut.lines.dropLast().map { $0.prefix(12) }.last == "     2.000 s")
        #expect(cut.lines.count == 5)
    }

    @Test(
        "knav sensor replay gives the same readings of a recorded ride",
        arguments: MeasuredServices.all)
    func recorded(services: String) async throws {
        try await inFolder { folder in
            let log = folder.appendingPathComponent("ride.btsnoop").path
            let options = ["--json", "--wheel", "2000", "--every", "0.7"]
            let ride = try await KnavProcess(
                ["sensor", "ride", "--record", log, "--services", services] + options + Self.course)
            let replay = try await KnavProcess(["sensor", "replay", log] + options)
            #expect(replay.exitCode == 0)
            #expect(ride.output == replay.output && ride.errors == replay.errors)
            #expect(ride.lines.count == 101)
        }
    }

    /// Each service alone, and all together.
    enum MeasuredServices {
        static let all = ["csc", "power", "ftms", "fec", "heart", "csc,power,ftms,fec,heart"]
    }

    /// Where the records of a btsnoop file begin.
    private static func recordOffsets(in file: Data) -> [Int] {
        var offsets: [Int] = []
        var position = 16
        while position < file.count {
            offsets.append(position)
            let length = file[(position + 4)..<(position + 8)].reduce(0) { $0 << 8 | Int($1) }
            position += 24 + length
        }
        return offsets
    }

    @Test("knav sensor replay needs the handles of a log without discovery, and takes them")
    func handles() async throws {
        try await inFolder { folder in
            let log = folder.appendingPathComponent("ride.btsnoop")
            _ = try await KnavProcess(["sensor", "ride", "--record", log.path])
            // Later records only: the connection and its discovery are cut off.
            let whole = try Data(contentsOf: log)
            let records = Self.recordOffsets(in: whole)
            let cut = whole.prefix(16) + whole[records[records.count - 100]...]
            try cut.write(to: log)
            let blind = try await KnavProcess(["sensor", "replay", log.path])
            #expect(blind.exitCode == 65)
            #expect(
                blind.errors.contains(
                    "no values of a sensor found; if the log shows no discovery, say with '--handle"
                ))
            let given = try await KnavProcess(
                ["sensor", "replay", "--handle", "0x12=csc", "--handle", "26=2A37", log.path])
            #expect(given.exitCode == 0)
            #expect(given.lines[10].contains("30.0 km/h    90 /min      – W   140 bpm"))
            let wrong = try await KnavProcess([
                "sensor", "replay", "--handle", "0x12=fec", log.path,
            ])
            #expect(wrong.exitCode == 65)
            #expect(wrong.errors.contains("packet 1 of 6E40FEC2-B5A3-F393-E0A9-E50E24DCCA9E: unex"))
        }
    }

    @Test("knav sensor replay shows nothing after a lost link until packets come again")
    func lostLink() async throws {
        try await inFolder { folder in
            let log = folder.appendingPathComponent("live.btsnoop").path
            func notified(_ time: Int, _ count: Int) -> String {
                let digits = String(count, radix: 16)
                let number = String(repeating: "0", count: 2 - digits.count) + digits
                let ticks = String((time / 1000 * 1024) & 0xFFFF, radix: 16)
                let padded = String(repeating: "0", count: 4 - ticks.count) + ticks
                let bytes = "01\(number)000000\(padded.suffix(2))\(padded.prefix(2))"
                return
                    #"{"event":"notified","characteristic":"csc","bytes":"\#(bytes)","at":\#(time)}"#
            }
            let lines = [
                notified(0, 0), notified(1000, 5), notified(2000, 10),
                #"{"event":"linkLost","at":2500}"#, notified(9000, 45), notified(10_000, 50),
            ]
            let live = try await KnavProcess(
                ["sensor", "live", "--stdio", "--clock", "given", "--record", log],
                input: lines.joined(separator: "\n"))
            #expect(live.exitCode == 0 && live.lines.count == 7)
            let replay = try await KnavProcess(["sensor", "replay", "--json", log])
            #expect(replay.exitCode == 0 && replay.lines.count == 11)
            for (second, speed) in [(2, 10_525), (8, nil), (10, 10_525)] {
                #expect(try reading(replay.lines[second])["speed"] as? Int == speed)
            }
            #expect(try reading(replay.lines[10])["distance"] as? Int == 105_250)
        }
    }

    @Test("knav sensor replay gives the readings of knav sensor live of several recorded sensors")
    func severalSensors() async throws {
        try await inFolder { folder in
            let log = folder.appendingPathComponent("live.btsnoop").path
            func hex(_ number: Int, bytes: Int) -> String {
                (0..<bytes).map { String(format: "%02x", number >> (8 * $0) & 0xFF) }.joined()
            }
            func line(_ event: String, _ sensor: Int, at second: Int) -> String {
                #"{"event":\#(event),"sensor":"\#(sensor)","at":\#(second * 1000)}"#
            }
            var lines: [String] = []
            for second in 0...12 {
                // Both are lost, and the second one comes back first.
                for (sensor, gap) in [(1, 4..<8), (2, 4..<6)] {
                    if second == gap.lowerBound {
                        lines.append(line(#""linkLost""#, sensor, at: second))
                    } else if !gap.contains(second) {
                        let count = hex(1000 * sensor + (3 + sensor) * second, bytes: 4)
                        let value = "01\(count)\(hex(1024 * second, bytes: 2))"
                        let event = #""notified","characteristic":"csc","bytes":"\#(value)""#
                        lines.append(line(event, sensor, at: second))
                    }
                }
                lines.append(line(#""timePassed""#, 1, at: second))
            }
            let live = try await KnavProcess(
                ["sensor", "live", "--stdio", "--clock", "given", "--record", log],
                input: lines.joined(separator: "\n"))
            let shown = zip(live.lines.dropFirst(), lines)
                .filter { $0.1.contains("timePassed") }.map(\.0)
            let replay = try await KnavProcess(["sensor", "replay", "--json", log])
            #expect(replay.exitCode == 0 && replay.lines == shown)
            #expect(Set(shown.map { $0.contains(#""speed":"1""#) }) == [true, false])
            let second = try await KnavProcess(
                ["sensor", "replay", "--json", "--connection", "2", log])
            #expect(second.exitCode == 0 && !second.output.contains("sources"))
        }
    }

    @Test(
        "knav sensor replay tells the sensors of a log without addresses apart by their connections, and by what they measure"
    )
    func connections() async throws {
        try await inFolder { folder in
            let log = folder.appendingPathComponent("two.btsnoop")
            let (heart, power) = (
                UUID128(assignedNumber: 0x2A37), UUID128(assignedNumber: 0x2A63)
            )
            var writer = try ValueCaptureWriter([
                CapturedService(
                    UUID128(assignedNumber: 0x180D), characteristics: [heart, power])
            ])
            func write(_ value: ContiguousArray<UInt8>, of uuid: UUID128, _ connection: Int) throws
            {
                try writer.write(
                    value.span, of: uuid, connection: connection, at: .microseconds(0))
            }
            for connection in 1...3 { writer.writeConnection(connection, at: .microseconds(0)) }
            try write([0, 80], of: heart, 1)
            try write([0, 0, 200, 0], of: power, 2)
            #expect(try await replay(writer, log).errors == "")
            try write([0, 90], of: heart, 3)
            let both = try await replay(writer, log)
            #expect(both.errors == "" && both.output.contains("200 W    80 bpm"))
            let one = try await replay(writer, log, ["--connection", "1"])
            #expect(one.errors == "" && one.output.contains("– W    80 bpm"))
            writer.writeDisconnection(1, reason: 8, at: .microseconds(0))
            writer.writeConnection(4, at: .microseconds(0))
            try write([0, 85], of: heart, 4)
            let again = try await replay(writer, log, ["--json"])
            #expect(again.output.contains(#""heartRate":85"#))
            #expect(again.output.contains(#""sources":{"heartRate":"1","power":"2"}"#))
        }
    }

    @Test(
        "knav sensor replay gives one line to a silence of years, as after a step of the clock",
        .timeLimit(.minutes(20)))
    func clockStep() async throws {
        try await inFolder { folder in
            let log = folder.appendingPathComponent("step.btsnoop")
            let heart = UUID128(assignedNumber: 0x2A37)
            var writer = try ValueCaptureWriter([
                CapturedService(UUID128(assignedNumber: 0x180D), characteristics: [heart])
            ])
            writer.writeConnection(1, at: .microseconds(0))
            let times: [(Int64, UInt8)] = [(0, 80), (1, 81), (1_000_000_000, 90)]
            for (seconds, beats) in times {
                let value: ContiguousArray<UInt8> = [0, beats]
                try writer.write(
                    value.span, of: heart, connection: 1, at: .microseconds(seconds * 1_000_000))
            }
            let run = try await replay(writer, log)
            #expect(run.exitCode == 0)
            #expect(run.lines.count == 15)
            #expect(run.output.contains("… nothing came for 999999989.000 s"))
            #expect(run.lines[13].contains("90 bpm"))
            let json = try await replay(writer, log, ["--json", "--every", "0.3"])
            #expect(json.lines.count == 40)
        }
    }

    /// Replays what a writer has so far.
    private func replay(
        _ writer: ValueCaptureWriter, _ file: URL, _ words: [String] = []
    ) async throws -> KnavProcess {
        var writer = writer
        try Data(writer.takeBytes()).write(to: file)
        return try await KnavProcess(["sensor", "replay", file.path] + words)
    }

    @Test("knav sensor replay reports damage in a log, and shows the rest")
    func damage() async throws {
        try await inFolder { folder in
            let log = folder.appendingPathComponent("ride.btsnoop")
            _ = try await KnavProcess(["sensor", "ride", "--record", log.path])
            try Data(contentsOf: log).dropLast(5).write(to: log)
            let run = try await KnavProcess(["sensor", "replay", log.path])
            #expect(run.exitCode == 65)
            #expect(run.errors.contains("the file ends"))
            #expect(run.output.contains("30.0 km/h"))
        }
    }

    @Test(
        "knav sensor ride and knav sensor replay refuse a wrong command line",
        arguments: [
            ["ride", "--speed", "fast"], ["ride", "--speed", "201"], ["ride", "--speed", "-1"],
            ["ride", "--speed", "0:1,0:2"], ["ride", "--speed", "5:1,4:2"],
            ["ride", "--speed", "1:"],
            ["ride", "--speed", "1,2"], ["ride", "--speed", "1:2:3"], ["ride", "--speed", "nan"],
            ["ride", "--speed", ""], ["ride", "--duration", "86401"], ["ride", "--wheel", "0"],
            ["ride", "--services", "csc,csc"], ["ride", "--services", "csc,"], ["ride", "x"],
            ["ride", "--every", "0"], ["ride", "--realtime", "--pace", "2"],
            ["ride", "--record", "a", "--plot", "a"], ["replay"],
            ["replay", "--handle", "0x12", "a"], ["replay", "--handle", "0=csc", "a"],
            ["replay", "--handle", "1=csc-feature", "a"],
            ["replay", "--handle", "1=csc", "--handle", "1=power", "a"],
            ["replay", "--connection", "0", "a"], ["live"], ["live", "--stdio", "--clock", "sun"],
        ])
    func usage(words: [String]) async throws {
        #expect(try await KnavProcess(["sensor"] + words).exitCode == 64, "\(words)")
    }

    @Test(
        "knav sensor ride and replay tell of a file that can't be read or written, and leave nothing of it"
    )
    func files() async throws {
        try await inFolder { folder in
            let missing = folder.appendingPathComponent("no/such").path
            #expect(try await KnavProcess(["sensor", "replay", missing]).exitCode == 66)
            for option in ["--record", "--plot"] {
                #expect(try await KnavProcess(["sensor", "ride", option, missing]).exitCode == 74)
            }
            let text = folder.appendingPathComponent("text").path
            try Data("not a log, but long enough".utf8).write(to: URL(fileURLWithPath: text))
            #expect(try await KnavProcess(["sensor", "replay", text]).exitCode == 65)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["text"])
        }
    }
}
