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
        let names = promiseNames.joined(separator: ", ")
        let meaning = "'all', or names with commas between them (\(names))"
        return try arguments.value("--promises", meaning) { text in
            if text == "all" { return all }
            let words = text.split(separator: ",", omittingEmptySubsequences: false)
            let promises = words.compactMap { PairingPromise(rawValue: String($0)) }
            return promises.count == words.count ? Set(promises) : nil
        }
    }

    static func clients(_ arguments: Arguments) throws(UsageError) -> Int? {
        try arguments.value("--clients", "a number from 1 to 3") {
            Int($0).flatMap { 1...3 ~= $0 ? $0 : nil }
        }
    }
}
