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
