/// A moment on a clock: milliseconds since a beginning that the clock's owner chooses.
///
/// Sessions read no clock. Each event brings the time at which it happened; if that is earlier than
/// the latest one so far, the session uses the latest. Outside Embedded Swift, it is an
/// `InstantProtocol`.
public struct SessionTime: Hashable, Comparable, Sendable {
    /// The milliseconds since the clock's beginning.
    public let milliseconds: UInt64

    /// The clock's beginning.
    public static let zero = SessionTime(milliseconds: 0)

    /// Creates a moment from its distance to the clock's beginning, in milliseconds.
    @inlinable public init(milliseconds: UInt64) { self.milliseconds = milliseconds }

    /// Whether one moment comes before another.
    @inlinable public static func < (one: SessionTime, other: SessionTime) -> Bool {
        one.milliseconds < other.milliseconds
    }

    /// The moment this many milliseconds later. If it would overflow, it is the last possible
    /// moment.
    @inlinable package func advanced(byMilliseconds milliseconds: UInt64) -> SessionTime {
        let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
        return SessionTime(milliseconds: overflow ? .max : sum)
    }

    /// The milliseconds from an earlier moment to this one; zero if it is not earlier.
    @inlinable package func milliseconds(since earlier: SessionTime) -> UInt64 {
        self > earlier ? milliseconds - earlier.milliseconds : 0
    }
}

extension SessionTime {
    /// Creates a moment from its distance to the clock's beginning, in whole milliseconds. A
    /// negative distance gives the beginning.
    public init(_ duration: Duration) { self.init(milliseconds: duration.wholeMilliseconds) }

    /// The distance to the clock's beginning.
    public var duration: Duration { .milliseconds(milliseconds) }

    /// The moment this much later, or earlier for a negative duration, in whole milliseconds; a
    /// fraction of one is dropped. It is neither before the clock's beginning nor after the last
    /// possible moment.
    public func advanced(by duration: Duration) -> SessionTime {
        if duration >= .zero { return advanced(byMilliseconds: duration.wholeMilliseconds) }
        if duration <= .zero - self.duration { return .zero }
        return SessionTime(milliseconds: milliseconds - (.zero - duration).wholeMilliseconds)
    }

    /// How much later the other moment is; negative if it is earlier.
    public func duration(to other: SessionTime) -> Duration { other.duration - duration }
}

#if !hasFeature(Embedded)
    extension SessionTime: InstantProtocol {}
#endif

extension Duration {
    /// The whole milliseconds, rounded down; zero for a negative duration; the largest number
    /// if there are more.
    package var wholeMilliseconds: UInt64 {
        if self <= .zero { return 0 }
        if self >= .milliseconds(UInt64.max) { return .max }
        let (seconds, attoseconds) = components
        return UInt64(seconds) * 1000 + UInt64(attoseconds / 1_000_000_000_000_000)
    }
}

/// Names a link, or one request on it, so that the session can recognise a late answer.
///
/// The session issues a ticket with an effect. Hand it back with each event that belongs to it.
public struct Ticket: RawRepresentable, Hashable, Sendable {
    /// The number. Each is issued once; they begin again only after 2³².
    public let rawValue: UInt32

    /// Creates a ticket from its number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The ticket that is issued after this one.
    package var next: Ticket { Ticket(rawValue: rawValue &+ 1) }
}
