import Foundation
import SimulatedApps
import Simulation
import SimulationRuns

// Many rides with an app on Core Bluetooth at one end: first as the device, then as the phone. Prints what broke
// a promise, and the rare events that did not happen, which is a failure from 1,000 seeds on.
//
//   core-bluetooth-campaign [SEEDS [JOBS]]
//
// Or prints, as JSON, how fresh the screen of the device is if nothing goes wrong.
//
//   core-bluetooth-campaign --freshness
//
// Or simulates pairing, first with displays alone on Core Bluetooth, then with the phone, too; or shows one run of either.
//
//   core-bluetooth-campaign --pairing [SEEDS [JOBS]]
//   core-bluetooth-campaign --pairing display|phone SEED

if CommandLine.arguments.dropFirst() == ["--freshness"] {
    let report = await Campaign(
        seeds: 0..<400, faults: .none, workload: .everySecond, radios: [.coreBluetooth],
        promises: Campaign.appPromises, jobs: ProcessInfo.processInfo.activeProcessorCount,
        contestants: .displayApp(MisuseLog())
    ).run()
    let data = try JSONEncoder().encode(["freshness": FreshnessTable(report.freshness)])
    print(String(decoding: data, as: UTF8.self))
    exit(report.isClean ? 0 : 1)
}

if CommandLine.arguments.dropFirst().first == "--pairing" {
    exit(await PairingCommand.run(Array(CommandLine.arguments.dropFirst(2))))
}

let arguments = CommandLine.arguments.dropFirst().map { Int($0) ?? 0 }
let seeds = UInt64(arguments.first ?? 1000)
let jobs = arguments.dropFirst().first ?? ProcessInfo.processInfo.activeProcessorCount
guard arguments.count <= 2, arguments.allSatisfy({ $0 > 0 }) else {
    print("usage: core-bluetooth-campaign [--pairing] [SEEDS [JOBS]]")
    exit(2)
}

/// In so many rides every mark is reached.
let seedsForAllMarks: UInt64 = 1000

let deviceMisuses = MisuseLog()
let phoneMisuses = MisuseLog()
let device = await Campaign(
    seeds: 0..<seeds, faults: .heavy, radios: [.coreBluetooth],
    promises: Campaign.appPromises, jobs: jobs, contestants: .displayApp(deviceMisuses)
).run()
print("A device on Core Bluetooth:\n\(device)")
for misuse in deviceMisuses.all { print("misuse: \(misuse)") }
// Core Bluetooth is a radio of its own.
let otherRadios: Set<Mark> = [.wholeValues, .blueZ, .blueZOffsets]
let missingOfDevice = device.marks.missing.filter { !otherRadios.contains($0) }
print("Marks not reached: \(missingOfDevice)")
let phone = await Campaign(
    seeds: 0..<seeds, faults: .heavy, promises: Campaign.appPromises,
    jobs: jobs, contestants: .navigationApp(phoneMisuses)
).run()
print("A phone on Core Bluetooth:\n\(phone)")
for misuse in phoneMisuses.all { print("misuse: \(misuse)") }
print("Marks not reached: \(phone.marks.missing)")
let hasMarks = missingOfDevice.isEmpty && phone.marks.missing.isEmpty
let isClean =
    device.isClean && phone.isClean && deviceMisuses.all.isEmpty && phoneMisuses.all.isEmpty
exit(isClean && (hasMarks || seeds < seedsForAllMarks) ? 0 : 1)
