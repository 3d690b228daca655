extension World {
    /// Creates a world in which nothing happens yet.
    ///
    /// - Parameters:
    ///   - seed: decides every draw.
    ///   - conditions: what its links are like. It traps if a value is out of its range.
    public init(seed: UInt64, conditions: LinkConditions = LinkConditions()) {
        self.init(seed: seed, conditions: conditions, judge: nil)
    }

    /// - Parameter judge: observes everything, in addition to the trace.
    init(seed: UInt64, conditions: LinkConditions, judge: (any Observer)?) {
        self.init(seed: seed, conditions: conditions, observer: History(judge: judge))
    }

    /// A hash of everything that has happened so far.
    public var traceHash: UInt64 { history.trace.hash }

    /// From now on, keeps the lines of the trace and not only its hash.
    public func recordTrace() { history.trace.record() }

    /// The lines of the trace; none unless it is recorded.
    public var trace: ContiguousArray<TraceEntry> { history.trace.entries ?? [] }

    var history: History {
        guard let history = linkLayer.observer as? History else {
            preconditionFailure("a world is made with a history")
        }
        return history
    }
}
