import CyclingSensors
import KomootNav

/// Judges what a bike computer shows by what the rider did and by what arrived.
struct RideJudge {
    /// A packet that the sensor notified.
    private struct Sent {
        let value: ContiguousArray<UInt8>
        let time: Int
        let restarts: Int
    }

    /// A packet that arrived.
    private struct Received {
        let sent: Sent
        let arrival: Int
        let subscription: Int

        /// The wheel's count.
        var count: Int { sent.value[1...4].reversed().reduce(0) { $0 << 8 | Int($1) } }
    }

    /// The speeds of the script at each millisecond, and what was ridden until then, in
    /// micrometres.
    private var speeds: [Int] = []
    private var ridden: [Int] = [0]
    private let isWheel: Bool
    private let circumference = 2105
    /// How long a packet takes at most if nothing is wrong, in milliseconds.
    private let connectionInterval: Int

    private var packets: [Sent] = []
    private var latest: Received?
    /// The last packet that told the distance: one that was cut need not.
    private var latestWithDistance: Received?
    /// The last packet that told of a revolution.
    private var lastNews: Received?
    /// The fastest that the rider was between the last two of these packets.
    private var fastest = 0
    private var isLinkUp = false
    /// How many packets have come on this link.
    private var packetCount = 0
    /// What the bike computer can know of the ride, in micrometres.
    private var knownDistance = 0
    /// The number of stretches that were ridden without a break that hides something.
    private var stretches = 0
    /// What may be shown although it was not ridden, in millimetres.
    private var hidden = 0
    /// Whether the last revolution was perhaps counted from one before the sensor began again.
    private var isDoubtful = false
    /// Whether the next revolution is counted from such a one.
    private var hidesRestart = false
    /// What was shown last, in millimetres.
    private(set) var shownDistance: UInt64 = 0

    /// The first thing that was wrong.
    private(set) var wrong: String?
    /// What came up.
    private(set) var marks: Set<String> = []

    init(_ script: RiderScript, isWheel: Bool, connectionInterval: Int) {
        self.isWheel = isWheel
        self.connectionInterval = connectionInterval
        for (one, other) in zip(script.points, script.points.dropFirst()) {
            let change =
                Int(other.speedInMillimetersPerSecond) - Int(one.speedInMillimetersPerSecond)
            let whole = Int(other.timeInMilliseconds - one.timeInMilliseconds)
            for part in 0..<whole {
                speeds.append(Int(one.speedInMillimetersPerSecond) + change * part / whole)
            }
        }
        speeds.append(0)
        for speed in speeds { ridden.append(ridden[ridden.count - 1] + speed) }
    }

    mutating func mark(_ name: String) { marks.insert(name) }

    mutating func blame(_ what: String, at time: SessionTime) {
        if wrong == nil { wrong = "\(what) at \(time.milliseconds) ms" }
    }

    mutating func sent(_ packet: SensorPacket, restarts: Int) {
        packets.append(
            Sent(value: packet.value, time: Int(packet.time.milliseconds), restarts: restarts))
    }

    mutating func linkLost() {
        isLinkUp = false
        packetCount = 0
    }

    /// Takes a value that arrived, perhaps cut. Of equal ones the sensor sent the last: nothing was ridden
    /// between them.
    mutating func received(
        _ value: ContiguousArray<UInt8>, at arrival: Int, subscription: Int
    ) {
        guard let sent = packets.last(where: { $0.value.starts(with: value) }) else {
            return blame(
                "a value that nobody sent", at: SessionTime(milliseconds: UInt64(arrival)))
        }
        let received = Received(sent: sent, arrival: arrival, subscription: subscription)
        isLinkUp = true
        packetCount += 1
        if value.count == sent.value.count { noteDistance(received) } else { mark("value cut") }
        if isWheel {
            if noteRestart(received) { hidesRestart = true }
            if latest?.count != received.count {
                isDoubtful = hidesRestart
                hidesRestart = false
                noteRevolution(received)
            }
        }
        latest = received
    }

