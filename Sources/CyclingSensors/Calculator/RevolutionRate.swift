/// How fast something turns, exactly as two measurements say: a number of revolutions in a number of
/// ticks.
///
/// Source: `Docs/Sensors.md`, rule S.1.
public struct RevolutionRate: Hashable, Sendable {
    /// The revolutions; zero at a standstill.
    public let revolutions: UInt64
    /// The ticks that they took; never zero.
    public let ticks: UInt64
    /// The ticks of a second.
    public let ticksPerSecond: UInt64

    /// Creates a rate. Zero ticks are taken as one.
    init(revolutions: UInt64, ticks: UInt64, ticksPerSecond: UInt64) {
        self.revolutions = revolutions
        self.ticks = max(ticks, 1)
        self.ticksPerSecond = ticksPerSecond
    }

    /// The rate of something that does not turn.
    static func standstill(ticksPerSecond: UInt64) -> RevolutionRate {
        RevolutionRate(revolutions: 0, ticks: 1, ticksPerSecond: ticksPerSecond)
    }

    /// Revolutions per minute.
    public var revolutionsPerMinute: Double {
        60 * Double(revolutions) * Double(ticksPerSecond) / Double(ticks)
    }

    /// The speed of a wheel in millimetres per second, rounded.
    ///
    /// - Parameter circumference: the wheel's circumference in millimetres.
    public func speed(circumferenceInMillimeters circumference: UInt16) -> UInt32 {
        Self.quotient(revolutions, ticksPerSecond * UInt64(circumference), ticks)
    }

    /// The cadence in hundredths of a revolution per minute, rounded.
    public var cadence: UInt32 { Self.quotient(revolutions, ticksPerSecond * 6000, ticks) }

    /// `one` times `other` by `divisor`, rounded; the largest number if it is larger.
    private static func quotient(_ one: UInt64, _ other: UInt64, _ divisor: UInt64) -> UInt32 {
        let product = one.multipliedFullWidth(by: other)
        guard product.high < divisor else { return .max }
        let (quotient, remainder) = divisor.dividingFullWidth(product)
        let rounded = remainder >= divisor - remainder ? quotient &+ 1 : quotient
        return UInt32(clamping: rounded)
    }
}

/// The rate as time goes by (rules S.9 to S.11).
extension RevolutionCounter {
    /// The shortest time between notifications that is taken for their interval, in milliseconds.
    static let shortestInterval: UInt64 = 250
    /// The longest one.
    static let longestInterval: UInt64 = 2000
    /// The longest wait before a standstill, in milliseconds.
    static let longestWait: UInt64 = 5000
    /// How long a source that has stopped is still believed while another moves, in milliseconds (rule S.14).
    static let longestRest: UInt64 = 10_000
    /// The longest gap that is reckoned with, in milliseconds: about 35 years.
    static let longestGap: UInt64 = 1 << 40

    private static let millisecondsPerSecond: UInt64 = 1000

    /// How fast it turns at a moment.
    ///
    /// - Parameter time: not before the last measurement; an earlier time counts as that.
    /// - Returns: `nil` if that is not known: before the second event, after a restart, or while the
    ///   link is lost.
    public func rate(at time: SessionTime) -> RevolutionRate? {
        guard isLinkUp, let baseline else { return nil }
        let silence = max(time, latestArrival).milliseconds(since: baseline.heard)
        if silence >= standstillDelay {
            return .standstill(ticksPerSecond: kind.ticksPerSecond)
        }
        // Notifications without an event: for so long there was less than one revolution. But an event of the last
        // interval may still be on its way.
        let silent = latestArrival.milliseconds(since: baseline.heard)
        let quiet = silent - min(interval, silent)
        guard let lastRate, quiet > 0 else { return lastRate }
        // No overflow: a rate is believable, and nobody is quiet for longer than the longest wait.
        let isSlower =
            quiet * lastRate.revolutions * lastRate.ticksPerSecond
            > lastRate.ticks * Self.millisecondsPerSecond
        return isSlower
            ? RevolutionRate(
                revolutions: 1, ticks: quiet, ticksPerSecond: Self.millisecondsPerSecond)
            : lastRate
    }

    /// Whether a rate is an average over a long gap (rule S.12): a standstill and the bound of
    /// rule S.9 are none.
    func isAverage(_ rate: RevolutionRate) -> Bool { isRateAverage && rate == lastRate }

    /// Whether a revolution was heard of lately, so that a standstill is believed although another source moves.
    func hasMoved(lately time: SessionTime) -> Bool {
        guard revolutions > 0, let baseline else { return false }
        return time.milliseconds(since: baseline.heard) < Self.longestRest
    }

    /// When the rate will be zero if no event is heard of until then; `nil` while it is not known.
    public var standstillTime: SessionTime? {
        guard isLinkUp, let baseline else { return nil }
        return baseline.heard.advanced(byMilliseconds: standstillDelay)
    }

    /// How long to wait for an event, in milliseconds (rule S.10).
    private var standstillDelay: UInt64 {
        guard let lastRate else { return Self.longestWait }
        let (ticks, overflow) = lastRate.ticks.multipliedReportingOverflow(by: 1000)
        let divisor = max(lastRate.revolutions, 1) * lastRate.ticksPerSecond
        let period = overflow ? Self.longestWait : ticks / divisor
        return min(2 * (min(period, Self.longestWait) + interval), Self.longestWait)
    }
}
