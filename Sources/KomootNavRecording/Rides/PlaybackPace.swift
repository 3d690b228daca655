/// Turns the times of a recording into those of its playback.
///
/// A clock can be set during a ride: back, or decades forward when the phone first learns the time. So in the
/// playback no moment comes before the previous one, and none more than ``longestPause`` after it.
public struct PlaybackPace: Hashable, Sendable {
    /// The longest time between two moments of a playback, in microseconds: an hour.
    public static let longestPause: UInt64 = 3_600_000_000

    private var last: UInt64?
    private var offset: UInt64 = 0

    /// Begins with the recording's first moment.
    public init() {}

    /// When to play a moment, in microseconds since the first one.
    ///
    /// - Parameter time: when it was, in microseconds on the recording's clock.
    public mutating func offset(of time: UInt64) -> UInt64 {
        if let last, time > last { offset += min(time - last, Self.longestPause) }
        last = time
        return offset
    }

    /// The same for a time in milliseconds.
    public mutating func millisecondOffset(of milliseconds: UInt64) -> UInt64 {
        let (microseconds, overflow) = milliseconds.multipliedReportingOverflow(by: 1000)
        return offset(of: overflow ? .max : microseconds) / 1000
    }
}
