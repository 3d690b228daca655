/// The intervals and bounds of a session.
///
/// Source: `Docs/Watch.md`, clause 8.
public enum BridgeTiming {
    /// A message without progress for this long has failed with `timeout` (clause 8.6).
    public static let sendTimeout = Duration.milliseconds(BridgeMilliseconds.sendTimeout)
    /// The status of an app is unknown after this long (clause 8.9).
    public static let appStatusTimeout = Duration.milliseconds(BridgeMilliseconds.appStatusTimeout)
    /// An app that was to be opened has not been after this long (clause 8.9).
    public static let openTimeout = Duration.milliseconds(BridgeMilliseconds.openTimeout)
    /// Messages of which only the newest counts are sent no more often than this (clause 8.8).
    public static let newestInterval = Duration.milliseconds(BridgeMilliseconds.newestInterval)
    /// Batches are sent no more often than this (clause 8.16).
    public static let batchInterval = Duration.milliseconds(BridgeMilliseconds.batchInterval)
    /// After a temporary failure an app is sent nothing for this long (clause 8.7).
    public static let retryInterval = Duration.milliseconds(BridgeMilliseconds.retryInterval)
    /// A failed store is tried again after this long (clause 8.3).
    public static let storeRetryInterval = Duration.milliseconds(
        BridgeMilliseconds.storeRetryInterval)
    /// How often a message is sent before it has failed, if it may be sent again (clause 8.7).
    public static let maximumAttempts = 3
}

/// The intervals as numbers.
enum BridgeMilliseconds {
    static let sendTimeout: UInt64 = 30_000
    static let appStatusTimeout: UInt64 = 10_000
    static let openTimeout: UInt64 = 30_000
    static let newestInterval: UInt64 = 1000
    static let batchInterval: UInt64 = 10_000
    static let retryInterval: UInt64 = 2000
    static let storeRetryInterval: UInt64 = 2000
}
