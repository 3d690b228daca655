import Foundation
import RepositorySupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("knav judge")
struct JudgeCommandTests {
    private static let device = ["python3", "-BIS", path("Sources/Ports/Devices/device.py")]
    private static let knav = [
        KnavProcess.executable.path, "central", "--stdio", "--clock", "given",
    ]

    private static func path(_ name: String) -> String {
        Repository.root.appendingPathComponent(name).path
    }

    private static func faulty(_ fault: String) -> [String] {
        ["python3", "-BIS", path("Tests/Judge/faulty_device.py"), fault]
    }

    private func judge(_ options: [String], _ device: [String]) async throws -> KnavProcess {
        try await KnavProcess(["judge"] + options + ["--"] + device)
    }

    /// The promises that a report in JSON calls broken, with their evidence.
    private func broken(_ run: KnavProcess) throws -> [String: String] {
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let members = try #require(object as? [String: Any])
        let promises = try #require(members["promises"] as? [[String: Any]])
        #expect(promises.count == 13)
        var broken: [String: String] = [:]
        for promise in promises where promise["verdict"] as? String == "broken" {
            broken[try #require(promise["promise"] as? String)] = promise["evidence"] as? String
        }
        return broken
    }

    @Test(
        "knav judge passes the library's own session with each radio",
        arguments: [
            ("offsetReads", []), ("longReads", ["tellsSilence"]),
            (
                "oneCallback",
                ["endsFailingLinks", "endsUnansweredLinks", "tellsSilence", "tellsWaiting"]
            ),
        ])
    func ownSession(_ radio: String, _ hidden: [String]) async throws {
        let run = try await judge(["--seeds", "1..<2"], Self.knav + ["--radio", radio])
        #expect(run.exitCode == 0, "\(run.output)")
        let kept =
            hidden.isEmpty ? "every promise kept" : "no promise broken, \(hidden.count) not judged"
        #expect(run.lines.last == "1 run, \(kept)")
        #expect(run.lines.filter { $0.hasPrefix("kept ") }.count == 13 - hidden.count)
        for promise in hidden {
            let line = run.lines.first { $0.contains(" \(promise) ") }
            #expect(line?.hasPrefix("not judged ") == true, "\(run.output)")
            #expect(
                line?.hasSuffix("its radio hides what this depends on") == true, "\(run.output)")
        }
    }

    private static func phone(_ profile: String) -> [String] {
        [KnavProcess.executable.path, "peripheral", "--stdio", "--clock", "given"]
            + ["--profile", profile]
    }

    @Test(
        "knav judge --phone passes the library's own phone, as its greeting says that it behaves",
        arguments: ["published", "android"])
    func ownPhone(_ profile: String) async throws {
        let run = try await judge(["--phone", "--seeds", "1..<3"], Self.phone(profile))
        #expect(run.exitCode == 0, "\(run.output)")
        #expect(run.lines.filter { $0.hasPrefix("kept ") }.count == 5)
    }

    /// `.ci/judge` has the other ones.
    @Test(
        "knav judge --phone finds a fault, by the right promise",
        arguments: [
            ("CutsChunks", "answersEveryRead"), ("NeverNotifies", "notifiesOnTime"),
            ("AnswersTwice", "goesOn"),
        ])
    func phoneFaults(_ fault: String, _ promise: String) async throws {
        let phone =
            ["python3", "-BIS", Self.path("Tests/Judge/faulty_phone.py"), fault]
            + [KnavProcess.executable.path]
        let options = ["--phone", "--seeds", "0..<1", "--search", "0.01"]
        let run = try await judge(options, phone)
        #expect(run.exitCode == 1)
        let broken = run.lines.filter { $0.hasPrefix("BROKEN ") }
        #expect(broken.count == 1)
        #expect(broken.first?.contains(" \(promise) ") == true, "\(run.output)")
        let command = "  repeat: knav judge --phone --seeds '0..<1' --faults heavy -- "
        #expect(run.lines.contains { $0 == command + phone.joined(separator: " ") })
    }

