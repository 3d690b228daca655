/// The part of a log that a command shows: one connection, some of the time, or both.
package struct CaptureSelection {
    /// One end of the time.
    package enum Bound: Hashable {
        /// This long after the log's first event.
        case sinceStart(Duration)
        /// A time of the log's clock.
        case clock(CaptureTime)

        fileprivate func time(since start: CaptureTime) -> CaptureTime {
            switch self {
            case .sinceStart(let duration): start.advanced(by: duration)
            case .clock(let time): time
            }
        }
    }

    package let connection: Int?
    package let from: Bound?
    package let to: Bound?
    /// When the log's first event happened.
    package private(set) var start: CaptureTime?

    package init(connection: Int?, from: Bound?, to: Bound?) {
        self.connection = connection
        self.from = from
        self.to = to
    }

    /// Whether it is only a part.
    package var isPart: Bool { connection != nil || from != nil || to != nil }

    /// Notes that the log has an event at this time.
    package mutating func note(_ time: CaptureTime) { start = start ?? time }

    /// The first moment that is shown; `nil` for the log's beginning.
    package var first: CaptureTime? { start.flatMap { from?.time(since: $0) } }

    /// The last moment that is shown; `nil` for the log's end.
    package var last: CaptureTime? { start.flatMap { to?.time(since: $0) } }

    /// Whether something that happened on a connection is shown.
    package func contains(_ connection: Int, _ time: CaptureTime) -> Bool {
        if let only = self.connection, only != connection { return false }
        if let first, time < first { return false }
        if let last, last < time { return false }
        return true
    }

    /// The time that is shown, since the log's first event; `nil` for all of it. One that would end before it
    /// begins is its first moment.
    package var window: ClosedRange<Duration>? {
        guard let start, from != nil || to != nil else { return nil }
        let first = first.map { start.duration(to: $0) } ?? .microseconds(Int64.min)
        let last = last.map { start.duration(to: $0) } ?? .microseconds(UInt64.max)
        return first...max(first, last)
    }

    /// The seconds from the log's first event to a time.
    package func seconds(to time: CaptureTime) -> Double {
        Double(time.microseconds(since: start ?? time)) / 1_000_000
    }
}
