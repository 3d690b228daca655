import KomootNavRecording
import PairingSimulation

/// The result of many runs of pairing.
struct PairingCampaignSummary: Encodable {
    /// A promise that was broken.
    struct Broken: Encodable {
        let promise: String
        /// In how many runs it was broken.
        let runs: Int
        let firstSeed: UInt64
        let evidence: String
    }

    let kind: String
    let runs: Int
    /// How many runs broke at least one promise.
    let brokenRuns: Int
    let wallSeconds: Double
    let broken: [Broken]
    let promises: [String]
    let marks: [String: Int]

    init(_ report: PairingCampaign.Report, of campaign: PairingCampaign, wallTime: Duration) {
        kind = campaign.contestants.kind.rawValue
        runs = report.runs
        wallSeconds = wallTime / .seconds(1)
        promises = PairingPromise.names(
            of: campaign.promises ?? campaign.contestants.kind.promises)
        marks = report.marks
        broken = PairingPromise.allCases.compactMap { promise in
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
