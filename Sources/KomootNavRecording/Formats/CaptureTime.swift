/// A moment in a log or in a ride file: microseconds since 1 January 1970, 00:00 UTC, by the clock of whoever
/// wrote the file.
///
/// That clock may have been set while the file was written, so a later event can have an earlier time.
public struct CaptureTime: Hashable, Sendable {
    /// The microseconds since 1970; negative before.
    public let microsecondsSince1970: Int64

    /// Creates a moment from its distance to the beginning of 1970, in microseconds.
    public init(microsecondsSince1970: Int64) {
        self.microsecondsSince1970 = microsecondsSince1970
    }

    /// Whether one moment comes before another.
    public static func < (one: CaptureTime, other: CaptureTime) -> Bool {
        one.microsecondsSince1970 < other.microsecondsSince1970
    }

    /// The moment that is later by this time, or earlier if it is negative; in whole microseconds, rounded
    /// down. If it would overflow, it is the last or the first possible moment.
    public func advanced(by duration: Duration) -> CaptureTime {
        // No two moments are further apart. Within this bound the sum can't overflow.
        let longest = Duration.microseconds(UInt64.max)
        let bounded = min(max(duration, .zero - longest), longest)
        let sum = .microseconds(microsecondsSince1970) + bounded
        return CaptureTime(microsecondsSince1970: sum.wholeMicroseconds)
    }

    /// How much later the other moment is; negative if it is earlier.
    public func duration(to other: CaptureTime) -> Duration {
        .microseconds(other.microsecondsSince1970) - .microseconds(microsecondsSince1970)
    }
}

extension CaptureTime: InstantProtocol {}

extension CaptureTime {
    /// The microseconds from an earlier moment to this one; the nearest possible number if it would overflow.
    package func microseconds(since earlier: CaptureTime) -> Int64 {
        let (difference, overflow) = microsecondsSince1970.subtractingReportingOverflow(
            earlier.microsecondsSince1970)
        guard overflow else { return difference }
        return self > earlier ? .max : .min
    }
}

extension Duration {
    /// The whole microseconds, rounded down; the nearest possible number if it would overflow.
    package var wholeMicroseconds: Int64 {
        if self >= .microseconds(Int64.max) { return .max }
        if self <= .microseconds(Int64.min) { return .min }
        let attosecondsPerMicrosecond: Int64 = 1_000_000_000_000
        let (seconds, attoseconds) = components
        let (quotient, remainder) = attoseconds.quotientAndRemainder(
            dividingBy: attosecondsPerMicrosecond)
        return seconds * 1_000_000 + quotient - (remainder < 0 ? 1 : 0)
    }
}
