/// Brings one trainer to the rider's target, and keeps it there: a fitness machine or an FE-C trainer.
///
/// It does no input or output and reads no clock. Hand each event to ``handle(_:at:)`` with the time at
/// which it happened. Then take every effect from ``nextEffect()`` and do it. When ``nextDeadline`` comes,
/// hand in `timePassed`:
///
/// ```swift
/// control.handle(.setTarget(.power(watts: 150)), at: now)
/// while let effect = control.nextEffect() { app.perform(effect) }
/// ```
///
/// `perform` must not hand in an event itself: the machine traps if effects are left. Nothing that a trainer or a
/// radio does can make it trap. `GATTCentral.withTrainer` does all this for an app.
///
/// **Promises**: nothing is sent that the trainer does not offer, and one request at a time; if the trainer obeys, it is
/// at the newest target. An event has at most ``maximumEffects`` effects. No heap is needed.
///
/// The state after each event. `·` has no effect; `late` is reported and has none.
///
/// | event | disconnected | idle | waiting | holding | refused | unanswered | controlLost | changed | stopped | spinningDown |
/// |---|---|---|---|---|---|---|---|---|---|---|
/// | `setTarget` | · / disconnected | · / waiting / refused / unanswered / controlLost | · / idle / waiting / refused | · / idle / waiting / refused / unanswered / controlLost | · / idle / waiting / refused / unanswered / controlLost | · / idle / refused / unanswered | · / idle / refused / controlLost | idle / waiting / refused / unanswered / controlLost | · / stopped | · / spinningDown |
/// | `startSpinDown` | disconnected | idle | waiting | holding | refused | unanswered | controlLost | changed | stopped | spinningDown |
/// | `connected` | idle / waiting / refused | idle | waiting / refused | waiting / refused | waiting / refused | waiting / refused | waiting / refused | waiting / refused | idle / waiting / refused | idle / waiting / refused |
/// | `disconnected` | late | disconnected | disconnected | disconnected | disconnected | disconnected | disconnected | disconnected | disconnected | disconnected |
/// | `done` | · / late | · / late / idle | · / late / waiting / holding | · / late / holding | · / late / refused | · / late / waiting / holding / unanswered | · / late / controlLost | · / late / changed | · / late / stopped | · / late |
/// | `failed` | late | late / idle | late / waiting / refused / unanswered | late / holding | late / refused | late / refused / unanswered | late / unanswered / controlLost | late / changed | late / stopped | late |
/// | `answered` | late | late / idle / spinningDown | late / waiting / holding / refused / controlLost / spinningDown | late / holding / controlLost / spinningDown | late / refused / spinningDown | late / waiting / holding / refused / unanswered / controlLost / spinningDown | waiting / controlLost / spinningDown | changed / spinningDown | stopped | spinningDown |
/// | `status` | late | · / late / idle / stopped | · / late / waiting / controlLost / stopped | · / late / holding / unanswered / controlLost / changed / stopped | · / late / refused / stopped | · / late / unanswered / stopped | · / controlLost / stopped | · / holding / changed / stopped | · / idle / waiting / refused / controlLost / stopped | · / idle / waiting / refused / controlLost / stopped / spinningDown |
/// | `frame` | late | · / late / idle | · / late / waiting / holding / refused | · / late / waiting / holding / refused | · / late / waiting / refused / unanswered | · / late / waiting / holding / refused / unanswered | late | late | late | late |
/// | `timePassed` | · | · / idle | · / waiting / holding / unanswered | · / holding | · / refused | · / unanswered | · / unanswered / controlLost | · / changed | · / stopped | · / idle / waiting / refused / controlLost |
///
/// Source: `Docs/Sensors.md`, clause 12.
public struct TrainerControl: Sendable {
    /// What has become of the target on this link.
    enum Progress: Hashable, Sendable {
        /// Something of it is still to be set.
        case due
        case done
        case refused(Refusal)
        case changed(FitnessMachineTarget)
    }

    /// A request that has no answer yet.
    struct Outstanding: Hashable, Sendable {
        let request: Request
        let ticket: Ticket
        var deadline: SessionTime
        var isWritten = false
        /// Whether page 71 has said so.
        var isPending = false
    }

    /// Each with its end.
    enum SpinDownStep: Hashable, Sendable {
        case wanted(until: SessionTime)
        case running(until: SessionTime)

