import ConnectIQBridge
import Foundation
import KomootNav
import KomootNavRecording
import PairingSimulation
import Simulation
import SimulationRuns
import WatchSimulation

/// What the commands that simulate have in common.
extension Arguments {
    /// The value of `--seeds`, which must be given.
    func seeds() throws(UsageError) -> Range<UInt64> {
        try required("--seeds", "a range of seeds such as 0..<1000") { Range(seeds: $0) }
    }

    /// The value of `--seed`, which must be given.
    func requiredSeed() throws(UsageError) -> UInt64 {
        try required("--seed", "a number from 0 to \(UInt64.max)") { UInt64($0) }
    }

    /// The value of `--jobs`; usually one for each core.
    func jobs() throws(UsageError) -> Int {
        try number("--jobs", in: 1...1024) ?? ProcessInfo.processInfo.activeProcessorCount
    }

    /// The value of an option that takes a number.
    func number(_ option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        try value(option, "a number from \(range.lowerBound) to \(range.upperBound)") {
            Int($0).flatMap { range ~= $0 ? $0 : nil }
        }
    }

    /// The value of `--promises`; `nil` if it is not given.
    ///
    /// - Parameter all: what 'all' stands for; usually every promise.
    func promises<Promise: SimulatedPromise>(
        of type: Promise.Type, all: Set<Promise> = Set(Promise.allCases)
    ) throws(UsageError) -> Set<Promise>? {
        let names = type.allCases.map(\.rawValue).joined(separator: ", ")
        return try value("--promises", "'all', or some of \(names), with commas between them") {
            if $0 == "all" { return all }
            let words = $0.split(separator: ",", omittingEmptySubsequences: false)
            let promises = words.compactMap { Promise(rawValue: String($0)) }
            return promises.count == words.count ? Set(promises) : nil
        }
    }
}

/// What the commands that simulate watches have in common.
extension Arguments {
    static var watchPromises: [String] { WatchPromise.allCases.map(\.rawValue) }

    /// The run that the options describe, but for the seed and the ride.
    func watchRun() throws(UsageError) -> WatchRun {
        var run = WatchRun(seed: 0)
        run.level = try choice("--faults", of: FaultLevel.allCases) ?? run.level
        run.watchCount = try number("--watches", in: 1...2)
        run.promises = try promises(of: WatchPromise.self) ?? run.promises
        return run
    }
}

extension RecordedRide {
    /// The instructions as a watch is sent them, at their times.
    var forWatches: [TimedInstruction] {
        var pace = PlaybackPace()
        return instructions.map { ride in
            let instruction = NavigationInstruction(
                identifier: .uint32(0), arrow: ride.arrow,
                distanceInMeters: ride.distanceInMeters, street: ride.street)
            return TimedInstruction(
                time: SessionTime(pace.offset(of: ride.time)),
                message: NavigationMessage(instruction))
        }
    }
}

/// What the commands for pairing have in common.
enum PairingArguments {
    static var kinds: [String] { PairingContestants.Kind.allCases.map(\.rawValue) }

    static func kind(_ arguments: Arguments) throws(UsageError) -> PairingContestants.Kind {
        try arguments.choice("--kind", of: PairingContestants.Kind.allCases) ?? .library
    }

    static var promiseNames: [String] { PairingPromise.allCases.map(\.rawValue) }

    /// The promises to check; `nil` if the user does not say.
    ///
    /// - Parameter all: what 'all' stands for.
    static func promises(
        _ arguments: Arguments, all: Set<PairingPromise> = Set(PairingPromise.allCases)
    ) throws(UsageError) -> Set<PairingPromise>? {
        try arguments.promises(of: PairingPromise.self, all: all)
    }

    static func clients(_ arguments: Arguments) throws(UsageError) -> Int? {
        try arguments.number("--clients", in: 1...3)
    }
}
