/// Something that a phone should have done by a certain time, and did not.
struct MissedDuty: CustomStringConvertible {
    /// Something that a phone does by itself when the time comes.
    enum Duty {
        case repetition
        case endOfAdvertising
        case watchdog
    }

    let duty: Duty
    /// When it was due, in milliseconds of the phone's own clock.
    let due: UInt64

    init(_ duty: Duty, due: UInt64) {
        self.duty = duty
        self.due = due
    }

    /// The promise that it breaks.
    var promise: Promise {
        switch duty {
        case .repetition: .notifiesOnTime
        case .endOfAdvertising, .watchdog: .advertisesOnTime
        }
    }

    var description: String {
        switch duty {
        case .repetition: "the repeat of \(due) ms"
        case .endOfAdvertising: "the end of advertising at \(due) ms"
        case .watchdog: "the watchdog of \(due) ms"
        }
    }
}
