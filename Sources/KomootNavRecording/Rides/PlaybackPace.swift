/// Turns the times of a recording into those of its playback.
///
/// A clock can be set during a ride: back, or decades forward when the phone first learns the time. So in the
/// playback no moment comes before the previous one, and none more than ``longestPause`` after it.
package struct PlaybackPace: Hashable, Sendable {
    /// The longest time between two moments of a playback: an hour.
    package static let longestPause = Duration.seconds(3600)

    private var last: CaptureTime?
    private var offset = Duration.zero

    /// Begins with the recording's first moment.
    package init() {}

    /// When to play a moment, since the first one.
    ///
    /// - Parameter time: when it was, on the recording's clock.
    package mutating func offset(of time: CaptureTime) -> Duration {
        if let last, time > last { offset += min(last.duration(to: time), Self.longestPause) }
        last = time
        return offset
    }
}
