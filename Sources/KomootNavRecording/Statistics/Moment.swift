/// A time of a log, and how often the log's clock had gone back before.
struct Moment: Hashable, Sendable {
    let time: CaptureTime
    let clockSteps: Int

    /// The microseconds since an earlier moment; `nil` if the clock went back in between.
    func microseconds(since earlier: Moment) -> Int64? {
        clockSteps == earlier.clockSteps ? time.microseconds(since: earlier.time) : nil
    }
}
