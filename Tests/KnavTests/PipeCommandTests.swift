import Foundation
import KomootNavRecording
import RepositorySupport
import Testing

@Suite("Sessions over a pipe")
struct PipeCommandTests {
    private static let exchange = """
        {"at":0,"event":"start"}
        {"at":10,"event":"found","peer":1}
        {"at":20,"event":"connected","link":1,"mtu":23}
        {"at":30,"event":"discovered","ticket":2,"hasCCCD":true,"handle":33}
        {"at":40,"event":"subscribed","ticket":3}
        {"at":50,"event":"answered","ticket":4,"bytes":"0403020105d20000004162"}
        {"at":1000,"event":"notified","link":1,"bytes":"05030201"}
        {"at":1030,"event":"failed","ticket":5,"attError":14}
        {"at":1530,"event":"timePassed"}
        {"at":1560,"event":"answered","ticket":6,"bytes":"0503020105d20000004163"}
        {"at":2000,"event":"disconnected","link":1,"reason":19}

        """

    @Test("knav central answers events with effects, and leaves a trace and a Bluetooth log")
    func central() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let trace = folder.appendingPathComponent("trace").path
        let log = folder.appendingPathComponent("log").path
        let words = ["central", "--stdio", "--clock", "given", "--trace", trace, "--record", log]
        let run = try await KnavProcess(words, input: Self.exchange)
        #expect(run.exitCode == 0)
        #expect(run.lines.first?.contains(#""pipe":1"#) == true)
        #expect(run.lines.contains { $0.contains(#""street":"Ac""#) })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)

        // The trace has the events and the lines that they caused. The same events give it again.
        let lines = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
        let events = lines.filter { $0.contains(#""event":"#) }
        #expect(lines.filter { !events.contains($0) } == run.lines)
        let again = try await KnavProcess(
            ["central", "--stdio", "--clock", "given"],
            input: events.joined(separator: "\n") + "\n")
        #expect(again.lines == run.lines)

        let show = try await KnavProcess(["capture", "show", "--events", log])
        #expect(show.exitCode == 0)
        #expect(
            show.lines.map { $0.dropFirst(17) } == [
                "connected", "characteristic found at handle 33", "subscribed", "read at 0",
                "answered at 0  0403020105d20000004162", "notified  05030201", "read at 0",
                "refused at 0: 0x0E Unlikely Error", "read at 0",
                "answered at 0  0503020105d20000004163",
                "disconnected: 0x13 Remote User Terminated Connection",
            ])
    }

