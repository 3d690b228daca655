/// Where things are in a plot, in its units.
struct PlotPage {
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
            "<title>Speed, cadence, power and heart rate over time</title>",
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
        let color = Self.colors[panel.name] ?? 0
        for run in panel.runs {
            var points = run.map {
                "\(SVG.number(x($0.x))),\(SVG.number(y($0.y, panel.axis, top)))"
            }
            // A single point would not be seen.
            if points.count == 1 { points.append(points[0]) }
            lines.append(
                "<polyline class=\"line c\(color)\" points=\"\(points.joined(separator: " "))\"/>")
        }
        return lines
    }

    private static let colors = ["speed": 0, "cadence": 1, "power": 2, "heart rate": 3]

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
