import Foundation
import KomootNavConformance
import KomootNavJSON
import RepositorySupport
import Testing

@Suite("How a testee describes itself")
struct TesteeDescriptionTests {
    private func failure(_ command: [String]) async throws -> ConformanceRun.Failure? {
        try await failure(of: ShellTestee.run(command, .long))
    }

    private func failure(of run: ConformanceRun) async throws -> ConformanceRun.Failure? {
        do {
            _ = try await ShellTestee.judge(run)
            return nil
        } catch let failure as ConformanceRun.Failure {
            return failure
        }
    }

    @Test("A testee that does not exist can't be started")
    func missing() async throws {
        let failure = try await failure(["/nowhere/testee"])
        #expect(
            failure
                == .notStarted(program: "/nowhere/testee", reason: "No such file or directory"))
    }

    @Test("A testee that ends at once is not a testee", arguments: [("true", 0), ("false", 1)])
    func endsAtOnce(_ command: String, _ code: Int32) async throws {
        let failure = try await failure([command])
        #expect(failure == .notDescribed(.crashed(.exited(code), lastErrors: "")))
        let words = try #require(failure?.description)
        #expect(words.contains("it crashed") == (code != 0))
        #expect(words.contains("it ended before it answered") == (code == 0))
    }

    @Test("A testee that says nothing is not a testee")
    func silent() async throws {
        var run = try ShellTestee.run(["sleep", "100"], .short)
        run.waits.description = nil
        #expect(try await failure(of: run) == .notDescribed(.timedOut))
    }

    @Test(
        "A testee that describes itself wrongly is not judged, and the report says why",
        arguments: [
            ("hello", "not JSON, and standard output is for answers only: hello"),
            (#"{"protocol":2}"#, "'protocol' is not 1"),
            (
                #"{"protocol":1,}"#,
                "not JSON, and standard output is for answers only: {\"protocol\":1,}"
            ),
            (
                #"{"protocol":1,"name":""# + String(repeating: "n", count: 101)
                    + #"","version":""}"#,
                "'name' has more than 100 characters"
            ),
            (
                #"{"protocol":1,"name":"a"# + String(repeating: "\u{301}", count: 100)
                    + #"","version":""}"#, "'name' has more than 100 characters"
            ),
            (
                #"{"protocol":1,"name":"x","version":""# + String(repeating: "1", count: 101)
                    + #""}"#, "'version' has more than 100 characters"
            ),
            (
                #"{"protocol":1,"name":"x","version":"1","layers":[""#
                    + String(repeating: "l", count: 1000) + #""],"features":[]}"#,
                "there is no layer '" + String(repeating: "l", count: 40) + "… (1000 characters)'"
            ),
            (#"{"protocol":1,"version":"1"}"#, "'name' is not a string"),
            (
                #"{"protocol":1,"name":"x","version":"1","layers":["radio"],"features":[]}"#,
                "there is no layer 'radio'"
            ),
            (
                #"{"protocol":1,"name":"x","version":"1","layers":[],"features":["speed"]}"#,
                "there is no feature 'speed'"
            ),
            (
                #"{"protocol":1,"name":"x","version":"1","layers":"codec"}"#,
                "'layers' is not an array"
            ),
            (
                #"{"protocol":1,"name":"x","version":"1","layers":[],"features":[],"members":["arow"]}"#,
                "there is no member 'arow'"
            ),
            (
                #"{"protocol":1,"name":"x","version":"1","layers":[],"features":[],"members":"arrow"}"#,
                "'members' is not an array"
            ),
            (
                #"{"protocol":1,"name":"x","version":"1","layers":[],"features":[],"streetCapacity":0}"#,
                "'streetCapacity' is not a number from 1 to 512"
            ),
            (
                #"{"protocol":1,"name":"x","version":"1","layers":[],"features":[],"streetCapacity":513}"#,
                "'streetCapacity' is not a number from 1 to 512"
            ),
            (
                #"{"protocol":1,"name":"x","version":"1","layers":[],"features":[],"streetCapacity":null}"#,
                "'streetCapacity' is not a number from 1 to 512"
            ),
            (
                #"{"protocol":1,"name":"x","version":"1","layers":[],"features":[],"signedChar":1}"#,
                "'signedChar' is neither true nor false"
            ),
        ])
    func malformedDescription(_ line: String, _ reason: String) async throws {
        let failure = try await failure(["sh", "-c", "read line; echo '\(line)'; sleep 100"])
        let isMeantAsAnswer = line.hasPrefix("{")
        #expect(
            failure
                == .notDescribed(.malformed(reason: reason, isMeantAsAnswer: isMeantAsAnswer)))
    }

    @Test(
        "A testee that does not describe itself when it is started again is tried twice more",
        arguments: [2, 3])
    func missesStarts(_ missed: Int) async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = "'\(folder.appendingPathComponent("starts").path)'"
        // It answers nothing, and misses each but one of so many starts.
        let script = """
            read line
            echo >> \(file)
            if [ $(($(wc -l < \(file)) % (\(missed) + 1))) = 1 ]; then echo '\(ShellTestee.description)'; read line; fi
            exit 1
            """
        let report = try await ShellTestee.judge(["sh", "-c", script])
        let handWritten = report.results.filter { $0.topic == "hand-written" }
        let crash = Verdict.crashed(.exited(1), lastErrors: "")
        #expect(handWritten.prefix(2).allSatisfy { $0.verdict == crash })
        let rest = handWritten.dropFirst(2)
        let reason = "started again, it did not describe itself"
        #expect(rest.allSatisfy { $0.verdict == (missed == 2 ? crash : .notRun(reason: reason)) })
        #expect(rest.count > 3)
    }

    @Test("A testee that describes itself differently when it is started again is given up")
    func changesItsMind() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = "'\(folder.appendingPathComponent("started").path)'"
        let other = ShellTestee.description.replacing("shell", with: "other")
        let script = """
            read line
            if [ -e \(file) ]; then rm \(file); echo '\(other)'; else touch \(file); \
            echo '\(ShellTestee.description)'; fi
            exit 1
            """
        let report = try await ShellTestee.judge(["sh", "-c", script])
        let reason = "started again, it describes itself differently"
        #expect(report.results[0].verdict == .crashed(.exited(1), lastErrors: ""))
        #expect(report.results[1].verdict == .malformed(reason: reason))
        #expect(report.results[2].verdict == .notRun(reason: reason))
    }
}
