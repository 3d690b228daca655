import Simulation

/// A phone, a device's radio, and what may happen to them.
struct ExploredPair: Codable, Hashable {
    let profile: PhoneProfile
    let radio: DeviceRadio
    let publications: Int
    let faults: Int
    let delays: Int

    /// The pairs of `--pairs`. The radio that polls has most states, so its rides are shorter. In this order both halves
    /// take about as long.
    static let usual = [
        ExploredPair(.published, .offsetReads), ExploredPair(.android, .blueZOffsets),
        ExploredPair(.androidNoCCCD, .offsetReads), ExploredPair(.ios, .wholeValues),
        ExploredPair(.android, .blueZ), ExploredPair(.android, .coreBluetooth, delays: 0),
    ]

    /// A pair with few states.
    static let smallest = ExploredPair(
        .published, .offsetReads, publications: 1, faults: 0, delays: 0)

    init(
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
    func explore(_ progress: ProgressLine?) -> PairExploration {
        let explorer = Explorer(
            profile: profile, radio: radio, publications: publications, faults: faults,
            delays: delays)
        let clock = ContinuousClock()
        let start = clock.now
        let report = explorer.run { report in
            progress?.show { "\(title): \(report.states) states, depth \(report.depth)" }
            return report.counterexamples.isEmpty && !Task.isCancelled
        }
        return PairExploration(
            pair: self, result: ExplorationSummary(report, wallTime: clock.now - start))
    }

    fileprivate var title: String { "\(profile.rawValue) with \(radio.rawValue)" }
}

/// What the exploration of a pair found.
struct PairExploration: Codable, Hashable {
    let pair: ExploredPair
    let result: ExplorationSummary

    /// The same as if it had taken no time.
    var withoutTime: Self { Self(pair: pair, result: result.withoutTime) }
}

/// What the explorations of several pairs found.
struct PairExplorations: ShardResult, Hashable {
    var wallSeconds = 0.0
    private(set) var explorations: [PairExploration]

    init(_ explorations: [PairExploration]) { self.explorations = explorations }

    var size: UInt64 { UInt64(explorations.count) }

    var isPlausible: Bool { explorations.allSatisfy { $0.result.isPlausible } }

    var text: String {
        explorations.map { "\($0.pair.title):\n\($0.result.text)" }.joined(separator: "\n")
    }

    mutating func add(_ next: Self) {
        wallSeconds += next.wallSeconds
        explorations += next.explorations
    }

    func verdict(of work: Work) -> ExitCode {
        explorations.allSatisfy { $0.result.isClean } ? .success : .failed
    }
}

// By their names.
extension PhoneProfile: Codable {}
extension DeviceRadio: Codable {}
