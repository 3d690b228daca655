import CyclingSensors

/// A notification as it really was: the counter and the time of the last event without any
/// roll-over.
struct TrueNotification: CustomStringConvertible {
    /// All revolutions; only the low bits are sent.
    var count: Int
    /// The last event in ticks; only the low 16 bits are sent.
    var ticks: Int
    /// When it arrived, in milliseconds.
    var arrival: Int
    /// Whether the counter was set before, far away from where it was.
    var wasSet = false
    /// Whether the link was lost before.
    var linkWasLost = false

    var description: String {
        "\(count) at \(ticks), arrived \(arrival)\(wasSet ? ", set" : "")"
            + (linkWasLost ? ", link lost" : "")
    }
}

/// What a counter must make of true notifications: slow, and obviously right, because nothing rolls
/// over here.
struct TrueHistory {
    /// What is known of a rate.
    enum Rate: Equatable {
        /// Nothing.
        case unknown
        /// It is exactly this.
        case exactly(revolutions: Int, ticks: Int)
        /// The event times could be any number of roll-overs apart.
        case modulo(revolutions: Int, ticks: Int)
    }

    let kind: RevolutionCounter.Kind
    private(set) var revolutions = 0
    private(set) var rate = Rate.unknown
    private var latest: TrueNotification?
    /// The last event whose time was known, and when it arrived.
    private var timed = (ticks: 0, arrival: 0)
    /// The revolutions since then.
    private var sinceTimed = 0

    init(_ kind: RevolutionCounter.Kind) { self.kind = kind }

    private var ticksPerSecond: Int { Int(kind.ticksPerSecond) }
    private static let rollOver = 65_536

    mutating func take(_ notification: TrueNotification) -> RevolutionCounter.Outcome {
        guard let earlier = latest, !notification.wasSet else {
            let outcome: RevolutionCounter.Outcome = latest == nil ? .first : .restarted
            begin(notification)
            return outcome
        }
        let change = notification.count - earlier.count
        if change < 0 {
            begin(notification)
            return .reversed(revolutions: UInt32(-change))
        }
        latest = notification
        if change == 0 { return .repeated }
        revolutions += change
        sinceTimed += change
        let isTimed = measure(notification)
        return isTimed
            ? .advanced(revolutions: UInt32(change)) : .untimed(revolutions: UInt32(change))
    }

    private mutating func begin(_ notification: TrueNotification) {
        latest = notification
        timed = (notification.ticks, notification.arrival)
        sinceTimed = 0
        rate = .unknown
    }

    private mutating func measure(_ notification: TrueNotification) -> Bool {
        let ticks = notification.ticks - timed.ticks
        let elapsed = (notification.arrival - timed.arrival) * ticksPerSecond / 1000
        let isAmbiguous = abs(ticks - elapsed) >= Self.rollOver / 2 - ticksPerSecond
        if ticks == 0 && !isAmbiguous { return false }
        let revolutions = sinceTimed
        timed = (notification.ticks, notification.arrival)
        sinceTimed = 0
        if isAmbiguous {
            // Nobody can know it. The counter may be wrong by whole roll-overs.
            rate = .modulo(revolutions: revolutions, ticks: ticks)
            return true
        }
        rate =
            ticks > 0 && revolutions * ticksPerSecond <= Int(kind.maximumRate) * ticks
            ? .exactly(revolutions: revolutions, ticks: ticks) : .unknown
        return rate != .unknown
    }

    /// Whether a counter's rate is right.
    func agrees(with found: RevolutionRate?) -> Bool {
        switch rate {
        case .unknown: return found == nil
        case .exactly(let revolutions, let ticks):
            return found.map {
                Int($0.revolutions) == revolutions && Int($0.ticks) == ticks
            } ?? false
        case .modulo(let revolutions, let ticks):
            guard let found else { return true }
            return Int(found.revolutions) == revolutions
                && (Int(found.ticks) - ticks) % Self.rollOver == 0
        }
    }
}
