/// What plots consist of. Their words are this program's own and need no escaping.
enum SVG {
    /// The colours that all plots share: on light ground, and on dark.
    static let plotStyle = """
        .ground{fill:#fff}.words{fill:#333}.grid{stroke:#ddd}.axis{stroke:#888}\
        @media (prefers-color-scheme:dark){\
        .ground{fill:#14171c}.words{fill:#d5d8dd}.grid{stroke:#333941}.axis{stroke:#878e98}}
        """

    /// A number with at most one digit after the point.
    static func number(_ value: Double) -> String {
        let text = decimal(value, digits: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ kind: String
    ) -> String {
        "<line class=\"\(kind)\" x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" "
            + "y2=\"\(number(y2))\"/>"
    }

    static func text(
        _ words: String, _ x: Double, _ y: Double, _ anchor: String, more: String = ""
    ) -> String {
        "<text class=\"words\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\"\(more)>"
            + "\(words)</text>"
    }
}

/// The ticks of an axis.
struct PlotAxis {
    let lowest: Double
    let highest: Double
    let step: Double

    private static let mostTimeSteps = 10.0
    private static let mostValueSteps = 4.0

    /// An axis of seconds from 0, with steps that clocks have.
    init(times end: Double) {
        let steps: [Double] = [
            1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400,
        ]
        lowest = 0
        highest = max(end, 1)
        step = steps.first { $0 * Self.mostTimeSteps >= max(end, 1) } ?? 14_400
    }

    /// An axis that has these values, and steps of 1, 2 or 5 times a power of ten.
    init(values: ClosedRange<Double>) {
        let range = max(values.upperBound - values.lowerBound, 1)
        var step = 1.0
        var factors = [2, 2.5, 2].makeIterator()
        while step * Self.mostValueSteps < range {
            if let factor = factors.next() {
                step *= factor
            } else {
                factors = [2, 2.5, 2].makeIterator()
            }
        }
        self.step = step
        lowest = (values.lowerBound / step).rounded(.down) * step
        highest = max((values.upperBound / step).rounded(.up) * step, lowest + step)
    }

    var ticks: [Double] { Array(stride(from: lowest, through: highest + step / 1000, by: step)) }

    /// Where a value is, from 0 at the lowest to 1 at the highest.
    func place(of value: Double) -> Double { (value - lowest) / (highest - lowest) }
}
