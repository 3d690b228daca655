import Foundation
import PairingSimulation
import SimulatedApps
import Simulation

/// Campaigns of pairing with apps at the ends.
enum PairingCommand {
    /// In so many runs every mark is reached.
    private static let seedsForAllMarks: UInt64 = 1000

    /// Without these, finding nothing would prove little.
    private static let marks = [
        "client copied", "client fault leaseExpired", "client fault outrun",
        "client fault storeFailed", "client fault timedOut", "client fault unreadableStore",
        "client installed again", "client killed", "client killed during a store",
        "client killed while suspended", "client suspended while connected",
        "ends of links are not told", "ends of links are told", "forgot", "instruction shown",
        "refused 0x08", "server fault storeFailed", "server fault unreadableStore",
        "server killed",
    ]

    static func run(_ arguments: [String]) async -> Int32 {
        if arguments.first == "seed", let seed = arguments.dropFirst().first.flatMap(UInt64.init) {
            return await show(seed)
        }
        let numbers = arguments.map { Int($0) ?? 0 }
        guard numbers.count <= 2, numbers.allSatisfy({ $0 > 0 }) else {
            print("usage: core-bluetooth-campaign --pairing [SEEDS [JOBS]]")
            return 2
        }
        let seeds = UInt64(numbers.first ?? 1000)
        let misuses = MisuseLog()
        var campaign = PairingCampaign(seeds: 0..<seeds, contestants: .pairedDisplays(misuses))
        campaign.jobs = numbers.dropFirst().first ?? ProcessInfo.processInfo.activeProcessorCount
        let report = await campaign.run()
        print("Paired displays on Core Bluetooth: \(report.runs) runs")
        for promise in PairingPromise.allCases {
            guard let (seed, breach) = report.broken[promise] else { continue }
            print(
                "  broken in \(report.brokenRuns[promise] ?? 0) runs, first seed \(seed): \(breach)"
            )
        }
        for (mark, count) in report.marks.sorted(by: { $0.key < $1.key }) {
            print("  \(mark): \(count)")
        }
        for misuse in Set(misuses.all) { print("misuse: \(misuse)") }
        let missing = marks.filter { report.marks[$0] == nil }
        print("Marks not reached: \(missing)")
        let isClean = report.broken.isEmpty && misuses.all.isEmpty
        return isClean && (missing.isEmpty || seeds < seedsForAllMarks) ? 0 : 1
    }

    /// Prints what happens in one run.
    private static func show(_ seed: UInt64) async -> Int32 {
        var run = PairingRun(seed: seed, contestants: .pairedDisplays(MisuseLog()))
        run.keepsNotes = true
        let outcome = await run.run()
        for line in outcome.notes.compactMap(PairingLog.line) { print(line) }
        for breach in outcome.broken { print(breach) }
        print("trace hash \(String(outcome.traceHash, radix: 16))")
        return outcome.broken.isEmpty ? 0 : 1
    }
}
