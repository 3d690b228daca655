/// The rate as time goes by (rules S.9 to S.11).
extension RevolutionCounter {
    /// The shortest time between notifications that is taken for their interval, in milliseconds.
    static let shortestInterval: UInt64 = 250
    /// The longest one.
    static let longestInterval: UInt64 = 2000
    /// The longest wait before a standstill, in milliseconds.
    static let longestWait: UInt64 = 5000
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
        // Notifications without an event: for so long there was less than one revolution.
        let quiet = latestArrival.milliseconds(since: baseline.heard)
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
