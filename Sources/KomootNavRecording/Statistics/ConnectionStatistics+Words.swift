import KomootNav

/// What is measured in time.
enum StatisticsQuantity: CaseIterable {
    case readLatency
    case answerLatency
    case instructionInterval
    case gaps
    case staleTime

    /// What rows and panels are called.
    var name: String {
        switch self {
        case .readLatency: "notification to object"
        case .answerLatency: "request to answer"
        case .instructionInterval: "between instructions"
        case .gaps: "gap above \(SilenceTracker.longestPause.components.seconds) s"
        case .staleTime: "stale time"
        }
    }

    /// How long it took on a connection.
    func durations(of connection: ConnectionStatistics) -> DurationDistribution {
        switch self {
        case .readLatency: connection.readLatency
        case .answerLatency: connection.answerLatency
        case .instructionInterval: connection.instructionInterval
        case .gaps: connection.gaps
        case .staleTime: connection.staleTime
        }
    }
}

extension ConnectionStatistics {
    /// Whether anything took time, or had a size.
    var isMeasured: Bool {
        chunkSizes.count > 0
            || StatisticsQuantity.allCases.contains { $0.durations(of: self).count > 0 }
    }

    /// Which connection, and when.
    func heading(since start: CaptureTime) -> String {
        let times = [self.start, end].map {
            "\(Seconds(microseconds: $0.microseconds(since: start))) s"
        }
        var parts = ["connection \(connection)", times.joined(separator: " to ")]
        parts.append(mtu.map { "MTU \($0)" } ?? "MTU not shown")
        if let endReason { parts.append("ended with reason \(LinkEndReason.words(endReason))") }
        return parts.joined(separator: ", ")
    }

    /// How much there was of what.
    var sums: String {
        let sums = [
            counted(notificationCount, "notification"), counted(requestCount, "request"),
            counted(readCount, "read"), counted(instructionCount, "instruction"),
        ]
        let unproven = unprovenCount > 0 ? ["\(unprovenCount) unproven"] : []
        return (sums + unproven).joined(separator: ", ")
    }

    /// What went wrong; empty if nothing did.
    var faults: String {
        var parts: [String] = []
        func add(_ count: Int, _ words: String) {
            if count > 0 { parts.append("\(count) \(words)") }
        }
        add(tornCount, "torn")
        add(unfinishedCount, "unfinished")
        add(undecodableCount, "without an instruction")
        for (error, count) in refusals.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            add(count, "refused: \(error.words)")
        }
        add(unansweredCount, "unanswered")
        add(missedCount, "notified and never read")
        return parts.joined(separator: ", ")
    }
}
