import Foundation
import PairingSimulation

// Many runs of pairing, under all faults. Prints what broke a promise, and how often rare things happened.
//
//   pairing-campaign [SEEDS [JOBS [library|plain|plainClients|plainServer]]]

let arguments = CommandLine.arguments.dropFirst()
let numbers = arguments.prefix(2).map { UInt64($0) ?? 0 }
let all: [String: PairingContestants] = [
    "library": .library, "plain": .plain, "plainClients": .plainClients,
    "plainServer": .plainServer,
]
guard arguments.count <= 3, numbers.allSatisfy({ $0 > 0 }),
    let contestants = all[arguments.dropFirst(2).first ?? "library"]
else {
    print("usage: pairing-campaign [SEEDS [JOBS [library|plain|plainClients|plainServer]]]")
    exit(2)
}
var campaign = PairingCampaign(seeds: 0..<(numbers.first ?? 1000), contestants: contestants)
campaign.jobs = Int(numbers.dropFirst().first ?? 1)
let report = await campaign.run { print("\($0) runs") }
print("\(report.runs) runs")
for (mark, count) in report.marks.sorted(by: { $0.key < $1.key }) { print("\(mark): \(count)") }
for (seed, broken) in report.broken.values.sorted(by: { $0.seed < $1.seed }) {
    print("seed \(seed): \(broken)")
}
exit(report.broken.isEmpty ? 0 : 1)
