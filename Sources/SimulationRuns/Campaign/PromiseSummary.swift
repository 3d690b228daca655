import KomootNavRecording
package import Simulation

/// The result of many runs in which promises were checked.
package struct PromiseSummary: Codable, Hashable {
    /// A promise that was broken.
    package struct Broken: Codable, Hashable {
        package let promise: String
        /// In how many runs it was broken.
        package fileprivate(set) var runs: Int
        package let firstSeed: UInt64
        package let evidence: String
    }

    /// Which ends there were, if there is a choice.
    package let kind: String?
    package private(set) var runs: Int
    /// How many runs broke at least one promise.
    package private(set) var brokenRuns: Int
    package var wallSeconds: Double
    /// In the order of ``promises``.
    package private(set) var broken: [Broken]
    /// Those that were checked.
    package let promises: [String]
    package private(set) var marks: [String: Int]

    package init<Promise>(
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
    package var text: String {
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
    package var size: UInt64 { UInt64(clamping: runs) }

    package var isPlausible: Bool {
        let names = broken.map(\.promise)
        return brokenRuns >= 0 && brokenRuns <= runs
            && broken.allSatisfy { $0.runs > 0 && $0.runs <= brokenRuns }
            && brokenRuns <= broken.reduce(0) { $0 + $1.runs }
            && marks.values.allSatisfy { $0 > 0 && $0 <= runs }
            && Set(names).count == names.count && Set(names).isSubset(of: promises)
    }

    package func fits(_ work: Work) -> Bool {
        work.value(of: "--promises") == promises.joined(separator: ",")
            && work.value(of: "--kind") == kind
    }

    package mutating func add(_ next: Self) {
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
    package func isClean(for work: Work) -> Bool {
        broken.isEmpty || work.options.contains("--impostors")
    }
}

/// What a run says at its end: which promises were broken, and which were checked.
package struct PromiseVerdict<Promise: SimulatedPromise> {
    package let broken: [PromiseBreach<Promise>]
    package let checked: Set<Promise>

    package init(broken: [PromiseBreach<Promise>], checked: Set<Promise>) {
        self.broken = broken
        self.checked = checked
    }

    package var lines: [String] {
        let names = Promise.names(of: checked).joined(separator: ", ")
        return broken.map { "broken: \($0)" }
            + [broken.isEmpty ? "kept: \(names)" : "checked: \(names)"]
    }
}
