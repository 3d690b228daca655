import Foundation
import KomootNavRecording
import RepositorySupport
import Testing

@Suite("What knav says of the handles in a log")
struct CaptureHandleNoteTests {
    private let logs: NotedLogs

    init() throws { logs = try NotedLogs() }

    @Test("Every command names a connection without discovery, and the handle to try")
    func leftOut() async throws {
        let log = try logs.log { logs.writeReconnection(&$0) }
        let commands = [
            ["capture", "show"], ["capture", "show", "--events"], ["capture", "show", "--json"],
            ["capture", "statistics"], ["capture", "diagram"], ["capture", "replay"], ["ride"],
            ["capture", "fixtures"],
        ]
        for words in commands {
            let output = words.last == "fixtures" ? [logs.path("fixtures")] : []
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
        let log = try logs.log { logs.writeReconnection(&$0) }
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
            logs.record(l2cap: [0x04, 18, 0, 18, 0], channel: 4, on: 0x41, isSent: true)
            + logs.record(l2cap: [0x05, 1, 18, 0, 0x00, 0x2A], channel: 4, on: 0x41, isSent: false)
        func discovery(_ handle: UInt16) -> Data {
            var writer = CaptureWriter()
            writer.write(.discovered(handle: handle), connection: 2, at: NotedLogs.start)
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
            let log = try logs.log {
                $0.write(.connected, connection: 1, at: NotedLogs.start)
                $0.write(.discovered(handle: NotedLogs.handle), connection: 1, at: NotedLogs.start)
                logs.read(connection: 1, &$0)
                $0.write(.connected, connection: 2, at: NotedLogs.start)
                if isRead { logs.read(connection: 2, &$0) }
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
        let log = try logs.log { $0.write(.connected, at: NotedLogs.start) }
        let begun = try Data(contentsOf: URL(fileURLWithPath: log))
        var writer = CaptureWriter()
        logs.read(connection: 1, &writer)
        let answered = Data(writer.takeBytes().dropFirst(16))
        // Find Information: the handle is Device Name's.
        let denial =
            logs.record(l2cap: [0x04, 18, 0, 18, 0], channel: 4, on: 0x40, isSent: true)
            + logs.record(l2cap: [0x05, 1, 18, 0, 0x00, 0x2A], channel: 4, on: 0x40, isSent: false)
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
                    words + ["--handle", handle, log] + (isCopy ? [logs.path("out")] : []))
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
        let log = try logs.log {
            $0.write(.connected, connection: 1, at: NotedLogs.start)
            $0.write(.discovered(handle: NotedLogs.handle), connection: 1, at: NotedLogs.start)
            logs.read(connection: 1, &$0)
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: log))
        // An indication of Service Changed, and the handle is read once more.
        bytes += logs.record(l2cap: [0x1D, 8, 0, 1, 0, 40, 0], channel: 4, on: 0x40, isSent: false)
        bytes += logs.record(l2cap: [0x0A, 18, 0], channel: 4, on: 0x40, isSent: true)
        bytes += logs.record(l2cap: [0x0B, 7, 7, 7], channel: 4, on: 0x40, isSent: false)
        // A request for a channel of EATT, and its acceptance.
        let sizes: [UInt8] = [64, 0, 64, 0, 5, 0]
        bytes += logs.record(
            l2cap: [0x17, 5, 10, 0, 0x27, 0] + sizes + [0x40, 0], channel: 5, on: 0x40,
            isSent: true)
        bytes += logs.record(
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

    @Test("A given handle that one of several connections denies is named, by every command")
    func deniedOnOne() async throws {
        let log = try logs.log { writer in
            writer.write(.connected, connection: 1, at: NotedLogs.start)
            logs.read(connection: 1, &writer)
            writer.write(.connected, connection: 2, at: NotedLogs.start)
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: log))
        // Find Information: the handle is Device Name's.
        bytes += logs.record(l2cap: [0x04, 18, 0, 18, 0], channel: 4, on: 0x41, isSent: true)
        bytes += logs.record(
            l2cap: [0x05, 1, 18, 0, 0x00, 0x2A], channel: 4, on: 0x41, isSent: false)
        try bytes.write(to: URL(fileURLWithPath: log))
        for words in [
            ["show"], ["show", "--events"], ["statistics"], ["diagram"], ["replay"], ["redact"],
        ] {
            let out = words == ["redact"] ? [logs.path("out")] : []
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
        let log = try logs.log { writer in
            writer.write(.connected, connection: 1, at: NotedLogs.start)
            writer.write(.discovered(handle: NotedLogs.handle), connection: 1, at: NotedLogs.start)
            logs.read(connection: 1, &writer)
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: log))
        for number in 1...300 {
            let address = [UInt8(number % 256), UInt8(number / 256), 3, 4, 5, 0xC6]
            let handle: [UInt8] = [0x50, 0]
            bytes += logs.record(
                [4, 0x3E, 19, 1, 0] + handle + [0, 1] + address + [24, 0, 0, 0, 72, 0, 0])
            bytes += logs.record(l2cap: [0x0A, 18, 0], channel: 4, on: 0x50, isSent: true)
            bytes += logs.record(l2cap: [0x0B, 7, 7, 7], channel: 4, on: 0x50, isSent: false)
            bytes += logs.record([4, 5, 4, 0] + handle + [0x13])
        }
        try bytes.write(to: URL(fileURLWithPath: log))
        let run = try await KnavProcess(["capture", "show", log])
        let notes = run.errors.split(separator: "\n")
        #expect(notes.count == 257)
        let omission = ": of the connections without discovery, only the first 256 were looked at"
        #expect(notes.last?.hasSuffix(omission) == true)
        let copy = try await KnavProcess([
            "capture", "redact", "--handle", "18", log, logs.path("out"),
        ])
        #expect(copy.exitCode == 65)
        let numbers = "connections 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 290 more"
        #expect(copy.errors.contains("the handle may be another device's on \(numbers); name"))
    }
}
