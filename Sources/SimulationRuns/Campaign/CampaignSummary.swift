import KomootNavRecording
package import Simulation

/// A campaign's result.
package struct CampaignSummary: Hashable {
    /// A run that broke a promise, shrunk.
    package struct Failure: Codable, Hashable {
        package let seed: UInt64
        package let profile: String
        package let faults: String
        /// The promise, the script and the command that repeats it, as lines to read.
        package let description: String

        fileprivate var rank: (UInt64, String, String) { (seed, profile, faults) }
    }

    package private(set) var runs: Int
    package private(set) var broken: Int
    package private(set) var linkEvents: UInt64
    package var wallSeconds: Double
    package private(set) var traceHash: UInt64
    package private(set) var repeatedRuns: Int
    package private(set) var differentRepetitions: [UInt64]
    /// In the order of `Mark`.
    package private(set) var marksMissing: [String]
    /// The first few.
    package private(set) var failures: [Failure]
    package private(set) var freshness: FreshnessTable

    package init(_ report: CampaignReport, wallTime: Duration) {
        runs = report.runCount
        broken = report.failureCount
        linkEvents = report.linkEventCount
        wallSeconds = wallTime / .seconds(1)
        traceHash = report.traceHash
        repeatedRuns = report.repetitions
        differentRepetitions = report.differentRepetitions
        marksMissing = report.marks.missing.map { "\($0)" }
        failures = report.failures.map {
            Failure(
                seed: $0.plan.seed, profile: $0.plan.profile.rawValue,
                faults: $0.faults.rawValue, description: $0.description)
        }
        freshness = FreshnessTable(report.freshness)
    }

    private var marksReached: Int { Mark.allCases.count - marksMissing.count }

    private var simulatedSeconds: Double {
        CampaignReport.simulatedTime(ofRuns: runs) / .seconds(1)
    }

    private func perSecond(_ number: Double) -> Double { number / max(wallSeconds, 1e-9) }

    /// The summary as lines to read.
    package var text: String {
        var lines = failures.map(\.description)
        if broken > failures.count { lines.append("… and \(broken - failures.count) more") }
        for seed in differentRepetitions {
            lines.append("seed \(seed): the repeated run had a different history")
        }
        lines.append("\(counted(runs, "run")), \(counted(broken, "broken promise"))")
        lines.append(
            "\(Self.grouped(simulatedSeconds)) s simulated in \(wallSeconds.inTenths) s, "
                + "\(Self.grouped(perSecond(simulatedSeconds))) times as fast as real time")
        lines.append(
            "\(Self.grouped(Double(linkEvents))) link events, "
                + "\(Self.grouped(perSecond(Double(linkEvents)))) a second")
        lines.append(
            "\(counted(repeatedRuns, "run")) repeated, \(differentRepetitions.count) differed, "
                + "trace hash \(String(traceHash, radix: 16))")
        lines += freshness.lines
        let all = marksReached + marksMissing.count
        let missing = marksMissing.isEmpty ? "" : "; not: \(marksMissing.joined(separator: ", "))"
        lines.append("\(marksReached) of \(all) marks reached\(missing)")
        return lines.joined(separator: "\n")
    }

    /// A whole number with blanks between groups of three digits.
    private static func grouped(_ number: Double) -> String {
        var digits = String(UInt64(min(number, 1e18).rounded()))
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return ([digits] + groups).joined(separator: " ")
    }
}

extension CampaignSummary: ShardResult {
    package var size: UInt64 { UInt64(clamping: runs) }

    package var isPlausible: Bool {
        // A run's five minutes have some ten thousand link events.
        let (mostLinkEvents, isMore) = size.multipliedReportingOverflow(by: 1 << 20)
        return broken >= 0 && broken <= runs && repeatedRuns >= 0 && repeatedRuns <= runs
            && (isMore || linkEvents <= mostLinkEvents)
            && failures.count == min(broken, CampaignReport.maximumFailures)
            && differentRepetitions.count <= repeatedRuns
            && Set(marksMissing).isSubset(of: Mark.allCases.map { "\($0)" })
            && freshness.isPlausible(ofRuns: runs)
    }

    package mutating func add(_ next: Self) {
        runs += next.runs
        broken += next.broken
        linkEvents += next.linkEvents
        wallSeconds += next.wallSeconds
        traceHash &+= next.traceHash
        repeatedRuns += next.repeatedRuns
        differentRepetitions = (differentRepetitions + next.differentRepetitions).sorted()
        marksMissing.removeAll { !next.marksMissing.contains($0) }
        let all = (failures + next.failures).sorted { $0.rank < $1.rank }
        failures = Array(all.prefix(CampaignReport.maximumFailures))
        freshness.add(next.freshness)
    }

    package func isClean(for work: Work) -> Bool { broken == 0 && differentRepetitions.isEmpty }
}

extension CampaignSummary: Codable {
    private enum Key: String, CodingKey {
        case runs, broken, simulatedSeconds, linkEvents, wallSeconds, linkEventsPerSecond
        case timesRealTime, traceHash, repeatedRuns, differentRepetitions
        case marksReached, marksMissing, failures, freshness
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        runs = try members.decode(Int.self, forKey: .runs)
        broken = try members.decode(Int.self, forKey: .broken)
        linkEvents = try members.decode(UInt64.self, forKey: .linkEvents)
        wallSeconds = try members.decode(Double.self, forKey: .wallSeconds)
        let hash = try members.decode(String.self, forKey: .traceHash)
        guard let hash = UInt64(hash, radix: 16) else {
            throw DecodingError.dataCorruptedError(
                forKey: .traceHash, in: members, debugDescription: "'\(hash)' is not a hash")
        }
        traceHash = hash
        repeatedRuns = try members.decode(Int.self, forKey: .repeatedRuns)
        differentRepetitions = try members.decode([UInt64].self, forKey: .differentRepetitions)
        marksMissing = try members.decode([String].self, forKey: .marksMissing)
        failures = try members.decode([Failure].self, forKey: .failures)
        freshness = try members.decode(FreshnessTable.self, forKey: .freshness)
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(runs, forKey: .runs)
        try members.encode(broken, forKey: .broken)
        try members.encode(simulatedSeconds, forKey: .simulatedSeconds)
        try members.encode(linkEvents, forKey: .linkEvents)
        try members.encode(wallSeconds, forKey: .wallSeconds)
        try members.encode(perSecond(Double(linkEvents)), forKey: .linkEventsPerSecond)
        try members.encode(perSecond(simulatedSeconds), forKey: .timesRealTime)
        try members.encode(String(traceHash, radix: 16), forKey: .traceHash)
        try members.encode(repeatedRuns, forKey: .repeatedRuns)
        try members.encode(differentRepetitions, forKey: .differentRepetitions)
        try members.encode(marksReached, forKey: .marksReached)
        try members.encode(marksMissing, forKey: .marksMissing)
        try members.encode(failures, forKey: .failures)
        try members.encode(freshness, forKey: .freshness)
    }
}
