/// Something that turns: how far it has come, how often it was round, and when it last was.
struct RotationPhase: Hashable, Sendable {
    /// The length of a turn, in the unit of the advance.
    let turn: UInt64
    /// The turns.
    private(set) var count: UInt64
    /// The time of the last turn in microseconds.
    private(set) var lastEvent: UInt64

    private var phase: UInt64 = 0

    /// Creates something that has just completed one of a number of turns.
    ///
    /// - Parameter time: when that was, in microseconds.
    init(turn: UInt64, count: UInt64, at time: UInt64) {
        self.turn = max(turn, 1)
        self.count = count
        lastEvent = time
    }

    /// The microseconds of a step.
    static let step: UInt64 = 1000

    /// Turns it for a millisecond.
    ///
    /// - Parameters:
    ///   - advance: how far it turns in this millisecond.
    ///   - start: when the millisecond begins, in microseconds.
    mutating func advance(by advance: UInt64, from start: UInt64) {
        guard advance > 0 else { return }
        var needed = turn - phase
        while needed <= advance {
            count += 1
            lastEvent = start + needed * Self.step / advance
            needed += turn
        }
        phase = turn - (needed - advance)
    }

    /// The time of the last turn in ticks of a clock.
    func lastEvent(ticksPerSecond: UInt64) -> UInt64 { lastEvent * ticksPerSecond / 1_000_000 }
}
