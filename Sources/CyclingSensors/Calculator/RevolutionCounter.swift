/// Follows one counter of a sensor, of a wheel or of cranks, through roll-overs, repeats, gaps and
/// restarts.
///
/// It holds no memory but its own, reads no clock, and takes any numbers.
///
/// ```swift
/// var counter = RevolutionCounter(.wheel)
/// _ = counter.take(count: 65_535, eventTime: 65_000, at: SessionTime(milliseconds: 0))
/// _ = counter.take(count: 65_537, eventTime: 488, at: SessionTime(milliseconds: 1000))
/// print(counter.rate(at: SessionTime(milliseconds: 1000))?.revolutionsPerMinute)  // 120
/// ```
///
/// Source: `Docs/Sensors.md`, clause 7.
public struct RevolutionCounter: Hashable, Sendable {
    /// What turns, and how its sensor counts.
    public enum Kind: Hashable, Sendable, CaseIterable {
        /// A wheel, in CSC Measurement.
        case wheel
        /// A wheel, in Cycling Power Measurement.
        case powerWheel
        /// Cranks, in either.
        case crank

        /// The resolution of the event time, in ticks per second.
        public var ticksPerSecond: UInt64 {
            switch self {
            case .wheel: CSCMeasurement.ticksPerSecond
            case .powerWheel: CyclingPowerMeasurement.wheelTicksPerSecond
            case .crank: CyclingPowerMeasurement.crankTicksPerSecond
            }
        }

        /// The most revolutions in a second that are believed (rule S.7).
        public var maximumRate: UInt64 {
            switch self {
            case .wheel, .powerWheel: 40
            case .crank: 6
            }
        }
    }

    /// What a measurement was.
    public enum Outcome: Hashable, Sendable {
        /// The first one: a baseline.
        case first
        /// Revolutions, and when the last of them was.
        case advanced(revolutions: UInt32)
        /// Revolutions that are not timed: the event time has not moved, or makes no sense.
        case untimed(revolutions: UInt32)
        /// Nothing new.
        case repeated
        /// A wheel that rolled backwards.
        case reversed(revolutions: UInt32)
        /// The counter was set, or the sensor restarted.
        case restarted
    }

    /// The last event whose time is known.
    struct Baseline: Hashable, Sendable {
        var eventTime: UInt16
        /// When it was first heard of.
        var arrival: SessionTime
        /// The revolutions counted since then without a time.
        var untimed: UInt64 = 0
        /// When the last revolution was heard of, timed or not.
        var heard: SessionTime

        init(eventTime: UInt16, arrival: SessionTime) {
            self.eventTime = eventTime
            self.arrival = arrival
            heard = arrival
        }
    }

    /// What is counted.
    public let kind: Kind
    /// All revolutions forwards since the first measurement.
    public private(set) var revolutions: UInt64 = 0
    /// Whether the rate that was measured last is an average over a long gap (rule S.12).
    public private(set) var isRateAverage = false

    var baseline: Baseline?
    var lastRate: RevolutionRate?
    private var latestCount: UInt32 = 0
    var latestArrival = SessionTime.zero
    /// The time between notifications in milliseconds (rule S.10).
    var interval = usualInterval
    var isLinkUp = false

    /// The values of an event time.
    static let rollOver: UInt64 = 1 << 16
    /// The time between notifications before it is known, in milliseconds (clause 2.2).
    static let usualInterval: UInt64 = 1000
    /// How late a notification may have come, in milliseconds (rule S.7).
    static let longestDelay: UInt64 = 5000

    /// Creates a counter that has seen nothing.
    public init(_ kind: Kind) { self.kind = kind }

    /// Half of the time after which the event time rolls over, in milliseconds.
    var halfRollOver: UInt64 { Self.rollOver / 2 * 1000 / kind.ticksPerSecond }

