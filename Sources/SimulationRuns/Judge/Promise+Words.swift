package import Simulation

extension Promise {
    /// Those by which a program that is a device is judged. Nobody sees its memory, how many effects an event has is its
    /// own affair, and the rest are the phone's.
    package static let judgedForDevices = allCases.filter { $0.words != nil }

    /// The promise to a device's rider, in words; `nil` if no program is judged by it.
    package var words: String? {
        switch self {
        case .deliversWhatWasPublished: "what it shows as whole is what the phone published"
        case .showsBeginnings: "what it shows as a beginning begins what the phone published"
        case .neverGoesBack: "it shows no older instruction after a newer one"
        case .neverRepeats: "it shows no instruction twice in a row"
        case .keepsAlive: "it reads again within 4 s of the last answer"
        case .endsUnansweredLinks:
            "it ends a link on which a read is unanswered for 5 s, or another request for 10 s"
        case .endsFailingLinks: "it ends a link on which four requests in a row fail"
        case .searchesAfterLoss: "without a link, it scans or connects"
        case .recovers: "once nothing goes wrong any more, it shows instructions again"
        case .asksOneAtATime: "it has one request open at a time"
        case .tellsSilence: "it says 'silent' when nothing came for 5 s, and not otherwise"
        case .tellsWaiting: "it stops saying 'navigating' when the phone has no instruction"
        case .goesOn: "it answers each event with what a radio can do"
        case .boundsItsWork, .boundsItsMemory, .answersEveryRead, .notifiesOnTime,
            .advertisesOnTime:
            nil
        }
    }

    /// Whether only a device that reports statuses is judged by it.
    var isAboutStatuses: Bool { self == .tellsSilence || self == .tellsWaiting }
}
