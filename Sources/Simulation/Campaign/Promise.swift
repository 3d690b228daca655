import KomootNav

/// What the two ends promise. A campaign checks it after every step.
public enum Promise: String, Hashable, Sendable, CaseIterable {
    /// A whole delivery is byte for byte an object that the phone published.
    case deliversWhatWasPublished
    /// A cut delivery is the beginning of such an object.
    case showsBeginnings
    /// No whole delivery is older than the one before it.
    case neverGoesBack
    /// No object is delivered whole twice unless something else was shown in between, or the phone had none.
    case neverRepeats
    /// With no request outstanding, the next one follows within the keep-alive interval.
    case keepsAlive
    /// A request without an answer in time ends the link.
    case endsUnansweredLinks
    /// The fourth read or subscription in a row that fails ends the link.
    case endsFailingLinks
    /// Without a link, the device scans or connects.
    case searchesAfterLoss
    /// Once nothing goes wrong any more, the device delivers again, and goes on delivering.
    case recovers
    /// Only one request is outstanding at a time.
    case asksOneAtATime
    /// The number of effects of one event is bounded.
    case boundsItsWork
    /// The memory that an end uses does not grow.
    case boundsItsMemory
    /// The device says that the phone is silent when it is, and not otherwise.
    case tellsSilence
    /// The device does not go on saying that there are instructions when the phone has said that there
    /// is none.
    case tellsWaiting
    /// The device goes on: a program neither ends nor hangs, and says nothing that can't be understood or done
    /// (``CentralStateMachine/breakdown``).
    case goesOn
    /// The phone answers every read once, with the right value.
    case answersEveryRead
    /// The phone notifies when it should, and not otherwise.
    case notifiesOnTime
    /// The phone advertises when it should, and not otherwise.
    case advertisesOnTime
}

extension Promise: SimulatedPromise {}

extension Promise {
    /// Whether it is judged of a device with this radio.
    package func isJudged(with radio: DeviceRadio) -> Bool {
        switch self {
        // Other radios hide when something arrived.
        case .tellsSilence: radio == .offsetReads
        // With one callback, a notification may have been taken for an answer: then the row of failures has ended.
        // Its system ends a link on which a read is unanswered.
        case .endsFailingLinks, .tellsWaiting, .endsUnansweredLinks: radio.reads != .oneCallback
        default: true
        }
    }

    /// Those that are judged if the device is an asynchronous function.
    static let judgedForPrograms = Set(allCases).subtracting([
        .asksOneAtATime, .endsUnansweredLinks, .boundsItsWork, .boundsItsMemory, .tellsSilence,
        .searchesAfterLoss, .endsFailingLinks, .tellsWaiting, .goesOn,
    ])
}

/// A promise that a run broke.
public struct BrokenPromise: Hashable, Sendable {
    /// Which one.
    public let promise: Promise
    /// When, in microseconds since the world began.
    package let microseconds: UInt64
    /// What was seen.
    public let evidence: String

    /// When it was broken.
    public var time: VirtualClock.Instant { VirtualClock.Instant(microseconds: microseconds) }
}

extension PromiseBreach<Promise> {
    /// How a run broke a promise.
    package init(_ broken: BrokenPromise) {
        self.init(
            promise: broken.promise, time: broken.microseconds, evidence: broken.evidence)
    }
}

extension BrokenPromise {
    /// How a promise was broken.
    package init(_ breach: PromiseBreach<Promise>) {
        self.init(
            promise: breach.promise, microseconds: breach.time, evidence: breach.evidence)
    }
}

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
