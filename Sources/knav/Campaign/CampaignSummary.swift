import KomootNavRecording
import Simulation

/// A campaign's result.
struct CampaignSummary: Encodable {
    let runs: Int
    let broken: Int
    let simulatedSeconds: Double
    let linkEvents: UInt64
    let wallSeconds: Double
    let linkEventsPerSecond: Double
    let timesRealTime: Double
    let traceHash: String
    let repeatedRuns: Int
    let differentRepetitions: [UInt64]
    let marksReached: Int
    let marksMissing: [String]
    let failures: [String]

    init(_ report: CampaignReport, wallTime: Duration) {
        let wall = max(wallTime / .seconds(1), 1e-9)
        runs = report.runCount
        broken = report.failureCount
        simulatedSeconds = report.simulatedTime / .seconds(1)
        linkEvents = report.linkEventCount
        wallSeconds = wall
        linkEventsPerSecond = Double(report.linkEventCount) / wall
        timesRealTime = simulatedSeconds / wall
        traceHash = String(report.traceHash, radix: 16)
        repeatedRuns = report.repetitions
        differentRepetitions = report.differentRepetitions
        let missing = report.marks.missing
        marksReached = Mark.allCases.count - missing.count
        marksMissing = missing.map { "\($0)" }
        failures = report.failures.map(\.description)
    }

    /// The summary as lines to read.
    var text: String {
        var lines: [String] = []
        for failure in failures { lines.append(failure) }
        if broken > failures.count { lines.append("… and \(broken - failures.count) more") }
        for seed in differentRepetitions {
            lines.append("seed \(seed): the repeated run had a different history")
        }
        lines.append("\(counted(runs, "run")), \(counted(broken, "broken promise"))")
        lines.append(
            "\(Self.grouped(simulatedSeconds)) s simulated in \(wallSeconds.inTenths) s, "
                + "\(Self.grouped(timesRealTime)) times as fast as real time")
        lines.append(
            "\(Self.grouped(Double(linkEvents))) link events, "
                + "\(Self.grouped(linkEventsPerSecond)) a second")
        lines.append(
            "\(counted(repeatedRuns, "run")) repeated, \(differentRepetitions.count) differed, "
                + "trace hash \(traceHash)")
        let all = marksReached + marksMissing.count
        let missing = marksMissing.isEmpty ? "" : "; not: \(marksMissing.joined(separator: ", "))"
        lines.append("\(marksReached) of \(all) marks reached\(missing)")
        return lines.joined(separator: "\n")
    }

    var json: String { jsonLine(self) }

    /// A whole number with blanks between groups of three digits.
    private static func grouped(_ number: Double) -> String {
        var digits = String(UInt64(number.rounded()))
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return ([digits] + groups).joined(separator: " ")
    }
}
