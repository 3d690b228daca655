public import KomootNav

/// A read of the navigation characteristic, as a capture shows it.
public struct CapturedRead: Hashable, Sendable {
    /// How it ended.
    public enum Outcome: Hashable, Sendable {
        /// With an object, by one of the endings of clause 8.4.
        case complete
        /// With an error that is no ending.
        case refused(ATTError)
        /// Not at all: another read began, or the link ended.
        case unfinished
    }

    /// What is known of whether the pieces are of one object.
    public enum Integrity: Hashable, Sendable {
        /// One response, or the first piece was read again and was the same: clause 8.8.
        case proven
        /// Nobody looked.
        case unproven
        /// Another object was notified between the first piece and the last one, or the first piece was
        /// read again at once and was another: what was put together may never have been published.
        case torn
    }

    /// The connection, from 1.
    public let connection: Int
    /// When the first request was made, in microseconds since 1970.
    public let startInMicroseconds: Int64
    /// When the last answer came.
    public internal(set) var endInMicroseconds: Int64
    /// How it ended.
    public internal(set) var outcome: Outcome
    /// Whether the pieces are of one object.
    public internal(set) var integrity: Integrity
    /// How many requests were answered.
    public internal(set) var answerCount: Int
    /// What was put together.
    public internal(set) var bytes: ContiguousArray<UInt8>
    /// The length of the first piece.
    var firstCount = 0
    /// Whether another object was notified after it had ended.
    var isSuperseded = false
    /// Whether another object was notified while it lasted.
    var wasReplaced = false
    /// Whether its first piece is that of the read before.
    var isProof = false
    /// Whether an answer was put where no bytes led up to.
    var hasGap = false
}
