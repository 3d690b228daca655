package import Simulation

/// A phone, a device's radio, and what may happen to them.
package struct ExploredPair: Codable, Hashable {
    package let profile: PhoneProfile
    package let radio: DeviceRadio
    package let publications: Int
    package let faults: Int
    package let delays: Int

    /// The pairs of `--pairs`. The radio with one callback has most states, so its rides are shorter. In this order both halves
    /// take about as long.
    package static let usual = [
        ExploredPair(.published, .offsetReads), ExploredPair(.android, .blueZOffsets),
        ExploredPair(.androidNoCCCD, .offsetReads), ExploredPair(.ios, .wholeValues),
        ExploredPair(.android, .blueZ), ExploredPair(.android, .coreBluetooth, publications: 1),
        ExploredPair(.ios, .coreBluetooth, publications: 1),
    ]

    /// A pair with few states.
    package static let smallest = ExploredPair(
        .published, .offsetReads, publications: 1, faults: 0, delays: 0)

    package init(
        _ profile: PhoneProfile, _ radio: DeviceRadio, publications: Int = 2, faults: Int = 1,
        delays: Int = 1
    ) {
        self.profile = profile
        self.radio = radio
        self.publications = publications
        self.faults = faults
        self.delays = delays
    }

    /// Visits all states of the pair, until the task is cancelled.
    ///
    /// - Parameter progress: is told now and then how far it came.
    package func explore(_ progress: @escaping (() -> String) -> Void) -> PairExploration {
        let explorer = Explorer(
            profile: profile, radio: radio, publications: publications, faults: faults,
            delays: delays)
        let clock = ContinuousClock()
        let start = clock.now
        let report = explorer.run { report in
            progress { "\(title): \(report.states) states, depth \(report.depth)" }
            return report.counterexamples.isEmpty && !Task.isCancelled
        }
        return PairExploration(
            pair: self, result: ExplorationSummary(report, wallTime: clock.now - start))
    }

    fileprivate var title: String { "\(profile.rawValue) with \(radio.rawValue)" }
}

/// What the exploration of a pair found.
package struct PairExploration: Codable, Hashable {
    package let pair: ExploredPair
    package let result: ExplorationSummary

    /// The same as if it had taken no time.
    package var withoutTime: Self { Self(pair: pair, result: result.withoutTime) }
}

/// What the explorations of several pairs found.
package struct PairExplorations: ShardResult, Hashable {
    package var wallSeconds = 0.0
    package private(set) var explorations: [PairExploration]

    package init(_ explorations: [PairExploration]) { self.explorations = explorations }

    package var size: UInt64 { UInt64(explorations.count) }

    package var isPlausible: Bool { explorations.allSatisfy { $0.result.isPlausible } }

    package var text: String {
        explorations.map { "\($0.pair.title):\n\($0.result.text)" }.joined(separator: "\n")
    }

    package mutating func add(_ next: Self) {
        wallSeconds += next.wallSeconds
        explorations += next.explorations
    }

    package func isClean(for work: Work) -> Bool { explorations.allSatisfy { $0.result.isClean } }
}

// By their names.
extension PhoneProfile: Codable {}
extension DeviceRadio: Codable {}
