/// The intervals of pairing.
///
/// Source: the clauses of `Docs/Pairing.md` that are named.
public enum PairingTiming {
    /// A search that the user started ends after this long (clause 1.7).
    public static let discoveryLimit = milliseconds(PairingMilliseconds.discoveryLimit)
    /// A connected client reads the paired client name this long after the last answer (clause 2.3).
    public static let checkInterval = milliseconds(PairingMilliseconds.checkInterval)
    /// A client is connected for this long after it sent the last read that was answered with its name
    /// (clause 4.7).
    public static let lease = milliseconds(PairingMilliseconds.lease)
    /// A server counts a lease as over this long after it last answered with the name (clause 4.7).
    public static let leaseWithMargin = milliseconds(PairingMilliseconds.leaseWithMargin)
    /// A claim is confirmed if its link is still up this long after the write: the longest supervision time-out, and
    /// as long before it as a client may take to remember the server (clause 4.5).
    public static let claimConfirmation = milliseconds(PairingMilliseconds.claimConfirmation)
    /// A connection or a request that takes this long ends the link. It is longer than a server
    /// holds back a response.
    public static let requestTimeout = milliseconds(PairingMilliseconds.requestTimeout)
    /// A client that has not stored the server's name this long after it sent its write gives the pairing up
    /// (clause 4.14).
    public static let rememberTimeout = milliseconds(PairingMilliseconds.rememberTimeout)
    /// A failed store is tried again after this long (clause 4.10).
    public static let storeRetryInterval = milliseconds(PairingMilliseconds.storeRetryInterval)
    /// A client does not connect to a peer whose link ended before the client was connected for this long (clause 4.11).
    public static let avoidanceInterval = milliseconds(PairingMilliseconds.avoidanceInterval)

    private static func milliseconds(_ number: UInt64) -> Duration { .milliseconds(number) }
}

/// The intervals as numbers: arithmetic on `Duration` is slow on a microcontroller.
enum PairingMilliseconds {
    static let discoveryLimit: UInt64 = 30_000
    static let checkInterval: UInt64 = 2000
    static let lease: UInt64 = 6000
    static let leaseWithMargin: UInt64 = 7000
    static let claimConfirmation: UInt64 = 60_000
    static let requestTimeout: UInt64 = 10_000
    static let rememberTimeout: UInt64 = 20_000
    static let storeRetryInterval: UInt64 = 2000
    static let readRetryInterval: UInt64 = 500
    static let avoidanceInterval: UInt64 = 5000
}
