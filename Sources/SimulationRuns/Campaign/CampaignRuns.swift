package import Simulation

/// A campaign's runs, or a part of them, and runs that failed once.
package struct CampaignRuns: Sendable {
    private var campaign: Campaign
    private let failed: [FailedSeed]

    /// - Parameters:
    ///   - campaign: the campaign, whatever its seeds.
    ///   - failed: what to run before its seeds.
    package init(of campaign: Campaign, after failed: [FailedSeed] = []) {
        self.campaign = campaign
        self.failed = failed
    }

    /// Does the runs of some seeds. If the task is cancelled, only the first of them.
    ///
    /// - Parameter progress: is told now and then how far it came.
    package func summary(
        of seeds: Range<UInt64>, _ progress: @escaping @Sendable (() -> String) -> Void
    ) async -> CampaignSummary {
        let (all, overflow) = seeds.seedCount.addingReportingOverflow(UInt64(failed.count))
        let total = overflow ? seeds.seedCount : all
        var report = CampaignReport()
        for failed in failed where !Task.isCancelled {
            let again = Campaign(
                seeds: failed.seed..<failed.seed + 1, profiles: [failed.profile],
                faults: failed.faults, contestants: campaign.contestants)
            report.add(await again.run())
        }
        var campaign = campaign
        campaign.seeds = seeds
        let before = report
        report.add(
            await campaign.run { part in
                progress {
                    var sum = before
                    sum.add(part)
                    return "\(sum.runCount) of \(total) runs, \(sum.failureCount) broken"
                }
            })
        return CampaignSummary(report, wallTime: .zero)
    }
}