        var end: SessionTime {
            switch self {
            case .wanted(let end), .running(let end): end
            }
        }
    }

    /// What is known since the link came up.
    struct Link: Hashable, Sendable {
        var isSubscribed = false
        var progress = Progress.due
        var outstanding: Outstanding?
        /// A command to set a target that got no answer, and is repeated even if there is a newer target: a late answer
        /// can't be told from the next one.
        var repeated: Request?
        /// Nothing is sent before.
        var pauseEnd = SessionTime.zero
        /// How many requests in a row were not answered.
        var unansweredCount: UInt8 = 0
        /// Since when there is control; `nil` without it.
        var controlStart: SessionTime?
        /// How many times control was lost or refused, without a long time of control between.
        var lossCount: UInt8 = 0
        var stop: Stop?
        var spinDown: SpinDownStep?
        /// The FE-C pages that the trainer has taken and that still hold.
        var configuration: FECPage?
        var wind: FECPage?
        /// The last page that was sent to set a target.
        var lastCommand: FECPage?
        /// Of the last page 71.
        var sequence: UInt8?
    }

    /// Six: a fault and an end of a spin down by the event, the same by a deadline; a request, the state.
    typealias EffectSlots = (Effect?, Effect?, Effect?, Effect?, Effect?, Effect?)

    /// The largest number of effects that one event can have.
    public static let maximumEffects = EffectQueue<Effect, EffectSlots>.capacity

    /// `nil` without a link.
    var offer: Offer?
    var link = Link()
    /// Whether the trainer may still have a target that the rider does not want any more.
    var mayHaveTarget = false
    /// Whether the trainer has not sent page 71 after a command.
    var isSilent = false
    var lastTicket = Ticket(rawValue: 0)
    var effects = EffectQueue<Effect, EffectSlots>(slots: (nil, nil, nil, nil, nil, nil))
    private(set) var now = SessionTime.zero

    /// What the rider wants.
    public internal(set) var target: TrainerTarget?
    /// What the rider was last told.
    public private(set) var state = State.disconnected
    /// When to hand in `timePassed`; `nil` when no deadline is set.
    public private(set) var nextDeadline: SessionTime?

    /// Creates a machine without a link and without a target.
    public init() {}

    /// The next effect of the last event; `nil` when you have taken them all.
    public mutating func nextEffect() -> Effect? { effects.popFirst() }

    /// Takes an event, and the time at which it happened, by a clock that nobody can set.
    ///
    /// - Precondition: all effects of the last event were taken.
    public mutating func handle(_ event: borrowing Event, at time: SessionTime) {
        precondition(effects.isEmpty, "effects of the last event were not taken")
        now = max(now, time)
        follow(event)
        meetDeadlines()
        if let request = nextRequest, link.outstanding == nil, link.pauseEnd <= now {
            ask(request)
        }
        nextDeadline = earliestDeadline
        let next = currentState
        if next != state {
            state = next
            effects.append(.tell(.state(next)))
        }
    }

    /// The moment this many milliseconds from now.
    func time(after interval: UInt64) -> SessionTime { now.advanced(byMilliseconds: interval) }

    mutating func tell(_ fault: Fault) { effects.append(.tell(.fault(fault))) }

    private mutating func ask(_ request: Request) {
        lastTicket = lastTicket.next
        link.outstanding = Outstanding(
            request: request, ticket: lastTicket, deadline: time(after: TrainerTiming.writeTimeout))
        if request.setsTarget { mayHaveTarget = true }
        if request.setsTarget, case .send(let page) = request { link.lastCommand = page }
        effects.append(.perform(request, lastTicket))
    }

    private var earliestDeadline: SessionTime? {
        let next = nextRequest == nil ? nil : link.pauseEnd
        let deadline = link.outstanding?.deadline ?? next
        guard let end = link.spinDown?.end else { return deadline }
        return min(end, deadline ?? end)
    }

    private var currentState: State {
        guard let offer else { return .disconnected }
        if case .running = link.spinDown { return .spinningDown }
        if let stop = link.stop { return .stopped(stop) }
        guard let target else { return .idle }
        switch link.progress {
        case .done: return .holding(target.adjusted(to: offer) ?? target)
        case .refused(let why): return .refused(target, why)
        case .changed(let other): return .changed(other)
        case .due where link.unansweredCount >= TrainerTiming.attempts: return .unanswered
        case .due: return link.lossCount > 0 && link.controlStart == nil ? .controlLost : .waiting
        }
    }
}

