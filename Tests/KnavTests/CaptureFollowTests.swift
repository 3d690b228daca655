import Foundation
import KomootNavRecording
import RepositorySupport
import Testing

/// Logs that grow while they are shown.
@Suite("knav capture show of a live log")
final class CaptureFollowTests {
    private let folder: URL
    private let path: String

    init() throws {
        folder = try FileManager.default.makeTemporaryFolder()
        path = folder.appendingPathComponent("log").path
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A log with a connection's beginning, and then each further part with one read.
    private struct Parts {
        private var writer = CaptureWriter()
        private var time: Int64 = 1_700_000_000_000_000
        let beginning: Data

        init() {
            writer.write(.connected, at: .microseconds(time))
            writer.write(
                .discovered(handle: CaptureWriter.valueHandle), at: .microseconds(time))
            beginning = Data(writer.takeBytes())
        }

        mutating func read(_ street: String) -> Data {
            time += 1_000_000
            let object = [4, 3, 2, 1, 5, 210, 0, 0, 0] + Array(street.utf8)
            writer.write(.requested(offset: 0), at: .microseconds(time))
            writer.write(
                .chunk(offset: 0), ContiguousArray(object).span, at: .microseconds(time + 1000))
            return Data(writer.takeBytes())
        }
    }

    private func append(_ bytes: Data) throws {
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: bytes)
        try file.close()
    }

    private func write(_ bytes: Data) throws {
        try bytes.write(to: URL(fileURLWithPath: path))
    }

    @Test(
        "knav capture show --follow shows what is appended, waits for the rest of a record, and ends with Ctrl-C"
    )
    func follow() async throws {
        var parts = Parts()
        try write(parts.beginning)
        let knav = try LiveKnav(["capture", "show", "--events", "--follow", path])
        #expect(try await knav.prints("characteristic found at handle 18"))
        let first = parts.read("Am Park")
        try append(first.prefix(first.count - 5))
        #expect(try await knav.prints("read at 0"))
        #expect(!knav.output.contains("answered"))
        try await Task.sleep(for: .milliseconds(300))
        #expect(knav.isRunning && knav.errors.isEmpty)
        try append(first.suffix(5))
        #expect(try await knav.prints("answered at 0"))
        let next = parts.read("Weg")
        try append(next.dropLast(3))
        // The half record at the end is not damage.
        try await Task.sleep(for: .milliseconds(300))
        knav.interrupt()
        #expect(try await knav.exitCode() == 130)
        #expect(knav.errors.isEmpty)
    }

    @Test(
        "knav capture show --follow prints the summary after Ctrl-C, with the reads that were still open"
    )
    func summary() async throws {
        var parts = Parts()
        try write(parts.beginning + parts.read("Am Park"))
        let knav = try LiveKnav(["capture", "show", "--follow", path])
        #expect(try await knav.prints(" · 2023-11-14T22:13:20Z"))
        try append(parts.read("Weg"))
        #expect(try await knav.prints("Am Park"))
        #expect(!knav.output.contains("Weg"))
        knav.interrupt()
        #expect(try await knav.exitCode() == 130)
        #expect(knav.output.contains("Weg"))
        #expect(knav.output.contains("\nbtsnoop, H4, 2 instructions, 2 reads, "))
    }

    @Test("knav capture replay of standard input ends with Ctrl-C, and replays what came")
    func replay() async throws {
        var parts = Parts()
        let knav = try LiveKnav(["capture", "replay", "-"])
        try knav.send(parts.beginning + parts.read("Am Park") + parts.read("Weg"))
        #expect(try await knav.takesInput())
        knav.interrupt()
        #expect(try await knav.exitCode() == 130)
        #expect(knav.output.contains("Weg"), "\(knav.errors)")
        #expect(knav.output.contains("\n1 instruction, "))
        let empty = try LiveKnav(["capture", "replay", "-"])
        try empty.send(parts.beginning)
        #expect(try await empty.takesInput())
        empty.interrupt()
        #expect(try await empty.exitCode() == 130)
        #expect(empty.errors.contains("no navigation traffic found"))
    }

    /// The end of a pipe whose reader is told that there is nothing yet, instead of waiting.
    private func impatientPipe() -> Pipe {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForReading.fileDescriptor
        let flags = fcntl(descriptor, F_GETFL)
        #expect(fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0)
        return pipe
    }

    @Test(
        "A log comes through a pipe that has a name, or that says that it has nothing yet",
        arguments: ["show", "replay", "statistics", "judge", "diagram"])
    func pipes(_ command: String) async throws {
        var parts = Parts()
        let log = parts.beginning + parts.read("Am Park") + parts.read("Weg")
        let whole = path + ".whole"
        try log.write(to: URL(fileURLWithPath: whole))
        let expected = try await KnavProcess(["capture", command, whole])
        #expect(expected.exitCode == 0)
        func expectSame(_ run: KnavProcess, _ name: String) {
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(run.output == expected.output.replacing("log.whole", with: name))
        }
        let script =
            "mkfifo '\(path)'; (exec > '\(path)'; sleep 0.3; head -c 100 '\(whole)'; sleep 0.3; "
            + "tail -c +101 '\(whole)') & \"$0\" \"$@\""
        expectSame(try await KnavProcess(["capture", command, path], script: script), "log")
        let pipe = impatientPipe()
        async let run = KnavProcess(
            ["capture", command, "-"], inputHandle: pipe.fileHandleForReading)
        try await Task.sleep(for: .milliseconds(400))
        try pipe.fileHandleForWriting.write(contentsOf: log)
        try pipe.fileHandleForWriting.close()
        expectSame(try await run, "standard input")
    }

