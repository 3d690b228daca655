import Foundation
import KomootNavRecording
import RepositorySupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// Copies, replays, charts and fixtures of captures.
@Suite("knav capture")
final class CaptureToolTests {
    private let folder: URL
    private let log: String

    init() async throws {
        folder = try FileManager.default.makeTemporaryFolder()
        log = folder.appendingPathComponent("ride.btsnoop").path
        let ride = Repository.cityLoop
        let run = try await KnavProcess(
            ["ride", "--profile", "ios", "--mtu", "50", "--record", log, ride])
        try #require(run.exitCode == 0)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    /// What a log shows of what is copied, without times, because a copied connection begins with its first traffic.
    private func events(_ log: String) async throws -> [String] {
        try await KnavProcess(["capture", "show", "--events", "--json", log]).lines
            .filter { !$0.contains(#""event":"subscribed""#) }
            .map { line in
                line.split(separator: ",").filter { !$0.contains("microseconds") }
                    .joined(separator: ",")
            }
    }

    /// A log of this many connections without discovery, each with a notification.
    private func undiscovered(_ count: Int) throws -> String {
        var writer = CaptureWriter()
        for connection in 1...count {
            writer.write(.connected, connection: connection, at: .microseconds(0))
            let value = ContiguousArray<UInt8>([UInt8(connection), 2, 3, 4])
            writer.write(.notified, value.span, connection: connection, at: .microseconds(1))
        }
        let file = path("undiscovered\(count)")
        try Data(writer.takeBytes()).write(to: URL(fileURLWithPath: file))
        return file
    }

    @Test("knav capture redact copies the exchange, and replaces streets if asked to")
    func redact() async throws {
        #expect(try await KnavProcess(["capture", "redact", log, path("a")]).exitCode == 0)
        #expect(try await events(path("a")) == events(log))
        let words = ["capture", "redact", "--replace-streets", log, path("b")]
        #expect(try await KnavProcess(words).exitCode == 0)
        #expect(try await events(path("b")).count == events(log).count)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path("b")))
        #expect(bytes.range(of: Data("Marktplatz".utf8)) == nil)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: path("a"))).range(
                of: Data("Marktplatz".utf8)) != nil)
    }

    @Test(
        "knav capture fixtures refuses a log if the library delivers what the log shows to be torn")
    func tornFixtures() async throws {
        let head: [UInt8] = [1, 2, 3, 4, 2, 100, 0, 0, 0]
        let one = ContiguousArray(head + Array("Am Park und weiter".utf8))
        var writer = CaptureWriter()
        writer.write(.discovered(handle: CaptureWriter.valueHandle), at: .microseconds(0))
        writer.write(.requested(offset: 0), at: .microseconds(1000))
        writer.write(.chunk(offset: 0), one.span.extracting(..<22), at: .microseconds(2000))
        let other: ContiguousArray<UInt8> = [2, 2, 3, 4]
        writer.write(.notified, other.span, at: .microseconds(2500))
        writer.write(.requested(offset: 22), at: .microseconds(3000))
        let end = ContiguousArray("of".utf8)
        writer.write(.chunk(offset: 22), end.span, at: .microseconds(4000))
        // This is too late to prove anything, but the object is another one.
        for time: Int64 in [1_000_000, 2_000_000] {
            writer.write(.requested(offset: 0), at: .microseconds(time))
            writer.write(
                .chunk(offset: 0), one.span.extracting(..<22), at: .microseconds(time + 1000))
            writer.write(.requested(offset: 22), at: .microseconds(time + 2000))
            writer.write(
                .chunk(offset: 22), one.span.extracting(22...), at: .microseconds(time + 3000))
        }
        try Data(writer.takeBytes()).write(to: URL(fileURLWithPath: path("torn")))
        let run = try await KnavProcess(["capture", "fixtures", path("torn"), path("f")])
        #expect(run.exitCode == 1)
        #expect(run.errors.contains("disagree"))
    }

    @Test("knav capture redact writes nothing if it is in doubt or can't write")
    func redactRefused() async throws {
        let one = try undiscovered(1)
        let two = try undiscovered(2)
        let before = try files
        let out = path("out")
        func exitCode(_ words: [String]) async throws -> Int32 {
            try await KnavProcess(["capture", "redact"] + words).exitCode
        }
        #expect(try await exitCode([one, out]) == 65)
        #expect(try await exitCode(["--handle", "18", two, out]) == 65)
        #expect(try await exitCode(["--handle", "18", "--connection", "2,3", two, out]) == 65)
        for numbers in ["0", "1,", ",", "", "1;2", "-1", "+1"] {
            #expect(
                try await exitCode(["--handle", "18", "--connection", numbers, two, out]) == 64)
        }
        #expect(try await exitCode(["/none", out]) == 66)
        #expect(try await exitCode(["/dev/null", out]) == 66)
        #expect(try await exitCode([log, log]) == 64)
        #expect(try await exitCode([log, path("none/out")]) == 74)
        #expect(try files == before)
        #expect(try await exitCode(["--handle", "18", one, out]) == 0)
        #expect(
            try await exitCode(["--handle", "18", "--connection", "2", two, path("out2")]) == 0)
        let kept = try await KnavProcess(["capture", "show", "--events", path("out2")])
        #expect(kept.lines.last?.hasSuffix("#1  notified  02020304") == true)
        let told = try await KnavProcess(
            ["capture", "redact", "--handle", "18", "--connection", "2", two, path("out3")])
        #expect(
            told.lines == [
                "kept: connection 2 as 1: 0 answers, 1 notification, handle 18 as given",
                "warning: connection 2: no whole instruction shows that the handle is navigation's",
                "kept: the streets; '--replace-streets' replaces them",
                "left out: 1 other connection",
            ])
        let both = try await KnavProcess(
            ["capture", "redact", "--handle", "18", "--connection", "2,1", two, path("out4")])
        #expect(both.exitCode == 0)
        #expect(both.lines.filter { $0.hasPrefix("kept: connection") }.count == 2)
        let keptBoth = try await KnavProcess(["capture", "show", "--events", path("out4")])
        #expect(keptBoth.lines.filter { $0.contains("  notified  ") }.count == 2)
        let whole = try Data(contentsOf: URL(fileURLWithPath: log))
        try whole.dropLast(3).write(to: URL(fileURLWithPath: path("cut")))
        let damaged = try await KnavProcess(["capture", "redact", path("cut"), path("cut2")])
        #expect(damaged.exitCode == 65)
        // The log is read twice, and its damage is reported once.
        #expect(damaged.errors.split(separator: "\n").count == 1)
        // A log may have the name that another log's unfinished copy would have.
        try FileManager.default.copyItem(atPath: log, toPath: out + "5.part")
        #expect(try await exitCode([out + "5.part", out + "5"]) == 0)
        #expect(try await events(out + "5.part") == events(log))
        #expect(try await events(out + "5") == events(log))
    }

    @Test(
        "knav capture redact leaves a file that exists as it is: the name of the copy may be forgotten"
    )
    func redactForgotten() async throws {
        let forgotten = path("ride.btsnoop.last")
        try Data("a log".utf8).write(to: URL(fileURLWithPath: forgotten))
        let before = try files
        let run = try await KnavProcess(["capture", "redact", log, forgotten])
        #expect(run.exitCode == 74)
        #expect(
            run.errors
                == "knav capture redact: '\(forgotten)' can't be written: File exists\n")
        #expect(try Data(contentsOf: URL(fileURLWithPath: forgotten)) == Data("a log".utf8))
        #expect(try files == before)
    }

    @Test("knav capture replay has a session read the ride again, in a log or in a ride file")
    func replay() async throws {
        let ride = Repository.cityLoop
        let trace = path("trace")
        for file in [log, ride] {
            let run = try await KnavProcess(["capture", "replay", "--trace", trace, file])
            #expect(run.exitCode == 0)
            #expect(run.lines.last?.hasPrefix("52 instructions, ") == true)
            #expect(run.lines.first == "    0.000 s  searching")
            let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
            let events = lines.filter { $0.contains(#""event":"#) }
            let again = try await KnavProcess(
                ["central", "--stdio", "--clock", "given"],
                input: events.joined(separator: "\n") + "\n")
            #expect(again.lines == lines.filter { !events.contains($0) })
        }
        let json = try await KnavProcess(["capture", "replay", "--json", "--speed", "10000", log])
        #expect(json.lines.contains { $0.contains(#""extent":"whole""#) })
        #expect(json.lines.contains { $0.contains(#""status":"navigating""#) })
        #expect(try await KnavProcess(["capture", "replay", "/none"]).exitCode == 66)
        let readme = Repository.root.appendingPathComponent("README.md").path
        #expect(try await KnavProcess(["capture", "replay", readme]).exitCode == 65)
        #expect(
            try await KnavProcess(["capture", "replay", "--realtime", "--speed", "2", log]).exitCode
                == 64)
    }

    @Test("No command of knav overwrites what it reads, or existing fixtures")
    func overwriting() async throws {
        let before = try Data(contentsOf: URL(fileURLWithPath: log))
        let link = path("link")
        try FileManager.default.linkItem(atPath: log, toPath: link)
        for output in [log, link] {
            for words in [
                ["capture", "replay", "--trace", output, log],
                ["capture", "diagram", "--svg", output, log],
                ["ride", "--record", output, log], ["ride", "--trace", output, log],
                ["peripheral", "--stdio", "--ride", log, "--record", output],
                ["capture", "redact", log, output],
            ] {
                #expect(try await KnavProcess(words).exitCode == 64, "\(words)")
            }
        }
        let fixtures = ["capture", "fixtures", log, path("fixtures")]
        #expect(try await KnavProcess(fixtures).exitCode == 0)
        #expect(try await KnavProcess(fixtures).exitCode == 74)
        #expect(try Data(contentsOf: URL(fileURLWithPath: log)) == before)
    }

    @Test("knav ends with an error if its output is lost, however it was printed")
    func lostOutput() async throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        for words in [
            ["capture", "diagram", log], ["capture", "show", "--json", log],
            ["capture", "show", "--json", "--events", log], ["central", "--stdio"],
        ] {
            let run = try await KnavProcess(words, script: "exec \"$0\" \"$@\" > /dev/full")
            #expect(run.exitCode == 74, "\(words)")
        }
    }

    @Test("knav capture writes to a pipe, and does not replace it by a file")
    func pipes() async throws {
        let pipe = path("pipe")
        let status = unsafe mkfifo(pipe, 0o600)
        try #require(status == 0)
        // Open for reading and writing, so that neither end waits for the other.
        let descriptor = unsafe open(pipe, O_RDWR)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(try await KnavProcess(["capture", "redact", log, pipe]).exitCode == 0)
        #expect(
            try await KnavProcess(["capture", "diagram", "--to", "1", "--svg", pipe, log]).exitCode
                == 0)
        let type = try FileManager.default.attributesOfItem(atPath: pipe)[.type]
        #expect(type as? FileAttributeType != .typeRegular)
        #expect(try files == ["pipe", "ride.btsnoop"])
        var magic = [UInt8](repeating: 0, count: 7)
        let count = unsafe read(descriptor, &magic, 7)
        #expect(count == 7)
        #expect(magic == Array("btsnoop".utf8))
    }

    @Test("knav ride takes a log as its ride")
    func ride() async throws {
        let run = try await KnavProcess(["ride", log])
        #expect(run.exitCode == 0)
        #expect(run.lines.last?.hasPrefix("54 instructions, ") == false)
        #expect(run.lines.last?.hasPrefix("52 instructions, ") == true)
    }

    @Test("A ride that takes decades by its clock ends", .timeLimit(.minutes(20)))
    func decades() async throws {
        let ride = Repository.rides.appendingPathComponent("city-loop.csv")
        var lines = try String(contentsOf: ride, encoding: .utf8).split(separator: "\n").prefix(2)
        let last = lines.removeLast().split(separator: ",", omittingEmptySubsequences: false)
        var columns = last.map(String.init)
        columns[12] = "99999999999999"
        lines.append(columns.joined(separator: ",")[...])
        let file = path("decades.csv")
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
        #expect(try await KnavProcess(["ride", file]).exitCode == 0)
        #expect(try await KnavProcess(["capture", "replay", file]).exitCode == 0)
    }

    @Test("knav capture diagram draws a log, or a seed's run, as text or as a picture")
    func diagram() async throws {
        let text = try await KnavProcess(["capture", "diagram", log])
        #expect(text.exitCode == 0)
        #expect(text.lines.count > 200)
        #expect(text.lines.contains { $0.contains("◆ ← ") })
        let part = try await KnavProcess(["capture", "diagram", "--from", "2", "--to", "3", log])
        #expect(part.lines.count < 30)
        #expect(part.lines.dropFirst().allSatisfy { text.lines.contains($0) })
        let seed = try await KnavProcess(["capture", "diagram", "--seed", "7", "--to", "30"])
        #expect(seed.exitCode == 0)
        #expect(seed.lines.count > 5)
        let svg = path("chart.svg")
        #expect(try await KnavProcess(["capture", "diagram", "--svg", svg, log]).output.isEmpty)
        let picture = try Data(contentsOf: URL(fileURLWithPath: svg))
        #expect(XMLParser(data: picture).parse())
        for words in [[], [log, "--seed", "1"], [log, "--profile", "ios"], ["--seed", "x"]] {
            #expect(try await KnavProcess(["capture", "diagram"] + words).exitCode == 64)
        }
        #expect(try await KnavProcess(["capture", "diagram", try undiscovered(1)]).exitCode == 65)
        let unwritable = ["capture", "diagram", "--svg", path("none/x"), log]
        #expect(try await KnavProcess(unwritable).exitCode == 74)
    }

    @Test("knav capture fixtures writes vectors that the library answers as they expect")
    func fixtures() async throws {
        let out = path("fixtures")
        let run = try await KnavProcess(["capture", "fixtures", "--topic", "a-ride", log, out])
        #expect(run.exitCode == 0)
        #expect(run.lines.count == 3)
        let files = ["reassembly", "session/central", "codec"].map { "\(out)/\($0)/a-ride.json" }
        let few = try FewFixtures()
        let suite = few.folder.path
        defer { withExtendedLifetime(few) {} }
        let judged = try await KnavProcess(
            [
                "conformance", "run", "--fixtures", suite, "--layer", "reassembly", "--layer",
                "codec",
            ]
                + files.flatMap { ["--also", $0] }
                + ["--", KnavProcess.executable.path, "conformance", "testee"])
        #expect(judged.exitCode == 0)
        let decoded = try String(contentsOfFile: files[2], encoding: .utf8)
        #expect(decoded.contains(#""title":"An object of "#) && decoded.contains("Marktplatz"))
        let unjudged = try await KnavProcess(
            ["conformance", "run", "--fixtures", suite, "--layer", "reassembly"]
                + ["--also", files[2], "--", "true"])
        #expect(unjudged.exitCode == 66)
        #expect(unjudged.errors.contains("'--layer' leaves out all cases of '--also'"))
        // A changed vector fails.
        let changes = [
            (0, "reassembly", #""restarts":0"#, #""restarts":1"#),
            (2, "codec", "Marktplatz", "Marktplotz"),
        ]
        for (file, layer, right, wrong) in changes {
            let text = try String(contentsOfFile: files[file], encoding: .utf8)
            try Data(text.replacing(right, with: wrong).utf8)
                .write(to: URL(fileURLWithPath: files[file]))
            let failed = try await KnavProcess(
                ["conformance", "run", "--fixtures", suite, "--layer", layer]
                    + ["--also", files[file]]
                    + ["--", KnavProcess.executable.path, "conformance", "testee"])
            #expect(failed.exitCode == 1)
            #expect(failed.output.contains("\(layer.uppercased())/A-RIDE/"))
        }
        for topic in ["", "A", "a-", "a1"] {
            let words = ["capture", "fixtures", "--topic", topic, log, out]
            #expect(try await KnavProcess(words).exitCode == 64)
        }
        #expect(
            try await KnavProcess(["capture", "fixtures", try undiscovered(1), out]).exitCode == 65)
    }
}
