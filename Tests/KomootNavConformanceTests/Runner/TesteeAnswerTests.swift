import Foundation
import KomootNavConformance
import KomootNavJSON
import RepositorySupport
import Testing

@Suite("The answers of a testee")
struct TesteeAnswerTests {
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
        let report = try await ShellTestee.judge(ShellTestee.describing(script))
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
        let report = try await ShellTestee.judge(ShellTestee.describing(script))
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
        let report = try await ShellTestee.judge(
            ShellTestee.describing("while read line; do echo '\(line)'; done"))
        // Nobody takes a word for an answer.
        let verdict = Verdict.malformed(reason: reason, isMeantAsAnswer: line != "nonsense")
        #expect(report.results[0].verdict == verdict)
        #expect(report.counts.passed == 0)
    }

    @Test("A testee that gives every case the same answer passes only the cases that expect it")
    func lies() async throws {
        let answer = ShellTestee.answering(#"\"answer\":{\"now\":true,\"text\":\"Now\"}"#)
        let report = try await ShellTestee.judge(
            ShellTestee.describing("while read line; do \(answer); done"))
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
        let report = try await ShellTestee.judge(ShellTestee.describing(script))
        #expect(report.counts.passed > 0)
        #expect(report.counts.notRun == 0)
        let isAnswered = report.results.allSatisfy { !$0.verdict.isBreakdown }
        #expect(isAnswered)
    }

    @Test("A testee that skips every case passes none, and does not conform")
    func skips() async throws {
        let answer = ShellTestee.answering(#"\"skip\":\"too hot\""#)
        let report = try await ShellTestee.judge(
            ShellTestee.describing("while read line; do \(answer); done"))
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
        let report = try await ShellTestee.judge(
            ShellTestee.describing("while read line; do \(answer); done"))
        let beginning = String(repeating: "z", count: 200)
        #expect(
            report.results.first?.verdict
                == .skipped(reason: "the testee says: \(beginning)… (5000 characters)"))
    }

    @Test("A testee that neither answers nor skips is malformed")
    func neither() async throws {
        let answer = ShellTestee.answering(#"\"answr\":{}"#)
        let report = try await ShellTestee.judge(
            ShellTestee.describing("while read line; do \(answer); done"))
        #expect(
            report.results[0].verdict
                == .malformed(reason: "the line has neither 'answer' nor 'skip'"))
    }
}
