import ConnectIQBridge
import KomootNav
import KomootNavRecording
import Simulation
import SimulationRuns
import WatchSimulation

/// `knav watch simulate`.
enum WatchSimulateCommand: Command {
    static let name = "watch simulate"
    static let summary =
        "send a ride to simulated watches while things go wrong, and show what they show"

    static let syntax = Arguments.Syntax(
        options: ["--seed", "--faults", "--ride", "--watches", "--units", "--promises"])

    static let help = """
        usage: knav watch simulate --seed N [--faults \(names(of: FaultLevel.self).alternatives)] [--ride FILE] [--watches N]
                          [--units \(DistanceStyle.forRiders.map(\.rawValue).alternatives)] [--promises P,…]

        Sends the instructions of a ride to one or two simulated watches, in virtual time, and shows line
        by line what the phone's app hands in, what becomes of each message, and what each watch shows: the
        arrow, the distance and the street. A line of 'transport' says what goes wrong with a message. When
        the ride is over, nothing goes wrong any more, and each watch must show the newest instruction. The
        last lines say which promises were broken, and which were checked.

          --seed N       decides all that happens
          --faults F     how much goes wrong (heavy)
          --ride FILE    a ride file or a Bluetooth log (the seed draws a ride of two minutes)
          --watches N    1 or 2 watches (the seed decides)
          --units U      how to show distances (metric)
          --promises P,… the promises to check, or 'all', as for 'knav watch campaign' (all)
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let seed = try arguments.requiredSeed()
        let units = try arguments.choice("--units", of: DistanceStyle.forRiders) ?? .metric
        var run = try arguments.watchRun()
        run.seed = seed
        run.keepsNotes = true
        var exitCode = ExitCode.success
        if let path = arguments.options["--ride"] {
            do throws(InputFailure) {
                let ride = try RideSource(log: CaptureFile(paths: [path], command: name)).ride()
                run.ride = ride.value.forWatches
                exitCode = ride.exitCode
            } catch {
                report(path, error.explanation)
                return error.exitCode
            }
        }
        let outcome = run.run()
        let log = WatchLog(units: units)
        for line in outcome.notes.compactMap(log.line) { print(line) }
        let verdict = PromiseVerdict(broken: outcome.broken, checked: run.promises)
        for line in verdict.lines { print(line) }
        return outcome.broken.isEmpty ? exitCode : .failed
    }
}
