import KomootNavRecording
import Simulation

/// The result of many runs in which promises were checked.
struct PromiseSummary: Encodable {
    /// A promise that was broken.
    struct Broken: Encodable {
        let promise: String
        /// In how many runs it was broken.
        let runs: Int
        let firstSeed: UInt64
        let evidence: String
    }

    /// Which ends there were, if there is a choice.
    let kind: String?
    let runs: Int
    /// How many runs broke at least one promise.
    let brokenRuns: Int
    let wallSeconds: Double
    let broken: [Broken]
    let promises: [String]
    let marks: [String: Int]

    init<Promise>(
        _ report: PromiseReport<Promise>, of promises: Set<Promise>, kind: String? = nil,
        wallTime: Duration
    ) {
        self.kind = kind
        runs = report.runs
        wallSeconds = wallTime / .seconds(1)
        self.promises = Promise.names(of: promises)
        marks = report.marks
        broken = Promise.allCases.compactMap { promise in
            report.broken[promise].map { seed, found in
                Broken(
                    promise: promise.rawValue, runs: report.brokenRuns[promise] ?? 0,
                    firstSeed: seed, evidence: "\(found)")
            }
        }
        brokenRuns = report.runsWithBroken
    }

    /// The summary as lines to read.
    var text: String {
        var lines = broken.map { broken in
            "\(broken.promise): \(counted(broken.runs, "run")), first seed \(broken.firstSeed): "
                + broken.evidence
        }
        for (mark, count) in marks.sorted(by: { $0.key < $1.key }) {
            lines.append("\(mark): \(counted(count, "run"))")
        }
        lines.append("checked: \(promises.joined(separator: ", "))")
        lines.append(
            "\(counted(runs, "run")), \(brokenRuns) with a broken promise, \(wallSeconds.inTenths) s"
        )
        return lines.joined(separator: "\n")
    }

    var json: String { jsonLine(self) }
}

/// What a run says at its end: which promises were broken, and which were checked.
struct PromiseVerdict<Promise: SimulatedPromise> {
    let broken: [PromiseBreach<Promise>]
    let checked: Set<Promise>

    var lines: [String] {
        let names = Promise.names(of: checked).joined(separator: ", ")
        return broken.map { "broken: \($0)" }
            + [broken.isEmpty ? "kept: \(names)" : "checked: \(names)"]
    }
}
