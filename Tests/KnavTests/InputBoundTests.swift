import Foundation
import RepositorySupport
import Testing

@Suite("knav's input")
struct InputBoundTests {
    private static let maximum = 1 << 20

    @Test(
        "A line of knav's input that is too long is oversized, and the next one is read",
        arguments: [
            (["decode"], "4d00000005a80700004c656e6ec3a9"),
            (["sensor", "decode", "2A37"], "0040"),
            (["watch", "decode"], "DA7ADA7A000000050100000004"),
        ])
    func hexadecimalLines(_ command: [String], _ good: String) async throws {
        let long = String(repeating: "0", count: Self.maximum + 1)
        for lineEnd in ["\n", "\r\n"] {
            let input = "\(long)\(lineEnd)\(good)\(lineEnd)"
            let json = try await KnavProcess(command + ["--json", "-"], input: input)
            #expect(json.exitCode == 65)
            #expect(json.lines.count == 2)
            #expect(
                json.lines.first
                    == "{\"error\":{\"code\":\"oversized\",\"offset\":\(Self.maximum)},\"input\":1}"
            )
        }
        let text = try await KnavProcess(command + ["-"], input: "\(long)\n\(good)")
        #expect(text.exitCode == 65)
        #expect(text.errors.contains("input 1: oversized: a line has at most 1048576 bytes\n"))
        #expect(!text.errors.contains("input 2"))
        let longest = try await KnavProcess(
            command + ["--json", "-"], input: String(long.dropLast()))
        #expect(longest.lines.count == 1 && !longest.output.contains("\"offset\":\(Self.maximum)}"))
    }

    @Test(
        "knav says in the system's words that its input can't be read",
        arguments: [
            ["decode", "-"], ["sensor", "decode", "2A37", "-"], ["watch", "decode", "-"],
            ["conformance", "testee"], ["central", "--stdio"], ["peripheral", "--stdio"],
            ["sensor", "live", "--stdio"],
        ])
    func unreadable(_ command: [String]) async throws {
        let run = try await KnavProcess(command, inputPath: Repository.fixtures.path)
        #expect(run.exitCode == 66)
        let name = command.prefix { $0 != "2A37" && !$0.hasPrefix("-") }.joined(separator: " ")
        #expect(run.errors == "knav \(name): standard input can't be read: Is a directory\n")
        let closed = try await KnavProcess(command, script: "exec \"$0\" \"$@\" <&-")
        #expect(closed.exitCode == 66)
        #expect(
            closed.errors == "knav \(name): standard input can't be read: Bad file descriptor\n")
    }

    @Test(
        "knav leaves the rest undone if its input can't be read further, and its exit code says so")
    func unreadableLater() async throws {
        let decode = try await KnavProcess(
            ["decode", "zz", "-"], inputPath: Repository.fixtures.path)
        #expect(decode.exitCode == 66)
    }

    @Test(
        "knav reads the lines before the one in which its input fails, and not that one's beginning",
        arguments: [
            (["decode"], "4d00000005a80700004c656e6ec3a9", "zz"),
            (["sensor", "decode", "2A37"], "0040", "zz"),
            (["watch", "decode"], "DA7ADA7A000000050100000004", "zz"),
        ])
    func cutLine(_ command: [String], _ good: String, _ bad: String) async throws {
        let name = command.prefix { $0 != "2A37" }.joined(separator: " ")
        let failure = "knav \(name): standard input can't be read: Input/output error\n"
        let cut = try await KnavProcess(
            command + ["--json", "-"],
            inputHandle: PseudoTerminal.pulledOut(after: "\(good)\n\(bad)"))
        #expect(cut.exitCode == 66)
        #expect(cut.lines.count == 1 && !cut.output.contains("error"))
        #expect(cut.errors == failure)
        let whole = try await KnavProcess(
            command + ["--json", "-"],
            inputHandle: PseudoTerminal.pulledOut(after: "\(good)\n\(bad)\n"))
        #expect(whole.lines.count == 2 && whole.output.contains("malformedHex"))
        #expect(whole.errors == failure)
    }

    @Test("knav central drops what came of a line in which its input fails")
    func cutEvent() async throws {
        let cut = try await KnavProcess(
            ["central", "--stdio"], inputHandle: PseudoTerminal.pulledOut(after: "{\"event\":"))
        #expect(cut.exitCode == 66)
        #expect(cut.lines.count == 1)
        let whole = try await KnavProcess(
            ["central", "--stdio"], inputHandle: PseudoTerminal.pulledOut(after: "{\"event\":\n"))
        #expect(whole.lines.count == 2)
    }

    @Test("knav reports a line that is too long without waiting for its end")
    func endlessLine() async throws {
        // The program never sees the end of this input, because the shell's second command keeps it open.
        let script = "{ head -c 2000000 /dev/zero; sleep 30; } | \"$0\" decode -"
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, KnavProcess.executable.path]
        let errors = Pipe()
        process.standardError = errors
        // The program lives until the shell's second command ends, and must not keep the tests' own output open.
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        defer { process.terminate() }
        let (told, time) = try await onOwnThread {
            let start = ContinuousClock.now
            return (errors.fileHandleForReading.availableData, ContinuousClock.now - start)
        }
        #expect(String(decoding: told, as: UTF8.self).contains("input 1: oversized"))
        #expect(time < .seconds(25))
    }

    @Test("The input of knav conformance testee has a bound too")
    func testee() async throws {
        let input = String(repeating: "x", count: Self.maximum + 1)
        let run = try await KnavProcess(["conformance", "testee"], input: input)
        #expect(run.exitCode == 65)
        #expect(
            run.errors
                == "knav conformance testee: line 1: oversized: a line has at most 1048576 bytes\n")
    }

    @Test(
        "knav refuses a file that never ends",
        arguments: [
            (["ride", "/dev/zero"], "oversized: more than 64 MiB"),
            (["campaign", "--seeds", "0..<1", "--failed-seeds", "/dev/zero"], "oversized: "),
            (
                [
                    "conformance", "run", "--expected-failures", "/dev/zero", "--fixtures",
                    Repository.fixtures.path, "--", "true",
                ], "oversized: "
            ),
        ])
    func endlessFile(_ words: [String], _ told: String) async throws {
        let run = try await KnavProcess(words)
        #expect(run.exitCode == 65)
        #expect(run.errors.contains("'/dev/zero': \(told)"))
    }

    @Test("knav ride refuses a ride of too many lines")
    func manyLines() async throws {
        let input = String(repeating: "x\n", count: Self.maximum + 1)
        let run = try await KnavProcess(["ride", "-"], input: input)
        #expect(run.exitCode == 65)
        #expect(run.errors == "knav ride: '-': oversized: more than 1048576 lines\n")
    }

    @Test("knav ride reads a ride from a pipe that has a name")
    func namedPipe() async throws {
        let ride = Repository.cityLoop
        let run = try await KnavProcess([ride], script: "cat \"$1\" | \"$0\" ride /dev/stdin")
        #expect(run.exitCode == 0)
        #expect(run.output.contains("\n52 instructions, "))
    }
}
