import Foundation
import KomootNav
import KomootNavRecording
import RepositorySupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("knav capture statistics")
final class CaptureStatisticsCommandTests {
    private let folder: URL

    init() throws { folder = try FileManager.default.makeTemporaryFolder() }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private static let first: [UInt8] =
        [1, 3, 2, 1, 5, 210, 0, 0, 0] + Array("Große Weinmeisterstraße".utf8)
    private static let second: [UInt8] = [2, 3, 2, 1, 5, 210, 0, 0, 0] + Array("Hof".utf8)

    /// A connection with two instructions, the second of which is read 500 ms after its notification.
    private func log(_ more: (inout CaptureWriter) -> Void = { _ in }) throws -> String {
        var writer = CaptureWriter()
        let start: Int64 = 1_700_000_000_000_000
        func at(_ milliseconds: Int64) -> CaptureTime { .microseconds(start + milliseconds * 1000) }
        func chunk(_ object: [UInt8], _ offset: Int, _ time: Int64) {
            writer.write(.requested(offset: offset), at: at(time))
            let value = ContiguousArray(object.dropFirst(offset).prefix(22))
            writer.write(.chunk(offset: offset), value.span, at: at(time + 30))
        }
        writer.write(.connected, at: at(0))
        writer.write(.mtuAgreed(23), at: at(10))
        writer.write(.discovered(handle: CaptureWriter.valueHandle), at: at(20))
        writer.write(.notified, ContiguousArray(Self.first.prefix(20)).span, at: at(1000))
        chunk(Self.first, 0, 1100)
        chunk(Self.first, 22, 1150)
        writer.write(.notified, ContiguousArray(Self.second.prefix(20)).span, at: at(9000))
        chunk(Self.second, 0, 9470)
        writer.write(.disconnected(reason: 0x13), at: at(10_000))
        more(&writer)
        try Data(writer.takeBytes()).write(to: URL(fileURLWithPath: path("log")))
        return path("log")
    }

    @Test("knav capture statistics prints a table for each connection")
    func table() async throws {
        let run = try await KnavProcess(["capture", "statistics", try log()])
        #expect(run.exitCode == 0 && run.errors.isEmpty)
        let expected = """
            log · 2023-11-14T22:13:20Z

            connection 1, 0.020 s to 10.000 s, MTU 23, ended with reason 0x13 \
            Remote User Terminated Connection
              2 notifications, 3 requests, 2 reads, 2 instructions, 1 unproven
              no faults
              in seconds and bytes         times       min    median      95 %       max
              notification to object           2     0.180     0.180     0.500     0.500
              request to answer                3     0.030     0.030     0.030     0.030
              between instructions             1     8.320     8.320     8.320     8.320
              gap above 5 s                    1     8.320     8.320     8.320     8.320
              stale time                       1     0.500     0.500     0.500     0.500  sum 0.500
              chunk size                       3        12        12        22        22
                12: 2×, 22: 1×
            btsnoop, H4, 1 connection with navigation

            """
        #expect(run.output == expected)
    }

