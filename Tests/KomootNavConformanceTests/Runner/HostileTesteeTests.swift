import Foundation
import KomootNavConformance
import KomootNavJSON
import RepositorySupport
import Testing

@Suite("A testee")
struct HostileTesteeTests {
    private func judge(
        _ command: [String], _ patience: ShellTestee.Patience = .long
    ) async throws -> ConformanceReport {
        try await ShellTestee.judge(ShellTestee.run(command, patience))
    }

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
        ])
    func malformedDescription(_ line: String, _ reason: String) async throws {
        let failure = try await failure(["sh", "-c", "read line; echo '\(line)'; sleep 100"])
        let isMeantAsAnswer = line.hasPrefix("{")
        #expect(
            failure
                == .notDescribed(.malformed(reason: reason, isMeantAsAnswer: isMeantAsAnswer)))
    }

    @Test(
        "A testee that hangs is asked every hand-written case, with short waits after three whole ones"
    )
    func hangs() async throws {
        var run = try ShellTestee.run(ShellTestee.describing("sleep 100"), .short)
        run.timeout = .seconds(1)
        run.waits.breakdowns = .zero
        let (report, time) = try await onOwnThread { [run] in
            let start = ContinuousClock.now
            return (try run.run(), ContinuousClock.now - start)
        }
        let handWritten = report.results.prefix { $0.topic == "hand-written" }
        #expect(handWritten.count > 12)
        #expect(handWritten.allSatisfy { $0.verdict == .timedOut })
        #expect(time > .seconds(3) && time < .seconds(handWritten.count - 2))
        let rest = report.results.dropFirst(handWritten.count)
        let reason = "3.0 seconds lost to breakdowns"
        #expect(rest.allSatisfy { $0.verdict == .notRun(reason: reason) })
        #expect(report.counts.failed == handWritten.count)
        #expect(report.counts.notRun == rest.count && !rest.isEmpty)
        #expect(!report.isConforming)
    }

    @Test("A testee that crashes is started again, and a crash is not taken for a refusal")
    func crashes() async throws {
        let report = try await judge(
            ShellTestee.describing("read line; echo help >&2; kill -SEGV $$"))
        let crash = Verdict.crashed(.signalled(11), lastErrors: "help\n")
        #expect(report.counts.passed == 0)
        // Five crashes in a row end a topic, not the run: the next topic is tried again.
        var topics = Dictionary(grouping: report.results, by: \.topic)
        let handWritten = topics.removeValue(forKey: "hand-written") ?? []
        #expect(handWritten.count > 5)
        #expect(handWritten.allSatisfy { $0.verdict == crash })
        #expect(topics.count > 2)
        for results in topics.values {
            #expect(results.prefix(5).allSatisfy { $0.verdict == crash })
            let reason = "5 breakdowns in a row"
            #expect(results.dropFirst(5).allSatisfy { $0.verdict == .notRun(reason: reason) })
        }
        #expect(!report.isConforming)
    }

    @Test("A testee is asked only the cases that are wanted, however often it crashes")
    func wanted() async throws {
        var run = try ShellTestee.run(ShellTestee.describing("read line; exit 3"), .long)
        let vectors = run.suite.vectors.filter {
            $0.operation == .distance && $0.id.contains("/VENDOR/")
        }
        run.ids = Set(vectors.prefix(8).map(\.id))
        run.layers = []
        let report = try await ShellTestee.judge(run)
        #expect(report.results.map(\.vector.id) == vectors.prefix(8).map(\.id))
        let crash = Verdict.crashed(.exited(3), lastErrors: "")
        #expect(report.results.allSatisfy { $0.verdict == crash })
    }

    @Test("A testee that ends early, with exit code 0, has crashed")
    func endsEarly() async throws {
        let report = try await judge(ShellTestee.describing("exit 0"))
        #expect(report.results[0].verdict == .crashed(.exited(0), lastErrors: ""))
    }

    @Test("A testee that closes its output and lives on is killed")
    func closesOutput() async throws {
        var run = try ShellTestee.run(ShellTestee.describing("exec 1>&-; sleep 100"), .long)
        run.waits.end = .milliseconds(50)
        let report = try await ShellTestee.judge(run)
        #expect(report.results[0].verdict == .crashed(.killed, lastErrors: ""))
        #expect(report.counts.notRun > 0)
    }

    @Test("A testee that ends but leaves a child with the output open has crashed all the same")
    func leavesChild() async throws {
        let report = try await judge(ShellTestee.describing("read line; sleep 100 & exit 3"))
        #expect(!report.isConforming)
        #expect(report.results[0].verdict == .crashed(.exited(3), lastErrors: ""))
    }

    @Test("A testee that leaves its process group is killed all the same")
    func leavesGroup() async throws {
        let script = """
            import os, time
            input()
            print('\(ShellTestee.description)', flush=True)
            os.setpgid(0, os.getpgid(os.getppid()))
            time.sleep(100)
            """
        let report = try await judge(["python3", "-c", script], .short)
        #expect(report.results[0].verdict == .timedOut)
        #expect(report.counts.notRun > 0)
    }

    @Test("A testee that answers one case in each life and then hangs is given up too")
    func hangsNowAndThen() async throws {
        let answer = ShellTestee.answering(#"\"answer\":{\"now\":true,\"text\":\"Now\"}"#)
        var run = try ShellTestee.run(
            ShellTestee.describing("read line; \(answer); read line; sleep 100"), .short)
        run.timeout = .milliseconds(500)
        run.waits.breakdowns = .seconds(2)
        let report = try await ShellTestee.judge(run)
        let reason = "2.0 seconds lost to breakdowns"
        let ran = report.results.prefix { $0.verdict != .notRun(reason: reason) }
        #expect(ran.contains { $0.verdict == .timedOut })
        #expect(ran.contains { $0.verdict != .timedOut })
        #expect(report.counts.notRun == report.results.count - ran.count)
        #expect(report.counts.notRun > 0)
    }

    @Test("A testee that says something after its last answer does not conform")
    func surplus() async throws {
        let answer = ShellTestee.answering(#"\"answer\":{\"now\":true,\"text\":\"Now\"}"#)
        var run = try ShellTestee.run(
            ShellTestee.describing("while read line; do \(answer); done; echo bye"), .long)
        let wrong = run.suite.vectors.filter { $0.expected["now"] != .bool(true) }
        let ids = wrong.map(\.id).joined(separator: "\n")
        run.expectedFailures = try ExpectedFailures(ids, in: run.suite)
        let report = try await ShellTestee.judge(run)
        #expect(report.counts.failed == 0)
        let reason = "it wrote more than its answers"
        #expect(report.endOfTestee == .malformed(reason: reason))
        #expect(!report.isConforming)
    }

    @Test(
        "A testee that floods its output is stopped",
        arguments: ["yes", "cat /dev/zero", "cat /dev/urandom"])
    func floods(_ script: String) async throws {
        let report = try await judge(ShellTestee.describing(script))
        guard case .malformed = report.results[0].verdict else {
            Issue.record("\(report.results[0].verdict)")
            return
        }
        #expect(report.counts.passed == 0)
        #expect(!report.isConforming)
    }

    @Test(
        "A testee that floods its standard error is judged all the same, and the end of the flood is kept"
    )
    func floodsErrors() async throws {
        let script =
            "head -c 600000 /dev/zero | tr '\\0' 'x' >&2; printf end >&2; read line; exit 4"
        let report = try await judge(ShellTestee.describing(script))
        guard case .crashed(.exited(4), let errors) = report.results[0].verdict else {
            Issue.record("\(report.results[0].verdict)")
            return
        }
        #expect(errors == String(repeating: "x", count: 4093) + "end")
    }

    @Test(
        "A testee that answers something else is malformed and does not count as a refusal",
        arguments: [
            ("nonsense", "not JSON, and standard output is for answers only: nonsense"),
            ("{no", "not JSON, and standard output is for answers only: {no"),
            ("[]", "the answer belongs to another case"),
            (#"{"id":"KBC/NONE/BV-01","answer":{}}"#, "the answer belongs to another case"),
        ])
    func malformed(_ line: String, _ reason: String) async throws {
        let report = try await judge(
            ShellTestee.describing("while read line; do echo '\(line)'; done"))
        // Nobody takes a word for an answer.
        let verdict = Verdict.malformed(reason: reason, isMeantAsAnswer: line != "nonsense")
        #expect(report.results[0].verdict == verdict)
        #expect(report.counts.passed == 0)
    }

    @Test("A testee that gives every case the same answer passes only the cases that expect it")
    func lies() async throws {
        let answer = ShellTestee.answering(#"\"answer\":{\"now\":true,\"text\":\"Now\"}"#)
        let report = try await judge(ShellTestee.describing("while read line; do \(answer); done"))
        #expect(report.counts.passed > 0)
        #expect(report.counts.failed > report.counts.passed)
        #expect(report.counts.notRun == 0)
        for result in report.results where result.verdict == .passed {
            #expect(result.vector.expected["now"] == .bool(true))
        }
    }

    @Test("A testee that writes an answer bit by bit is understood all the same")
    func parts() async throws {
        let script = #"""
            parts=3
            while read line; do
                id=${line#*\"id\":\"}
                printf '{"id":"%s",' "${id%%\"*}"
                if [ $parts -gt 0 ]; then sleep 0.1; parts=$((parts - 1)); fi
                echo '"answer":{"now":true,"text":"Now"}}'
            done
            """#
        let report = try await judge(ShellTestee.describing(script))
        #expect(report.counts.passed > 0)
        #expect(report.counts.notRun == 0)
        let isAnswered = report.results.allSatisfy { !$0.verdict.isBreakdown }
        #expect(isAnswered)
    }

    @Test("A testee that skips every case passes none, and does not conform")
    func skips() async throws {
        let answer = ShellTestee.answering(#"\"skip\":\"too hot\""#)
        let report = try await judge(ShellTestee.describing("while read line; do \(answer); done"))
        #expect(
            report.results.allSatisfy { $0.verdict == .skipped(reason: "the testee says: too hot") }
        )
        #expect(report.counts.skipped == report.results.count)
        #expect(!report.isConforming)
    }

    @Test("A testee that skips with a long reason has only its beginning in the report")
    func longReason() async throws {
        let reason = String(repeating: "z", count: 5000)
        let answer = ShellTestee.answering(#"\"skip\":\""# + reason + #"\""#)
        let report = try await judge(ShellTestee.describing("while read line; do \(answer); done"))
        let beginning = String(repeating: "z", count: 200)
        #expect(
            report.results.first?.verdict
                == .skipped(reason: "the testee says: \(beginning)… (5000 characters)"))
    }

    @Test("A testee that neither answers nor skips is malformed")
    func neither() async throws {
        let answer = ShellTestee.answering(#"\"answr\":{}"#)
        let report = try await judge(ShellTestee.describing("while read line; do \(answer); done"))
        #expect(
            report.results[0].verdict
                == .malformed(reason: "the line has neither 'answer' nor 'skip'"))
    }

    @Test("A testee that ends badly after its last case does not conform")
    func endsBadly() async throws {
        let answer = ShellTestee.answering(#"\"answer\":{\"now\":true,\"text\":\"Now\"}"#)
        var run = try ShellTestee.run(
            ShellTestee.describing("while read line; do \(answer); done; echo leak >&2; exit 23"),
            .long)
        let wrong = run.suite.vectors.filter { $0.expected["now"] != .bool(true) }
        let ids = wrong.map(\.id).joined(separator: "\n")
        run.expectedFailures = try ExpectedFailures(ids, in: run.suite)
        let report = try await ShellTestee.judge(run)
        #expect(report.counts.failed == 0)
        #expect(report.counts.passed > 0)
        #expect(report.endOfTestee == .crashed(.exited(23), lastErrors: "leak\n"))
        #expect(!report.isConforming)
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
        let report = try await judge(["sh", "-c", script])
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
        let report = try await judge(["sh", "-c", script])
        let reason = "started again, it describes itself differently"
        #expect(report.results[0].verdict == .crashed(.exited(1), lastErrors: ""))
        #expect(report.results[1].verdict == .malformed(reason: reason))
        #expect(report.results[2].verdict == .notRun(reason: reason))
    }
}
