import KomootNavRecording
import PairingSimulation
import SimulationRuns

/// `knav pairing simulate`.
enum PairingSimulateCommand: Command {
    static let name = "pairing simulate"
    static let summary =
        "simulate how phones pair while things go wrong, and show what each end does"

    static let syntax = Arguments.Syntax(
        options: ["--seed", "--clients", "--kind", "--seconds", "--promises"],
        flags: ["--no-faults", "--impostors"])

    static let help = """
        usage: knav pairing simulate --seed N [--clients N] [--seconds N] [--promises P,…] [--no-faults]
                            [--impostors] [--kind \(PairingArguments.kinds.alternatives)]

        Simulates a server and its clients, and shows line by line what their users press, what their
        screens show, what they write, refuse and store, and what goes wrong. A line of 'links' is about
        what is between the ends. If a press does nothing, its line says why. Then everything comes to
        rest, and each client in turn must be able to connect. The last lines say which promises were
        broken, and which were checked.

          --seed N      decides all that happens
          --clients N   from 1 to 3 clients (the seed decides)
          --seconds N   for how long things go wrong, from 1 to 3600 (120)
          --kind K      which ends are this library's, and which follow only the published description
                        (library)
          --promises P,…
                        the promises to check, or 'all', as for 'knav pairing campaign' (those that this
                        kind keeps)
          --no-faults   nothing goes wrong, and nobody unpairs
          --impostors   somebody uses the names of others; no promise holds then
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let seed = try arguments.requiredSeed()
        let seconds = try arguments.number("--seconds", in: 1...3600)
        var run = PairingRun(
            seed: seed, contestants: PairingContestants(try PairingArguments.kind(arguments)),
            clientCount: try PairingArguments.clients(arguments),
            faults: arguments.flags.contains("--no-faults") ? PairingFaults() : nil)
        run.length = seconds ?? run.length
        run.hasImpostors = arguments.flags.contains("--impostors")
        run.promises = try PairingArguments.promises(arguments)
        if run.hasImpostors, run.promises == nil { run.promises = PairingPromise.promised }
        run.keepsNotes = true
        let outcome = await run.run()
        for line in outcome.notes.compactMap(PairingLog.line) { print(line) }
        let verdict = PromiseVerdict(
            broken: outcome.broken, checked: run.promises ?? run.contestants.kind.promises)
        for line in verdict.lines { print(line) }
        return outcome.broken.isEmpty || run.hasImpostors ? .success : .failed
    }
}
