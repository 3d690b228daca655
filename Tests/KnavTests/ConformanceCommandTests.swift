import Foundation
import RepositorySupport
import Testing

@Suite("knav conformance")
struct ConformanceCommandTests {
    private let fewFixtures: FewFixtures
    private var fixtures: [String] { ["--fixtures", fewFixtures.folder.path] }
    private var testee: [String] { ["--", KnavProcess.executable.path, "conformance", "testee"] }

    init() throws { fewFixtures = try FewFixtures() }

    private func run(
        _ words: [String], testee: [String]? = nil
    ) async throws -> KnavProcess {
        try await KnavProcess(
            ["conformance", "run"] + fixtures + words
                + (testee ?? self.testee))
    }

    /// A folder that exists while a test runs.
    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    /// A testee that says wrong things, but in the right form.
    private var wrong: [String] { Self.testee(answering: "{}") }

    /// A testee for distances that answers each case alike.
    private static func testee(answering answer: String) -> [String] {
        let description =
            #"{"protocol":1,"name":"wrong","version":"1","layers":["distance"],"#
            + #""features":["vendor","metric","imperial","uk"]}"#
        let script =
            "read line; echo '\(description)'; while read line; do "
            + #"id=${line#*\"id\":\"}; echo "{\"id\":\"${id%%\"*}\",\"answer\":"'\#(answer)}'; done"#
        return ["--", "sh", "-c", script]
    }

