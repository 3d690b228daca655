/// How much goes wrong in a run.
public enum FaultLevel: String, Hashable, Sendable, CaseIterable {
    /// Nothing.
    case none
    /// A few kinds of faults, each every minute or so.
    case light
    /// Half of the kinds, each every few seconds to every minute.
    case heavy

    /// Draws faults of this level, ordered by time. None of them makes the phone a hostile peer. Some may find nothing
    /// to happen to when their time comes: inject them with `try?`.
    ///
    /// - Parameters:
    ///   - duration: how long faults may happen; those that last are over by then.
    ///   - seed: decides all draws.
    public func schedule(for duration: Duration, seed: UInt64) -> [ScriptEntry] {
        var random = SplitMix64(seed: seed)
        let end = duration.wholeMicroseconds
        return draw(until: end, hostile: false, &random).sorted {
            $0.microseconds < $1.microseconds
        }
    }

    /// Draws from the seed which kinds of faults happen and how often, and then the faults.
    func draw(until end: UInt64, hostile: Bool, _ random: inout SplitMix64) -> [ScriptEntry] {
        let share: Int
        let meanGaps: [Int]
        switch self {
        case .none: return []
        case .light: (share, meanGaps) = (4, [40_000, 120_000])
        case .heavy: (share, meanGaps) = (2, [2000, 8000, 20_000, 60_000])
        }
        var entries: [ScriptEntry] = []
        for kind in FaultKind.all where hostile || !kind.isHostile {
            guard random.happens(1, in: share) else { continue }
            let gap = random.element(of: meanGaps)
            kind.draw(into: &entries, every: gap, until: end, &random)
        }
        return entries
    }
}

extension FaultKind {
    /// Draws faults of this kind and their times.
    ///
    /// - Parameters:
    ///   - meanGap: the mean time between two of them, in milliseconds.
    ///   - end: when the last of them is over, in microseconds.
    func draw(
        into entries: inout [ScriptEntry], every meanGap: Int, until end: UInt64,
        _ random: inout SplitMix64
    ) {
        let gap = meanGap * 1000
        var time = UInt64(random.number(in: 0...gap))
        while time < end {
            let fault = draw(&random)
            if time + fault.duration < end {
                entries.append(ScriptEntry(microseconds: time, action: .fault(fault)))
            }
            time += UInt64(random.number(in: gap / 4...gap * 7 / 4)) + fault.duration
        }
    }
}
