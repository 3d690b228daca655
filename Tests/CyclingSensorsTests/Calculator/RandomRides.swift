import CyclingSensors
import PropertyTesting

/// A ride with everything that happens to a sensor: roll-overs, repeats, lost notifications, gaps,
/// a lost link, a counter that is set, a wheel that rolls backwards, a clock in place of the event.
struct RandomRide: CustomStringConvertible {
    var kind: RevolutionCounter.Kind
    var notifications: [TrueNotification]

    var description: String {
        "\(kind): " + notifications.map(\.description).joined(separator: "; ")
    }
}

extension Choices {
    mutating func randomRide() -> RandomRide {
        let kind = element(of: RevolutionCounter.Kind.allCases)
        var rider = RandomRider(kind: kind, choices: &self)
        let count = integer(in: 2...40)
        for _ in 0..<count { rider.step(&self) }
        return RandomRide(kind: kind, notifications: rider.notifications)
    }
}

/// Makes the notifications of a random ride.
private struct RandomRider {
    let kind: RevolutionCounter.Kind
    var notifications: [TrueNotification]
    private var now: Int

    private var ticksPerMillisecond: Double { Double(kind.ticksPerSecond) / 1000 }

    init(kind: RevolutionCounter.Kind, choices: inout Choices) {
        self.kind = kind
        let countEnd = kind == .crank ? 65_536 : 4_294_967_296
        // Near a roll-over, or anywhere.
        let count =
            choices.bool()
            ? countEnd - 1 - choices.integer(in: 0...30) : choices.integer(in: 4...countEnd - 1)
        let ticks = 65_536 * 4 - choices.integer(in: 0...65_535)
        now = choices.integer(in: 0...100_000)
        notifications = [TrueNotification(count: count, ticks: ticks, arrival: now)]
    }

    private var last: TrueNotification { notifications[notifications.count - 1] }

    mutating func step(_ choices: inout Choices) {
        switch choices.integer(in: 0...19) {
        case 0: add(repeated(&choices))
        case 1: add(clock(&choices))
        case 2: add(counted(&choices))
        case 3 where kind != .crank: add(backwards(&choices))
        case 4: add(set(&choices))
        case 5: add(ridden(after: choices.integer(in: 10_000...300_000), &choices, link: true))
        case 6: add(ridden(after: choices.integer(in: 2_000...100_000), &choices))
        default: add(ridden(after: choices.integer(in: 200...1500), &choices))
        }
    }

    private mutating func add(_ notification: TrueNotification) {
        notifications.append(notification)
        now = notification.arrival
    }

    /// The same again.
    private func repeated(_ choices: inout Choices) -> TrueNotification {
        var next = last
        next.arrival += choices.integer(in: 0...3000)
        next.wasSet = false
        next.linkWasLost = false
        return next
    }

    /// The sensor's clock in place of the event's time.
    private func clock(_ choices: inout Choices) -> TrueNotification {
        var next = repeated(&choices)
        next.ticks += choices.integer(in: 1...2000)
        return next
    }

    /// A revolution without a new time.
    private func counted(_ choices: inout Choices) -> TrueNotification {
        var next = repeated(&choices)
        next.count += 1
        return next
    }

    private func backwards(_ choices: inout Choices) -> TrueNotification {
        var next = repeated(&choices)
        next.count -= choices.integer(in: 1...3)
        next.ticks += choices.integer(in: 1...2000)
        return next
    }

    /// The counter is set to somewhere far away, and perhaps the clock too.
    private func set(_ choices: inout Choices) -> TrueNotification {
        var next = repeated(&choices)
        next.count +=
            kind == .crank
            ? choices.integer(in: 2000...60_000) : choices.integer(in: 1_000_000...2_000_000_000)
        if kind != .crank && choices.bool() { next.count -= 4_000_000_000 }
        if choices.bool() { next.ticks += choices.integer(in: 0...65_535) }
        next.wasSet = true
        return next
    }

    /// Time goes by, and revolutions happen in it. The last of them is told a little later.
    private func ridden(
        after milliseconds: Int, _ choices: inout Choices, link: Bool = false
    ) -> TrueNotification {
        var next = last
        next.wasSet = false
        next.linkWasLost = link
        next.arrival += milliseconds + (choices.integer(in: 0...9) == 0 ? 4000 : 0)
        let ticks = Int(Double(milliseconds) * ticksPerMillisecond)
        // A little faster than anybody, so that what is too fast comes up too.
        let fastest = Int(kind.maximumRate) * milliseconds / 1000 + 1
        let count = choices.integer(in: 0...min(fastest, 5000))
        guard count > 0 else { return next }
        next.count += count
        // The last event was somewhere in this time, usually near its end.
        next.ticks +=
            choices.integer(in: 0...4) == 0
            ? choices.integer(in: 1...max(ticks, 1)) : max(ticks - choices.integer(in: 0...200), 1)
        return next
    }
}
