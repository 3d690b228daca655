import KomootNav
import KomootNavRecording

/// The numbers of connections as tables.
struct StatisticsTable {
    /// When the log's first event happened.
    let start: CaptureTime
    let terminal: Terminal

    private static let nameWidth = 24
    private static let columnWidth = 10

    /// Prints a connection's.
    func print(_ numbers: ConnectionStatistics) {
        terminal.line()
        terminal.line(terminal.styled(numbers.heading(since: start), .bold))
        terminal.line("  " + numbers.sums)
        let faults = numbers.faults
        terminal.line(
            "  " + (faults.isEmpty ? "no faults" : terminal.styled(faults, .warning)))
        if numbers.clockStepCount > 0 {
            let steps = counted(numbers.clockStepCount, "time")
            terminal.line(
                terminal.styled(
                    "  the log's clock went back \(steps); what lasted across that is left out",
                    .warning))
        }
        guard numbers.isMeasured else { return }
        let titles = ["times", "min", "median", "95 %", "max"]
        terminal.line(terminal.styled(row("in seconds and bytes", titles), .dim))
        for quantity in StatisticsQuantity.allCases {
            let times = numbers[keyPath: quantity.durations]
            var cells = ["\(times.count)"]
            cells += [times.minimum, times.median, times.percentile(95), times.maximum].map(seconds)
            var line = row(quantity.name, cells)
            if quantity == .staleTime && times.count > 0 {
                line += "  sum \(seconds(times.total))"
            }
            terminal.line(line)
        }
        let sizes = numbers.chunkSizes
        let cells = [sizes.minimum, sizes.percentile(50), sizes.percentile(95), sizes.maximum].map {
            $0.map { size(of: $0) } ?? "–"
        }
        terminal.line(row("chunk size", ["\(sizes.count)"] + cells))
        guard sizes.count > 0 else { return }
        terminal.line("    " + histogram(sizes))
    }

    /// The sizes that were most frequent, each with its share.
    private func histogram(_ sizes: ChunkSizeDistribution) -> String {
        let most = 6
        let frequent = sizes.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var parts = frequent.prefix(most).map { "\(size(of: $0.key)): \($0.value)×" }
        if frequent.count > most { parts.append(counted(frequent.count - most, "other size")) }
        return parts.joined(separator: ", ")
    }

    private func size(of bytes: Int) -> String {
        bytes == ChunkSizeDistribution.oversized
            ? ">\(ChunkSizeDistribution.oversized - 1)" : "\(bytes)"
    }

    private func seconds(_ duration: Duration?) -> String {
        guard let duration else { return "–" }
        // To the next millisecond, as in the picture.
        return "\(Seconds(microseconds: duration.wholeMicroseconds + 500))"
    }

    private func row(_ name: String, _ cells: [String]) -> String {
        let gap = String(repeating: " ", count: max(0, Self.nameWidth - name.count))
        return "  \(name)\(gap)"
            + cells.map { " " + rightAligned($0, Self.columnWidth - 1) }.joined()
    }
}

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

    var durations: KeyPath<ConnectionStatistics, DurationDistribution> {
        switch self {
        case .readLatency: \.readLatency
        case .answerLatency: \.answerLatency
        case .instructionInterval: \.instructionInterval
        case .gaps: \.gaps
        case .staleTime: \.staleTime
        }
    }
}

extension ConnectionStatistics {
    /// Whether anything took time, or had a size.
    var isMeasured: Bool {
        chunkSizes.count > 0
            || StatisticsQuantity.allCases.contains { self[keyPath: $0.durations].count > 0 }
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
        [
            counted(notificationCount, "notification"), counted(requestCount, "request"),
            counted(readCount, "read"), counted(instructionCount, "instruction"),
        ].joined(separator: ", ")
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
