/// What an exploration found.
public struct ExplorationReport: Sendable {
    /// How many states there are, or were found before the exploration was ended.
    public internal(set) var states = 1
    /// How many steps between them were taken.
    package internal(set) var transitions = 0
    /// The largest number of steps on a shortest way to a state.
    package internal(set) var depth = 0
    /// The largest number of PDUs that were under way in one direction of a link.
    package internal(set) var largestQueue = 0
    /// Whether all states were visited.
    public internal(set) var isExhausted = false
    /// For each broken promise, a shortest way to break it.
    public internal(set) var counterexamples: [Counterexample] = []

    /// Whether every state was visited, and no promise was broken in any.
    public var isClean: Bool { isExhausted && counterexamples.isEmpty }

    /// A shortest way to break a promise.
    public struct Counterexample: Sendable {
        /// What was broken, and how it shows.
        public let broken: BrokenPromise
        /// The steps from the beginning.
        package let steps: [ExplorationStep]
        /// What happened in them and, if the device does not recover, after them.
        public let events: [ExplorationEvent]
    }
}
