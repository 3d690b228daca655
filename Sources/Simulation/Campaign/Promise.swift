/// What the two ends promise, and a campaign checks after every step.
public enum Promise: String, Hashable, Sendable, CaseIterable {
    /// A whole delivery is an object that the phone published, byte for byte.
    case deliversWhatWasPublished
    /// A cut delivery is the beginning of one.
    case showsBeginnings
    /// No whole delivery is older than the one before it.
    case neverGoesBack
    /// No object is delivered whole twice with nothing shown in between.
    case neverRepeats
    /// With no request outstanding, the next one follows within the keep-alive interval.
    case keepsAlive
    /// A request that is not answered in time ends the link.
    case endsUnansweredLinks
    /// Without a link it scans or connects.
    case searchesAfterLoss
    /// When all is well again it delivers again, and goes on delivering.
    case recovers
    /// One request is outstanding at a time.
    case asksOneAtATime
    /// One event has a bounded number of effects.
    case boundsItsWork
    /// What it keeps does not grow.
    case boundsItsMemory
    /// It says that the phone is silent when it is, and not when it is not.
    case tellsSilence
    /// The phone answers every read once, with what is right.
    case answersEveryRead
    /// The phone notifies when it should, and not when it should not.
    case notifiesOnTime
    /// The phone advertises when it should, and not when it should not.
    case advertisesOnTime
}

/// A promise that did not hold.
public struct BrokenPromise: Hashable, Sendable {
    /// Which one.
    public let promise: Promise
    /// When, in microseconds since the world began.
    public let time: UInt64
    /// What was seen.
    public let evidence: String
}
