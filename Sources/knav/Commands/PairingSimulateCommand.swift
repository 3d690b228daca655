import KomootNavRecording
import PairingSimulation

/// `knav pairing simulate`.
enum PairingSimulateCommand: Command {
    static let name = "pairing simulate"
    static let summary =
        "simulate how phones pair while things go wrong, and show what each end does"

    static let syntax = Arguments.Syntax(
        options: ["--seed", "--clients", "--kind", "--seconds"],
        flags: ["--no-faults", "--impostors"])

    static let help = """
        usage: knav pairing simulate --seed N [--clients N] [--seconds N] [--no-faults] [--impostors]
                            [--kind \(PairingArguments.kinds.alternatives)]

        Simulates a server and its clients, and shows line by line what their users press, what their
        screens show, what they write, refuse and store, and what goes wrong. Then everything comes to
        rest, and each client in turn must be able to connect. The last line says which promise was
        broken, if one was.

          --seed N      decides all that happens
          --clients N   from 1 to 3 clients (the seed decides)
          --seconds N   for how long things go wrong, from 1 to 3600 (120)
          --kind K      which ends are this library's, and which follow only the published description
                        (library)
          --no-faults   nothing goes wrong, and nobody unpairs
          --impostors   somebody uses the names of others; no promise holds then
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let seed = try arguments.required("--seed", "a number from 0 to \(UInt64.max)") {
            UInt64($0)
        }
        let seconds = try arguments.value("--seconds", "a number from 1 to 3600") {
            Int($0).flatMap { 1...3600 ~= $0 ? $0 : nil }
        }
        var run = PairingRun(
            seed: seed, contestants: PairingContestants(try PairingArguments.kind(arguments)),
            clientCount: try PairingArguments.clients(arguments),
            faults: arguments.flags.contains("--no-faults") ? PairingFaults() : nil)
        run.length = seconds ?? run.length
        run.hasImpostors = arguments.flags.contains("--impostors")
        if run.hasImpostors { run.promises = PairingPromise.promised }
        run.keepsNotes = true
        let outcome = await run.run()
        for line in outcome.notes.compactMap(PairingLog.line) { print(line) }
        guard let broken = outcome.broken else {
            print("every promise was kept")
            return .success
        }
        print("broken: \(broken)")
        return run.hasImpostors ? .success : .failed
    }
}

/// What the commands for pairing have in common.
enum PairingArguments {
    static var kinds: [String] { PairingContestants.Kind.allCases.map(\.rawValue) }

    static func kind(_ arguments: Arguments) throws(UsageError) -> PairingContestants.Kind {
        try arguments.choice("--kind", of: PairingContestants.Kind.allCases) ?? .library
    }

    static func clients(_ arguments: Arguments) throws(UsageError) -> Int? {
        try arguments.value("--clients", "a number from 1 to 3") {
            Int($0).flatMap { 1...3 ~= $0 ? $0 : nil }
        }
    }
}