    @Test(
        "knav capture statistics prints one JSON object for each connection, whose members Docs/Captures.md has"
    )
    func json() async throws {
        let run = try await KnavProcess(["capture", "statistics", "--json", try log()])
        #expect(run.exitCode == 0)
        #expect(run.errors == "btsnoop, H4, 1 connection with navigation\n")
        let found = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let members = try #require(found as? [String: Any])
        #expect(members["mtu"] as? Int == 23 && members["endReason"] as? Int == 0x13)
        #expect(members["start"] as? Double == 0.02 && members["end"] as? Double == 10)
        #expect(members["instructions"] as? Int == 2 && members["torn"] as? Int == 0)
        let stale = try #require(members["staleTime"] as? [String: Double])
        #expect(stale["count"] == 1 && stale["minimum"] == 0.5 && stale["sum"] == 0.5)
        let sizes = try #require(members["chunkSizes"] as? [[String: Int]])
        #expect(sizes == [["bytes": 12, "count": 2], ["bytes": 22, "count": 1]])
        let page = try String(
            contentsOf: Repository.root.appendingPathComponent("Docs/Captures.md"), encoding: .utf8)
        for name in members.keys { #expect(page.contains("`\(name)`"), "\(name)") }
        for name in stale.keys { #expect(page.contains("`\(name)`"), "\(name)") }
    }

    @Test("knav capture statistics draws a picture, whole or not at all")
    func picture() async throws {
        let log = try log()
        let run = try await KnavProcess(["capture", "statistics", "--svg", path("plot.svg"), log])
        #expect(run.exitCode == 0)
        #expect(run.output.contains("stale time"))
        let svg = try Data(contentsOf: URL(fileURLWithPath: path("plot.svg")))
        #expect(XMLParser(data: svg).parse())
        let text = String(decoding: svg, as: UTF8.self)
        #expect(text.contains("<title id=\"title\">") && text.contains("<desc id=\"words\">"))
        #expect(text.contains("stale time: 1×, median 500 ms, 95 % 500 ms"))
        #expect(text.contains("prefers-color-scheme:dark"))
        #expect(text.components(separatedBy: "class=\"bar\"").count > 7)
        #expect(!text.contains("nan") && !text.contains("inf"))
        let lost = try await KnavProcess([
            "capture", "statistics", "--svg", path("none/x.svg"), log,
        ])
        #expect(lost.exitCode == 74)
        let reason = "'\(path("none/x.svg"))' can't be written: No such file or directory\n"
        #expect(lost.errors == "knav capture statistics: \(reason)")
        #expect(try await KnavProcess(["capture", "statistics", "--svg", log, log]).exitCode == 64)
    }

    @Test("knav capture statistics says that the clock went back, and what went wrong")
    func clock() async throws {
        let log = try log { writer in
            let time = 1_700_000_000_000_000 as Int64
            writer.write(.connected, connection: 2, at: .microseconds(time + 20_000_000))
            writer.write(
                .discovered(handle: CaptureWriter.valueHandle), connection: 2,
                at: .microseconds(time + 20_000_000))
            writer.write(
                .requested(offset: 0), connection: 2, at: .microseconds(time + 21_000_000))
            writer.write(
                .failed(offset: 0, .unlikelyError), connection: 2,
                at: .microseconds(time + 18_000_000))
        }
        let run = try await KnavProcess(["capture", "statistics", log])
        #expect(run.exitCode == 0)
        #expect(run.output.contains("  1 refused: 0x0E Unlikely Error\n"))
        #expect(run.output.contains("  the log's clock went back 1 time; what lasted across"))
        #expect(run.lines.last == "btsnoop, H4, 2 connections with navigation")
    }

    @Test(
        "knav capture statistics measures what is whole in a damaged log, and nothing in a log without navigation"
    )
    func badLogs() async throws {
        let whole = try Data(contentsOf: URL(fileURLWithPath: log()))
        let file = URL(fileURLWithPath: path("bad"))
        try whole.dropLast(3).write(to: file)
        let cut = try await KnavProcess(["capture", "statistics", file.path])
        #expect(cut.exitCode == 65)
        #expect(cut.errors.contains("bytes into a record"))
        #expect(cut.output.contains("2 notifications, 3 requests, 2 reads, 2 instructions"))
        #expect(cut.lines.last?.hasSuffix(", 1 damaged place") == true)
        var writer = CaptureWriter()
        writer.write(.connected, at: .microseconds(0))
        try Data(writer.takeBytes()).write(to: file)
        let without = try await KnavProcess(["capture", "statistics", file.path])
        #expect(without.exitCode == 65)
        #expect(without.errors.contains("no navigation traffic found"))
        for bytes in [Data(), Data("hello, this is not a log".utf8)] {
            try bytes.write(to: file)
            let run = try await KnavProcess([
                "capture", "statistics", "--svg", path("no.svg"), file.path,
            ])
            #expect(run.exitCode == 65)
            #expect(!FileManager.default.fileExists(atPath: path("no.svg")))
        }
        #expect(try await KnavProcess(["capture", "statistics", "/nowhere/log"]).exitCode == 66)
    }

    @Test(
        "knav capture statistics reads standard input, and shows what was there when it is interrupted"
    )
    func live() async throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: log()))
        let knav = try LiveKnav(["capture", "statistics", "-"])
        try knav.send(bytes)
        try await Task.sleep(for: .milliseconds(500))
        #expect(knav.isRunning)
        knav.interrupt()
        #expect(try await knav.exitCode() == 130)
        #expect(knav.output.contains("standard input · 2023-11-14T22:13:20Z"))
        #expect(knav.output.contains("2 notifications, 3 requests, 2 reads, 2 instructions"))
    }
}
