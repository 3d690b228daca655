#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The numbers of connections as one SVG 1.1 file without scripts: for each connection a row of histograms, all
/// with the same axis of time. It is legible on light and on dark ground.
package struct StatisticsPlot {
    private let connections: [ConnectionStatistics]

    package init(_ connections: [ConnectionStatistics]) { self.connections = connections }

    /// The most connections that are drawn.
    package static let mostConnections = 8

    private static let width = 960.0
    private static let left = 24.0
    private static let panelLeft = 58.0
    private static let panelWidth = 258.0
    private static let panelDistance = 306.0
    private static let barHeight = 84.0
    private static let panelHeight = 164.0
    private static let headingHeight = 60.0
    private static let top = 60.0
    private static let bottom = 40.0

    private static let style =
        SVG.plotStyle + """
            .bar{fill:#1d5fd1}.median{stroke:#b45309;stroke-width:2}\
            .most{stroke:#b45309;stroke-width:2;stroke-dasharray:4 3}\
            @media (prefers-color-scheme:dark){\
            .bar{fill:#7db0ff}.median{stroke:#f5b041}.most{stroke:#f5b041}}
            """

    /// The picture.
    package var svg: String {
        let drawn = connections.prefix(Self.mostConnections)
        let height = drawn.reduce(Self.top) { $0 + self.height(of: $1) } + Self.bottom
        let size = "width=\"\(SVG.number(Self.width))\" height=\"\(SVG.number(height))\""
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) "
                + "viewBox=\"0 0 \(SVG.number(Self.width)) \(SVG.number(height))\" role=\"img\" "
                + "aria-labelledby=\"title words\" font-family=\"sans-serif\" font-size=\"12\">",
            "<title id=\"title\">Navigation in a Bluetooth log, by connection</title>",
            "<desc id=\"words\">\(description(drawn))</desc>",
            "<style>\(Self.style)</style>",
            "<rect class=\"ground\" \(size)/>",
            SVG.text(
                "How long things took, and how often: the axes of time are the same, and logarithmic",
                Self.left, 26, "start"),
        ]
        lines += legend
        var top = Self.top
        for connection in drawn {
            lines += elements(connection, top)
            top += self.height(of: connection)
        }
        let omitted = connections.count - drawn.count
        if omitted > 0 {
            lines.append(
                SVG.text(
                    "\(counted(omitted, "connection")) more: not drawn", Self.left,
                    height - 14, "start"))
        }
        lines.append("</svg>")
        return lines.map { $0 + "\n" }.joined()
    }

    private var legend: [String] {
        [
            SVG.line(700, 22, 724, 22, "median"), SVG.text("median", 730, 26, "start"),
            SVG.line(800, 22, 824, 22, "most"), SVG.text("95 %", 830, 26, "start"),
        ]
    }

    /// A connection of which nothing was measured has only a heading.
    private func height(of connection: ConnectionStatistics) -> Double {
        Self.headingHeight + (connection.isMeasured ? 2 * Self.panelHeight : 0)
    }

    /// The picture in words.
    private func description(_ drawn: ArraySlice<ConnectionStatistics>) -> String {
        drawn.map { connection in
            let medians = StatisticsQuantity.allCases.compactMap { quantity -> String? in
                let times = quantity.durations(of: connection)
                guard times.count > 0 else { return nil }
                return "\(quantity.name): \(words(times))"
            }
            return "Connection \(connection.connection): "
                + ([connection.sums] + medians).joined(separator: "; ") + "."
        }.joined(separator: " ")
    }

    private func elements(_ connection: ConnectionStatistics, _ top: Double) -> [String] {
        let mtu = connection.mtu.map { ", MTU \($0)" } ?? ""
        let faults = connection.faults
        var lines = [
            SVG.line(Self.left, top, Self.width - Self.left, top, "axis"),
            SVG.text(
                "Connection \(connection.connection)\(mtu): \(connection.sums)", Self.left,
                top + 22,
                "start", more: " font-weight=\"bold\" font-size=\"14\""),
            SVG.text(faults.isEmpty ? "no faults" : faults, Self.left, top + 42, "start"),
        ]
        guard connection.isMeasured else { return lines }
        for (index, quantity) in StatisticsQuantity.allCases.enumerated() {
            let panel = Panel(index, top)
            let times = quantity.durations(of: connection)
            lines += panel.head(quantity.name, times.count > 0 ? words(times) : "none")
            lines += panel.bars(times)
        }
        let panel = Panel(StatisticsQuantity.allCases.count, top)
        let sizes = connection.chunkSizes
        let median = sizes.percentile(50).map { "\(sizes.count)×, median \($0) bytes" }
        lines += panel.head("chunk size", median ?? "none")
        return lines + panel.bars(sizes)
    }

    private func words(_ times: DurationDistribution) -> String {
        guard let median = times.median, let most = times.percentile(95) else { return "none" }
        return "\(times.count)×, median \(text(median)), 95 % \(text(most))"
    }

    /// A duration with about three digits and its unit.
    private func text(_ duration: Duration) -> String {
        let seconds = Double(duration.wholeMicroseconds) / 1_000_000
        if seconds < 1 { return "\(decimal(seconds * 1000, digits: seconds < 0.1 ? 1 : 0)) ms" }
        return "\(decimal(seconds, digits: seconds < 100 ? 1 : 0)) s"
    }
}

