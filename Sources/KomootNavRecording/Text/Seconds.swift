package import KomootNav

/// A time in seconds, written with three digits after the point: `-0.250`, `62.713`.
///
/// Fractions of a millisecond are dropped.
package struct Seconds: Hashable, Sendable, CustomStringConvertible {
    private let microseconds: Int64

    /// Creates a time of this many microseconds.
    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// Creates the time from a clock's beginning to a moment.
    package init(_ time: SessionTime) {
        self.init(microseconds: Int64(clamping: time.milliseconds) &* 1000)
    }

    /// The seconds, with their sign and three digits after the point.
    package var description: String {
        let milliseconds = (microseconds / 1000).magnitude
        let sign = microseconds <= -1000 ? "-" : ""
        let fraction = String(milliseconds % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.utf8.count)
        return "\(sign)\(milliseconds / 1000).\(zeros)\(fraction)"
    }
}
