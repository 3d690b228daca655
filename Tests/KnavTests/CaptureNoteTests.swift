import Foundation
import KomootNavRecording
import RepositorySupport
import Testing

@Suite("What knav says of a log")
struct CaptureNoteTests {
    private let logs: NotedLogs

    init() throws { logs = try NotedLogs() }

    @Test("Records of another century are counted, whichever command reads the log")
    func oddTimes() async throws {
        let log = try logs.log { writer in
            writer.write(.discovered(handle: NotedLogs.handle), at: .microseconds(-1))
            writer.write(.notified, at: .microseconds(-1))
            writer.write(.notified, at: NotedLogs.start)
        }
        let commands = [
            ["show", log], ["show", "--events", log], ["statistics", log], ["diagram", log],
            ["replay", log], ["redact", log, logs.path("out")],
        ]
        for words in commands {
            let run = try await KnavProcess(["capture"] + words)
            #expect(run.exitCode == 0)
            let count = "[0-9]+ records dated outside of 1970 to 2100\n"
            #expect(try run.errors.contains(Regex(": \(count)$")), "\(run.errors)")
        }
    }

    @Test("A filtered log is told in one sentence, with what to do")
    func filtered() async throws {
        let log = try logs.log { writer in
            writer.write(.connected, at: NotedLogs.start)
            writer.write(.discovered(handle: NotedLogs.handle), at: NotedLogs.start)
            for _ in 0..<9 { logs.read(connection: 1, &writer) }
        }
        // Of each packet of ACL data, Android keeps 9 bytes then.
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: log)))
        var bytes = Array(whole.prefix(16))
        var start = 16
        while start < whole.count {
            let count = Int(whole[start + 6]) << 8 | Int(whole[start + 7])
            let kept = whole[start + 24] == 2 ? min(count, 10) : count
            bytes += whole[start..<(start + 6)] + [0, UInt8(kept)]
            bytes += whole[(start + 8)..<(start + 24 + kept)]
            start += 24 + count
        }
        try Data(bytes).write(to: URL(fileURLWithPath: log))
        let sentence =
            "of [0-9]+ packets the log keeps only the first bytes: on Android, set 'Bluetooth HCI snoop log' to "
            + "'Enabled', not 'Filtered', and switch Bluetooth off and on\n"
        for words in [["capture", "show"], ["capture", "statistics"], ["sensor", "replay"]] {
            let run = try await KnavProcess(words + [log])
            #expect(try run.errors.contains(Regex(sentence)), "\(run.errors)")
            #expect(run.errors.split(separator: "\n").count <= 3, "\(run.errors)")
        }
    }

    @Test(
        "A log that has only its header is told, whichever command reads it",
        arguments: [
            [0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0, 0, 0, 0, 1, 0, 0, 3, 0xEA],
            [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 201, 0, 0, 0],
            [0x0A, 0x0D, 0x0D, 0x0A, 28, 0, 0, 0, 0x4D, 0x3C, 0x2B, 0x1A, 1, 0, 0, 0]
                + [UInt8](repeating: 0xFF, count: 8) + [28, 0, 0, 0],
        ] as [[UInt8]])
    func withoutPackets(_ header: [UInt8]) async throws {
        let log = logs.path("empty")
        try Data(header).write(to: URL(fileURLWithPath: log))
        for words in [
            ["capture", "show"], ["capture", "show", "--events"], ["capture", "statistics"],
            ["capture", "diagram"], ["capture", "judge"], ["capture", "questions"],
            ["capture", "replay"], ["capture", "map"], ["capture", "redact"],
            ["capture", "redact", "--connection", "1"], ["capture", "fixtures"],
            ["sensor", "replay"], ["ride"],
        ] {
            let isCopy = ["redact", "fixtures"].contains { words.contains($0) }
            let run = try await KnavProcess(words + [log] + (isCopy ? [logs.path("out")] : []))
            #expect(run.exitCode == 65 && run.output.isEmpty)
            #expect(
                run.errors.hasSuffix(": '\(log)': no packets found\n"), "\(words) \(run.errors)")
            #expect(!FileManager.default.fileExists(atPath: logs.path("out")))
        }
    }

    @Test("A connection that the log does not have is told, with how many it has")
    func noSuchConnection() async throws {
        let log = try logs.log { logs.writeReconnection(&$0) }
        for words in [
            ["show"], ["show", "--events"], ["statistics"], ["replay"], ["redact"], ["fixtures"],
        ] {
            let out = ["redact", "fixtures"].contains(words[0]) ? [logs.path("out")] : []
            let run = try await KnavProcess(["capture"] + words + ["--connection", "9", log] + out)
            #expect(run.exitCode == 65)
            #expect(
                run.errors.hasSuffix(": there is no connection 9; the log has 2 connections\n"),
                "\(words)")
        }
    }
}
