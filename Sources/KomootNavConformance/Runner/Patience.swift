/// When a testee that breaks down again and again is given up, so that a run ends in reasonable time
/// whatever the testee does.
struct Patience {
    /// This many time-outs in a row, and nothing more is run.
    static let timeouts = 3
    /// This many breakdowns in a row, and the rest of the topic is not run.
    static let breakdownsOfTopic = 5
    /// No answer for this long, only breakdowns, and nothing more is run.
    static let timeWithoutAnswer = Duration.seconds(15)

    private var timeoutsInARow = 0
    private var breakdownsInARow = 0
    private var lastAnswer = ContinuousClock.now
    private var topic = ""

    /// Why nothing more is run; `nil` while it is.
    private(set) var end: String?
    /// Why nothing more of the topic is run.
    private(set) var endOfTopic: String?

    /// The cases of another topic begin.
    mutating func begin(topic: String) {
        guard topic != self.topic else { return }
        self.topic = topic
        breakdownsInARow = 0
        endOfTopic = nil
    }

    /// The testee can't be started again.
    mutating func giveUp(_ reason: String) { end = reason }

    /// A case has come to an end.
    mutating func note(_ verdict: Verdict) {
        timeoutsInARow = verdict == .timedOut ? timeoutsInARow + 1 : 0
        guard verdict.isBreakdown else {
            breakdownsInARow = 0
            lastAnswer = .now
            return
        }
        breakdownsInARow += 1
        if timeoutsInARow >= Self.timeouts {
            end = "\(Self.timeouts) time-outs in a row"
        } else if ContinuousClock.now - lastAnswer > Self.timeWithoutAnswer {
            end = "no answer for \(Self.timeWithoutAnswer)"
        } else if breakdownsInARow >= Self.breakdownsOfTopic {
            endOfTopic = "\(Self.breakdownsOfTopic) breakdowns in a row"
        }
    }
}
