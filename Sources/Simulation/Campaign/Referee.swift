import KomootNav

/// Watches a world and reports the first promise that is broken.
///
/// It sees what goes over the link and what the two ends do. It shares the protocol's constants
/// with the sessions that it judges, but has the rules in code of its own.
///
/// It may be marked as sendable because only code on its world's executor uses it.
final class Referee: Observer, @unchecked Sendable {
    /// The ends keep time in whole milliseconds, so they may be this many microseconds late.
    static let tolerance: UInt64 = 1001
    private static let millisecond: UInt64 = 1000

    /// From then on, bytes that were corrupted on the way are forgotten: the faults have ended, and no request lasts so
    /// long. From a wrong length a device may learn for good how long answers are.
    static let trustedTime = RunPlan.safetyPhase + 35_000_000

    /// How often something was shown, and how often that proved nothing because answers had been altered.
    struct Shown {
        var judged = 0
        var skipped = 0
    }

    private let confined: Confined<RefereeState>
    /// Everything that it knows.
    var state: RefereeState {
        unsafeAddress { unsafe confined.address }
        unsafeMutableAddress { unsafe confined.mutableAddress }
    }
    /// Whether the radio of the run's first device tells the MTU.
    let tellsMTU: Bool
    /// The MTU of links that come up, in bytes.
    let initialMTU: Int
    /// The promises that count.
    private let promises: Set<Promise>
    /// What the first device showed as whole, and as a beginning.
    var (wholes, beginnings) = (Shown(), Shown())
    /// Whether the next answer or notification that arrives may have been altered.
    private var altersAnswers = false
    private var altersNotifications = false
    private var altersLengths = false
    /// The central of each link, if the phone names centrals by their numbers and not their links; otherwise `nil`.
    /// The system of such a phone cuts what it sends.
    var centrals: [Int32: Int32]?
    /// How late the system of the first device may tell it of an answer, in microseconds.
    var latency: UInt64 = 0

    /// The longest time in which the system can report that a link is gone, in microseconds.
    let longestHop: UInt64 = 60_000
    /// How long a read of the first device may stay unanswered before its link ends, in microseconds.
    var readTimeout = Milliseconds.readTimeout * millisecond
    let setupTimeout = Milliseconds.setupTimeout * millisecond
    private let keepAlive = Milliseconds.keepAliveReadInterval * millisecond
    private let silence = Milliseconds.silenceInterval * millisecond

    /// - Parameters:
    ///   - phone: how the first phone is configured.
    ///   - tellsMTU: whether the radio of the first device tells the MTU.
    ///   - mtu: of links that come up, in bytes.
    ///   - promises: those that count.
    init(
        phone: PeripheralSession.Configuration, tellsMTU: Bool, mtu: Int,
        promises: Set<Promise> = Set(Promise.allCases)
    ) {
        confined = Confined(RefereeState(phone: PhoneModel(phone)))
        self.tellsMTU = tellsMTU
        initialMTU = mtu
        self.promises = promises
    }

    /// - Parameter phoneNamesCentrals: whether the phone names centrals by their numbers.
    convenience init(_ plan: RunPlan, phoneNamesCentrals: Bool = false) {
        self.init(
            phone: plan.phone, tellsMTU: plan.tellsMTU, mtu: plan.conditions.mtu,
            promises: plan.promises)
        if plan.clockDriftInMillionths != 0 { state.marks.insert(.clockDrift) }
        if phoneNamesCentrals { centrals = [:] }
    }

    func observe(_ fault: Fault, at now: UInt64) {
        guard fault.isHostile else { return }
        switch fault {
        case .answer(.corrupted), .notification(.corrupted): break
        default: altersLengths = true
        }
        if case .notification = fault { altersNotifications = true } else { altersAnswers = true }
    }

    /// Notes that something arrived that may have been altered.
    func noteAltered(_ event: LinkEvent) {
        switch event {
        case .value, .refusal: if altersAnswers { state.isHostile = true }
        case .notification: if altersNotifications { state.isHostile = true }
        default: break
        }
    }

    /// Notes that the first device showed something.
    ///
    /// - Returns: whether that is judged.
    func isJudged(_ extent: ObjectExtent, at now: UInt64) -> Bool {
        if state.isHostile && !altersLengths && now > Self.trustedTime {
            state.isHostile = false
            (altersAnswers, altersNotifications) = (false, false)
            for index in state.devices.indices {
                state.devices[index].lastWhole = nil
                state.devices[index].shownWhole = nil
            }
        }
        let path = extent == .whole ? \Referee.wholes : \.beginnings
        self[keyPath: path].judged += state.isHostile ? 0 : 1
        self[keyPath: path].skipped += state.isHostile ? 1 : 0
        return !state.isHostile
    }

    /// The promises that would have been judged by what was shown, had not all of it followed altered answers.
    var unjudged: Set<Promise> {
        var promises: Set<Promise> = []
        if wholes.judged == 0 && wholes.skipped > 0 {
            promises = [.deliversWhatWasPublished, .neverRepeats]
        }
        if beginnings.judged == 0 && beginnings.skipped > 0 { promises.insert(.showsBeginnings) }
        if wholes.judged + beginnings.judged == 0 && wholes.skipped + beginnings.skipped > 0 {
            promises.insert(.neverGoesBack)
        }
        return promises
    }

    func report(_ promise: Promise, _ now: UInt64, _ evidence: @autoclosure () -> String) {
        guard state.broken == nil, promises.contains(promise) else { return }
        state.broken = BrokenPromise(promise: promise, microseconds: now, evidence: evidence())
    }

    /// A time in words.
    func seconds(_ microseconds: UInt64) -> String {
        "\(secondsText(microseconds / 1000, per: 1000)) s"
    }

    /// A time since which something did not happen, in words; 0 if it never did.
    func since(_ microseconds: UInt64) -> String {
        microseconds == 0 ? "" : " since \(seconds(microseconds))"
    }

    /// Checks everything that must have happened by now.
    func check(at now: UInt64) {
        for index in state.devices.indices where state.devices[index].link != nil {
            let device = state.devices[index]
            if let outstanding = device.outstanding {
                if now > outstanding.since + outstanding.limit + latency + Self.tolerance {
                    report(
                        .endsUnansweredLinks, now,
                        "a request sent at \(seconds(outstanding.since)) is unanswered")
                }
            } else if now > device.lastAnswer + keepAlive + latency + Self.tolerance
                && device.knowsCharacteristic
            {
                let (limit, answer) = (seconds(keepAlive + latency), seconds(device.lastAnswer))
                report(.keepsAlive, now, "no read within \(limit) of the answer at \(answer)")
            }
            // Before a device has its first link it says that it searches, if it says anything.
            let tells =
                device.radio.map(Promise.tellsSilence.isJudged) ?? false
                && device.status != .stopped
            if tells && device.status != .silent
                && now > device.lastArrival + silence + Self.tolerance
            {
                report(.tellsSilence, now, "nothing arrived since \(seconds(device.lastArrival))")
            }
        }
    }
}

/// Everything that a referee knows.
struct RefereeState {
    /// The first promise that was broken.
    var broken: BrokenPromise?
    var marks = MarkSet()
    var published = PublishedObjects()
    var devices: ContiguousArray<DeviceRecord> = []
    /// What the first phone must do; the other phones of a world are not judged.
    var phone: PhoneModel
    /// Whether answers or notifications were altered: then what is delivered proves nothing.
    var isHostile = false
}
