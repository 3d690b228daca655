import Simulation

/// Measures many pairs of a phone and a device under one clock.
struct PairsBenchmark {
    /// How much longer many pairs run than is counted, in percent.
    let extraPercent: Int

    private struct Figures: Encodable {
        let pairs: Int
        let linkEvents: UInt64
        let nanosecondsPerLinkEvent: Double
        let bytesPerPair: Int
    }

    private struct Report: Encodable {
        let rounds: [Figures]
        /// The cost of a link event among many pairs, divided by that among few: the median of the rounds.
        let ratio: Double
    }

    private static let few = 100
    private static let many = 10_000
    private static let rounds = 3
    /// How long is measured: seconds of all pairs together. A pair has about nine link events a second.
    private static let pairSeconds = 300_000

    func run(isJSON: Bool) async {
        var figures: [Figures] = []
        var ratios: [Double] = []
        for _ in 0..<Self.rounds {
            // Measure many first: only then does the peak memory tell how much a pair takes.
            let crowd = await measure(Self.many)
            let group = await measure(Self.few)
            figures += [crowd, group]
            ratios.append(crowd.nanosecondsPerLinkEvent / group.nanosecondsPerLinkEvent)
        }
        let ratio = ratios.sorted()[Self.rounds / 2]
        isJSON
            ? print(jsonLine(Report(rounds: figures, ratio: ratio)))
            : Self.printText(figures, ratio)
    }

    private func measure(_ pairs: Int) async -> Figures {
        let before = peakMemory()
        let world = World(seed: 1)
        for _ in 0..<pairs {
            let phone = await world.addPhone(.published, keepsPublications: false)
            let device = await world.addDevice(
                radio: .offsetReads, near: phone, keepsDeliveries: false)
            await phone.startNavigation()
            await device.start()
            // Spread the pairs over the second, so that they take turns.
            await world.run(for: .microseconds(1_000_000 / pairs))
            await phone.startPublishing(every: .seconds(1), streetByteCount: 40)
        }
        await world.run(for: .seconds(5))
        let first = await world.linkEventCount
        let start = processorSeconds()
        let simulated = Self.pairSeconds / pairs
        await world.run(for: .seconds(simulated))
        let count = await world.linkEventCount - first
        if pairs == Self.many {
            await world.run(for: .milliseconds(simulated * 10 * extraPercent))
        }
        let seconds = processorSeconds() - start
        return Figures(
            pairs: pairs, linkEvents: count,
            nanosecondsPerLinkEvent: seconds * 1e9 / Double(count),
            bytesPerPair: max(0, peakMemory() - before) / pairs)
    }

    private static func printText(_ figures: [Figures], _ ratio: Double) {
        for (number, figure) in figures.enumerated() {
            let cost = figure.nanosecondsPerLinkEvent.inTenths
            var line = "\(figure.pairs) pairs: \(cost) ns a link event"
            // Later rounds use the first one's memory again.
            if number == 0 {
                line += ", \(figure.bytesPerPair) bytes a pair"
            }
            print(line)
        }
        print("among \(many) pairs: \((ratio * 100).rounded() / 100) times the cost among \(few)")
    }
}
