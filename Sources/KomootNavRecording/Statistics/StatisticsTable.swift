/// A connection's numbers as a table: lines for a person, some of them set off.
package struct StatisticsTable {
    /// How a line is set off from the others.
    package enum Emphasis {
        case none, heading, faint, warning
    }

    /// The lines, from an empty one on.
    package private(set) var lines: [(text: String, emphasis: Emphasis)] = []

    private static let nameWidth = 24
    private static let columnWidth = 10

    /// - Parameter start: when the log's first event happened.
    package init(_ numbers: ConnectionStatistics, since start: CaptureTime) {
        add("")
        add(numbers.heading(since: start), .heading)
        add("  " + numbers.sums)
        let faults = numbers.faults
        add("  " + (faults.isEmpty ? "no faults" : faults), faults.isEmpty ? .none : .warning)
        if numbers.clockStepCount > 0 {
            let steps = counted(numbers.clockStepCount, "time")
            add(
                "  the log's clock went back \(steps); what lasted across that is left out",
                .warning)
        }
        guard numbers.isMeasured else { return }
        add(row("in seconds and bytes", ["times", "min", "median", "95 %", "max"]), .faint)
        for quantity in StatisticsQuantity.allCases {
            let times = quantity.durations(of: numbers)
            var cells = ["\(times.count)"]
            cells += [times.minimum, times.median, times.percentile(95), times.maximum].map(seconds)
            var line = row(quantity.name, cells)
            if quantity == .staleTime && times.count > 0 {
                line += "  sum \(seconds(times.total))"
            }
            add(line)
        }
        let sizes = numbers.chunkSizes
        let cells = [sizes.minimum, sizes.percentile(50), sizes.percentile(95), sizes.maximum].map {
            $0.map { size(of: $0) } ?? "–"
        }
        add(row("chunk size", ["\(sizes.count)"] + cells))
        if sizes.count > 0 { add("    " + histogram(sizes)) }
    }

    private mutating func add(_ text: String, _ emphasis: Emphasis = .none) {
        lines.append((text, emphasis))
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
