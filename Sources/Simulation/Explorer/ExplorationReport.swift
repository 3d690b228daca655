/// What an exploration found.
public struct ExplorationReport: Sendable {
    /// How many states there are, or were found before the exploration was ended.
    public private(set) var states: Int
    /// How many steps between them were taken.
    package private(set) var transitions: Int
    /// The largest number of steps on a shortest way to a state.
    package private(set) var depth: Int
    /// The largest number of PDUs that were under way in one direction of a link.
    package private(set) var largestQueue: Int
    /// Whether all states were visited.
    public private(set) var isExhausted: Bool
    /// For each broken promise, a shortest way to break it.
    public private(set) var counterexamples: [Counterexample]

    /// Whether every state was visited, and no promise was broken in any.
    public var isClean: Bool { isExhausted && counterexamples.isEmpty }

    init(_ findings: ExplorationFindings<some PhoneWorld>) {
        states = findings.states
        transitions = findings.transitions
        depth = findings.depth
        largestQueue = findings.tally
        isExhausted = findings.isExhausted
        counterexamples = findings.counterexamples
    }

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
