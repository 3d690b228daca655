import PairingSimulation

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
