/// The protocol's intervals.
///
/// Source: `Docs/Protocol.md`, clause 9, or `Docs/Sessions.md` for values that clause 9 does not
/// give.
public enum NavigationTiming {
    /// A central reads at most this long after the last answer (clause 9.9).
    public static let keepAliveReadInterval = Duration.milliseconds(
        Milliseconds.keepAliveReadInterval)
    /// If no subscription is accepted or owed, a central reads this long after the last answer: about as often as a
    /// phone publishes (clause 9.1).
    public static let pollInterval = Duration.milliseconds(Milliseconds.pollInterval)
    /// With one callback and a subscription, a value is read again this long after it arrived, so that
    /// whatever the radio had still to tell comes first (clause 8.9).
    public static let quietInterval = Duration.milliseconds(Milliseconds.quietInterval)
    /// `timePassed` that is told over this much late may come before what the radio had still to tell, as if
    /// the app had been suspended: it doesn't count as a marker (clause 8.9).
    public static let markerTolerance = Duration.milliseconds(Milliseconds.markerTolerance)
    /// With one callback and a subscription, a read that began before the MTU grew has ended this long
    /// after the radio told it (clauses 8.2 and 8.9).
    public static let oldestReadInterval = Duration.milliseconds(Milliseconds.oldestReadInterval)
    /// The phone repeats its last instruction this long after it last published or repeated it
    /// (clause 9.2).
    public static let repeatInterval = Duration.milliseconds(Milliseconds.repeatInterval)
    /// After this long without a read, the phone considers the link lost (clause 9.3).
    public static let lostLinkInterval = Duration.milliseconds(Milliseconds.lostLinkInterval)
    /// Advertising that the user started ends after this long (clause 9.6).
    public static let advertisingLimit = Duration.milliseconds(Milliseconds.advertisingLimit)
    /// A phone that has sent nothing for this long is silent.
    public static let silenceInterval = Duration.milliseconds(Milliseconds.silenceInterval)
    /// An unanswered read ends the link after this long, unless the app sets another time-out.
    public static let readTimeout = Duration.milliseconds(Milliseconds.readTimeout)
    /// A connection, a discovery or a subscription that takes this long ends the link; a subscription not before a
    /// configured ``readTimeout`` is over.
    public static let setupTimeout = Duration.milliseconds(Milliseconds.setupTimeout)
    /// The pause after a failed read, before the next one, unless the phone must be paired first.
    public static let retryInterval = Duration.milliseconds(Milliseconds.retryInterval)
}

/// The intervals of ``NavigationTiming`` as numbers. The sessions count with these: arithmetic on
/// `Duration`, which has 128 bits, is slow on a microcontroller.
package enum Milliseconds {
    package static let keepAliveReadInterval: UInt64 = 4000
    package static let pollInterval: UInt64 = 1000
    package static let quietInterval: UInt64 = 50
    package static let markerTolerance: UInt64 = 20
    package static let oldestReadInterval: UInt64 = 30_000
    package static let repeatInterval: UInt64 = 2000
    package static let lostLinkInterval: UInt64 = 5000
    package static let advertisingLimit: UInt64 = 120_000
    package static let silenceInterval: UInt64 = 5000
    package static let readTimeout: UInt64 = 5000
    package static let setupTimeout: UInt64 = 10_000
    package static let retryInterval: UInt64 = 500
}
