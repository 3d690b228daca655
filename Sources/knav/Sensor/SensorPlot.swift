import CyclingSensors
import KomootNav

/// A ride's speed, cadence, power and heart rate over time, as one SVG 1.1 file without scripts. It is
/// legible on light and on dark ground.
struct SensorPlot {
    private struct Sample {
        let seconds: Double
        let reading: CyclingReading
    }

    /// The most points of a line.
    static let mostPoints = 1200

    private var samples: [Sample] = []

    /// Adds a reading. Times must not go back.
    mutating func add(_ reading: CyclingReading, at time: SessionTime) {
        samples.append(Sample(seconds: Double(time.milliseconds) / 1000, reading: reading))
    }

    /// The picture.
    var svg: String {
        let panels = panels
        let time = PlotAxis(times: samples.last?.seconds ?? 0)
        let page = PlotPage(time: time, panelCount: max(panels.count, 1))
        var lines = page.head
        for (index, panel) in panels.enumerated() { lines += page.elements(panel, index) }
        lines += page.timeAxis
        if panels.isEmpty { lines.append(page.note("no value was known")) }
        lines.append("</svg>")
        return lines.map { $0 + "\n" }.joined()
    }

    /// The quantities that were known at any time.
    private var panels: [PlotPanel] {
        [
            panel("speed", "km/h") { $0.speedInKilometersPerHour },
            panel("cadence", "/min") { $0.cadenceInRevolutionsPerMinute },
            panel("power", "W") { $0.power.map { Double($0) } },
            panel("heart rate", "beats/min") { $0.heartRate.map { Double($0) } },
        ].compactMap { $0 }
    }

    private func panel(
        _ name: String, _ unit: String, _ value: (CyclingReading) -> Double?
    ) -> PlotPanel? {
        let stride = max(1, (samples.count + Self.mostPoints - 1) / Self.mostPoints)
        var runs: [[PlotPanel.Point]] = [[]]
        for (index, sample) in samples.enumerated() {
            guard index % stride == 0 || index == samples.count - 1 else { continue }
            if let value = value(sample.reading) {
                runs[runs.count - 1].append(PlotPanel.Point(x: sample.seconds, y: value))
            } else if runs[runs.count - 1].isEmpty == false {
                runs.append([])
            }
        }
        runs.removeAll { $0.isEmpty }
        let values = runs.joined().map(\.y)
        guard let lowest = values.min(), let highest = values.max() else { return nil }
        return PlotPanel(
            name: name, unit: unit, axis: PlotAxis(values: min(0, lowest)...max(0, highest)),
            runs: runs)
    }
}

/// One quantity over time.
struct PlotPanel {
    struct Point {
        let x: Double
        let y: Double
    }

    let name: String
    let unit: String
    let axis: PlotAxis
    /// Lines; between them the quantity was not known.
    let runs: [[Point]]
}
