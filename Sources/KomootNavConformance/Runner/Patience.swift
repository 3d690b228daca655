/// Decides what a run still asks of a testee that breaks down again and again, and how long it waits for an answer, so
/// that the run ends in reasonable time whatever the testee does.
///
/// The hand-written vectors, those at the limits of devices, and two for each bug that these don't show are always asked,
/// because one of them may be the only one that shows a bug, and they are few. Of the other vectors:
///
/// - after ``breakdownsOfTopic`` breakdowns in a row, the rest of the topic is not asked;
/// - once breakdowns have taken the longest lost time, none is asked any more. The time of a new start counts too.
///
/// If the limit is ``shortTimeout`` or less, none at all is asked once time-outs have taken ``hangs`` limits.
///
/// A testee that hangs costs the whole wait each time. After ``timeouts`` time-outs in a row the wait is only a
/// ``shortening``th of the limit, until the testee does something else; after the longest lost time it stays so. So a testee that never
/// answers ends after the longest lost time, one more wait, and a short wait for each of these vectors that is left,
/// beside the time that its starts take.
struct Patience {
    /// After this many time-outs in a row, the wait is short.
    static let timeouts = 3
    /// After this many breakdowns in a row, the rest of the topic is not run.
    static let breakdownsOfTopic = 5
    /// How many short waits make a whole one.
    static let shortening = 10
    /// The shortest short wait, unless the whole one is shorter: what a sanitizer may need on a busy machine to describe a
    /// crash.
    static let shortestWait = Duration.milliseconds(500)

    /// The longest limit of somebody who does not want to wait.
    static let shortTimeout = Duration.seconds(1)
    /// How many limits of time-outs end a run with such a limit.
    static let hangs = 10

    private let timeout: Duration
    private let longestLostTime: Duration
    private let longestHang: Duration?
    private var lost = Duration.zero
    private var hung = Duration.zero
    private var timeoutsInARow = 0
    private var breakdownsInARow = 0
    private var topic = ""
    private var end: String?
    private var isAlwaysRun = false

    /// Begins with a testee that has lost no time yet.
    ///
    /// - Parameters:
    ///   - timeout: the longest that it may take for an answer.
    ///   - lostTime: the most time that it may lose in all; at least the time of ``timeouts`` time-outs.
    init(timeout: Duration, lostTime: Duration) {
        self.timeout = timeout
        longestLostTime = max(lostTime, timeout * Self.timeouts)
        longestHang = timeout <= Self.shortTimeout ? timeout * Self.hangs : nil
    }

    /// Begins the next case.
    mutating func begin(topic: String, isAlwaysRun: Bool) {
        self.isAlwaysRun = isAlwaysRun
        guard topic != self.topic else { return }
        self.topic = topic
        breakdownsInARow = 0
    }

    /// Why the case is not run; `nil` if it is.
    var refusal: String? {
        if let end { return end }
        if let longestHang, hung >= longestHang { return "\(longestHang) of time-outs" }
        if isAlwaysRun { return nil }
        if hasLostAllTime { return "\(longestLostTime) lost to breakdowns" }
        return breakdownsInARow >= Self.breakdownsOfTopic
            ? "\(Self.breakdownsOfTopic) breakdowns in a row" : nil
    }

    /// The longest that the answer to the case may take.
    var wait: Duration {
        guard timeoutsInARow >= Self.timeouts || hasLostAllTime else { return timeout }
        return min(timeout, max(timeout / Self.shortening, Self.shortestWait))
    }

    private var hasLostAllTime: Bool { lost > longestLostTime }

    /// Ends the run: the testee can't be started again.
    mutating func giveUp(_ reason: String) { end = reason }

    /// Counts a case that ended after some time.
    mutating func note(_ verdict: Verdict, after time: Duration) {
        // The time of the case after a breakdown includes a new start.
        if verdict.isBreakdown || breakdownsInARow > 0 { lost += time }
        if verdict.isHang { hung += time }
        breakdownsInARow = verdict.isBreakdown ? breakdownsInARow + 1 : 0
        timeoutsInARow = verdict.isHang ? timeoutsInARow + 1 : 0
    }
}

extension Verdict {
    /// Whether the testee was waited for in vain.
    fileprivate var isHang: Bool {
        switch self {
        case .timedOut, .crashed(.killed, _): true
        case .passed, .wrong, .crashed, .malformed, .skipped, .notRun: false
        }
    }
}
