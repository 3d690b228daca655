import Foundation
import KomootNavRecording

/// The part of a log that a command shows: one connection, some of the time, or both.
struct CaptureSelection {
    /// One end of the time.
    enum Bound: Hashable {
        /// This long after the log's first event.
        case sinceStart(Duration)
        /// A time of the log's clock.
        case clock(CaptureTime)

        /// A number of seconds, or a date with a time in UTC; `nil` for any other text.
        init?(_ text: String) {
            if let seconds = Double(text) {
                guard (0...1_000_000).contains(seconds) else { return nil }
                self = .sinceStart(.microseconds(Int64((seconds * 1_000_000).rounded())))
            } else if let time = CaptureTime(text) {
                self = .clock(time)
            } else {
                return nil
            }
        }

        fileprivate func time(since start: CaptureTime) -> CaptureTime {
            switch self {
            case .sinceStart(let duration): start.advanced(by: duration)
            case .clock(let time): time
            }
        }
    }

    /// What a bound is, in words.
    static let boundMeaning =
        "a number of seconds from 0 to a million, or a time such as 2026-05-17T08:30:00Z"

    let connection: Int?
    let from: Bound?
    let to: Bound?
    /// When the log's first event happened.
    private(set) var start: CaptureTime?

    init(connection: Int?, from: Bound?, to: Bound?) {
        self.connection = connection
        self.from = from
        self.to = to
    }

    /// Whether it is only a part.
    var isPart: Bool { connection != nil || from != nil || to != nil }

    /// Notes that the log has an event at this time.
    mutating func note(_ time: CaptureTime) { start = start ?? time }

    /// The first moment that is shown; `nil` for the log's beginning.
    var first: CaptureTime? { start.flatMap { from?.time(since: $0) } }

    /// The last moment that is shown; `nil` for the log's end.
    var last: CaptureTime? { start.flatMap { to?.time(since: $0) } }

    /// Whether something that happened on a connection is shown.
    func contains(_ connection: Int, _ time: CaptureTime) -> Bool {
        if let only = self.connection, only != connection { return false }
        if let first, time < first { return false }
        if let last, last < time { return false }
        return true
    }

    /// The time that is shown, since the log's first event; `nil` for all of it. One that would end before it
    /// begins is its first moment.
    var window: ClosedRange<Duration>? {
        guard let start, from != nil || to != nil else { return nil }
        let first = first.map { start.duration(to: $0) } ?? .microseconds(Int64.min)
        let last = last.map { start.duration(to: $0) } ?? .microseconds(UInt64.max)
        return first...max(first, last)
    }

    /// Why nothing was found in this part of a log that has traffic elsewhere.
    func withoutTraffic(in reader: NavigationReader) -> InputFailure {
        reader.lacks(connection) ?? .withoutSelectedTraffic
    }

    /// The seconds from the log's first event to a time.
    func seconds(to time: CaptureTime) -> Double {
        Double(time.microseconds(since: start ?? time)) / 1_000_000
    }
}

extension CaptureTime {
    /// A time in UTC: `2026-05-17T08:30:00Z`, with up to six digits of a second's fraction; `nil` for any other
    /// text.
    fileprivate init?(_ text: String) {
        guard text.hasSuffix("Z") else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        let seconds = "\(parts[0])Z"
        // Foundation takes 30 February for 1 March.
        guard parts.count <= 2, let date = try? Date(seconds, strategy: .iso8601),
            date.formatted(.iso8601) == seconds
        else { return nil }
        var microseconds = 0
        if parts.count == 2 {
            let digits = parts[1]
            guard 1...6 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
                let number = Int(digits + String(repeating: "0", count: 6 - digits.utf8.count))
            else { return nil }
            microseconds = number
        }
        self.init(
            microsecondsSince1970: Int64(date.timeIntervalSince1970) * 1_000_000
                + Int64(microseconds))
    }
}

extension Arguments {
    /// The options that choose a part of a log.
    static let selection: Set<String> = ["--connection", "--from", "--to"]

    /// The values of `--connection`, `--from` and `--to`.
    func selection() throws(UsageError) -> CaptureSelection {
        let meaning = CaptureSelection.boundMeaning
        let from = try value("--from", meaning, CaptureSelection.Bound.init)
        let to = try value("--to", meaning, CaptureSelection.Bound.init)
        let isBackward =
            switch (from, to) {
            case (.sinceStart(let from)?, .sinceStart(let to)?): to < from
            case (.clock(let from)?, .clock(let to)?): to < from
            default: false
            }
        guard !isBackward else { throw UsageError(message: "'--to' comes before '--from'") }
        return CaptureSelection(connection: try connection(), from: from, to: to)
    }
}
