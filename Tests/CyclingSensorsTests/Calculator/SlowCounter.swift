import CyclingSensors

/// What a sensor really sent: the count and the time of the last event without any roll-over.
struct TrueCount: Equatable, CustomStringConvertible {
    /// All revolutions; only the low bits are sent.
    var count: Int
    /// The last event in ticks; only the low 16 bits are sent.
    var ticks: Int

    var description: String { "\(count) at \(ticks)" }
}

/// What a counter must make of true counts by rules S.1 to S.13: slow, and obviously right, because
/// nothing rolls over here.
///
/// Times are in milliseconds.
struct SlowCounter {
    struct Rate: Equatable {
        var revolutions: Int
        var ticks: Int
        var ticksPerSecond: Int
        var isAverage = false

        /// What it is times a factor, in a second, rounded; a half is rounded up.
        func perSecond(times factor: Int) -> UInt32 {
            UInt32((2 * revolutions * ticksPerSecond * factor + ticks) / (2 * ticks))
        }
    }

    let kind: RevolutionCounter.Kind
    private(set) var revolutions = 0
    private(set) var hasBegun = false
    /// How many event times could not be told from others by the arrivals.
    private(set) var doubtfulTimes = 0

    private var isLinkUp = false
    private var latestCount = 0
    private var latestArrival = 0
    private var interval = 1000
    /// The last event whose time is known, and when it arrived.
    private var timed = (ticks: 0, arrival: 0)
    /// The revolutions since then.
    private var sinceTimed = 0
    /// When the last revolution was heard of.
    private var heard = 0
    private var measured: Rate?

    init(_ kind: RevolutionCounter.Kind) { self.kind = kind }

    private var ticksPerSecond: Int { Int(kind.ticksPerSecond) }
    private var fastest: Int { kind == .crank ? 6 : 40 }
    private static let halfRollOver = 32_768

    mutating func linkLost() { isLinkUp = false }

    mutating func take(_ sent: TrueCount, at arrival: Int) -> RevolutionCounter.Outcome {
        // S.13
        let now = max(arrival, latestArrival)
        let silence = now - latestArrival
        latestArrival = now
        isLinkUp = true
        guard hasBegun else {
            begin(sent, at: now)
            return .first
        }
        // S.10
        interval = min(max(silence, (3 * interval + silence) / 4, 250), 2000)
        // S.4
        var change = sent.count - latestCount
        // Nobody can tell whole rounds that were missed. A crank's count does not go down.
        if kind == .crank { change = ((change % 65_536) + 65_536) % 65_536 }
        if change == 0 { return .repeated }
        // S.6 and S.7
        let most = fastest * (silence + 5000) / 1000 + 1
        if abs(change) > most {
            begin(sent, at: now)
            return .restarted
        }
        if change < 0 {
            begin(sent, at: now)
            return .reversed(revolutions: UInt32(-change))
        }
        latestCount = sent.count
        revolutions += change
        sinceTimed += change
        heard = now
        let isTimed = measure(sent, at: now)
        return isTimed
            ? .advanced(revolutions: UInt32(change)) : .untimed(revolutions: UInt32(change))
    }

    private mutating func begin(_ sent: TrueCount, at now: Int) {
        hasBegun = true
        latestCount = sent.count
        timed = (sent.ticks, now)
        sinceTimed = 0
        heard = now
        measured = nil
    }

    private mutating func measure(_ sent: TrueCount, at now: Int) -> Bool {
        let elapsed = now - timed.arrival
        let ticks = ticks(to: sent.ticks, elapsed: elapsed)
        // S.5
        if ticks == 0 { return false }
        let isAverage = elapsed * ticksPerSecond >= 1000 * Self.halfRollOver
        let rate = Rate(
            revolutions: sinceTimed, ticks: ticks, ticksPerSecond: ticksPerSecond,
            isAverage: isAverage)
        timed = (sent.ticks, now)
        sinceTimed = 0
        // S.8
        let isPossible = ticks > 0 && rate.revolutions * ticksPerSecond <= fastest * ticks
        measured = isPossible ? rate : nil
        return isPossible
    }

    /// The ticks since the last event whose time is known: the truth, if it is within half a
    /// roll-over of the arrivals. Otherwise nobody can know it, and S.2 says what to take: of all
    /// that differ from the truth by whole roll-overs the nearest, of two the larger.
    private mutating func ticks(to eventTime: Int, elapsed: Int) -> Int {
        let truth = eventTime - timed.ticks
        let half = 1000 * Self.halfRollOver
        var ticks = truth
        while 1000 * ticks - elapsed * ticksPerSecond > half { ticks -= 2 * Self.halfRollOver }
        while 1000 * ticks - elapsed * ticksPerSecond <= -half { ticks += 2 * Self.halfRollOver }
        if ticks != truth { doubtfulTimes += 1 }
        return ticks
    }

    /// When it stands still if nothing more is heard (S.10); `nil` if nothing is known.
    var standstill: Int? {
        guard hasBegun && isLinkUp else { return nil }
        guard let measured else { return heard + 5000 }
        let period = 1000 * measured.ticks / (measured.revolutions * ticksPerSecond)
        return heard + min(2 * (period + interval), 5000)
    }

    /// Whether it has turned in the last 10 s (S.14).
    func isMoving(at time: Int) -> Bool { revolutions > 0 && time - heard < 10_000 }

    func rate(at time: Int) -> Rate? {
        guard let standstill else { return nil }
        if max(time, latestArrival) >= standstill {
            return Rate(revolutions: 0, ticks: 1, ticksPerSecond: 1)
        }
        // S.9: less than one revolution since the last one was heard of, unless one is on its way.
        let quiet = latestArrival - heard - interval
        if let measured, measured.revolutions * ticksPerSecond * quiet > 1000 * measured.ticks {
            return Rate(revolutions: 1, ticks: quiet, ticksPerSecond: 1000)
        }
        return measured
    }
}
