import Foundation
import KomootNavRecording
import RepositorySupport
import Testing

/// Logs of several files.
@Suite("A log of several files")
final class SeveralLogsTests {
    private let folder: URL
    /// The log in one file, and in three, which together are the same.
    private let whole: String
    private let parts: [String]

    init() throws {
        folder = try FileManager.default.makeTemporaryFolder()
        whole = folder.appendingPathComponent("whole").path
        parts = ["btsnoop_hci.log.last", "btsnoop_hci.log", "z.log"].map { [folder] in
            folder.appendingPathComponent($0).path
        }
        var writer = CaptureWriter()
        var part = CaptureWriter()
        let header = part.takeBytes()
        var all = Data(header)
        func write(_ event: CapturedEvent.Kind, _ value: [UInt8] = [], at milliseconds: Int64) {
            let time = CaptureTime.microseconds(1_700_000_000_000_000 + milliseconds * 1000)
            writer.write(event, ContiguousArray(value).span, at: time)
        }
        _ = writer.takeBytes()
        write(.connected, at: 0)
        write(.discovered(handle: CaptureWriter.valueHandle), at: 10)
        for (number, street) in ["Am Park", "Weg", "Hof"].enumerated() {
            let time = Int64(number + 1) * 1000
            write(.requested(offset: 0), at: time)
            // The file ends between the request and the answer.
            let first = Data(writer.takeBytes())
            let old = (try? Data(contentsOf: URL(fileURLWithPath: parts[number]))) ?? Data(header)
            try (old + first).write(to: URL(fileURLWithPath: parts[number]))
            let object = [UInt8(number), 3, 2, 1, 5, 210, 0, 0, 0] + Array(street.utf8)
            write(.chunk(offset: 0), object, at: time + 50)
            let rest = Data(writer.takeBytes())
            let next = parts[min(number + 1, 2)]
            let begun = (try? Data(contentsOf: URL(fileURLWithPath: next))) ?? Data(header)
            try (begun + rest).write(to: URL(fileURLWithPath: next))
            all += first + rest
        }
        try all.write(to: URL(fileURLWithPath: whole))
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    @Test(
        "Each command that reads a log reads several files as one, in any order",
        arguments: [
            ["capture", "show", "--json"], ["capture", "show", "--events"],
            ["capture", "statistics", "--json"], ["capture", "diagram"], ["capture", "replay"],
            ["capture", "judge"],
        ])
    func verbs(_ command: [String]) async throws {
        let one = try await KnavProcess(command + [whole])
        #expect(one.exitCode == 0 && !one.lines.isEmpty)
        let several = try await KnavProcess(command + [parts[2], parts[0], parts[1]])
        #expect(several.output == one.output)
        #expect(several.errors == one.errors)
        #expect(several.exitCode == 0)
    }

    @Test(
        "A file that can't be read is named, and hides no other",
        arguments: [
            ["capture", "show"], ["capture", "show", "--events"], ["capture", "statistics"],
            ["capture", "diagram"], ["capture", "replay"], ["capture", "questions"],
        ])
    func bad(_ command: [String]) async throws {
        try Data("not a log".utf8).write(to: URL(fileURLWithPath: path("bad")))
        let alone = try await KnavProcess(command + [whole])
        #expect(alone.exitCode == 0 && !alone.lines.isEmpty)
        let run = try await KnavProcess(command + [path("bad"), whole, path("none")])
        #expect(run.output == alone.output)
        let name = command.prefix(2).joined(separator: " ")
        let expected =
            "knav \(name): '\(path("bad"))': neither btsnoop, PacketLogger, pcap nor pcapng\n"
            + "knav \(name): '\(path("none"))': can't be read: No such file or directory\n"
        #expect(run.errors == expected + alone.errors)
        #expect(run.exitCode == 65)
        let reversed = try await KnavProcess(command + [path("none"), path("bad"), whole])
        #expect(reversed.exitCode == 66)
        let without = try await KnavProcess(command + [path("none"), path("bad")])
        #expect(without.exitCode == 65 && without.output.isEmpty)
    }

    @Test("What a file that is left out may have had is taken as missing")
    func leftOut() async throws {
        let run = try await KnavProcess(["capture", "show", path("none")] + parts)
        #expect(run.exitCode == 66)
        #expect(run.lines.last?.contains(" 1 instruction, 3 reads, ") == true, "\(run.output)")
        for files in [parts, [whole]] {
            let judged = try await KnavProcess(["capture", "judge", path("none")] + files)
            #expect(judged.lines.count == 3)
            for line in judged.lines.dropFirst() {
                #expect(line.hasPrefix("unknown  "))
                #expect(line.hasSuffix("; but the log lacks packets"))
            }
        }
    }

    @Test(
        "A copy and fixtures are made of all files or of none", arguments: ["redact", "fixtures"])
    func badCopies(_ command: String) async throws {
        let run = try await KnavProcess(
            ["capture", command] + parts + [path("none"), path("out")])
        #expect(run.errors.contains("'\(path("none"))': can't be read: No such file"))
        #expect(run.exitCode == 66 && run.output.isEmpty)
        try Data("not a log".utf8).write(to: URL(fileURLWithPath: path("bad")))
        let bad = "'\(path("bad"))': neither btsnoop, PacketLogger, pcap nor pcapng"
        let none = "'\(path("none"))': can't be read: No such file or directory"
        for (names, lines, exitCode) in [
            (["none", "bad"], [none, bad], 65), (["bad", "none"], [bad, none], 66),
        ] as [([String], [String], Int32)] {
            for others in [[], parts] {
                let run = try await KnavProcess(
                    ["capture", command] + others + names.map(path) + [path("out")])
                let expected = lines.map { "knav capture \(command): \($0)\n" }.joined()
                #expect(run.errors == expected)
                #expect(run.exitCode == exitCode && run.output.isEmpty)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: path("out")))
    }

    @Test("knav capture show names the files of a log in its heading")
    func heading() async throws {
        let run = try await KnavProcess(["capture", "show", parts[1], parts[0], parts[2]])
        #expect(
            run.lines.first == "btsnoop_hci.log, btsnoop_hci.log.last, z.log · 2023-11-14T22:13:20Z"
        )
        #expect(run.lines.last?.contains(" 3 instructions, 3 reads, 0 torn") == true)
    }

    @Test("knav capture redact and fixtures take several files before what they write")
    func copies() async throws {
        let one = try await KnavProcess(["capture", "redact", whole, path("one")])
        let several = try await KnavProcess(
            ["capture", "redact"] + parts.reversed() + [path("several")])
        #expect(one.exitCode == 0 && several.exitCode == 0)
        #expect(several.output == one.output)
        let copies = try ["one", "several"].map {
            try Data(contentsOf: folder.appendingPathComponent($0))
        }
        #expect(copies[0] == copies[1])
        let onto = try await KnavProcess(["capture", "redact"] + parts + [parts[1]])
        #expect(onto.exitCode == 64)
        #expect(onto.errors.contains("log' is given twice") || onto.errors.contains("overwrite"))
        let fixtures = try await KnavProcess(
            ["capture", "fixtures"] + parts.reversed() + [path("made")])
        #expect(fixtures.exitCode == 0)
        #expect(try text("made/reassembly/captured.json").contains("486f66"))
    }

    @Test("knav sensor replay reads several files as one")
    func sensors() async throws {
        var files: [String] = []
        for second in [0, 1] {
            var log = Data("btsnoop\0".utf8) + Data([0, 0, 0, 1, 0, 0, 3, 0xEA])
            for step in 0..<2 {
                let value: [UInt8] = [0x1B, 0x12, 0, 0, UInt8(70 + step)]
                let acl: [UInt8] =
                    [2, 0x40, 0x20, UInt8(value.count + 4), 0, UInt8(value.count), 0, 4, 0]
                let packet = acl + value
                let time =
                    0x00DC_DDB3_0F2F_8000 + UInt64(1_700_000_000 + 2 * second + step) * 1_000_000
                func big(_ number: UInt64, _ count: Int) -> Data {
                    Data(
                        (0..<count).reversed().map {
                            UInt8(truncatingIfNeeded: number >> UInt64(8 * $0))
                        })
                }
                let size = big(UInt64(packet.count), 4)
                log += size + size + big(1, 4) + big(0, 4) + big(time, 8) + Data(packet)
            }
            files.append(path("sensor\(second)"))
            try log.write(to: URL(fileURLWithPath: files[second]))
        }
        let run = try await KnavProcess(
            ["sensor", "replay", "--handle", "18=heart"] + files.reversed())
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output.contains("\n3.000 s, 4 packets, "), "\(run.output)")
    }

    @Test("Files that are not parts of one log are refused by name")
    func refused() async throws {
        try Data("nothing".utf8).write(to: URL(fileURLWithPath: path("bad")))
        let overlapping = [whole, parts[1]]
        for (files, exitCode, words) in [
            (parts + [path("bad")], 65, "'\(path("bad"))': neither btsnoop"),
            (parts + [path("none")], 66, "'\(path("none"))': can't be read: No such file"),
            (parts + [folder.path], 66, "'\(folder.path)': can't be read: Is a directory"),
            (parts + ["/dev/null"], 66, "'/dev/null': must be a file, because it is read twice"),
            (
                overlapping, 65,
                "'\(whole)', '\(parts[1])': not one log, or the clock was set"
            ),
            (parts + [parts[0]], 64, "'\(parts[0])' is given twice"),
            (parts + [folder.path + "/./z.log"], 64, "z.log' is given twice"),
            (parts + ["-"], 64, "'-' can't be one of several files"),
            (["--follow"] + parts, 64, "'--follow' takes one FILE"),
        ] as [([String], Int32, String)] {
            let run = try await KnavProcess(["capture", "show"] + files)
            #expect(run.exitCode == exitCode, "\(files)")
            #expect(run.errors.contains(words), "\(run.errors)")
        }
        let redacted = try await KnavProcess(["capture", "redact"] + overlapping + [path("out")])
        #expect(redacted.exitCode == 65)
        #expect(!FileManager.default.fileExists(atPath: path("out")))
    }

    @Test("Damage is told with the file in which it is, and what is said of the log with all files")
    func damage() async throws {
        let place = URL(fileURLWithPath: parts[1])
        try (Data(contentsOf: place) + Data([1, 2, 3])).write(to: place)
        let run = try await KnavProcess(["capture", "show"] + parts)
        #expect(run.exitCode == 65)
        #expect(run.errors.hasPrefix("knav capture show: '\(parts[1])': at byte "))
        var far = CaptureWriter()
        far.write(.connected, at: .microseconds(1_700_000_199_000_000))
        try Data(far.takeBytes()).write(to: URL(fileURLWithPath: path("far")))
        let pause = try await KnavProcess(["capture", "judge", path("far"), whole])
        #expect(
            pause.errors.hasPrefix(
                "knav capture judge: '\(path("far"))', '\(whole)': one file ends 195 seconds before the next one"
            ))
        // A file may be missing, so nothing is proven by the pause.
        #expect(pause.exitCode == 0)
        #expect(pause.lines[1].hasPrefix("unknown"))
    }
}
