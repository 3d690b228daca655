import Foundation
import KomootNavRecording
import RepositorySupport
import Testing

@Suite("What knav says of a log")
final class CaptureNoteTests {
    private let folder: URL

    init() throws { folder = try FileManager.default.makeTemporaryFolder() }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private static let start = CaptureTime.microseconds(1_700_000_000_000_000)
    private static let handle = CaptureWriter.valueHandle

    /// Writes a log into a file, with other bytes after its header, if there are any.
    private func log(
        junk: Data = Data(), _ fill: (inout CaptureWriter) -> Void
    ) throws -> String {
        var writer = CaptureWriter()
        fill(&writer)
        let headerSize = 16
        let bytes = Data(writer.takeBytes())
        let file = bytes.prefix(headerSize) + junk + bytes.dropFirst(headerSize)
        try file.write(to: URL(fileURLWithPath: path("log")))
        return path("log")
    }

    /// A packet in H4 as a record of btsnoop, at the log's start.
    private func record(_ packet: [UInt8], isSent: Bool = false) -> Data {
        func big(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
        }
        let size = big(UInt64(packet.count), 4)
        let flags = big((isSent ? 0 : 1) | (packet[0] == 4 ? 2 : 0), 4)
        let time = UInt64(Self.start.microsecondsSince1970) + 0x00DC_DDB3_0F2F_8000
        return Data(size + size + flags + big(0, 4) + big(time, 8) + packet)
    }

    /// An L2CAP packet as a record, on a connection.
    private func record(
        l2cap payload: [UInt8], channel: UInt8, on connection: UInt8, isSent: Bool
    ) -> Data {
        let size = UInt8(payload.count)
        return record(
            [2, connection, isSent ? 0 : 0x20, size + 4, 0, size, 0, channel, 0] + payload,
            isSent: isSent)
    }

    /// Writes a read with one answer.
    private func read(
        _ value: [UInt8] = CaptureCommandTests.object, connection: Int,
        _ writer: inout CaptureWriter
    ) {
        writer.write(.requested(offset: 0), connection: connection, at: Self.start)
        writer.write(
            .chunk(offset: 0), ContiguousArray(value).span, connection: connection,
            at: Self.start)
    }

    /// Writes a connection with a discovery and a read, and one with a read alone.
    private func writeReconnection(_ writer: inout CaptureWriter) {
        for connection in 1...2 {
            writer.write(.connected, connection: connection, at: Self.start)
            if connection == 1 {
                writer.write(.discovered(handle: Self.handle), connection: 1, at: Self.start)
            }
            read(connection: connection, &writer)
            writer.write(.disconnected(reason: 0x13), connection: connection, at: Self.start)
        }
    }

    @Test("Every command names a connection without discovery, and the handle to try")
    func leftOut() async throws {
        let log = try log { writeReconnection(&$0) }
        let commands = [
            ["capture", "show"], ["capture", "show", "--events"], ["capture", "show", "--json"],
            ["capture", "statistics"], ["capture", "diagram"], ["capture", "replay"], ["ride"],
            ["capture", "fixtures"],
        ]
        for words in commands {
            let output = words.last == "fixtures" ? [path("fixtures")] : []
            let run = try await KnavProcess(words + [log] + output)
            #expect(run.exitCode == 0)
            let name = words.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
            let note =
                "knav \(name): '\(log)': connection 2 shows no discovery; the handle of "
                + "connection 1 was 18: try '--handle 18'\n"
            #expect(run.errors.hasPrefix(note), "\(words): \(run.errors)")
            let told = try await KnavProcess(words + ["--handle", "18", log] + output)
            #expect(!told.errors.contains("no discovery"))
        }
    }