    @Test("knav ride waits for a ride file in a pipe that says that it has nothing yet")
    func ride() async throws {
        let pipe = impatientPipe()
        async let run = KnavProcess(["ride", "-"], inputHandle: pipe.fileHandleForReading)
        try await Task.sleep(for: .milliseconds(400))
        try pipe.fileHandleForWriting.write(
            contentsOf: Data(contentsOf: URL(fileURLWithPath: Repository.cityLoop)))
        try pipe.fileHandleForWriting.close()
        let ended = try await run
        #expect(ended.exitCode == 0)
        #expect(ended.output.contains("\n52 instructions, "))
    }

    @Test(
        "knav capture show --follow waits for a file that is still empty, and says so if nothing came"
    )
    func empty() async throws {
        var parts = Parts()
        try write(Data())
        let knav = try LiveKnav(["capture", "show", "--follow", path])
        try await Task.sleep(for: .milliseconds(300))
        #expect(knav.isRunning)
        knav.interrupt()
        #expect(try await knav.exitCode() == 130)
        #expect(knav.errors.contains("no packets found"))
        let other = try LiveKnav(["capture", "show", "--follow", path])
        try append(parts.beginning + parts.read("Am Park") + parts.read("Weg"))
        #expect(try await other.prints("Am Park"))
    }

    @Test(
        "knav capture show --follow ends when the file is cut, replaced or removed, and says which")
    func ends() async throws {
        for (name, exitCode, words) in [
            ("cut", 65, "became shorter"), ("replaced", 0, "another file has this name"),
            ("removed", 0, "was removed"),
        ] as [(String, Int32, String)] {
            var parts = Parts()
            try write(parts.beginning + parts.read("Am Park") + parts.read("Weg"))
            let knav = try LiveKnav(["capture", "show", "--follow", path])
            #expect(try await knav.prints("Am Park"))
            switch name {
            case "cut":
                let result = unsafe truncate(path, 20)
                #expect(result == 0)
            case "replaced":
                let other = folder.appendingPathComponent("other").path
                try parts.beginning.write(to: URL(fileURLWithPath: other))
                let result = unsafe rename(other, path)
                #expect(result == 0)
            default: try FileManager.default.removeItem(atPath: path)
            }
            #expect(try await knav.exitCode() == exitCode, "\(name)")
            #expect(knav.errors.contains(words), "\(name): \(knav.errors)")
            #expect(knav.output.contains("2 instructions, 2 reads"), "\(name)")
        }
    }

    @Test("knav capture show - shows what comes through a pipe, as it comes, to its end")
    func pipe() async throws {
        var parts = Parts()
        let knav = try LiveKnav(["capture", "show", "-"])
        try knav.send(parts.beginning)
        #expect(try await knav.prints("standard input · 2023-11-14T22:13:20Z"))
        let first = parts.read("Am Park")
        for byte in first { try knav.send([byte]) }
        try knav.send(parts.read("Weg"))
        #expect(try await knav.prints("Am Park"))
        #expect(knav.isRunning)
        try knav.endInput()
        #expect(try await knav.exitCode() == 0)
        #expect(knav.output.contains("\nbtsnoop, H4, 2 instructions, 2 reads, "))
    }

    @Test(
        "knav capture show --follow prints the summary if it is interrupted twice at once, as timeout does"
    )
    func interruptedTwice() async throws {
        var parts = Parts()
        try write(parts.beginning + parts.read("Am Park"))
        for _ in 0..<5 {
            let knav = try LiveKnav(["capture", "show", "--follow", path])
            #expect(try await knav.prints(" · 2023-11-14T22:13:20Z"))
            knav.interruptTwice()
            #expect(try await knav.exitCode() == 130)
            #expect(knav.output.contains("\nbtsnoop, H4, 1 instruction, 1 read, "))
        }
    }

    @Test(
        "knav capture show - takes half a record at the end for damage, but not if it is interrupted"
    )
    func cutPipe() async throws {
        var parts = Parts()
        let bytes = parts.beginning + parts.read("Am Park").dropLast(2)
        let ended = try LiveKnav(["capture", "show", "-"])
        try ended.send(bytes)
        try ended.endInput()
        #expect(try await ended.exitCode() == 65)
        #expect(ended.errors.contains("'-': at byte ") && ended.errors.contains("into a record"))
        let interrupted = try LiveKnav(["capture", "show", "-"])
        try interrupted.send(bytes)
        #expect(try await interrupted.prints(" · 2023"))
        interrupted.interrupt()
        #expect(try await interrupted.exitCode() == 130)
        #expect(interrupted.errors.isEmpty)
        #expect(
            interrupted.output.contains("0 instructions, 1 read, 0 torn, 0 unproven, 1 unfinished"))
    }

    @Test("knav capture show of a live log ends when nobody reads the output any more")
    func closedOutput() async throws {
        var parts = Parts()
        try write(parts.beginning + parts.read("Am Park") + parts.read("Weg"))
        let log = path
        let knav = KnavProcess.executable.path
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        // Nothing more is written to the log, so the program must notice by itself.
        shell.arguments = ["-c", "\"$0\" capture show --follow \"$1\" | head -n 1", knav, log]
        shell.standardOutput = FileHandle.nullDevice
        shell.standardInput = FileHandle.nullDevice
        try shell.run()
        for _ in 0..<600 where shell.isRunning { try await Task.sleep(for: .milliseconds(50)) }
        #expect(!shell.isRunning)
        if shell.isRunning { shell.terminate() }
    }

    @Test("knav capture redact does not copy '-', because a copy needs to read twice")
    func copied() async throws {
        let run = try await KnavProcess(["capture", "redact", "-", path])
        #expect(run.exitCode == 66)
        #expect(run.errors.contains("read twice"))
    }
}
