import KomootNav
package import KomootNavRecording

/// A connection's numbers as one line of JSON. Times and durations are in seconds.
package struct StatisticsRecord: Encodable {
    /// How long something took. Without any times, only the count is there.
    package struct Durations: Encodable {
        package let count: Int
        package let minimum: Double?
        package let median: Double?
        package let percentile95: Double?
        package let maximum: Double?
        package let sum: Double?

        package init(_ times: DurationDistribution) {
            count = times.count
            minimum = times.minimum?.inSeconds
            median = times.median?.inSeconds
            percentile95 = times.percentile(95)?.inSeconds
            maximum = times.maximum?.inSeconds
            sum = times.count > 0 ? times.total.inSeconds : nil
        }
    }

    package struct Refusal: Encodable {
        package let attError: UInt8
        package let count: Int
    }

    package struct ChunkSize: Encodable {
        package let bytes: Int
        package let count: Int
    }

    package let connection: Int
    /// From the log's first event on.
    package let start: Double
    package let end: Double
    package let mtu: Int?
    package let endReason: UInt8?
    package let notifications: Int
    package let requests: Int
    package let reads: Int
    package let instructions: Int
    package let torn: Int
    package let unproven: Int
    package let unfinished: Int
    package let undecodable: Int
    package let refused: [Refusal]
    package let unanswered: Int
    package let missed: Int
    package let clockSteps: Int
    package let readLatency: Durations
    package let answerLatency: Durations
    package let instructionInterval: Durations
    package let gaps: Durations
    package let staleTime: Durations
    package let chunkSizes: [ChunkSize]

    package init(_ numbers: ConnectionStatistics, since first: CaptureTime) {
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
        unproven = numbers.unprovenCount
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
