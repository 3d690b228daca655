/// A moment on a clock: milliseconds since a beginning that the clock's owner chooses.
///
/// Sessions read no clock. Each event brings the time at which it happened; if that is earlier than
/// the latest one so far, the session uses the latest.
public struct SessionTime: Hashable, Comparable, Sendable {
    /// The milliseconds since the clock's beginning.
    public let milliseconds: UInt64

    /// The clock's beginning.
    public static let zero = SessionTime(milliseconds: 0)

    /// Creates a moment from its distance to the clock's beginning, in milliseconds.
    public init(milliseconds: UInt64) { self.milliseconds = milliseconds }

    /// Whether one moment comes before another.
    public static func < (one: SessionTime, other: SessionTime) -> Bool {
        one.milliseconds < other.milliseconds
    }

    /// The moment this many milliseconds later. If it would overflow, it is the last possible
    /// moment.
    public func advanced(byMilliseconds milliseconds: UInt64) -> SessionTime {
        let (sum, overflow) = self.milliseconds.addingReportingOverflow(milliseconds)
        return SessionTime(milliseconds: overflow ? .max : sum)
    }

    /// The milliseconds from an earlier moment to this one; zero if it is not earlier.
    public func milliseconds(since earlier: SessionTime) -> UInt64 {
        self > earlier ? milliseconds - earlier.milliseconds : 0
    }
}

extension SessionTime {
    /// Creates a moment from its distance to the clock's beginning, in whole milliseconds. A
    /// negative distance gives the beginning.
    public init(_ duration: Duration) { self.init(milliseconds: duration.wholeMilliseconds) }

    /// The distance to the clock's beginning.
    public var duration: Duration { .milliseconds(Int64(clamping: milliseconds)) }
}

extension Duration {
    /// The whole milliseconds, rounded down; zero for a negative duration.
    var wholeMilliseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0 && attoseconds >= 0 else { return 0 }
        let (product, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1000)
        guard !overflow else { return .max }
        let (sum, carry) = product.addingReportingOverflow(
            UInt64(attoseconds / 1_000_000_000_000_000))
        return carry ? .max : sum
    }
}
