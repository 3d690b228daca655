import KomootNavRecording
import PairingSimulation
import Simulation
import SimulationRuns

/// `knav pairing explore`.
enum PairingExploreCommand: Command {
    static let name = "pairing explore"
    static let summary = "try everything that can happen to clients and a server, within a budget"

    static let syntax = Arguments.Syntax(
        options: [
            "--clients", "--faults", "--presses", "--waits", "--kind", "--promises", "--states",
        ],
        flags: ["--untold-ends", "--recovery", "--json"])

    static let help = """
        usage: knav pairing explore [--clients N] [--faults N] [--presses N] [--waits N] [--untold-ends]
                            [--kind \(PairingArguments.kinds.alternatives)]
                            [--promises P,…] [--states N] [--recovery] [--json]

        Begins with a server's first launch, and visits every state that can be reached with so many
        faults, presses and waits, in whatever order they and everything else happen, the nearest first.
        In each state it checks what is promised. If a promise is broken, it ends, and prints a shortest
        way there. States that need more faults, presses or waits are not visited. Of two clients that
        have changed places it visits one state. Interrupt it to see how far it came.

          --clients N    1 or 2 (2)
          --faults N     how often a link is lost, an app killed, a store fails or a radio is off (1)
          --presses N    how often a user unpairs or disconnects (1)
          --waits N      how often time passes (0): each time up to any of the next
                         \(ExploredPairing.maximumDeadlines) moments at which something is due, within \(ExploredPairing.longestWait / 1000) s, and nothing else happens
                         meanwhile
          --untold-ends  the server's system does not tell when a link ends
          --kind K       which ends are this library's, and which follow only the published description
                         (library)
          --promises P,… the promises to check, or 'all' (those that this kind keeps). An exploration can
                         check \(momentNames.prefix(4).joined(separator: ", "))
                         and \(momentNames.dropFirst(4).joined(separator: " and ")), and with --recovery \(recoveryNames.joined(separator: " and ")) too.
                         If it can't check one of the promises, or has none to check, it does not begin
          --recovery     let each state go on without faults too, and check that each client can connect
          --states N     end when N states are found (5000000); each takes about 400 bytes
          --json         print one JSON object at the end

        The exit code is 1 if a promise was broken, and also if it ended at --states: what it has not
        visited may still break one. It is 130 if it was interrupted.

        Use a release build: swift run -c release knav pairing explore …
        """

    private static let momentNames = PairingPromise.names(
        of: PairingExplorer.promises(checksRecovery: false))

    private static let recoveryNames = PairingPromise.names(
        of: PairingExplorer.promises(checksRecovery: true)
            .subtracting(PairingExplorer.promises(checksRecovery: false)))

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let clients = try arguments.value("--clients", "1 or 2") {
            Int($0).flatMap { 1...2 ~= $0 ? $0 : nil }
        }
        let states = try arguments.number("--states", in: 1...4_000_000_000)
        let budget = ExploredPairing.Budget(
            faults: try arguments.number("--faults", in: 0...9) ?? 1,
            presses: try arguments.number("--presses", in: 0...9) ?? 1,
            waits: try arguments.number("--waits", in: 0...9) ?? 0)
        let kind = try PairingArguments.kind(arguments)
        let world = ExploredPairing(
            PairingContestants(kind), clientCount: clients ?? 2,
            tellsDisconnections: !arguments.flags.contains("--untold-ends"), budget: budget)
        let checksRecovery = arguments.flags.contains("--recovery")
        let promises = try PairingArguments.promises(
            arguments, all: PairingExplorer.promises(checksRecovery: checksRecovery))
        var explorer: PairingExplorer
        do {
            explorer = try PairingExplorer(
                world, checking: promises, checksRecovery: checksRecovery)
        } catch {
            throw usageError(error, kind, checksRecovery: checksRecovery)
        }
        if let states { explorer.maximumStates = states }
        return explore(arguments) { [explorer] tell in
            explorer.run { report in tell { "\(report.states) states" } }
        } summarize: { [promises = explorer.promises] report, wallTime in
            PairingExplorationSummary(
                report, of: world, promises: promises, kind: kind, checksRecovery: checksRecovery,
                wallTime: wallTime)
        }
    }

    private static func usageError(
        _ refusal: PairingExplorer.Refusal, _ kind: PairingContestants.Kind, checksRecovery: Bool
    ) -> UsageError {
        let checkable = PairingExplorer.promises(checksRecovery: checksRecovery)
        var advice = "it can check \(PairingPromise.names(of: checkable).joined(separator: ", "))"
        if !checksRecovery {
            advice += "; with '--recovery', \(recoveryNames.joined(separator: " and ")) too"
        }
        let what =
            switch refusal {
            case .uncheckable(let promises):
                PairingPromise.names(of: promises).joined(separator: ", ")
            case .nothingToCheck: "what the kind '\(kind.rawValue)' keeps"
            }
        return UsageError(message: "an exploration can't check \(what): \(advice)")
    }
}

extension PairingExplorationSummary: ExplorationResult {}
