import Simulation
import SimulationRuns
import Testing

@Suite("A judgement's report")
struct JudgementTests {
    @Test("The command that repeats a run has the program's arguments, empty ones too")
    func repeating() throws {
        let plan = RunPlan(seed: 7, profile: .ios, faults: .light)
        let broken = BrokenPromise(
            PromiseBreach(promise: .goesOn, time: 0, evidence: "it ended"))
        let campaign = Campaign(seeds: 7..<8, profiles: [.ios], faults: .light)
        let found = Counterexample(campaign.failure(of: plan, broken), [], runs: 1)
        let command = judgement(["./my device", "", "it's"], timeout: .seconds(2))
            .command(repeating: found)
        #expect(
            command == "knav judge --seeds '7..<8' --profile ios --faults light --timeout 2.0 "
                + #"-- './my device' '' 'it'\''s'"#)
    }

    @Test("What was judged before an interruption does not pass for all of it")
    func interruptedReport() {
        func last(
            of runs: Int, broken: Int = 0, gaveUp: Bool = false, isInterrupted: Bool = false
        ) -> String? {
            var judgement = judgement(["device"], runs: runs, broken: broken, gaveUp: gaveUp)
            if isInterrupted { judgement.interrupt() }
            return judgement.formatted(as: .text).split(separator: "\n").last.map(String.init)
        }
        let inSearch = last(of: 1000, broken: 1, isInterrupted: true)
        #expect(
            inSearch?.hasSuffix("promise; the search for a shorter ride was interrupted") == true)
        #expect(last(of: 1000, isInterrupted: true) == "1000 runs, every promise kept")
        #expect(last(of: 17) == "interrupted after 17 of 1000 runs, every promise kept")
        #expect(last(of: 1000) == "1000 runs, every promise kept")
        #expect(last(of: 17, gaveUp: true)?.hasPrefix("17 runs, every promise kept, then") == true)
    }

    @Test(
        "Each format says in how many runs a promise was judged, if not in all, and none that it was kept in none"
    )
    func unjudgedRuns() throws {
        func report(_ format: Judgement.Format) -> String {
            judgement(["device"], runs: 40, judgedRuns: [.neverRepeats: 0, .neverGoesBack: 33])
                .formatted(as: format)
        }
        let lines = report(.text).split(separator: "\n")
        let reason = "in each run, answers were altered before anything was shown"
        #expect(
            lines.contains { $0.hasPrefix("not judged  neverRepeats ") && $0.hasSuffix(reason) })
        let part = "judged in 33 of 40 runs"
        let partly = lines.filter { $0.hasSuffix(", \(part)") }
        #expect(partly.count == 1 && partly[0].hasPrefix("kept        neverGoesBack "))
        #expect(lines.last?.hasSuffix("40 of 1000 runs, no promise broken, 1 not judged") == true)
        #expect(report(.junit).contains("<system-out>\(part)</system-out>"))
        #expect(report(.junit).contains("failures=\"0\" errors=\"0\" skipped=\"1\""))
        #expect(report(.tap).contains("# \(part)\n"))
        #expect(report(.tap).contains("# SKIP \(reason)"))
        #expect(report(.json).contains(#""judgedRuns":33"#))
        #expect(report(.json).contains(reason))
    }

    private func judgement(
        _ command: [String], timeout: Duration = .seconds(5), runs: Int = 1, broken: Int = 0,
        gaveUp: Bool = false, judgedRuns: [Promise: Int] = [:]
    ) -> Judgement {
        let judged = Promise.allCases.map { ($0.rawValue, judgedRuns[$0] ?? runs - broken) }
        return Judgement(
            command: command, end: .device([.offsetReads]), timeout: timeout, seeds: 0..<1000,
            faults: runs == 1 ? .light : .heavy, runs: runs, brokenRuns: broken,
            judgedRuns: Dictionary(uniqueKeysWithValues: judged), reportsStatuses: true,
            gaveUp: gaveUp)
    }
}
