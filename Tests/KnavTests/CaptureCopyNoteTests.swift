import Foundation
import KomootNavRecording
import RepositorySupport
import Testing

@Suite("What knav says of the copy of a log")
struct CaptureCopyNoteTests {
    private let logs: NotedLogs

    init() throws { logs = try NotedLogs() }

    @Test(
        "knav capture redact copies nothing of another device if damage left the navigation out, and says so"
    )
    func leftOutOfCopy() async throws {
        let log = try logs.log(junk: Data(repeating: 0xEE, count: 400)) { writer in
            logs.read(connection: 1, &writer)
            writer.write(.connected, connection: 2, at: NotedLogs.start)
            logs.read(connection: 2, &writer)
        }
        let words = ["capture", "redact", "--handle", "18"]
        let run = try await KnavProcess(words + [log, logs.path("out")])
        #expect(run.exitCode == 65)
        #expect(!FileManager.default.fileExists(atPath: logs.path("out")))
        #expect(
            run.errors == """
                knav capture redact: '\(log)': connection 1: after damage, what passed at handle \
                18 is left out
                knav capture redact: '\(log)': the handle may be another device's on connection 2; \
                name all connections to copy with '--connection N[,N...]'

                """)
        let chosen = try await KnavProcess(words + ["--connection", "2", log, logs.path("out")])
        #expect(
            chosen.lines == [
                "kept: connection 2 as 1: 1 answer, 0 notifications, handle 18 as given",
                "kept: the streets; '--replace-streets' replaces them",
                "left out: connection 1: after damage, what passed at handle 18 is left out",
            ])
    }

    @Test("knav capture redact asks before it copies what is not an instruction, and warns of it")
    func otherValues() async throws {
        let log = try logs.log { writer in
            writer.write(.connected, at: NotedLogs.start)
            logs.read(Array("Eva".utf8), connection: 1, &writer)
        }
        let words = ["capture", "redact", "--handle", "18"]
        let run = try await KnavProcess(words + [log, logs.path("out")])
        #expect(run.exitCode == 65)
        #expect(
            run.errors.hasSuffix(
                ": what was read at the handle is not an instruction on connection 1; name "
                    + "all connections to copy with '--connection N[,N...]'\n"))
        #expect(!FileManager.default.fileExists(atPath: logs.path("out")))
        let chosen = try await KnavProcess(
            words + ["--replace-streets", "--connection", "1", log, logs.path("out")])
        #expect(chosen.exitCode == 0)
        #expect(
            chosen.lines.last
                == "warning: connection 1: 1 read that is not an instruction; look at the copy")
    }

    @Test("knav capture redact says how a handle is known, and what it drops before a discovery")
    func keptConnections() async throws {
        let log = try logs.log { writer in
            writer.write(.connected, at: NotedLogs.start)
            logs.read(Array("Eva".utf8), connection: 1, &writer)
            writer.write(.discovered(handle: 20), at: NotedLogs.start)
            writer.write(.notified, at: NotedLogs.start)
        }
        let run = try await KnavProcess(
            ["capture", "redact", "--replace-streets", "--handle", "18", log, logs.path("out")])
        #expect(run.exitCode == 0)
        #expect(
            run.lines == [
                "kept: connection 1 as 1: 0 answers, 1 notification, handle 20 as discovered, "
                    + "2 packets before the discovery left out"
            ])
    }
}
