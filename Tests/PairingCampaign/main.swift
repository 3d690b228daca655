import Foundation
import PairingSimulation

// Many runs of pairing, under all faults. Prints what broke a promise, and how often rare things happened.
//
//   pairing-campaign [SEEDS [JOBS [library|plain|plainClients|plainServer]]]
//   pairing-campaign seed SEED [library|plain|plainClients|plainServer]    one run, line by line
//   pairing-campaign explore CLIENTS FAULTS PRESSES TICKS [recovery]    every state, up to these numbers

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
if arguments.first == "explore" {
    let counts = arguments.dropFirst().prefix(4).compactMap { Int($0) }
    guard counts.count == 4 else {
        print("usage: pairing-campaign explore CLIENTS FAULTS PRESSES TICKS [recovery]")
        exit(2)
    }
    let start = ExploredPairing(
        clientCount: counts[0],
        budget: ExploredPairing.Budget(faults: counts[1], presses: counts[2], ticks: counts[3]))
    var explorer = PairingExplorer()
    let report = explorer.run(start, checksRecovery: arguments.last == "recovery")
    print(
        "\(report.states) states, \(report.transitions) steps, \(report.isExhausted ? "all" : "not all")"
    )
    print("\(report.phases.count) combinations of phases")
    if let (promise, steps) = report.counterexample {
        print("\(promise.rawValue):")
        for step in steps { print("  \(step)") }
    }
    exit(report.isExhausted && report.counterexample == nil ? 0 : 1)
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
