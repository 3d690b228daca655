import CyclingSensors
import PropertyTesting

/// A counter on a random ride.
struct RandomCounter {
    private let kind: RevolutionCounter.Kind
    private var latest: TrueCount
    /// Until when it was ridden, in milliseconds.
    private var riddenUntil: Int
    /// What the sensor's clock showed at time 0, in ticks.
    private var clock: Int

    init(_ kind: RevolutionCounter.Kind, at time: Int, _ choices: inout Choices) {
        self.kind = kind
        let countEnd = kind == .crank ? 65_536 : 4_294_967_296
        // Near a roll-over, or anywhere.
        let count =
            choices.bool()
            ? countEnd - 1 - choices.integer(in: 0...30) : choices.integer(in: 4...countEnd - 1)
        let ticks = 65_536 * 4 - choices.integer(in: 0...65_535)
        latest = TrueCount(count: count, ticks: ticks)
        riddenUntil = time
        clock = ticks - Self.ticks(of: kind, in: time)
    }

    private static func ticks(of kind: RevolutionCounter.Kind, in milliseconds: Int) -> Int {
        milliseconds * Int(kind.ticksPerSecond) / 1000
    }

    private func clock(at time: Int) -> Int { clock + Self.ticks(of: kind, in: time) }

    /// What it sends in a notification that arrives at a time.
    mutating func next(at now: Int, _ choices: inout Choices) -> TrueCount {
        switch choices.integer(in: 0...23) {
        case 0: break
        // The sensor's clock in place of the event's time.
        case 1: latest.ticks = clock(at: now)
        // A revolution without a new time.
        case 2: latest.count += 1
        case 3 where kind != .crank:
            latest.count -= choices.integer(in: 1...3)
            latest.ticks = clock(at: now)
        case 4: setFar(&choices)
        case 5: setNear(&choices)
        // A late notification.
        case 6: ride(until: now - choices.integer(in: 0...6000), &choices)
        case 7: ride(until: now - choices.integer(in: 0...70_000), &choices)
        default: ride(until: now, &choices)
        }
        return latest
    }

    /// The counter is set to somewhere far away, and perhaps the clock too.
    private mutating func setFar(_ choices: inout Choices) {
        latest.count +=
            kind == .crank
            ? choices.integer(in: 2000...60_000) : choices.integer(in: 1_000_000...2_000_000_000)
        if kind != .crank && choices.bool() { latest.count -= 4_000_000_000 }
        if choices.bool() { setClock(&choices) }
    }

    /// The counter is set to a number that may have been ridden, or to one that is just too large.
    private mutating func setNear(_ choices: inout Choices) {
        latest.count += choices.integer(in: 0...600) * (choices.bool() ? -1 : 1)
        if choices.bool() { setClock(&choices) }
    }

    private mutating func setClock(_ choices: inout Choices) {
        let change = choices.integer(in: 0...65_535)
        clock += change
        latest.ticks += change
    }

    /// Time goes by, and revolutions happen in it.
    private mutating func ride(until time: Int, _ choices: inout Choices) {
        let milliseconds = time - riddenUntil
        guard milliseconds > 0 else { return }
        riddenUntil = time
        // A little faster than anybody, so that what is too fast comes up too.
        let fastest = Int(kind.maximumRate) * milliseconds / 1000 + 1
        let most = min(fastest, choices.bool() ? 3 : 5000)
        let count = choices.integer(in: 0...most)
        guard count > 0 else { return }
        latest.count += count
        // The last event was somewhere in this time, usually near its end.
        let first = latest.ticks + 1
        let last = max(clock(at: time), first)
        latest.ticks =
            choices.integer(in: 0...4) == 1
            ? choices.integer(in: first...last) : max(last - choices.integer(in: 0...200), first)
    }
}
