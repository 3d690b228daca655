import KomootNav
import KomootNavFoundation

/// A rider with a display that speaks: hands instructions in, and keeps what is said.
struct Listener {
    /// What was said, and when.
    struct Heard: Hashable {
        let time: SessionTime
        let announcement: Announcement
    }

    private(set) var announcer = NavigationAnnouncer()
    private(set) var heard: [Heard] = []
    private var identifier: UInt32 = 0
    var now = SessionTime.zero

    /// What was said, in short: the stage and the distance.
    var summary: [String] {
        heard.map { "\($0.announcement.stage) \($0.announcement.distanceInMeters)" }
    }

    /// Hands an event in, a second after the last one unless told otherwise. If a deadline comes before, it is met first.
    @discardableResult
    mutating func take(
        _ event: NavigationAnnouncer.Event, after milliseconds: UInt64 = 1000
    ) -> Announcement? {
        let time = now.advanced(by: .milliseconds(milliseconds))
        if let deadline = announcer.nextDeadline, deadline < time {
            now = deadline
            hear(announcer.handle(.timePassed, at: now))
        }
        now = time
        return hear(announcer.handle(event, at: now))
    }

    /// Hands an instruction in. Each distance has an identifier of its own, as on a real phone.
    @discardableResult
    mutating func ride(
        _ arrow: Arrow, _ meters: UInt32, _ street: Street = "Uferweg",
        extent: ObjectExtent = .whole, after milliseconds: UInt64 = 1000
    ) -> Announcement? {
        identifier += 1
        let instruction = NavigationInstruction(
            identifier: .uint32(identifier), arrow: arrow, distanceInMeters: meters, street: street)
        return take(
            .instruction(DecodedInstruction(instruction, layout: .deployed, extent: extent)),
            after: milliseconds)
    }

    /// Rides towards a turn, or away from it, with an instruction every second.
    mutating func ride(
        _ arrow: Arrow, from start: UInt32, to end: UInt32, metersPerSecond: UInt32 = 7,
        street: Street = "Uferweg"
    ) {
        let isAway = end > start
        let length = isAway ? end - start : start - end
        for ridden in stride(from: 0, through: length, by: Int(metersPerSecond)) {
            ride(arrow, isAway ? start + ridden : start - ridden, street)
        }
    }

    @discardableResult
    private mutating func hear(_ announcement: Announcement?) -> Announcement? {
        if let announcement { heard.append(Heard(time: now, announcement: announcement)) }
        return announcement
    }
}
