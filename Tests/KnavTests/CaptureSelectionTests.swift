import Foundation
import KomootNavRecording
import RepositorySupport
import Testing

/// Parts of logs.
@Suite("A part of a log")
final class CaptureSelectionTests {
    private let folder: URL
    private let path: String

    /// Two connections: the second begins first, at 0 s. The first one reads at 2, 4 and 6 s, and the second one
    /// at 5 s.
    init() throws {
        folder = try FileManager.default.makeTemporaryFolder()
        path = folder.appendingPathComponent("log").path
        var writer = CaptureWriter()
        let start: Int64 = 1_700_000_000_000_000
        func at(_ milliseconds: Int64) -> CaptureTime { .microseconds(start + milliseconds * 1000) }
        for (connection, time) in [(1, 0), (2, 1000)] as [(Int, Int64)] {
            writer.write(.connected, connection: connection, at: at(time))
            writer.write(
                .discovered(handle: CaptureWriter.valueHandle), connection: connection,
                at: at(time))
        }
        for (connection, time, street) in [
            (2, 2000, "Am Park"), (2, 4000, "Weg"), (1, 5000, "Hof"), (2, 6000, "Platz"),
        ] as [(Int, Int64, String)] {
            let object = [UInt8(time / 1000), 3, 2, 1, 5, 210, 0, 0, 0] + Array(street.utf8)
            writer.write(.requested(offset: 0), connection: connection, at: at(time))
            writer.write(
                .chunk(offset: 0), ContiguousArray(object).span, connection: connection,
                at: at(time + 50))
        }
        try Data(writer.takeBytes()).write(to: URL(fileURLWithPath: path))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static let streets = ["Am Park", "Weg", "Hof", "Platz"]

    /// The streets that show finds.
    private func shown(_ words: [String], _ more: [String] = []) async throws -> [String] {
        let run = try await KnavProcess(["capture", "show"] + more + words + [path])
        let streets = Self.streets.filter { run.output.contains($0) }
        #expect(run.exitCode == (streets.isEmpty ? 65 : 0), "\(run.errors)")
        let reasons = ["the chosen part has no navigation traffic", "there is no connection 7"]
        #expect(reasons.contains { run.errors.contains($0) } == streets.isEmpty)
        return streets
    }

    @Test(
        "knav capture show takes a part of a log by seconds, by the clock and by connection",
        arguments: [
            (["--connection", "2"], ["Am Park", "Weg", "Platz"]),
            (["--connection", "1"], ["Hof"]),
            (["--from", "4.05", "--to", "5.05"], ["Weg", "Hof"]),
            (["--from", "4.051"], ["Hof", "Platz"]),
            (["--to", "4.05"], ["Am Park", "Weg"]),
            (["--from", "2023-11-14T22:13:24Z"], ["Weg", "Hof", "Platz"]),
            (["--from", "2023-11-14T22:13:24.0501Z", "--connection", "2"], ["Platz"]),
            (["--to", "2023-11-14T22:13:24.05Z", "--from", "3"], ["Weg"]),
            (["--connection", "7"], []),
            // The clock's time is that of 3 s: nothing lies between.
            (["--from", "5", "--to", "2023-11-14T22:13:23Z"], []),
        ])
    func show(_ words: [String], _ streets: [String]) async throws {
        #expect(try await shown(words) == streets)
        #expect(try await shown(words, ["--json"]) == streets)
    }

    @Test("Times count from a log's first event, whichever part is shown")
    func origin() async throws {
        let run = try await KnavProcess([
            "capture", "show", "--connection", "2", "--from", "5", path,
        ])
        #expect(run.lines.contains { $0.hasPrefix("    6.050 s  #2  ") && $0.contains("Platz") })
        #expect(run.lines.last?.hasPrefix("btsnoop, H4, 1 instruction, 1 read, ") == true)
        let events = try await KnavProcess(
            ["capture", "show", "--events", "--connection", "1", "--from", "5", path])
        #expect(events.lines.count == 2)
        #expect(events.lines.first == "    5.000 s  #1  read at 0")
        let chart = try await KnavProcess(
            ["capture", "diagram", "--connection", "1", "--from", "2023-11-14T22:13:24Z", path])
        #expect(chart.lines.count == 4)
        #expect(chart.lines[1].hasPrefix("     5.000 s  #1 "))
    }

    @Test("knav capture statistics counts the chosen part alone, and says when it is empty")
    func statistics() async throws {
        let words = ["capture", "statistics", "--json"]
        let all = try await KnavProcess(words + [path])
        #expect(all.lines.count == 2)
        let one = try await KnavProcess(words + ["--connection", "2", "--from", "3", path])
        #expect(one.lines.count == 1)
        #expect(one.output.contains(#""connection":2"#) && one.output.contains(#""reads":2"#))
        for (part, reason) in [
            (["--connection", "9"], "there is no connection 9"),
            (["--from", "100"], "the chosen part has no navigation traffic"),
        ] {
            let run = try await KnavProcess(words + part + [path])
            #expect(run.exitCode == 65)
            #expect(run.errors.contains(reason))
        }
    }

    @Test("A diagram of nothing is refused")
    func emptyDiagram() async throws {
        for (part, reason) in [
            (["--connection", "9"], "there is no connection 9; the log has 2 connections"),
            (["--from", "100"], "the chosen part has no navigation traffic"),
        ] {
            let run = try await KnavProcess(["capture", "diagram"] + part + [path])
            #expect(run.exitCode == 65)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains(reason))
        }
    }

    @Test(
        "What is not a time is refused as the bound of a part of a log",
        arguments: [
            "", "-1", "x", "nan", "1e9", "2023-11-14", "2023-11-14T22:13:24", "22:13:24Z",
            "2023-11-14T22:13:24.Z", "2023-11-14T22:13:24.1234567Z", "2023-13-14T22:13:24Z",
            "2023-02-29T22:13:24Z", "2023-11-14T24:13:24Z", "2023-11-14T22:60:24Z",
        ])
    func refused(_ text: String) async throws {
        for command in ["show", "statistics", "diagram"] {
            let run = try await KnavProcess(["capture", command, "--from=\(text)", path])
            #expect(run.exitCode == 64, "\(command) \(text)")
            #expect(run.errors.contains("'--from' takes a number of seconds"))
        }
        let words = ["capture", "show", "--from", "2", "--to", "1", path]
        #expect(try await KnavProcess(words).exitCode == 64)
    }
}