    @Test("The record of a pipe is pcapng if its name ends so, and shows the same")
    func pcapng() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let phone = """
            {"at":0,"event":"connected","central":1,"mtu":23}
            {"at":30,"event":"read","central":1,"offset":0}

            """
        for (role, input) in [("central", Self.exchange), ("peripheral", phone)] {
            var shown: [String] = []
            for name in ["log", "log.pcapng"] {
                let log = folder.appendingPathComponent(role + name)
                let words = [role, "--stdio", "--clock", "given", "--record", log.path]
                #expect(try await KnavProcess(words, input: input).exitCode == 0)
                let isPcapng = try Data(contentsOf: log).starts(with: [0x0A, 0x0D, 0x0D, 0x0A])
                #expect(isPcapng == name.hasSuffix(".pcapng"))
                let show = try await KnavProcess([
                    "capture", "show", "--events", "--json", log.path,
                ])
                #expect(show.exitCode == 0)
                shown.append(show.output)
            }
            #expect(shown[0] == shown[1] && shown[0].contains("requested"))
        }
    }

    @Test("A log shows the names of errors and reasons beside their numbers")
    func names() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appendingPathComponent("log").path
        _ = try await KnavProcess(
            ["central", "--stdio", "--clock", "given", "--record", log], input: Self.exchange)
        let events = try await KnavProcess(["capture", "show", "--events", "--json", log]).output
        #expect(events.contains(#""attError":14,"attErrorName":"Unlikely Error""#))
        #expect(
            events.contains(#""reason":19,"reasonName":"Remote User Terminated Connection""#))
        let reads = try await KnavProcess(["capture", "show", "--json", log]).output
        #expect(reads.contains(#""attError":14,"attErrorName":"Unlikely Error""#))
        let text = try await KnavProcess(["capture", "show", log]).output
        #expect(text.contains("refused: 0x0E Unlikely Error"))
    }

    @Test(
        "knav central greets with the radio that it was given",
        arguments: ["offsetReads", "longReads", "wholeValues", "oneCallback"])
    func radios(_ name: String) async throws {
        let run = try await KnavProcess(["central", "--stdio", "--radio", name], input: "")
        #expect(run.exitCode == 0)
        #expect(run.lines.first?.contains("\"radio\":\"\(name)\"") == true)
    }

    @Test(
        "knav central records whole values as the reads that they take, with a phone's usual ending"
    )
    func wholeValues() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for size in [11, 21, 22, 43, 44, 45, 66, 512] {
            let object = "0403020105d2000000" + String(repeating: "61", count: size - 9)
            let log = folder.appendingPathComponent("\(size)").path
            let run = try await KnavProcess(
                [
                    "central", "--stdio", "--clock", "given", "--radio", "wholeValues", "--record",
                    log,
                ],
                input: """
                    {"at":0,"event":"start"}
                    {"at":10,"event":"found","peer":1}
                    {"at":20,"event":"connected","link":1,"mtu":23}
                    {"at":30,"event":"discovered","ticket":2,"hasCCCD":false}
                    {"at":50,"event":"answered","ticket":3,"bytes":"\(object)"}
                    {"at":60,"event":"answered","ticket":4,"bytes":"\(object)"}
                    {"at":90,"event":"disconnected","link":1}
                    """)
            #expect(run.exitCode == 0)
            let show = try await KnavProcess(["capture", "show", log])
            let whole = show.lines.filter { $0.contains("(\(size) bytes, ") }
            #expect(!whole.isEmpty, "\(size)")
            #expect(!show.output.contains("1 unfinished"), "\(size)")
        }
    }

    @Test("knav peripheral answers reads, refuses what is not an event, and then ends with 65")
    func peripheral() async throws {
        let run = try await KnavProcess(
            ["peripheral", "--stdio", "--profile", "ios", "--ending", "attributeNotLong"],
            input: """
                {"event":"startNavigation"}
                {"event":"connected","central":3,"mtu":23}
                {"event":"publish","bytes":"0403020105d20000004162"}
                {"event":"read","central":3,"offset":0}
                {"event":"read","central":3,"offset":11}
                nonsense
                """)
        #expect(run.exitCode == 65)
        #expect(
            run.lines.contains(
                #"{"bytes":"0403020105d20000004162","central":3,"effect":"answer"}"#))
        #expect(run.lines.contains(#"{"attError":11,"central":3,"effect":"reject"}"#))
        #expect(run.lines.last == #"{"refused":{"line":6,"reason":"malformedLine"}}"#)
    }

    @Test("knav peripheral publishes a ride's instructions at their times")
    func ride() async throws {
        let ride = Repository.cityLoop
        let process = Process()
        process.executableURL = KnavProcess.executable
        process.arguments = ["peripheral", "--stdio", "--ride", ride, "--speed", "1000"]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        let events = """
            {"event":"connected","central":1,"mtu":23}
            {"event":"startNavigation"}
            {"event":"subscribed","central":1}

            """
        try input.fileHandleForWriting.write(contentsOf: Data(events.utf8))
        // 56 s of riding, a thousand times as fast.
        let notifiedCount = try await onOwnThread {
            var text = Data()
            var notified: Set<Substring> = []
            while notified.count < 52 {
                let data = output.fileHandleForReading.availableData
                guard !data.isEmpty else { break }
                text += data
                let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
                notified = Set(lines.filter { $0.contains("notify") })
            }
            return notified.count
        }
        #expect(notifiedCount == 52)
        try input.fileHandleForWriting.close()
        try await onOwnThread { process.waitUntilExit() }
        #expect(process.terminationStatus == 0)
    }

    @Test("A file that can't be written ends the command before it begins, and nothing is left")
    func files() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let good = folder.appendingPathComponent("a").path
        let bad = folder.appendingPathComponent("none/b").path
        let words = ["central", "--stdio", "--trace"]
        let refused = try await KnavProcess(words + [good, "--record", bad])
        #expect(refused.exitCode == 74)
        #expect(
            refused.errors == "knav central: '\(bad)' can't be written: No such file or directory\n"
        )
        #expect(try await KnavProcess(words + [bad]).exitCode == 74)
        #expect(try await KnavProcess(words + [good, "--record", good]).exitCode == 64)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        // A file of the same name stays until the new one is whole.
        try Data("old".utf8).write(to: URL(fileURLWithPath: good + ".part"))
        #expect(try await KnavProcess(words + [good]).exitCode == 0)
        #expect(try String(contentsOfFile: good + ".part", encoding: .utf8) == "old")
        #expect(try String(contentsOfFile: good, encoding: .utf8).hasPrefix("{"))
        // These times are too late for a log.
        let record = folder.appendingPathComponent("c").path
        let late = try await KnavProcess(
            ["central", "--stdio", "--clock", "given", "--record", record],
            input: #"{"event":"start","at":"9000000000000"}"#)
        #expect(late.exitCode == 74)
        #expect(
            late.errors.contains("the record can't be written: a log can't hold times that are"))
        let full = try await KnavProcess(["central", "--stdio", "--trace", "/dev/full"], input: "")
        #expect(full.exitCode == 74)
        #expect(full.errors.contains("the trace can't be written: No space left on device"))
        #expect(!FileManager.default.fileExists(atPath: record))
    }

    @Test("knav central and knav peripheral report wrong usage")
    func usage() async throws {
        let rides = Repository.cityLoop
        for words in [
            ["central"], ["central", "--stdio", "--radio", "x"],
            ["central", "--stdio", "--layout", "x"], ["central", "--stdio", "--clock", "x"],
            ["peripheral"], ["peripheral", "--stdio", "--speed", "2"],
            ["peripheral", "--stdio", "--ride", rides, "--clock", "given"],
            ["peripheral", "--stdio", "--ride", rides, "--speed", "0"],
            ["peripheral", "--stdio", "--ending", "x"], ["peripheral", "--stdio", "--mtu", "22"],
        ] {
            let run = try await KnavProcess(words)
            #expect(run.exitCode == 64, "\(words)")
            #expect(run.output.isEmpty)
        }
        #expect(try await KnavProcess(["peripheral", "--stdio", "--ride", "/none"]).exitCode == 66)
    }
}