    /// Takes a measurement.
    ///
    /// - Parameters:
    ///   - count: the cumulative revolutions. Of a crank's only the low 16 bits count.
    ///   - eventTime: the last event's time.
    ///   - time: when the measurement arrived.
    public mutating func take(
        count: UInt32, eventTime: UInt16, at time: SessionTime
    ) -> Outcome {
        let arrival = max(time, latestArrival)
        let silence = arrival.milliseconds(since: latestArrival)
        guard var known = baseline else {
            begin(count: count, eventTime: eventTime, at: arrival)
            return .first
        }
        noteArrival(arrival, after: silence)
        let change = change(to: count)
        if change == 0 { return .repeated }
        if change.magnitude > largestChange(in: silence) {
            begin(count: count, eventTime: eventTime, at: arrival)
            return .restarted
        }
        if change < 0 {
            begin(count: count, eventTime: eventTime, at: arrival)
            return .reversed(revolutions: UInt32(change.magnitude))
        }
        latestCount = count
        revolutions += change.magnitude
        known.untimed += change.magnitude
        known.heard = arrival
        baseline = known
        let isTimed = measure(known, eventTime: eventTime, at: arrival)
        let counted = UInt32(change.magnitude)
        return isTimed ? .advanced(revolutions: counted) : .untimed(revolutions: counted)
    }

    /// Notes that the link is lost. Until the next measurement the rate is not known; the counter
    /// goes on from where it was.
    public mutating func linkLost() { isLinkUp = false }

    /// Sets a new baseline, without a rate.
    private mutating func begin(count: UInt32, eventTime: UInt16, at arrival: SessionTime) {
        baseline = Baseline(eventTime: eventTime, arrival: arrival)
        latestCount = count
        latestArrival = arrival
        lastRate = nil
        isRateAverage = false
        isLinkUp = true
    }

    private mutating func noteArrival(_ arrival: SessionTime, after silence: UInt64) {
        // A burst after a delay must not make the sensor look faster than it is.
        let heard = max(silence, (3 * interval + min(silence, interval)) / 4)
        interval = min(max(heard, Self.shortestInterval), Self.longestInterval)
        latestArrival = arrival
        isLinkUp = true
    }

    /// The difference of the counts (rule S.3).
    private func change(to count: UInt32) -> Int64 {
        switch kind {
        case .wheel, .powerWheel: Int64(Int32(bitPattern: count &- latestCount))
        case .crank: Int64(UInt16(truncatingIfNeeded: count &- latestCount))
        }
    }

    /// How far the count can have moved since the last arrival (rule S.7).
    private func largestChange(in silence: UInt64) -> UInt64 {
        let (time, overflow) = silence.addingReportingOverflow(Self.longestDelay)
        let (product, tooLarge) = time.multipliedReportingOverflow(by: kind.maximumRate)
        return overflow || tooLarge ? .max : product / 1000 + 1
    }

    /// Times the revolutions since the baseline (rules S.2, S.5, S.8, S.12).
    ///
    /// - Returns: whether the event time makes sense. The baseline moves unless it stood still.
    private mutating func measure(
        _ known: Baseline, eventTime: UInt16, at arrival: SessionTime
    ) -> Bool {
        let elapsed = arrival.milliseconds(since: known.arrival)
        let rest = UInt64(eventTime &- known.eventTime)
        let turns = rollOvers(elapsed: elapsed, rest: rest)
        if turns == 0 && rest == 0 { return false }
        baseline = Baseline(eventTime: eventTime, arrival: arrival)
        isRateAverage = elapsed >= halfRollOver
        lastRate = nil
        guard turns >= 0 else { return false }
        let rate = RevolutionRate(
            revolutions: known.untimed, ticks: rest + UInt64(turns) * Self.rollOver,
            ticksPerSecond: kind.ticksPerSecond)
        guard isBelievable(rate) else { return false }
        lastRate = rate
        return true
    }

    /// How often the event time rolled over; negative if it went back.
    ///
    /// - Parameters:
    ///   - elapsed: the milliseconds between the arrivals of the two events.
    ///   - rest: the difference of the event times, modulo their roll-over.
    private func rollOvers(elapsed: UInt64, rest: UInt64) -> Int64 {
        let ticks = Int64(min(elapsed, Self.longestGap) * kind.ticksPerSecond / 1000)
        let half = Int64(Self.rollOver / 2)
        return (ticks - Int64(rest) + half) >> Int64(Self.rollOver.trailingZeroBitCount)
    }

    private func isBelievable(_ rate: RevolutionRate) -> Bool {
        let (fastest, overflow) = rate.ticks.multipliedReportingOverflow(by: kind.maximumRate)
        let (measured, tooFast) = rate.revolutions.multipliedReportingOverflow(
            by: kind.ticksPerSecond)
        return overflow || !tooFast && measured <= fastest
    }
}