extension StatisticsPlot {
    /// One histogram.
    private struct Panel {
        let x: Double
        let y: Double

        /// The decades of the axis of time, from 1 ms on.
        private static let decades = 5
        private static let barsPerDecade = 8
        private static let ticks = ["≤1 ms", "10 ms", "100 ms", "1 s", "10 s", "≥100 s"]

        /// - Parameters:
        ///   - index: which of the six panels of a connection.
        ///   - top: where the connection begins.
        init(_ index: Int, _ top: Double) {
            x = StatisticsPlot.panelLeft + Double(index % 3) * StatisticsPlot.panelDistance
            y =
                top + StatisticsPlot.headingHeight
                + Double(index / 3) * StatisticsPlot.panelHeight + 36
        }

        private var bottom: Double { y + StatisticsPlot.barHeight }
        private var right: Double { x + StatisticsPlot.panelWidth }

        func head(_ name: String, _ words: String) -> [String] {
            [
                SVG.text(name, x, y - 22, "start", more: " font-weight=\"bold\""),
                SVG.text(words, x, y - 7, "start", more: " font-size=\"11\""),
            ]
        }

        func bars(_ times: DurationDistribution) -> [String] {
            let width = StatisticsPlot.panelWidth / Double(Self.decades)
            var lines: [String] = []
            for (index, tick) in Self.ticks.enumerated() {
                let place = x + Double(index) * width
                lines.append(SVG.line(place, y, place, bottom, "grid"))
                lines.append(
                    SVG.text(tick, place, bottom + 15, "middle", more: " font-size=\"10\""))
            }
            var counts = [Int](repeating: 0, count: Self.decades * Self.barsPerDecade)
            for bar in times.bars {
                let place = Int(place(of: bar.longest) * Double(counts.count))
                counts[min(place, counts.count - 1)] += bar.count
            }
            let barWidth = StatisticsPlot.panelWidth / Double(counts.count)
            lines += draw(counts.enumerated().map { (x + Double($0) * barWidth, barWidth, $1) })
            if let median = times.median, let most = times.percentile(95) {
                for (time, kind) in [(median, "median"), (most, "most")] {
                    let place = x + place(of: time) * StatisticsPlot.panelWidth
                    lines.append(SVG.line(place, y, place, bottom, kind))
                }
            }
            return lines
        }

        func bars(_ sizes: ChunkSizeDistribution) -> [String] {
            let axis = PlotAxis(values: 0...Double(max(sizes.maximum ?? 0, 22)))
            func place(_ size: Double) -> Double {
                x + axis.place(of: size) * StatisticsPlot.panelWidth
            }
            var lines: [String] = []
            for tick in axis.ticks {
                lines.append(SVG.line(place(tick), y, place(tick), bottom, "grid"))
                let words = tick == axis.highest ? "\(SVG.number(tick)) bytes" : SVG.number(tick)
                lines.append(
                    SVG.text(words, place(tick), bottom + 15, "middle", more: " font-size=\"10\""))
            }
            let barWidth = max(2, StatisticsPlot.panelWidth / (axis.highest + 1) - 1)
            lines += draw(
                sizes.counts.sorted { $0.key < $1.key }.map {
                    let middle = place(Double($0.key))
                    let start = min(max(middle - barWidth / 2, x), right - barWidth)
                    return (start, barWidth, $0.value)
                })
            return lines
        }

        /// Draws bars of these places, widths and counts. The highest is as high as the panel.
        private func draw(_ bars: [(x: Double, width: Double, count: Int)]) -> [String] {
            var lines = [SVG.line(x, bottom, right, bottom, "axis")]
            guard let most = bars.map(\.count).max(), most > 0 else { return lines }
            lines += bars.filter { $0.count > 0 }.map { bar in
                // A bar of one among thousands is to be seen, too.
                let height = max(Double(bar.count) / Double(most) * StatisticsPlot.barHeight, 1)
                return "<rect class=\"bar\" x=\"\(SVG.number(bar.x))\" "
                    + "y=\"\(SVG.number(bottom - height))\" width=\"\(SVG.number(bar.width))\" "
                    + "height=\"\(SVG.number(height))\"/>"
            }
            lines.append(SVG.text("\(most)", x - 6, y + 9, "end", more: " font-size=\"10\""))
            lines.append(SVG.text("0", x - 6, bottom, "end", more: " font-size=\"10\""))
            return lines
        }

        /// Where a duration is on the axis of time, from 0 to 1.
        private func place(of duration: Duration) -> Double {
            let milliseconds = Double(duration.wholeMicroseconds) / 1000
            let place = log10(max(milliseconds, 1)) / Double(Self.decades)
            return min(place, 1)
        }
    }
}
