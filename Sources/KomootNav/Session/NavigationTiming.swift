/// The protocol's intervals, in milliseconds.
///
/// Source: `Docs/Protocol.md`, clause 9; where that gives no value, `Docs/Sessions.md`.
public enum NavigationTiming {
    /// A central reads at most this long after the last answer (clause 9.9).
    public static let keepAliveReadInterval: UInt64 = 4000
    /// The phone repeats its last instruction this long after it was last published or repeated
    /// (clause 9.2).
    public static let repeatInterval: UInt64 = 2000
    /// Without a read for this long the phone takes the link for lost (clause 9.3).
    public static let lostLinkInterval: UInt64 = 5000
    /// Advertising that the user started gives up after this long (clause 9.6).
    public static let advertisingLimit: UInt64 = 120_000
    /// A phone from which nothing arrived for this long is silent.
    public static let silenceInterval: UInt64 = 5000
    /// An instruction whose identifier was still read after this long is stale: three repeats.
    public static let staleInterval: UInt64 = 6000
    /// A read that is unanswered for this long ends the link, unless the app sets another time-out.
    public static let readTimeout: UInt64 = 5000
    /// A connection, a discovery or a subscription that takes this long ends the link.
    public static let setupTimeout: UInt64 = 10_000
    /// The pause before a read that was answered with an error is made again.
    public static let retryInterval: UInt64 = 500
}
