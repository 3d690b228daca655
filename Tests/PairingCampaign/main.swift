import Foundation
import PairingSimulation

// Many runs of pairing, under all faults. Prints what broke a promise, and how often rare things happened.
//
//   pairing-campaign [SEEDS [JOBS [library|plain|plainClients|plainServer]]]
//   pairing-campaign seed SEED [library|plain|plainClients|plainServer]    one run, line by line

let all: [String: PairingContestants] = [
    "library": .library, "plain": .plain, "plainClients": .plainClients,
    "plainServer": .plainServer,
]
let arguments = CommandLine.arguments.dropFirst()
if arguments.first == "seed", let seed = arguments.dropFirst().first.flatMap({ UInt64($0) }) {
    let contestants = all[arguments.dropFirst(2).first ?? "library"] ?? .library
    var run = PairingRun(seed: seed, contestants: contestants)
    run.keepsLog = true
    let outcome = await run.run()
    for line in outcome.log { print(line) }
    print(outcome.broken.map { "\($0)" } ?? "every promise was kept")
    exit(outcome.broken == nil ? 0 : 1)
}
let numbers = arguments.prefix(2).map { UInt64($0) ?? 0 }
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
