import KomootNav
import KomootNavRecording

/// A connection's numbers as one line of JSON. Times and durations are in seconds.
struct StatisticsRecord: Encodable {
    /// How long something took. Without any times, only the count is there.
    struct Durations: Encodable {
        let count: Int
        let minimum: Double?
        let median: Double?
        let percentile95: Double?
        let maximum: Double?
        let sum: Double?

        init(_ times: DurationDistribution) {
            count = times.count
            minimum = times.minimum?.inSeconds
            median = times.median?.inSeconds
            percentile95 = times.percentile(95)?.inSeconds
            maximum = times.maximum?.inSeconds
            sum = times.count > 0 ? times.total.inSeconds : nil
        }
    }

    struct Refusal: Encodable {
        let attError: UInt8
        let count: Int
    }

    struct ChunkSize: Encodable {
        let bytes: Int
        let count: Int
    }

    let connection: Int
    /// From the log's first event on.
    let start: Double
    let end: Double
    let mtu: Int?
    let endReason: UInt8?
    let notifications: Int
    let requests: Int
    let reads: Int
    let instructions: Int
    let torn: Int
    let unfinished: Int
    let undecodable: Int
    let refused: [Refusal]
    let unanswered: Int
    let missed: Int
    let clockSteps: Int
    let readLatency: Durations
    let answerLatency: Durations
    let instructionInterval: Durations
    let gaps: Durations
    let staleTime: Durations
    let chunkSizes: [ChunkSize]

    init(_ numbers: ConnectionStatistics, since first: CaptureTime) {
        connection = numbers.connection
        start = Double(numbers.start.microseconds(since: first)) / 1_000_000
        end = Double(numbers.end.microseconds(since: first)) / 1_000_000
        mtu = numbers.mtu
        endReason = numbers.endReason
        notifications = numbers.notificationCount
        requests = numbers.requestCount
        reads = numbers.readCount
        instructions = numbers.instructionCount
        torn = numbers.tornCount
        unfinished = numbers.unfinishedCount
        undecodable = numbers.undecodableCount
        refused = numbers.refusals.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            Refusal(attError: $0.key.rawValue, count: $0.value)
        }
        unanswered = numbers.unansweredCount
        missed = numbers.missedCount
        clockSteps = numbers.clockStepCount
        readLatency = Durations(numbers.readLatency)
        answerLatency = Durations(numbers.answerLatency)
        instructionInterval = Durations(numbers.instructionInterval)
        gaps = Durations(numbers.gaps)
        staleTime = Durations(numbers.staleTime)
        chunkSizes = numbers.chunkSizes.counts.sorted { $0.key < $1.key }.map {
            ChunkSize(bytes: $0.key, count: $0.value)
        }
    }
}

extension Duration {
    fileprivate var inSeconds: Double { Double(wholeMicroseconds) / 1_000_000 }
}
