package import LinkVocabulary

/// Whether a state machine falls silent: it waits for something that nobody may ever tell, without a deadline that leads
/// to anything.
package enum Silence {
    /// Longer than every interval of the sessions, in milliseconds.
    private static let patience: UInt64 = 300_000
    /// A machine that has so many deadlines without an effect is silent, too.
    private static let maximumDeadlines = 1000

    /// Whether a machine does nothing for minutes, and comes to no rest, if nothing but time passes.
    ///
    /// - Parameters:
    ///   - isAtRest: whether the pages let it wait without a deadline.
    ///   - deadline: when the machine wants to be woken.
    ///   - wake: lets time pass until then; returns whether that has an effect.
    package static func follows<Machine>(
        _ machine: Machine, at now: SessionTime, isAtRest: (Machine) -> Bool,
        deadline: (Machine) -> SessionTime?, wake: (inout Machine, SessionTime) -> Bool
    ) -> Bool {
        if isAtRest(machine) { return false }
        var machine = machine
        let end = now.advanced(byMilliseconds: patience)
        for _ in 0..<maximumDeadlines {
            guard let next = deadline(machine), next <= end else { return true }
            if wake(&machine, max(now, next)) || isAtRest(machine) { return false }
        }
        return true
    }
}