    @Test(
        "knav conformance run says which file of '--also' it can't use, and leaves the folder of the fixtures out of it"
    )
    func unusableVectors() async throws {
        let missing = try await run(["--also", "/nowhere/mine.json"])
        #expect(missing.exitCode == 66)
        #expect(
            missing.errors
                == "knav conformance: '/nowhere/mine.json' can't be read: No such file or directory\n"
        )
        let other = Repository.rides.appendingPathComponent("README.md").path
        let wrong = try await run(["--also", other])
        #expect(wrong.exitCode == 66)
        #expect(
            wrong.errors
                == "knav conformance: '--also' can't be used: \(other) is not a file of vectors\n")
    }

    @Test("knav conformance run finds that this library conforms, in every layer")
    func library() async throws {
        let run = try await run([])
        #expect(run.exitCode == 0)
        // A slow machine is shown the progress.
        let errors = run.errors.split(separator: "\n")
        #expect(errors.allSatisfy { $0.contains(" cases, 0 failed, ") })
        let last = try #require(run.lines.last)
        #expect(last.wholeMatch(of: /conforms, as far as it was judged: (\d+) of \1 cases/) != nil)
        #expect(run.lines.count == 13)
        #expect(!run.output.contains("skipped"))
    }

    @Test("knav conformance run judges the layers that are named, and leaves out recommended cases")
    func layers() async throws {
        let two = try await run(["--layer", "distance", "--layer", "notification"])
        #expect(two.exitCode == 0)
        #expect(two.lines.count == 4)
        #expect(two.lines[0].hasPrefix("notification  141 passed"))
        #expect(two.lines[1].hasPrefix("distance      154 passed"))
        let words = ["--layer", "codec", "--level"]
        let required = try await run(words + ["required"])
        let all = try await run(words + ["recommended"])
        #expect(required.exitCode == 0 && all.exitCode == 0)
        #expect(required.lines.first != all.lines.first)
    }

    @Test(
        "knav conformance run ends with exit code 1 if a testee does not conform, in every report format"
    )
    func notConforming() async throws {
        for format in ["text", "tap", "junit", "json"] {
            let run = try await run(["--format", format, "--layer", "distance"], testee: wrong)
            #expect(run.exitCode == 1, "\(format)")
            #expect(!run.output.isEmpty && run.errors.isEmpty)
        }
        let text = try await run(["--layer", "distance"], testee: wrong)
        #expect(text.lines.last == "does not conform: 154 of 154 cases judged")
        #expect(text.output.contains("What is wrong:\n  distance: "))
    }

    @Test("knav conformance run runs the cases that are named, and shows them whole")
    func cases() async throws {
        let id = "KBC/DISTANCE/VENDOR/BV-01"
        let one = try await run(["--case", id])
        #expect(one.exitCode == 0)
        let request = JSONRequest.line(id, "distance", #"{"distanceInMeters":0,"style":"vendor"}"#)
        #expect(one.lines.contains("    request:  \(request)"))
        #expect(one.lines.last == "conforms, as far as it was judged: 1 of 1 case")
        let answer = try await KnavProcess(["conformance", "testee"], input: "\(request)\n")
        #expect(one.lines.contains("    expected: \(answer.lines[0])"))
        let two = try await run(
            ["--case=\(id)", "--case", "KBC/CODEC/HAND-WRITTEN/BV-06"], testee: wrong)
        #expect(two.exitCode == 1)
        #expect(two.output.contains(#"    answered: {"answer":{},"id":"\#(id)"}"#))
        #expect(two.output.contains("    skipped: the testee has no layer codec"))
        #expect(!two.output.contains("What is wrong"))
        #expect(
            two.lines.last
                == "does not conform: 1 of 1 case judged; in layers that it doesn't claim: 1")
        #expect(try await run(["--case", id, "--format", "tap"]).lines.count == 4)
        let repeated = try await run(["--layer", "distance", "--level", "required", "--case", id])
        #expect(repeated.lines.last == "conforms, as far as it was judged: 1 of 1 case")
    }

    @Test("knav conformance run shows a case as Docs/Conformance.md does")
    func pageOfOneCase() async throws {
        let page = Repository.root.appendingPathComponent("Docs/Conformance.md")
        let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
        let id = "KBC/DISTANCE/VENDOR/BV-04"
        let roundingDown = Self.testee(
            answering: #"{"now":false,"text":"20 m","unit":"m","value":"20"}"#)
        let one = try await run(["--case", id], testee: roundingDown)
        let shown = one.lines.prefix(7).map { "    \($0)" }
        let start = try #require(lines.firstIndex { $0.hasPrefix("    \(id)") })
        #expect(lines[start..<start + 7].map(String.init) == shown)
    }

    @Test(
        "knav conformance run accepts expected failures, but not a case that should fail and passes"
    )
    func expectedFailures() async throws {
        try await withFolder { folder in
            let failing = try await run(["--layer", "distance", "--format", "json"], testee: wrong)
            let json =
                try JSONSerialization.jsonObject(with: Data(failing.output.utf8)) as? [String: Any]
            let cases = try #require(json?["cases"] as? [[String: Any]])
            let ids = cases.compactMap { $0["id"] as? String }
            let file = folder.appendingPathComponent("expected.txt")
            let words = ["--layer", "distance", "--expected-failures", file.path]

            try Data((["# all of it"] + ids).joined(separator: "\n").utf8).write(to: file)
            let expected = try await run(words, testee: wrong)
            #expect(expected.output.contains("\(ids.count) failed as expected"))
            #expect(expected.exitCode == 1, "nothing passed")

            try Data("\(ids[0]) # not any more".utf8).write(to: file)
            let passing = try await run(words)
            #expect(passing.exitCode == 1)
            #expect(passing.output.contains("passed, though it is expected to fail: not any more"))

            try Data("KBC/NO/SUCH/BV-01".utf8).write(to: file)
            #expect(try await run(words).exitCode == 65)
            #expect(try await run(words).errors.contains("line 1"))
            try FileManager.default.removeItem(at: file)
            #expect(try await run(words).exitCode == 66)
        }
    }

    @Test("knav conformance run starts a testee for each case if asked to")
    func fresh() async throws {
        try await withFolder { folder in
            let log = folder.appendingPathComponent("starts")
            let script =
                "echo >> '\(log.path)'; exec '\(KnavProcess.executable.path)' conformance testee"
            let counting = ["--", "sh", "-c", script]
            let words = ["--layer", "distance", "--level", "required"]
            let once = try await run(words, testee: counting)
            #expect(once.exitCode == 0)
            #expect(try Data(contentsOf: log).count == 1)
            try Data().write(to: log)
            let often = try await run(words + ["--fresh"], testee: counting)
            #expect(often.exitCode == 0)
            let cases = try #require(once.lines.first?.split(separator: " ").compactMap { Int($0) })
            #expect(try Data(contentsOf: log).count > 1)
            #expect(try [Data(contentsOf: log).count] == cases)
            #expect(often.output == once.output)
        }
    }

    @Test(
        "knav conformance run refuses what it can't do, with the exit code of the reason",
        arguments: [
            (["--layer", "radio"], 64, "radio"),
            (["--level", "most"], 64, "recommended"),
            (["--timeout", "0"], 64, "seconds"),
            (["--timeout", "0x5"], 64, "seconds"),
            (["--format", "xml"], 64, "junit"),
            (
                ["--case", "KBC/DISTANCE/VENDER/BV-1"], 64,
                "near it are KBC/DISTANCE/VENDOR/BV-01, "
            ),
            (
                ["--case", "KBC/DISTANCE/VENDOR/BV-01", "--layer", "codec"], 64,
                "a case of 'distance', which '--layer' leaves out"
            ),
            (
                ["--case", "KBC/CODEC/STREET-ILL-FORMED/BI-01", "--level", "required"], 64,
                "only recommended: '--level required' leaves it out"
            ),
        ])
    func usage(_ words: [String], _ code: Int32, _ reason: String) async throws {
        let run = try await run(words)
        #expect(run.exitCode == code)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(reason))
    }

    @Test("knav conformance run needs a command that can be started and is a testee")
    func command() async throws {
        #expect(try await run([], testee: []).exitCode == 64)
        #expect(try await run([], testee: ["--"]).exitCode == 64)
        let missing = try await run([], testee: ["--", "/nowhere/testee"])
        #expect(missing.exitCode == 69)
        #expect(missing.errors.contains("'/nowhere/testee' can't be started"))
        let silent = try await run([], testee: ["--", "true"])
        #expect(silent.exitCode == 69)
        #expect(silent.errors.contains("did not describe itself: it ended before it answered"))
    }

    @Test(
        "knav conformance run that is interrupted kills a testee that hangs, and prints what was judged so far",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func interrupted(_ signal: Int32) async throws {
        try await withFolder { folder in
            let file = folder.appendingPathComponent("process")
            let arguments = ["conformance", "run", "--timeout", "3000", "--layer", "distance"]
            // The second request shows that the first case is judged.
            let judged = Self.testee(answering: "{}")[3].replacingOccurrences(
                of: "; done", with: "; read line; echo $$ > '\(file.path)'; sleep 100; done")
            for words in [judged, "echo $$ > '\(file.path)'; sleep 100"] {
                try? FileManager.default.removeItem(at: file)
                let knav = try LiveKnav(arguments + fixtures + ["--", "sh", "-c", words])
                var text = ""
                for _ in 0..<600 where !text.hasSuffix("\n") {
                    try await Task.sleep(for: .milliseconds(50))
                    text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
                }
                knav.signal(signal)
                #expect(try await knav.exitCode() == 130)
                let last = knav.output.split(separator: "\n").last
                #expect(last == (words == judged ? "does not conform: 1 of 154 cases judged" : nil))
                let process = try #require(Int32(text.dropLast()))
                #expect(kill(process, 0) == -1 && errno == ESRCH)
            }
        }
    }

    @Test(
        "knav conformance run says that a command without './' is not looked for in the current folder",
        arguments: ["my_testee", "true"])
    func currentFolder(_ name: String) async throws {
        try await withFolder { folder in
            try Data().write(to: folder.appendingPathComponent(name))
            let run = try await KnavProcess(
                ["conformance", "run"] + fixtures + ["--", name],
                in: folder)
            #expect(run.exitCode == 69)
            #expect(run.errors.contains("to run it, write './\(name)'"))
            let other = try await self.run([], testee: ["--", name])
            #expect(!other.errors.contains("./"))
        }
    }

    @Test("knav conformance needs a second word, and helps with it")
    func group() async throws {
        let none = try await KnavProcess(["conformance"])
        #expect(none.exitCode == 64)
        for word in ["run", "testee", "export"] { #expect(none.errors.contains(word)) }
        #expect(try await KnavProcess(["conformance", "judge"]).exitCode == 64)
        let help = try await KnavProcess(["conformance", "--help"])
        #expect(help.exitCode == 0)
        for word in ["run", "testee", "export"] {
            #expect(help.output.contains("conformance \(word)"))
            let own = try await KnavProcess(["conformance", word, "--help"])
            #expect(own.output.hasPrefix("usage: knav conformance \(word)"))
        }
    }

    @Test("knav conformance needs complete fixtures")
    func badFixtures() async throws {
        try await withFolder { folder in
            let words = ["conformance", "run", "--fixtures", folder.path] + testee
            let run = try await KnavProcess(words)
            #expect(run.exitCode == 66)
            #expect(run.errors.contains("codec"))
            let export = try await KnavProcess([
                "conformance", "export", "--fixtures", folder.path, "--python",
                folder.appendingPathComponent("out").path,
            ])
            #expect(export.exitCode == 66)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(left.isEmpty)
        }
    }

    @Test("knav conformance testee describes itself, answers, and refuses what is not a request")
    func testeeAnswers() async throws {
        let describe = #"{"request":"describe","protocol":1,"suite":"KBC","suiteVersion":"3.0.0"}"#
        let request =
            #"{"request":"case","id":"a","operation":"distance","input":{"distanceInMeters":218,"style":"metric"}}"#
        let words = ["conformance", "testee"]
        let run = try await KnavProcess(words, input: "\(describe)\n\(request)\n")
        #expect(run.exitCode == 0)
        #expect(run.lines.count == 2)
        #expect(run.output.contains("session"))
        #expect(run.lines.last?.contains("220") == true)
        let garbage = try await KnavProcess(words, input: "hello\n")
        #expect(garbage.exitCode == 65)
        #expect(garbage.output.isEmpty)
        #expect(garbage.errors.contains("line 1"))
    }

    @Test("knav conformance export writes every file, and says which one it can't write")
    func export() async throws {
        try await withFolder { folder in
            let headers = folder.appendingPathComponent("a/b")
            let words = ["conformance", "export"] + fixtures
            let c = try await KnavProcess(words + ["--c-header", headers.path])
            #expect(c.exitCode == 0)
            #expect(c.output == "7 files written to \(headers.path)\n")
            let names = try FileManager.default.contentsOfDirectory(atPath: headers.path)
            #expect(names.count == 7)
            let modules = folder.appendingPathComponent("python")
            let python = try await KnavProcess(words + ["--python", modules.path])
            #expect(python.exitCode == 0)
            #expect(try await KnavProcess(words).exitCode == 64)
            #expect(try await KnavProcess(words + ["--python", ""]).exitCode == 64)
            #expect(try await KnavProcess(words + ["--c-header="]).exitCode == 64)
            #expect(
                try await KnavProcess(words + ["--python", "a", "--c-header", "b"]).exitCode == 64)
            #expect(
                try await KnavProcess(words + ["--python", "a", "--with-titles"]).exitCode == 64)
            let titled = try await KnavProcess(
                words + ["--c-header", headers.path, "--with-titles"])
            #expect(titled.exitCode == 0)
            let codec = headers.appendingPathComponent("kbc_codec.h")
            #expect(try String(contentsOf: codec, encoding: .utf8).contains(".title = "))
            let flags = headers.appendingPathComponent("kbc_flags.h")
            #expect(try String(contentsOf: flags, encoding: .utf8).contains("\"byte21Trap\""))
            let file = headers.appendingPathComponent("kbc_vectors.h")
            let inFile = try await KnavProcess(words + ["--python", file.path])
            #expect(inFile.exitCode == 74)
            #expect(inFile.errors.contains("can't be written"))
        }
    }
}

private enum JSONRequest {
    /// The line that asks for a case, as the runner sends it.
    static func line(_ id: String, _ operation: String, _ input: String) -> String {
        #"{"id":"\#(id)","input":\#(input),"operation":"\#(operation)","request":"case"}"#
    }
}
