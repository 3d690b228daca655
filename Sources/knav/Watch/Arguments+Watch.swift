import ConnectIQBridge
import KomootNav
import KomootNavRecording
import Simulation
import WatchSimulation

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
