public import KomootNav

/// What a log shows of one connection, in numbers.
///
/// A duration is measured between two times of the log. If the log's clock went back in between, it is left out.
public struct ConnectionStatistics: Hashable, Sendable {
    /// The connection, from 1.
    public let connection: Int
    /// When its first event that counts happened.
    public let start: CaptureTime
    /// When its last one happened.
    public internal(set) var end: CaptureTime
    /// The ATT_MTU that was agreed on; `nil` if the log shows no agreement.
    public internal(set) var mtu: Int?
    /// Why it ended (an HCI error code); `nil` if the log does not show its end.
    public internal(set) var endReason: UInt8?

    /// How many notifications came, repeated ones too.
    public internal(set) var notificationCount = 0
    /// How many requests the device made: Read and Read Blob.
    public internal(set) var requestCount = 0
    /// How many reads there were, however they ended. A first chunk that was read again as a proof is not a read.
    public internal(set) var readCount = 0
    /// How many reads brought an instruction; one that was read again counts again.
    public internal(set) var instructionCount = 0

    /// From the first notification of an object to the last byte of it, for each object that was notified
    /// first and then read.
    ///
    /// A read that turns out to be torn does not count; nor does the check after a read (clause 8.8).
    public internal(set) var readLatency = DurationDistribution()
    /// From each request to its answer, also if that is an error.
    public internal(set) var answerLatency = DurationDistribution()
    /// From each instruction that the display shows to the next one, another, that it shows; see ``staleTime``.
    public internal(set) var instructionInterval = DurationDistribution()
    /// The times of more than 5 s in which the device asked for nothing; see ``CapturedSilence``.
    ///
    /// If the clock went back in one, it counts with what is left of it, if that is more than 5 s.
    public internal(set) var gaps = DurationDistribution()
    /// The times in which the display shows an object that the phone has replaced.
    ///
    /// The display is taken to show the last instruction that was read whole, and whose object was not replaced
    /// meanwhile, from its last answer on. The phone is taken to have the object of its last notification, or of the first chunk of a read that was
    /// requested later. Each time in which these two differ, by their first four bytes, is one duration. It ends
    /// at the latest with the connection. No log shows when the phone really replaced an object, so the true times
    /// are longer by what a notification takes.
    public internal(set) var staleTime = DurationDistribution()
    /// The sizes of the answers to reads.
    public internal(set) var chunkSizes = ChunkSizeDistribution()

    /// How many reads were torn (``CapturedRead/Integrity/torn``).
    public internal(set) var tornCount = 0
    /// How many complete reads are neither proven nor torn (``CapturedRead/Integrity/unproven``).
    public internal(set) var unprovenCount = 0
    /// How many reads did not end.
    public internal(set) var unfinishedCount = 0
    /// How many reads ended with bytes that are not an instruction.
    public internal(set) var undecodableCount = 0
    /// How many reads were refused, by error.
    public internal(set) var refusals: [ATTError: Int] = [:]
    /// How many requests were followed by another one, or by the connection's end, and not by an answer.
    public internal(set) var unansweredCount = 0
    /// How many objects were notified, and replaced before they were read.
    public internal(set) var missedCount = 0
    /// How often the log's clock went back.
    public internal(set) var clockStepCount = 0
}