    @Test("A handle that is used because the device is the same is named, with its connection")
    func remembered() async throws {
        let log = try log { writeReconnection(&$0) }
        let bytes = try Data(contentsOf: URL(fileURLWithPath: log))
        try ofOneDevice(bytes).write(to: URL(fileURLWithPath: log))
        for words in [["show"], ["show", "--events"], ["statistics"], ["diagram"], ["replay"]] {
            let run = try await KnavProcess(["capture"] + words + [log])
            #expect(
                run.errors
                    == "knav capture \(words[0]): '\(log)': connection 2 shows no discovery; it "
                    + "has the address of connection 1, and is read with its handle 18\n")
        }
        let run = try await KnavProcess(["capture", "show", log])
        #expect(run.lines.last?.contains(" 2 instructions, ") == true)
    }

    /// A log whose connections have the same address.
    private func ofOneDevice(_ log: Data) -> Data {
        var bytes = log
        // LE Connection Complete, and where its address is.
        let event = Data([0x04, 0x3E, 19, 0x01, 0x00])
        var rest = bytes.startIndex..<bytes.endIndex
        while let found = bytes.range(of: event, in: rest) {
            bytes.replaceSubrange(found.lowerBound + 9..<found.lowerBound + 15, with: 1...6)
            rest = found.upperBound..<bytes.endIndex
        }
        return bytes
    }

    @Test("Of a connection with a remembered handle, knav says only what holds")
    func rememberedInPart() async throws {
        // Find Information: the handle is Device Name's.
        let another =
            record(l2cap: [0x04, 18, 0, 18, 0], channel: 4, on: 0x41, isSent: true)
            + record(l2cap: [0x05, 1, 18, 0, 0x00, 0x2A], channel: 4, on: 0x41, isSent: false)
        func discovery(_ handle: UInt16) -> Data {
            var writer = CaptureWriter()
            writer.write(.discovered(handle: handle), connection: 2, at: Self.start)
            return Data(writer.takeBytes().dropFirst(16))
        }
        let address = "has the address of connection 1, and is read with its handle 18"
        let denied = "until the log shows that this is not navigation's"
        let cases: [(isRead: Bool, rest: Data, note: String?)] = [
            (false, Data(), nil), (false, another, nil), (false, discovery(45), nil),
            (true, Data(), "connection 2 shows no discovery; it \(address)"),
            (true, another, "connection 2 shows no discovery; it \(address) \(denied)"),
            (true, discovery(18), "connection 2 \(address) until the discovery"),
            // This begins with the service, which is elsewhere.
            (true, discovery(45), "connection 2 \(address) \(denied)"),
            (true, another + discovery(45), "connection 2 \(address) \(denied)"),
        ]
        for (isRead, rest, note) in cases {
            let log = try log {
                $0.write(.connected, connection: 1, at: Self.start)
                $0.write(.discovered(handle: Self.handle), connection: 1, at: Self.start)
                read(connection: 1, &$0)
                $0.write(.connected, connection: 2, at: Self.start)
                if isRead { read(connection: 2, &$0) }
            }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: log)) + rest
            try ofOneDevice(bytes).write(to: URL(fileURLWithPath: log))
            let run = try await KnavProcess(["capture", "show", log])
            #expect(run.exitCode == 0)
            #expect(
                run.errors == (note.map { "knav capture show: '\(log)': \($0)\n" } ?? ""))
        }
    }

    @Test("A handle that was given is not suggested if the log shows that it is something else's")
    func deniedHandle() async throws {
        let log = try log { $0.write(.connected, at: Self.start) }
        let begun = try Data(contentsOf: URL(fileURLWithPath: log))
        var writer = CaptureWriter()
        read(connection: 1, &writer)
        let answered = Data(writer.takeBytes().dropFirst(16))
        // Find Information: the handle is Device Name's.
        let denial =
            record(l2cap: [0x04, 18, 0, 18, 0], channel: 4, on: 0x40, isSent: true)
            + record(l2cap: [0x05, 1, 18, 0, 0x00, 0x2A], channel: 4, on: 0x40, isSent: false)
        // If that comes after the read, only a copy can do without it.
        let (early, late) = (begun + denial + answered, begun + answered + denial)
        let commands = [
            ["capture", "show"], ["capture", "show", "--events"], ["capture", "statistics"],
            ["capture", "diagram"], ["capture", "replay"], ["capture", "fixtures"],
            ["capture", "redact"],
        ]
        for words in commands {
            let isCopy = ["redact", "fixtures"].contains(words.last)
            for (file, handle, isDenied) in [
                (early, "18", true), (early, "19", false), (late, "18", true),
            ] where file == early || words.last == "redact" {
                try file.write(to: URL(fileURLWithPath: log))
                let run = try await KnavProcess(
                    words + ["--handle", handle, log] + (isCopy ? [path("out")] : []))
                #expect(run.exitCode == 65, "\(words)")
                let reason =
                    isDenied
                    ? "the log shows that handle 18 is not navigation's"
                    : "nothing was read or notified at handle 19"
                #expect(
                    run.errors.hasSuffix(": no navigation traffic found; \(reason)\n"),
                    "\(words): \(run.errors)")
            }
        }
    }

    @Test("Changed services, and channels that are not read, are named")
    func changes() async throws {
        let log = try log {
            $0.write(.connected, connection: 1, at: Self.start)
            $0.write(.discovered(handle: Self.handle), connection: 1, at: Self.start)
            read(connection: 1, &$0)
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: log))
        // An indication of Service Changed, and the handle is read once more.
        bytes += record(l2cap: [0x1D, 8, 0, 1, 0, 40, 0], channel: 4, on: 0x40, isSent: false)
        bytes += record(l2cap: [0x0A, 18, 0], channel: 4, on: 0x40, isSent: true)
        bytes += record(l2cap: [0x0B, 7, 7, 7], channel: 4, on: 0x40, isSent: false)
        // A request for a channel of EATT, and its acceptance.
        let sizes: [UInt8] = [64, 0, 64, 0, 5, 0]
        bytes += record(
            l2cap: [0x17, 5, 10, 0, 0x27, 0] + sizes + [0x40, 0], channel: 5, on: 0x40,
            isSent: true)
        bytes += record(
            l2cap: [0x18, 5, 10, 0] + sizes + [0, 0, 0x41, 0], channel: 5, on: 0x40,
            isSent: false)
        try bytes.write(to: URL(fileURLWithPath: log))
        let run = try await KnavProcess(["capture", "show", log])
        #expect(run.exitCode == 0)
        #expect(run.lines.last?.contains(" 1 instruction, 1 read, ") == true)
        #expect(
            run.errors == """
                knav capture show: '\(log)': connection 1: the services at handle 18 changed, and \
                no discovery follows; what passed there later is left out
                knav capture show: '\(log)': connection 1 opened enhanced channels for ATT (EATT), \
                which are not read

                """)
    }

    @Test("Records of another century are counted, whichever command reads the log")
    func oddTimes() async throws {
        let log = try log { writer in
            writer.write(.discovered(handle: Self.handle), at: .microseconds(-1))
            writer.write(.notified, at: .microseconds(-1))
            writer.write(.notified, at: Self.start)
        }
        let commands = [
            ["show", log], ["show", "--events", log], ["statistics", log], ["diagram", log],
            ["replay", log], ["redact", log, path("out")],
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
        let log = try log { writer in
            writer.write(.connected, at: Self.start)
            writer.write(.discovered(handle: Self.handle), at: Self.start)
            for _ in 0..<9 { read(connection: 1, &writer) }
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

    @Test("A given handle that one of several connections denies is named, by every command")
    func deniedOnOne() async throws {
        let log = try log { writer in
            writer.write(.connected, connection: 1, at: Self.start)
            read(connection: 1, &writer)
            writer.write(.connected, connection: 2, at: Self.start)
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: log))
        // Find Information: the handle is Device Name's.
        bytes += record(l2cap: [0x04, 18, 0, 18, 0], channel: 4, on: 0x41, isSent: true)
        bytes += record(l2cap: [0x05, 1, 18, 0, 0x00, 0x2A], channel: 4, on: 0x41, isSent: false)
        try bytes.write(to: URL(fileURLWithPath: log))
        for words in [
            ["show"], ["show", "--events"], ["statistics"], ["diagram"], ["replay"], ["redact"],
        ] {
            let out = words == ["redact"] ? [path("out")] : []
            let run = try await KnavProcess(["capture"] + words + ["--handle", "18", log] + out)
            #expect(run.exitCode == 0)
            #expect(
                run.errors
                    == "knav capture \(words[0]): '\(log)': connection 2 shows that handle 18 is "
                    + "not navigation's\n")
        }
    }

    @Test("knav says so when it looks at only the first 256 connections without discovery")
    func countless() async throws {
        let log = try log { writer in
            writer.write(.connected, connection: 1, at: Self.start)
            writer.write(.discovered(handle: Self.handle), connection: 1, at: Self.start)
            read(connection: 1, &writer)
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: log))
        for number in 1...300 {
            let address = [UInt8(number % 256), UInt8(number / 256), 3, 4, 5, 0xC6]
            let handle: [UInt8] = [0x50, 0]
            bytes += record(
                [4, 0x3E, 19, 1, 0] + handle + [0, 1] + address + [24, 0, 0, 0, 72, 0, 0])
            bytes += record(l2cap: [0x0A, 18, 0], channel: 4, on: 0x50, isSent: true)
            bytes += record(l2cap: [0x0B, 7, 7, 7], channel: 4, on: 0x50, isSent: false)
            bytes += record([4, 5, 4, 0] + handle + [0x13])
        }
        try bytes.write(to: URL(fileURLWithPath: log))
        let run = try await KnavProcess(["capture", "show", log])
        let notes = run.errors.split(separator: "\n")
        #expect(notes.count == 257)
        let omission = ": of the connections without discovery, only the first 256 were looked at"
        #expect(notes.last?.hasSuffix(omission) == true)
        let copy = try await KnavProcess(["capture", "redact", "--handle", "18", log, path("out")])
        #expect(copy.exitCode == 65)
        let numbers = "connections 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 290 more"
        #expect(copy.errors.contains("the handle may be another device's on \(numbers); name"))
    }

    @Test("A connection that the log does not have is told, with how many it has")
    func noSuchConnection() async throws {
        let log = try log { writeReconnection(&$0) }
        for words in [
            ["show"], ["show", "--events"], ["statistics"], ["replay"], ["redact"], ["fixtures"],
        ] {
            let out = ["redact", "fixtures"].contains(words[0]) ? [path("out")] : []
            let run = try await KnavProcess(["capture"] + words + ["--connection", "9", log] + out)
            #expect(run.exitCode == 65)
            #expect(
                run.errors.hasSuffix(": there is no connection 9; the log has 2 connections\n"),
                "\(words)")
        }
    }

    @Test(
        "knav capture redact copies nothing of another device if damage left the navigation out, and says so"
    )
    func leftOutOfCopy() async throws {
        let log = try log(junk: Data(repeating: 0xEE, count: 400)) { writer in
            read(connection: 1, &writer)
            writer.write(.connected, connection: 2, at: Self.start)
            read(connection: 2, &writer)
        }
        let words = ["capture", "redact", "--handle", "18"]
        let run = try await KnavProcess(words + [log, path("out")])
        #expect(run.exitCode == 65)
        #expect(!FileManager.default.fileExists(atPath: path("out")))
        #expect(
            run.errors == """
                knav capture redact: '\(log)': connection 1: after damage, what passed at handle \
                18 is left out
                knav capture redact: '\(log)': the handle may be another device's on connection 2; \
                name all connections to copy with '--connection N[,N...]'

                """)
        let chosen = try await KnavProcess(words + ["--connection", "2", log, path("out")])
        #expect(
            chosen.lines == [
                "kept: connection 2 as 1: 1 answer, 0 notifications, handle 18 as given",
                "left out: connection 1: after damage, what passed at handle 18 is left out",
            ])
    }

    @Test("knav capture redact asks before it copies what is not an instruction, and warns of it")
    func otherValues() async throws {
        let log = try log { writer in
            writer.write(.connected, at: Self.start)
            read(Array("Eva".utf8), connection: 1, &writer)
        }
        let words = ["capture", "redact", "--handle", "18"]
        let run = try await KnavProcess(words + [log, path("out")])
        #expect(run.exitCode == 65)
        #expect(
            run.errors.hasSuffix(
                ": what was read at the handle is not an instruction on connection 1; name "
                    + "all connections to copy with '--connection N[,N...]'\n"))
        #expect(!FileManager.default.fileExists(atPath: path("out")))
        let chosen = try await KnavProcess(words + ["--connection", "1", log, path("out")])
        #expect(chosen.exitCode == 0)
        #expect(
            chosen.lines.last
                == "warning: connection 1: 1 read that is not an instruction; look at the copy")
    }

    @Test("knav capture redact says how a handle is known, and what it drops before a discovery")
    func keptConnections() async throws {
        let log = try log { writer in
            writer.write(.connected, at: Self.start)
            read(Array("Eva".utf8), connection: 1, &writer)
            writer.write(.discovered(handle: 20), at: Self.start)
            writer.write(.notified, at: Self.start)
        }
        let run = try await KnavProcess(
            ["capture", "redact", "--handle", "18", log, path("out")])
        #expect(run.exitCode == 0)
        #expect(
            run.lines == [
                "kept: connection 1 as 1: 0 answers, 1 notification, handle 20 as discovered, "
                    + "2 packets before the discovery left out"
            ])
    }
}
