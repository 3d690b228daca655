import KomootNavRecording
import PairingSimulation

/// `knav pairing explore`.
enum PairingExploreCommand: Command {
    static let name = "pairing explore"
    static let summary = "visit every state of clients and a server, and check what is promised"

    static let syntax = Arguments.Syntax(
        options: ["--clients", "--faults", "--presses", "--deadlines", "--states"],
        flags: ["--recovery", "--json"])

    static let help = """
        usage: knav pairing explore [--clients N] [--faults N] [--presses N] [--deadlines N] [--states N]
                            [--recovery] [--json]

        Visits every state that clients and a server can reach, and checks in each what is promised. If a
        promise is broken, it ends, and prints the way there. Of two clients that have changed places it
        visits one state. Interrupt it to see how far it came.

          --clients N    1 or 2 (2)
          --faults N     how often a link is lost, an app killed, a store fails or a radio is off (1)
          --presses N    how often a user unpairs or disconnects (1)
          --deadlines N  how often time passes until the next deadline (0)
          --recovery     let each state go on without faults too, and check that each client can connect
          --states N     end when N states are found (20000000); each takes about 30 bytes
          --json         print one JSON object at the end

        Use a release build: swift run -c release knav pairing explore …
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let clients = try arguments.value("--clients", "1 or 2") {
            Int($0).flatMap { 1...2 ~= $0 ? $0 : nil }
        }
        let states = try arguments.value("--states", "a number from 1 to 4000000000") {
            Int($0).flatMap { 1...4_000_000_000 ~= $0 ? $0 : nil }
        }
        let budget = ExploredPairing.Budget(
            faults: try number("--faults", arguments) ?? 1,
            presses: try number("--presses", arguments) ?? 1,
            ticks: try number("--deadlines", arguments) ?? 0)
        let isJSON = arguments.flags.contains("--json")
        let progress = ProgressLine()
        let clock = ContinuousClock()
        let start = clock.now
        Interruption.catchSignals()
        var explorer = PairingExplorer(maximumStates: states ?? 20_000_000)
        let report = explorer.run(
            ExploredPairing(clientCount: clients ?? 2, budget: budget),
            checksRecovery: arguments.flags.contains("--recovery")
        ) { report in
            if !isJSON { progress.show { "\(report.states) states" } }
            return !Interruption.hasHappened
        }
        progress.finish()
        let summary = PairingExplorationSummary(report, wallTime: clock.now - start)
        print(isJSON ? summary.json : summary.text)
        if Interruption.hasHappened { return .interrupted }
        return report.isExhausted && report.counterexample == nil ? .success : .failed
    }

    private static func number(
        _ option: String, _ arguments: Arguments
    ) throws(UsageError) -> Int? {
        try arguments.value(option, "a number from 0 to 9") {
            Int($0).flatMap { 0...9 ~= $0 ? $0 : nil }
        }
    }
}
