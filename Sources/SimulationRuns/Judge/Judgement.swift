import KomootNavJSON
package import KomootNavRecording
package import Simulation

/// What a program's runs showed.
package struct Judgement: Sendable {
    /// What became of a promise.
    package enum Verdict {
        /// In all runs in which it was judged.
        case kept
        case broken(Counterexample)
        /// It was not judged, for this reason.
        case notJudged(String)
    }

    package let command: [String]
    let timeout: Duration
    package let seeds: Range<UInt64>
    package let faults: FaultLevel
    package let end: JudgedEnd
    package let runs: Int
    /// How many runs broke a promise.
    package let brokenRuns: Int
    /// In how many runs each promise was judged, by its name. A run ends at its first broken promise.
    private let judgedRuns: [String: Int]
    let reportsStatuses: Bool
    /// Whether the runs ended early because the program broke down in so many.
    package let gaveUp: Bool
    package private(set) var counterexamples: [Counterexample] = []
    package private(set) var isInterrupted = false

    package init(
        command: [String], end: JudgedEnd, timeout: Duration, seeds: Range<UInt64>,
        faults: FaultLevel, runs: Int, brokenRuns: Int, judgedRuns: [String: Int],
        reportsStatuses: Bool, gaveUp: Bool
    ) {
        self.command = command
        self.seeds = seeds
        self.faults = faults
        self.end = end
        self.timeout = timeout
        self.runs = runs
        self.brokenRuns = brokenRuns
        self.judgedRuns = judgedRuns
        self.reportsStatuses = reportsStatuses
        self.gaveUp = gaveUp
    }

    package mutating func add(_ counterexample: Counterexample) {
        counterexamples.append(counterexample)
    }

    /// Notes that the user interrupted the runs, or the search for a shorter counterexample.
    package mutating func interrupt() { isInterrupted = true }

    /// Whether there were runs, and none broke a promise.
    package var isKept: Bool { runs > 0 && brokenRuns == 0 }

    /// The Bluetooth log of the first counterexample that has one.
    package func log(_ form: WrittenForm) -> ContiguousArray<UInt8>? {
        counterexamples.reduce(nil) { log, found in log ?? found.log(form) }
    }

    /// Why it has no log.
    package var reasonForNoLog: String {
        counterexamples.isEmpty
            ? "no promise was broken" : "the counterexample's ride was not done again"
    }

    /// In how many runs a promise was judged.
    func judgedRuns(of promise: Promise) -> Int { judgedRuns[promise.rawValue] ?? 0 }

    /// What became of a promise.
    package func verdict(on promise: Promise) -> Verdict {
        if let found = counterexamples.first(where: { $0.failure.broken.promise == promise }) {
            return .broken(found)
        }
        if let obstacle = end.obstacle(to: promise, reportsStatuses: reportsStatuses) {
            return .notJudged(obstacle)
        }
        if runs == 0 { return .notJudged("no run was done") }
        if judgedRuns(of: promise) > 0 { return .kept }
        return .notJudged(
            brokenRuns == runs
                ? "another promise was broken in each run"
                : "in each run, answers were altered before anything was shown")
    }

    /// The command that does a counterexample's run again.
    package func command(repeating counterexample: Counterexample) -> String {
        let plan = counterexample.failure.plan
        let words = command.map { word in
            !word.isEmpty
                && word.allSatisfy { $0.isLetter || $0.isNumber || "-_./=:,+".contains($0) }
                ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
        }
        let isUsual = timeout == .seconds(5)
        return "knav judge \(end.isPhone ? "--phone " : "")"
            + "--seeds '\(plan.seed)..<\(plan.seed + 1)' "
            + (end.isPhone ? "" : "--profile \(plan.profile.rawValue) ")
            + "--faults \(faults.rawValue) "
            + (isUsual ? "" : "--timeout \(timeout / .seconds(1)) ")
            + "-- " + words.joined(separator: " ")
    }
}
