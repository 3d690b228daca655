/// A few quantities over time, as one SVG 1.1 file without scripts. It is legible on light and on dark ground.
package struct TimePlot {
    /// What is drawn in a panel: its name and its unit. The words need no escaping.
    package struct Quantity {
        package let name: String
        package let unit: String

        package init(_ name: String, in unit: String) {
            self.name = name
            self.unit = unit
        }
    }

    private struct Sample {
        let seconds: Double
        let values: [Double?]
    }

    /// The most points of a line.
    private static let mostPoints = 1200

    private let title: String
    private let quantities: [Quantity]
    private var samples: [Sample] = []

    /// Creates a plot without values.
    ///
    /// - Parameters:
    ///   - title: what readers of the picture are told; it needs no escaping.
    ///   - quantities: four at most, which is how many colours there are.
    package init(title: String, _ quantities: [Quantity]) {
        self.title = title
        self.quantities = quantities
    }

    /// Adds the value of each quantity at a time; `nil` if it is not known then. Times must not go back.
    package mutating func add(_ values: [Double?], atSeconds seconds: Double) {
        samples.append(Sample(seconds: seconds, values: values))
    }

    /// The picture.
    package var svg: String {
        let panels = quantities.indices.compactMap(panel)
        let time = PlotAxis(times: samples.last?.seconds ?? 0)
        let page = PlotPage(title: title, time: time, panelCount: max(panels.count, 1))
        var lines = page.head
        for (index, panel) in panels.enumerated() { lines += page.elements(panel, index) }
        lines += page.timeAxis
        if panels.isEmpty { lines.append(page.note("no value was known")) }
        lines.append("</svg>")
        return lines.map { $0 + "\n" }.joined()
    }

    /// A quantity; `nil` if it was never known.
    private func panel(_ number: Int) -> PlotPanel? {
        let stride = max(1, (samples.count + Self.mostPoints - 1) / Self.mostPoints)
        var runs: [[PlotPanel.Point]] = [[]]
        for (index, sample) in samples.enumerated() {
            guard index % stride == 0 || index == samples.count - 1 else { continue }
            if let value = sample.values[number] {
                runs[runs.count - 1].append(PlotPanel.Point(x: sample.seconds, y: value))
            } else if runs[runs.count - 1].isEmpty == false {
                runs.append([])
            }
        }
        runs.removeAll { $0.isEmpty }
        let values = runs.joined().map(\.y)
        guard let lowest = values.min(), let highest = values.max() else { return nil }
        return PlotPanel(
            name: quantities[number].name, unit: quantities[number].unit, color: number,
            axis: PlotAxis(values: min(0, lowest)...max(0, highest)), runs: runs)
    }
}

/// One quantity over time.
private struct PlotPanel {
    struct Point {
        let x: Double
        let y: Double
    }

    let name: String
    let unit: String
    let color: Int
    let axis: PlotAxis
    /// Lines; between them the quantity was not known.
    let runs: [[Point]]
}

/// Where things are in a plot, in its units.
private struct PlotPage {
    let title: String
    let time: PlotAxis
    let panelCount: Int

    private static let width = 800.0
    private static let left = 64.0
    private static let right = 24.0
    private static let top = 16.0
    private static let titleHeight = 26.0
    private static let plotHeight = 110.0
    private static let bottom = 52.0

    private var height: Double {
        Self.top + Double(panelCount) * (Self.titleHeight + Self.plotHeight) + Self.bottom
    }

    /// The colours: on light ground, and on dark.
    private static let style =
        SVG.plotStyle + """
            .line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}\
            .c0{stroke:#1d5fd1}.c1{stroke:#0b7a55}.c2{stroke:#b45309}.c3{stroke:#c22828}\
            @media (prefers-color-scheme:dark){\
            .c0{stroke:#7db0ff}.c1{stroke:#4fd1a1}.c2{stroke:#f5b041}.c3{stroke:#ff8a80}}
            """

    var head: [String] {
        let size = "width=\"\(SVG.number(Self.width))\" height=\"\(SVG.number(height))\""
        return [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) "
                + "viewBox=\"0 0 \(SVG.number(Self.width)) \(SVG.number(height))\" "
                + "font-family=\"sans-serif\" font-size=\"13\">",
            "<title>\(title)</title>",
            "<style>\(Self.style)</style>",
            "<rect class=\"ground\" \(size)/>",
        ]
    }

    /// A quantity: its name, its axis, its lines.
    func elements(_ panel: PlotPanel, _ index: Int) -> [String] {
        let top = top(of: index)
        var lines = [
            SVG.text(
                "\(panel.name) (\(panel.unit))", Self.left, top - 8, "start",
                more: " font-weight=\"bold\"")
        ]
        for tick in panel.axis.ticks {
            let y = y(tick, panel.axis, top)
            lines.append(SVG.line(Self.left, y, Self.width - Self.right, y, "grid"))
            lines.append(SVG.text(SVG.number(tick), Self.left - 8, y + 4.5, "end"))
        }
        for tick in time.ticks where tick <= time.highest {
            lines.append(SVG.line(x(tick), top, x(tick), top + Self.plotHeight, "grid"))
        }
        let zero = y(max(0, panel.axis.lowest), panel.axis, top)
        lines.append(SVG.line(Self.left, zero, Self.width - Self.right, zero, "axis"))
        for run in panel.runs {
            var points = run.map {
                "\(SVG.number(x($0.x))),\(SVG.number(y($0.y, panel.axis, top)))"
            }
            // A single point would not be seen.
            if points.count == 1 { points.append(points[0]) }
            lines.append(
                "<polyline class=\"line c\(panel.color)\" points=\"\(points.joined(separator: " "))\"/>"
            )
        }
        return lines
    }

    /// The times below the last panel.
    var timeAxis: [String] {
        let bottom = top(of: panelCount - 1) + Self.plotHeight
        var lines = time.ticks.filter { $0 <= time.highest }.map { tick in
            SVG.text(clock(tick), x(tick), bottom + 19, "middle")
        }
        let unit = time.highest >= 3600 ? "time (h:min:s)" : "time (min:s)"
        lines.append(
            SVG.text(unit, (Self.left + Self.width - Self.right) / 2, bottom + 40, "middle"))
        return lines
    }

    /// Words in the middle.
    func note(_ words: String) -> String {
        SVG.text(words, Self.width / 2, top(of: 0) + Self.plotHeight / 2, "middle")
    }

    private func top(of index: Int) -> Double {
        Self.top + Self.titleHeight + Double(index) * (Self.titleHeight + Self.plotHeight)
    }

    private func x(_ seconds: Double) -> Double {
        Self.left + time.place(of: seconds) * (Self.width - Self.left - Self.right)
    }

    private func y(_ value: Double, _ axis: PlotAxis, _ top: Double) -> Double {
        top + (1 - axis.place(of: value)) * Self.plotHeight
    }

    /// `1:30`, or `1:02:30` if the axis is longer than an hour.
    private func clock(_ seconds: Double) -> String {
        let whole = Int(seconds)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        guard time.highest >= 3600 else { return "\(whole / 60):\(two(whole % 60))" }
        return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
    }
}
