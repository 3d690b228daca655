package import ConnectIQBridge
package import LinkVocabulary

/// A session's state machine: the library's, or one that a test brings.
package protocol CompanionMachine: Sendable {
    mutating func handle(_ event: CompanionSession.Event, at time: SessionTime)
    mutating func nextEffect() -> CompanionSession.Effect?
    var nextDeadline: SessionTime? { get }
}

extension CompanionSession: CompanionMachine {}
