import Foundation
import PairingSimulation
import SimulatedApps
import Simulation

/// Campaigns of pairing with apps on Core Bluetooth: displays alone, and displays with a phone.
enum PairingCommand {
    /// In so many runs every mark is reached.
    private static let seedsForAllMarks: UInt64 = 1000
    /// Without these, finding nothing would prove little.
    private static let marks = [
        "client Bluetooth off", "client Bluetooth resetting", "client Bluetooth unauthorized",
        "client Bluetooth unknown", "client Bluetooth unsupported", "client copied",
        "client fault leaseExpired", "client fault outrun",
        "client fault storeFailed", "client fault timedOut", "client fault unreadableStore",
        "client installed again", "client killed", "client killed during a store",
        "client killed while suspended", "client suspended while connected", "forgot",
        "instruction shown", "refused 0x08", "server fault storeFailed",
        "server fault unreadableStore", "server killed",
    ]
    private static let phoneMarks = [
        "server Bluetooth off", "server Bluetooth resetting", "server Bluetooth unauthorized",
        "server Bluetooth unknown", "server Bluetooth unsupported",
        "server killed during a store", "server killed while suspended",
        "server suspended while connected",
    ]

    static func run(_ arguments: [String]) async -> Int32 {
        if let kind = arguments.first, arguments.count == 2, let seed = UInt64(arguments[1]) {
            switch kind {
            case "display": return await show(seed, .pairedDisplays(MisuseLog()))
            case "phone": return await show(seed, .pairedApps(MisuseLog()))
            default: break
            }
        }
        let numbers = arguments.map { Int($0) ?? 0 }
        guard numbers.count <= 2, numbers.allSatisfy({ $0 > 0 }) else {
            print(
                "usage: core-bluetooth-campaign --pairing [SEEDS [JOBS] | display SEED | phone SEED]"
            )
            return 2
        }
        let seeds = UInt64(numbers.first ?? 1000)
        let jobs = numbers.dropFirst().first ?? ProcessInfo.processInfo.activeProcessorCount
        let displays = MisuseLog()
        let apps = MisuseLog()
        var isClean = await isClean(
            "Paired displays", .pairedDisplays(displays), displays, marks, seeds, jobs)
        isClean =
            await Self.isClean(
                "Paired displays and phones", .pairedApps(apps), apps, marks + phoneMarks, seeds,
                jobs) && isClean
        return isClean ? 0 : 1
    }

    /// Runs a campaign, and prints what it found.
    private static func isClean(
        _ title: String, _ contestants: PairingContestants, _ misuses: MisuseLog,
        _ marks: [String], _ seeds: UInt64, _ jobs: Int
    ) async -> Bool {
        var campaign = PairingCampaign(seeds: 0..<seeds, contestants: contestants)
        campaign.jobs = jobs
        let report = await campaign.run()
        print("\(title) on Core Bluetooth: \(report.runs) runs")
        for promise in PairingPromise.allCases {
            guard let (seed, breach) = report.broken[promise] else { continue }
            let count = report.brokenRuns[promise] ?? 0
            print("broken in \(count) runs, first in that of seed \(seed): \(breach)")
        }
        for misuse in Set(misuses.all) { print("misuse: \(misuse)") }
        let missing = marks.filter { report.marks[$0] == nil }
        print("Marks not reached: \(missing)")
        let hasMarks = missing.isEmpty || seeds < seedsForAllMarks
        return report.broken.isEmpty && misuses.all.isEmpty && hasMarks
    }

    /// Prints what happens in one run.
    private static func show(_ seed: UInt64, _ contestants: PairingContestants) async -> Int32 {
        var run = PairingRun(seed: seed, contestants: contestants)
        run.keepsNotes = true
        let outcome = await run.run()
        for line in outcome.notes.compactMap(PairingLog.line) { print(line) }
        for breach in outcome.broken { print(breach) }
        print("trace hash \(String(outcome.traceHash, radix: 16))")
        return outcome.broken.isEmpty ? 0 : 1
    }
}