    @Test("knav judge passes the small device in Python, and does not judge statuses it lacks")
    func python() async throws {
        let run = try await judge(["--seeds", "0..<1"], Self.device)
        #expect(run.exitCode == 0, "\(run.output)")
        let skipped = run.lines.filter { $0.hasPrefix("not judged ") }
        #expect(skipped.count == 2)
        #expect(skipped.allSatisfy { $0.hasSuffix("the device reports no status") })
    }

    @Test("knav judge passes the small device in C")
    func c() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let program = folder.appendingPathComponent("device").path
        let status = try await ProgramTurns.take {
            let compiler = Process()
            compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            compiler.arguments =
                ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", program]
                + [Self.path("Sources/Ports/Devices/device.c")]
            try compiler.run()
            compiler.waitUntilExit()
            return compiler.terminationStatus
        }
        try #require(status == 0)
        let run = try await judge(["--seeds", "0..<4"], [program])
        #expect(run.exitCode == 0, "\(run.output)")
    }

    /// `.ci/judge` has the other ones.
    @Test(
        "knav judge finds a fault, by the right promise",
        arguments: [
            ("SplicesInstructions", 5, "deliversWhatWasPublished"),
            ("ReadsEverySixSeconds", 0, "keepsAlive"),
            ("NeverReconnects", 2, "searchesAfterLoss"),
            ("AlwaysNavigates", 0, "tellsWaiting"),
        ])
    func faults(_ fault: String, _ seed: Int, _ promise: String) async throws {
        let options = ["--seeds", "\(seed)..<\(seed + 1)", "--search", "0.01", "--format", "json"]
        let run = try await judge(options, Self.faulty(fault))
        #expect(run.exitCode == 1)
        #expect(try broken(run).keys.sorted() == [promise])
    }

    @Test(
        "knav judge ends whatever a program does, and says what that was",
        arguments: [
            ("CrashesOnAnEmptyAnswer", 1, "it ended with exit code 1, without a state; it said: "),
            (
                "Hangs", 0,
                "it wrote no state within 0.3 s (does it flush each line?), after {\"at\":"
            ),
            ("WritesAWord", 0, "it wrote a line that is not a JSON object: '\"Connected!\"'"),
            ("LeavesItsDeadline", 0, " ms, which has passed, after "),
            ("WritesAfterItsState", 0, "it wrote a line after its state: '"),
            ("WritesWithoutEnd", 0, "it wrote a line of more than 65536 bytes"),
            ("NumbersAllRequestsAlike", 0, "it uses ticket 7 a second time"),
        ])
    func breakdowns(_ fault: String, _ seed: Int, _ words: String) async throws {
        let timeout = fault == "Hangs" ? "0.3" : "5"
        let options = ["--seeds", "\(seed)..<\(seed + 1)", "--search", "0.01", "--format", "json"]
        let run = try await judge(options + ["--timeout", timeout], Self.faulty(fault))
        #expect(run.exitCode == 1)
        let evidence = try broken(run)
        #expect(evidence.keys.sorted() == ["goesOn"])
        #expect(evidence["goesOn"]?.contains(words) == true, "\(evidence)")
    }

    @Test(
        "knav judge shows a short ride that breaks a promise, and writes it as a Bluetooth log")
    func counterexample() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appendingPathComponent("ride.btsnoop").path
        let device = Self.faulty("ShowsTwice")
        let pcapng = folder.appendingPathComponent("ride.pcapng").path
        _ = try await judge(["--seeds", "0..<1", "--search", "0.01", "--record", pcapng], device)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: pcapng)).prefix(4).elementsEqual([
                10, 13, 13, 10,
            ]))
        let run = try await judge(
            ["--seeds", "0..<1", "--search", "0.5", "--record", log], device)
        #expect(run.exitCode == 1)
        let lines = run.lines
        #expect(lines.first == "neverRepeats is broken: it shows no instruction twice in a row")
        #expect(lines.contains { $0.contains("device started") })
        #expect(lines.contains { $0.contains("── read ─") })
        #expect(lines.filter { $0.contains("◆ shows ") && $0.contains(", whole: ") }.count >= 2)
        #expect(lines.contains { $0.contains("! neverRepeats is broken") })
        let command = "  repeat: knav judge --seeds '0..<1' --profile published --faults heavy -- "
        #expect(lines.contains { $0 == command + device.joined(separator: " ") })
        #expect(lines.contains { $0.hasPrefix("BROKEN      neverRepeats ") })
        #expect(lines.last == "1 run, 1 with a broken promise")
        let shown = try await KnavProcess(["capture", "show", log])
        #expect(shown.exitCode == 0, "\(shown.errors)")
    }

    @Test("knav judge writes reports for build servers, with a test for each promise")
    func reports() async throws {
        let options = ["--seeds", "0..<1", "--search", "0.01", "--format"]
        let tap = try await judge(options + ["tap"], Self.faulty("AsksForTwo"))
        #expect(tap.exitCode == 1)
        #expect(tap.lines.prefix(2) == ["TAP version 13", "1..13"])
        #expect(tap.lines.contains { $0.hasPrefix("not ok 10 - asksOneAtATime: ") })
        let junit = try await judge(options + ["junit"], Self.faulty("AsksForTwo"))
        #expect(XMLParser(data: Data(junit.output.utf8)).parse())
        #expect(junit.lines.filter { $0.contains("<testcase ") }.count == 13)
        #expect(junit.lines.filter { $0.contains("<failure ") }.count == 1)
    }

    @Test(
        "knav judge says why a program can't be judged",
        arguments: [
            (["/nowhere"], "'/nowhere' can't be started: No such file or directory"),
            (["false"], "it ended with exit code 1"),
            (["echo", "hello"], "its first line is not a greeting: 'hello'"),
            (["echo", "{}"], "its greeting has no 'radio' that is offsetReads, "),
            (knav.dropLast(2) + [], "the 'clock' of its greeting is not \"given\""),
            (phone("ios"), "the 'role' of its greeting is not \"central\""),
        ])
    func notJudged(_ device: [String], _ words: String) async throws {
        let run = try await judge([], device)
        #expect(run.exitCode == 69)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains("knav judge: the program can't be judged: \(words)"))
    }

    @Test(
        "knav judge refuses wrong options",
        arguments: [
            ["--profile", "symbian", "--", "true"], ["--phone", "--profile", "ios", "--", "true"],
            ["--search", "0", "--", "true"], ["--"],
        ])
    func usage(_ words: [String]) async throws {
        #expect(try await KnavProcess(["judge"] + words).exitCode == 64)
    }

    @Test("knav judge that is interrupted kills a program that hangs, and prints what it has found")
    func interrupted() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("process").path
        // Its second process, which is the first run's, never answers.
        let script = """
            echo '{"radio":"offsetReads"}'
            if [ -e \(file) ]; then echo $$ > \(file); exec sleep 1000; fi
            touch \(file)
            """
        let knav = try LiveKnav(
            ["judge", "--jobs", "1", "--timeout", "600", "--", "sh", "-c", script],
            standardInput: "")
        while (try? String(contentsOfFile: file, encoding: .utf8))?.isEmpty ?? true {
            try await Task.sleep(for: .milliseconds(20))
        }
        knav.interrupt()
        #expect(try await knav.exitCode() == 130)
        #expect(knav.output.hasSuffix("interrupted in the first run\n"))
        let number = try String(contentsOfFile: file, encoding: .utf8)
        let process = try #require(Int32(number.trimmingCharacters(in: .newlines)))
        #expect(kill(process, 0) == -1)
    }

    @Test("knav judge records nothing where no promise was broken, and says so")
    func nothingRecorded() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appendingPathComponent("ride.btsnoop")
        try Data("older".utf8).write(to: log)
        let run = try await judge(["--seeds", "0..<1", "--record", log.path], Self.knav)
        #expect(run.exitCode == 0)
        #expect(run.errors.contains("nothing was recorded: no promise was broken"))
        #expect(try Data(contentsOf: log) == Data("older".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }

    @Test(
        "knav judge --phone names what it does not understand of a greeting",
        arguments: [
            (
                #"{"layout":"depolyed"}"#,
                "the 'layout' of its greeting is none that Docs/Sessions.md has"
            ),
            (
                #"{"ending":"empty"}"#,
                "the 'layout' of its greeting is none that Docs/Sessions.md has"
            ),
            (
                #"{"layout":"deployed","chunkSize":20}"#,
                "the 'chunkSize' of its greeting is none that Docs/Sessions.md has"
            ),
            (
                #"{"layout":"deployed","lossDetecton":"eachCentral"}"#,
                "its greeting has 'lossDetecton', which no phone has"
            ),
        ])
    func phoneGreetings(_ members: String, _ words: String) async throws {
        let greeting = members.replacing("{", with: #"{"role":"peripheral","#)
        let run = try await judge(["--phone"], ["echo", greeting])
        #expect(run.exitCode == 69)
        #expect(run.errors.contains(words), "\(run.errors)")
    }

    @Test("knav help judge shows its help, and starts nothing")
    func help() async throws {
        let run = try await KnavProcess(["help", "judge", "--", "false"])
        #expect(run.exitCode == 0)
        #expect(run.output.hasPrefix("usage: knav judge "))
    }

    @Test("A counterexample's log has the links of the judged device alone")
    func otherCentrals() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let log = folder.appendingPathComponent("ride.btsnoop").path
        // In this ride a second central is there from 2.3 s on, before the device has its first link.
        let run = try await judge(
            [
                "--seeds", "19..<20", "--profile", "androidNoCCCD", "--search", "0.01",
                "--record", log,
            ], Self.faulty("WaitsForever"))
        #expect(run.exitCode == 1)
        #expect(run.output.contains("  second central for "))
        let events = try await KnavProcess(["capture", "show", "--events", "--json", log])
        let connections = Set(
            events.lines.compactMap { $0.firstMatch(of: /"connection":(\d+)/)?.1 })
        #expect(connections == ["1"])
        #expect(!run.output.contains("#2"))
        #expect(!run.output.contains("! unfinished read"))
    }

    /// A device of Python code that knows those in `faulty_device.py`.
    private static func device(_ code: String) -> [String] {
        let start =
            "import sys; sys.path.append('\(path("Tests/Judge"))')\n"
            + "from faulty_device import *\n"
        return ["python3", "-BIS", "-c", start + code]
    }

    @Test(
        "A device that shows something else is found even if answers were altered before it showed anything"
    )
    func inverted() async throws {
        let code = """
            class Inverts(Device):
                def do(self, effect, **members):
                    if effect == "deliver":
                        members["bytes"] = bytes(b ^ 255 for b in bytes.fromhex(members["bytes"])).hex()
                    super().do(effect, **members)
            run(Inverts())
            """
        func report(_ seed: Int) async throws -> KnavProcess {
            let options = ["--seeds", "\(seed)..<\(seed + 1)", "--search", "0.01"]
            return try await judge(options + ["--format", "json"], Self.device(code))
        }
        // In this ride bytes are corrupted, in that one lengths.
        let found = try await report(47)
        #expect(found.exitCode == 1)
        #expect(try broken(found).keys.allSatisfy { $0 == "showsBeginnings" })
        let unjudged = try await report(2)
        #expect(unjudged.exitCode == 0)
        #expect(unjudged.output.contains("in each run, answers were altered before anything was"))
    }

    @Test(
        "A counterexample's chart has answers to subscriptions, and marks what ends no row of failures"
    )
    func chart() async throws {
        func rows(_ seed: Int, _ device: [String]) async throws -> String {
            let options = ["--seeds", "\(seed)..<\(seed + 1)", "--search", "0.01"]
            return try await judge(options, device).output
        }
        let spliced = try await rows(35, Self.faulty("SplicesInstructions"))
        let accepted = /#2  │── subscribe ─+▶│\n.*\n.*#2  │◀─+ accepted ──│/
        #expect(spliced.contains(accepted), "\(spliced)")
        #expect(spliced.contains(" bytes, whole, unchecked, never published: "))
        let twice = try await rows(7, Self.faulty("ShowsTwice"))
        #expect(twice.contains(/── subscribe ─+▶│\n.*│◀─+ refused: 0x/), "\(twice)")
        #expect(twice.contains(" bytes, whole: ") && !twice.contains("unchecked"))
    }
}
