/// When a testee that breaks down again and again is given up, so that a run ends in reasonable time
/// whatever the testee does.
struct Patience {
    /// This many time-outs in a row, and nothing more is run.
    static let timeouts = 3
    /// This many breakdowns in a row, and the rest of the topic is not run.
    static let breakdownsOfTopic = 5
    /// This much time lost to breakdowns and to starting again, and nothing more is run; or that of
    /// as many time-outs as are borne, if it is more.
    static let lostTime = Duration.seconds(15)

    private let longestLostTime: Duration
    private var lost = Duration.zero
    private var timeoutsInARow = 0
    private var breakdownsInARow = 0
    private var topic = ""

    /// Why nothing more is run; `nil` while it is.
    private(set) var end: String?
    /// Why nothing more of the topic is run.
    private(set) var endOfTopic: String?

    /// Begins to bear with a testee that may take so long for an answer.
    init(timeout: Duration) {
        longestLostTime = max(Self.lostTime, timeout * Self.timeouts)
    }

    /// The cases of another topic begin.
    mutating func begin(topic: String) {
        guard topic != self.topic else { return }
        self.topic = topic
        breakdownsInARow = 0
        endOfTopic = nil
    }

    /// The testee can't be started again.
    mutating func giveUp(_ reason: String) { end = reason }

    /// A case has come to an end, after some time.
    mutating func note(_ verdict: Verdict, after time: Duration) {
        timeoutsInARow = verdict == .timedOut ? timeoutsInARow + 1 : 0
        // The case behind a breakdown begins with a new start.
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
