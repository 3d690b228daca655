/// Decides when to give up a testee that breaks down again and again, so that a run ends in reasonable
/// time whatever the testee does.
struct Patience {
    /// After this many time-outs in a row, nothing more is run.
    static let timeouts = 3
    /// After this many breakdowns in a row, the rest of the topic is not run.
    static let breakdownsOfTopic = 5

    private let longestLostTime: Duration
    private var lost = Duration.zero
    private var timeoutsInARow = 0
    private var breakdownsInARow = 0
    private var topic = ""

    /// Why nothing more is run; `nil` while the run goes on.
    private(set) var end: String?
    /// Why nothing more of the topic is run; `nil` while the topic goes on.
    private(set) var endOfTopic: String?

    /// Begins with a testee that has lost no time yet.
    ///
    /// - Parameters:
    ///   - timeout: the longest that it may take for an answer.
    ///   - lostTime: the most time that it may lose in all; at least the time of ``timeouts`` time-outs.
    init(timeout: Duration, lostTime: Duration) {
        longestLostTime = max(lostTime, timeout * Self.timeouts)
    }

    /// Begins the cases of another topic.
    mutating func begin(topic: String) {
        guard topic != self.topic else { return }
        self.topic = topic
        breakdownsInARow = 0
        endOfTopic = nil
    }

    /// Ends the run: the testee can't be started again.
    mutating func giveUp(_ reason: String) { end = reason }

    /// Counts a case that ended after some time.
    mutating func note(_ verdict: Verdict, after time: Duration) {
        timeoutsInARow = verdict == .timedOut ? timeoutsInARow + 1 : 0
        // The time of the case after a breakdown includes a new start.
        if verdict.isBreakdown || breakdownsInARow > 0 { lost += time }
        guard verdict.isBreakdown else {
            breakdownsInARow = 0
            return
        }
        breakdownsInARow += 1
        if timeoutsInARow >= Self.timeouts {
            end = "\(Self.timeouts) time-outs in a row"
        } else if lost > longestLostTime {
            end = "\(longestLostTime) lost to breakdowns"
        } else if breakdownsInARow >= Self.breakdownsOfTopic {
            endOfTopic = "\(Self.breakdownsOfTopic) breakdowns in a row"
        }
    }
}