// What to ask for.
extension TrainerControl {
    /// The request that is due; `nil` if nothing is.
    var nextRequest: Request? {
        guard let offer else { return nil }
        guard link.isSubscribed else { return .subscribe }
        if case .fec(nil) = offer { return .send(FECPageRequest().page) }
        guard link.stop == nil else { return nil }
        let wanted: Request
        switch link.spinDown {
        case .running: return nil
        case .wanted: wanted = .write(.spinDown(.start))
        case nil:
            let due = link.progress == .due ? settingRequest(on: offer) : nil
            guard let next = link.repeated ?? due else { return nil }
            wanted = next
        }
        guard case .write = wanted, link.controlStart == nil else { return wanted }
        return .write(.requestControl)
    }

    /// What sets the next part of the target, or ends it; `nil` if the trainer can't be given that.
    private func settingRequest(on offer: Offer) -> Request? {
        switch offer {
        case .fitnessMachine(_, _, let resistance):
            guard let target else { return .write(.reset) }
            return target.adjusted(to: offer)
                .map { .write(.set($0.onMachine(resistance: resistance))) }
        case .fec(let modes): return fecPage(modes ?? []).map(Request.send)
        }
    }

    private func fecPage(_ modes: FECCapabilities.Modes) -> FECPage? {
        guard let target else {
            if modes.contains(.basicResistance) { return FECBasicResistance().page }
            return modes.contains(.simulation)
                ? FECTrackResistance(gradeInHundredthsOfPercent: 0).page : nil
        }
        switch target.adjusted(to: .fec(modes)) {
        case nil: return nil
        case .power(let watts): return FECTargetPower(watts: watts).page
        case .resistance(let level):
            return FECBasicResistance(halfPercents: UInt8(clamping: level)).page
        case .simulation(let road, let configuration):
            if let page = configuration?.page, page != link.configuration { return page }
            let wind = FECWindResistance(road).page
            return wind == link.wind ? FECTrackResistance(road).page : wind
        }
    }

    /// The target is to be set from its beginning, if it can be.
    mutating func begin() {
        guard let offer else { return }
        link.progress = .due
        if case .fec(nil) = offer { return }
        if target == nil, !mayHaveTarget || settingRequest(on: offer) == nil {
            if mayHaveTarget { tell(.refused(.notSupported)) }
            link.progress = .done
        } else if let target, target.adjusted(to: offer) == nil {
            link.progress = .refused(.notSupported)
        }
    }

    /// The trainer has done what sets a target, or a part of one.
    mutating func succeed(_ request: Request) {
        let isDue = request == nextRequest
        if case .send(let page) = request {
            switch page.number {
            case FECUserConfiguration.number: link.configuration = page
            case FECWindResistance.number: link.wind = page
            case FECTrackResistance.number: break
            default: link.wind = nil
            }
        }
        mayHaveTarget = true
        if isDue, !request.isPreparation {
            link.progress = .done
            if target == nil { mayHaveTarget = false }
        } else if !isDue, target == nil {
            // An older target, which is to be taken away.
            begin()
        }
    }

    /// The trainer does not take what sets a target.
    mutating func refuse(_ request: Request, _ why: Refusal) {
        if request.isUserConfiguration {
            // The target can be set without it.
            tell(.refused(why))
            succeed(request)
        } else if request == nextRequest {
            if target == nil { tell(.refused(why)) }
            link.progress = target == nil ? .done : .refused(why)
        }
    }
}

extension TrainerControl.Request {
    /// Whether the trainer has another target, or a part of one, afterwards.
    var setsTarget: Bool {
        switch self {
        case .subscribe: false
        case .write(let command): if case .set = command { true } else { false }
        case .send(let page): page.number != FECPageRequest.number
        }
    }

    /// Whether it is the first part of a target.
    fileprivate var isPreparation: Bool {
        guard case .send(let page) = self else { return false }
        return isUserConfiguration || page.number == FECWindResistance.number
    }

    fileprivate var isUserConfiguration: Bool {
        guard case .send(let page) = self else { return false }
        return page.number == FECUserConfiguration.number
    }
}
