import Foundation
import KomootNavConformance
import KomootNavJSON
import RepositorySupport
import Testing

@Suite("A testee that breaks down")
struct TesteeBreakdownTests {
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
        let report = try await ShellTestee.judge(
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
        let report = try await ShellTestee.judge(ShellTestee.describing("exit 0"))
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
        let report = try await ShellTestee.judge(
            ShellTestee.describing("read line; sleep 100 & exit 3"))
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
        let report = try await ShellTestee.judge(["python3", "-c", script], .short)
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
}