    private mutating func noteDistance(_ received: Received) {
        if let latest = latestWithDistance, latest.sent.restarts == received.sent.restarts,
            isWheel || latest.subscription == received.subscription
        {
            knownDistance += ridden[received.sent.time] - ridden[latest.sent.time]
            if received.arrival - latest.arrival >= 32_000 { mark("long gap") }
        } else {
            stretches += 1
        }
        latestWithDistance = received
    }

    private mutating func noteRevolution(_ received: Received) {
        // The earlier revolution was some time before the packet that told of it.
        let start = max((lastNews?.sent.time ?? 0) - 10_000, 0)
        fastest = speeds[start...received.sent.time].max() ?? 0
        lastNews = received
    }

    /// Whether a sensor began again at zero, and has counted as far meanwhile as it had before.
    private mutating func noteRestart(_ received: Received) -> Bool {
        guard let latest, latest.sent.restarts != received.sent.restarts else { return false }
        let change = Int(Int32(truncatingIfNeeded: received.count - latest.count))
        guard 0..<1000 ~= change else { return false }
        hidden += change * circumference
        mark("hidden restart")
        return true
    }

    /// Judges what is shown.
    mutating func look(at reading: CyclingReading, _ time: SessionTime) {
        judgeDistance(reading.distance, time)
        let now = Int(time.milliseconds)
        guard isLinkUp, let latest else {
            if reading.speed != nil { blame("a speed without a link", at: time) }
            return
        }
        if isWheel {
            judgeWheel(reading, now)
        } else {
            let isFresh = now - latest.arrival < 5000
            let truth = speeds[latest.sent.time]
            let isRight = reading.speed.map { isFresh && abs(Int($0) - truth) <= 3 } ?? !isFresh
            if !isRight { blame("the machine's speed \(truth) shown as \(reading)", at: time) }
        }
        judgeRest(reading, now)
    }

    private mutating func judgeDistance(_ distance: UInt64?, _ time: SessionTime) {
        let shown = distance ?? 0
        if shown < shownDistance { blame("the distance fell to \(shown)", at: time) }
        shownDistance = shown
        // Each stretch may lack a part of a revolution or of a metre at both of its ends. A sensor that
        // began again follows a script whose speeds were rounded once more.
        let tolerance = stretches * ((isWheel ? circumference : 1000) + 100) + hidden
        if abs(Int(shown) - knownDistance / 1000) > tolerance {
            blame("a distance of \(shown) for \(knownDistance / 1000)", at: time)
        }
    }

    /// The speed lies between two revolutions that were heard of, or there was none for long.
    private mutating func judgeWheel(_ reading: CyclingReading, _ now: Int) {
        let time = SessionTime(milliseconds: UInt64(now))
        if reading.isSpeedAverage { mark("average") }
        if let last = lastNews, now - last.arrival >= 5000 {
            if reading.speed != 0 { blame("no standstill, but \(reading)", at: time) }
            mark("standstill")
            return
        }
        if !isDoubtful, let speed = reading.speed, Int(speed) > fastest * 102 / 100 + 20 {
            blame("a spike of \(speed) where \(fastest) is the fastest", at: time)
        }
    }

    /// What must be right once nothing goes wrong any more.
    private mutating func judgeRest(_ reading: CyclingReading, _ now: Int) {
        let time = SessionTime(milliseconds: UInt64(now))
        // A link that was found late begins with the average of the time without one.
        let isSettled = packetCount >= 3 || now >= LinkedRide.stop - 2000
        if LinkedRide.isSteady..<LinkedRide.stop ~= now, isSettled {
            let truth = speeds[now]
            // A packet without a revolution may come late, and seem to say that it is slower.
            let turn = 1000 * circumference / truth
            let slowest = isWheel ? 1000 * circumference / (turn + connectionInterval) : truth
            let speed = Int(reading.speed ?? 0)
            if speed < slowest * 98 / 100 - 20 || speed > truth * 102 / 100 + 20 {
                blame("\(reading) on a steady ride of \(truth)", at: time)
            }
            mark("steady")
        }
        // A last packet told of a revolution, and a few seconds later nothing turns.
        if now >= LinkedRide.stop + 8000 {
            if reading.speed != 0 { blame("\(reading) after the stop", at: time) }
            mark("stopped")
        }
    }
}
