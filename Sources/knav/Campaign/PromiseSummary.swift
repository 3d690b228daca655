import KomootNavRecording
import Simulation

/// The result of many runs in which promises were checked.
struct PromiseSummary: Codable, Hashable {
    /// A promise that was broken.
    struct Broken: Codable, Hashable {
        let promise: String
        /// In how many runs it was broken.
        fileprivate(set) var runs: Int
        let firstSeed: UInt64
        let evidence: String
    }

    /// Which ends there were, if there is a choice.
    let kind: String?
    private(set) var runs: Int
    /// How many runs broke at least one promise.
    private(set) var brokenRuns: Int
    var wallSeconds: Double
    /// In the order of ``promises``.
    private(set) var broken: [Broken]
    /// Those that were checked.
    let promises: [String]
    private(set) var marks: [String: Int]

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
}

extension PromiseSummary: ShardResult {
    var size: UInt64 { UInt64(clamping: runs) }

    var isPlausible: Bool {
        let names = broken.map(\.promise)
        return brokenRuns >= 0 && brokenRuns <= runs
            && broken.allSatisfy { $0.runs > 0 && $0.runs <= brokenRuns }
            && marks.values.allSatisfy { $0 > 0 && $0 <= runs }
            && Set(names).count == names.count && Set(names).isSubset(of: promises)
    }

    mutating func add(_ next: Self) {
        runs += next.runs
        brokenRuns += next.brokenRuns
        wallSeconds += next.wallSeconds
        marks.merge(next.marks, uniquingKeysWith: +)
        broken = promises.compactMap { promise in
            let both = [self, next].compactMap { $0.broken.first { $0.promise == promise } }
            guard var first = both.min(by: { $0.firstSeed < $1.firstSeed }) else { return nil }
            first.runs = both.reduce(0) { $0 + $1.runs }
            return first
        }
    }

    /// What impostors break is only counted.
    func verdict(of work: Work) -> ExitCode {
        broken.isEmpty || work.options.contains("--impostors") ? .success : .failed
    }
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
