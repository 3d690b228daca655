import CyclingSensors
import RepositorySupport
import Simulation

@testable import struct CyclingSensors.TrainerControl

/// A rider's wish, and what a trainer must be set to.
struct Wish: Hashable {
    let target: TrainerTarget?
    /// On the fitness machine; `nil` if it does not offer this.
    var machine: FitnessMachineTarget?
    /// On the FE-C trainer.
    var pages: [FECPage] = []

    static let rider: FECUserConfiguration = {
        var rider = FECUserConfiguration()
        rider.userWeight = 7500
        return rider
    }()

    static let all = [
        Wish(target: nil, pages: [FECBasicResistance().page]),
        Wish(
            target: .power(watts: 152), machine: .power(watts: 150),
            pages: [FECTargetPower(watts: 152).page]),
        Wish(
            target: .simulation(.hill, rider), machine: .indoorBikeSimulation(.hill),
            pages: [rider.page, FECWindResistance(.hill).page, FECTrackResistance(.hill).page]),
        Wish(target: .resistance(level: 20), pages: [FECBasicResistance(halfPercents: 20).page]),
        Wish(
            target: .power(watts: 900), machine: .power(watts: 800),
            pages: [FECTargetPower(watts: 900).page]),
    ]
}

/// A rider, a machine, and a trainer at the other end of a link: everything that can happen next, and the judge.
struct ControlWorld: ExplorableWorld {
    enum Step: Hashable {
        case deliverToTrainer(SimulatedTrainer.Manner)
        case deliverToControl
        case passTime
        case wish(Int)
        case spinDown
        case loseLink, connect
        /// Another app takes control; the machine's buttons, twice.
        case takeControl, turnKnob, stop, start
    }

    enum Promise: Hashable {
        case isOffered, isAlone, isTold, isRestored, isNotBlocked
    }
    struct Broken: Breach, Hashable {
        let promise: Promise
        let reason: String
    }
    struct Counterexample: Sendable, CustomStringConvertible {
        let broken: Broken
        let steps: [Step]
        var description: String {
            "\(broken.promise): \(broken.reason) after \(steps.map(String.init(describing:)))"
        }
    }

    struct Budget: Hashable {
        var faults: Int
        var wishes: Int
        /// How many times a deadline may pass although something is under way.
        var delays: Int
    }

    private(set) var rig = ControlRig()
    private(set) var trainer: SimulatedTrainer
    private var budget: Budget
    private var toTrainer: [(request: TrainerControl.Request, ticket: Ticket)] = []
    private var toControl: [SimulatedTrainer.Reply] = []
    private var isUp = false
    private var wish = Wish.all[0]
    /// The request that has no answer, and when it was asked or written.
    private var asked: (request: TrainerControl.Request, time: UInt64)?
    /// Whether the trainer has refused something of the wish; and whether it has not told something, or refused what is
    /// sent once.
    private var mayBeRefused = false
    private var mayNotKnow = false
    private(set) var broken: Broken?

    init(_ trainer: SimulatedTrainer, _ budget: Budget) {
        self.trainer = trainer
        self.budget = budget
        perform(.connect)
    }

    private var isFEC: Bool { if case .fec = trainer.offer { true } else { false } }
    private var now: UInt64 { rig.time.milliseconds }

    // MARK: What can happen

    func kept() -> ControlWorld { self }
    func world(_ kept: ControlWorld) -> ControlWorld { kept }

    func forEachStep(_ body: (Step) -> Void) {
        let hasFaults = budget.faults > 0
        if !toTrainer.isEmpty {
            for manner in SimulatedTrainer.Manner.allCases where manner == .obey || hasFaults {
                body(.deliverToTrainer(manner))
            }
        }
        if !toControl.isEmpty { body(.deliverToControl) }
        let isQuiet = toTrainer.isEmpty && toControl.isEmpty
        if let deadline = rig.control.nextDeadline?.milliseconds {
            // No radio is slower.
            if isQuiet || budget.delays > 0 && deadline < now + 10_000 { body(.passTime) }
        }
        if budget.wishes > 0 {
            for number in Wish.all.indices { body(.wish(number)) }
            body(.spinDown)
        }
        guard isUp else { return body(.connect) }
        if trainer.isStopped { body(.start) }
        guard hasFaults else { return }
        body(.loseLink)
        if !isFEC {
            body(.takeControl)
            body(.turnKnob)
            if !trainer.isStopped { body(.stop) }
        }
    }

    mutating func perform(_ step: Step) {
        switch step {
        case .deliverToTrainer(let manner):
            if manner != .obey { budget.faults -= 1 }
            deliverToTrainer(manner)
        case .deliverToControl: deliverToControl()
        case .passTime:
            if !(toTrainer.isEmpty && toControl.isEmpty) { budget.delays -= 1 }
            rig.time = max(rig.time, rig.control.nextDeadline ?? rig.time)
            handle(.timePassed)
        case .wish(let number):
            budget.wishes -= 1
            make(Wish.all[number])
        case .spinDown:
            budget.wishes -= 1
            handle(.startSpinDown)
        case .loseLink:
            budget.faults -= 1
            loseLink()
        case .connect: connect()
        case .takeControl:
            budget.faults -= 1
            trainer.hasControl = false
            trainer.isForeign = true
            trainer.target = .power(watts: 99)
            tell(.controlPermissionLost)
        case .turnKnob:
            budget.faults -= 1
            trainer.isForeign = true
            trainer.target = .power(watts: 77)
            tell(.changed(.power(watts: 77)))
        case .stop:
            budget.faults -= 1
            trainer.isStopped = true
            tell(.stoppedBySafetyKey)
        case .start:
            trainer.isStopped = false
            tell(.startedOrResumedByUser)
        }
    }

    private mutating func tell(_ status: FitnessMachineStatus) {
        if trainer.isSubscribed { toControl.append(.status(status.encoded())) }
    }

    private mutating func make(_ wish: Wish) {
        if self.wish != wish, toControl.isEmpty { mayBeRefused = false }
        self.wish = wish
        handle(.setTarget(wish.target))
    }

    private mutating func loseLink() {
        isUp = false
        (toTrainer, toControl, asked) = ([], [], nil)
        handle(.disconnected)
    }

    private mutating func connect() {
        isUp = true
        (mayBeRefused, mayNotKnow) = (false, false)
        trainer.restart()
        handle(.connected(isFEC ? .fec(nil) : trainer.offer))
    }

    private mutating func deliverToTrainer(_ manner: SimulatedTrainer.Manner) {
        let (request, ticket) = toTrainer.removeFirst()
        if [.refuse, .failWrite].contains(manner) { (mayBeRefused, mayNotKnow) = (true, isFEC) }
        if manner == .forgetSubscription { mayNotKnow = true }
        toControl += trainer.take(request, ticket, manner)
    }

    private mutating func deliverToControl() {
        switch toControl.removeFirst() {
        case .done(let ticket):
            // Of some FE-C trainers there is no answer.
            let isDone = asked?.request == .subscribe || rig.control.isSilent
            asked = isDone ? nil : asked.map { ($0.request, now) }
            handle(.done(ticket))
        case .failed(let ticket, let code):
            asked = nil
            handle(.failed(ticket, ATTError(rawValue: code)))
        case .answer(let bytes):
            if case .write(let command) = asked?.request, command.opCode == bytes[1] { asked = nil }
            handle(.answered(bytes.span))
        case .status(let bytes): handle(.status(bytes.span))
        case .frame(let bytes):
            asked = nil
            handle(.frame(bytes.span))
        }
    }

    private mutating func handle(_ event: borrowing TrainerControl.Event) {
        rig.handle(event)
        for request in rig.requests {
            if let objection = trainer.objection(to: request) { note(.isOffered, objection) }
            // Whoever waits this long may ask again; FE-C trainers may never answer.
            if let asked, now < asked.time + (isFEC ? 1000 : 3000) {
                note(.isAlone, "\(request) while \(asked.request)")
            }
            asked = (request, now)
            toTrainer.append((request, rig.ticket))
        }
    }

    private mutating func note(_ promise: Promise, _ reason: String) {
        if broken == nil { broken = Broken(promise: promise, reason: reason) }
    }

    // MARK: What must become of it

    /// Everything goes on without faults; each way takes this long.
    private mutating func settle(milliseconds: UInt64, latency: UInt64) {
        let end = now + milliseconds
        while broken == nil {
            let isQuiet = toTrainer.isEmpty && toControl.isEmpty
            let deadline = rig.control.nextDeadline?.milliseconds ?? .max
            guard isQuiet || now + latency > deadline else {
                guard now + latency <= end else { break }
                rig.time = SessionTime(milliseconds: now + latency)
                let replies = toControl.count
                if !toTrainer.isEmpty { deliverToTrainer(.obey) }
                for _ in 0..<replies { deliverToControl() }
                continue
            }
            guard max(deadline, now) <= end else { break }
            rig.time = SessionTime(milliseconds: max(deadline, now))
            handle(.timePassed)
        }
        rig.time = SessionTime(milliseconds: end)
    }

    mutating func recover(_ isNew: (StateDigest) -> Bool) -> Broken? {
        guard isNew(digest(countsBudget: false)) else { return nil }
        var connected = self
        if isUp { connected.loseLink() }
        connected.connect()
        connected.settle(
            milliseconds: trainer.tellsCommands ? 2000 : 5000, latency: 200)
        connected.judge(.isRestored)
        guard connected.broken == nil, isUp else { return connected.broken }
        var left = self
        left.settle(milliseconds: 400_000, latency: 1)
        left.judge(.isNotBlocked)
        return left.broken
    }

    /// Whether the trainer is where the rider is told that it is.
    mutating func judge(_ promise: Promise) {
        let isSet =
            isFEC
            ? wish.target == nil && trainer.mode == nil
                || wish.pages.allSatisfy { trainer.pages[$0.number] == $0 }
                    && trainer.mode == wish.pages.last?.number
            : trainer.target == wish.machine
        let isExcused: Bool
        switch rig.control.state {
        case .holding: isExcused = isSet || mayNotKnow
        case .idle: isExcused = isSet || trainer.isForeign || mayBeRefused || mayNotKnow
        case .refused(_, .notSupported): isExcused = !isFEC && wish.machine == nil
        case .refused: isExcused = mayBeRefused
        case .changed: isExcused = trainer.isForeign
        case .stopped: isExcused = trainer.isStopped || mayNotKnow
        case .disconnected, .waiting, .unanswered, .controlLost, .spinningDown: isExcused = false
        }
        if !isExcused {
            let actual = isFEC ? "\(trainer.pages)" : "\(trainer.target, default: "nothing")"
            note(promise, "\(rig.control.state), \(actual) instead of \(wish)")
        }
    }

    func add(to tally: inout Int) { tally += 1 }

    func counterexample(_ broken: Broken, after steps: [Step]) -> Counterexample {
        Counterexample(broken: broken, steps: steps)
    }

    // MARK: Which states are the same

    mutating func digest(countsBudget: Bool) -> StateDigest {
        var hasher = Hasher()
        if countsBudget { hasher.combine(budget) }
        var control = rig.control
        func distance(_ time: SessionTime?) -> SessionTime? {
            time.map { SessionTime(milliseconds: $0 > rig.time ? $0.milliseconds - now : 0) }
        }
        func age(_ ticket: Ticket) -> UInt32 { control.lastTicket.rawValue - ticket.rawValue }
        let link = control.link
        if let outstanding = link.outstanding {
            hasher.combine(age(outstanding.ticket))
            control.link.outstanding = TrainerControl.Outstanding(
                request: outstanding.request, ticket: Ticket(rawValue: 0),
                deadline: distance(outstanding.deadline) ?? .zero,
                isWritten: outstanding.isWritten, isPending: outstanding.isPending)
        }
        control.link.pauseEnd = distance(link.pauseEnd) ?? .zero
        control.link.controlStart = link.controlStart.map {
            SessionTime(milliseconds: min(now - $0.milliseconds, 300_000))
        }
        switch link.spinDown {
        case .wanted(let end): control.link.spinDown = .wanted(until: distance(end) ?? .zero)
        case .running(let end): control.link.spinDown = .running(until: distance(end) ?? .zero)
        case nil: break
        }
        hasher.combine(control.link)
        hasher.combine(control.offer)
        hasher.combine(control.mayHaveTarget)
        hasher.combine(control.isSilent)
        hasher.combine(control.target)
        for (request, ticket) in toTrainer {
            hasher.combine(request)
            hasher.combine(age(ticket))
        }
        for reply in toControl {
            switch reply {
            case .done(let ticket): hasher.combine(age(ticket))
            case .failed(let ticket, let code):
                hasher.combine(age(ticket))
                hasher.combine(code)
            default: hasher.combine(reply)
            }
        }
        var trainer = trainer
        trainer.controlRequests = 0
        hasher.combine(trainer)
        hasher.combine(isUp)
        hasher.combine(wish)
        hasher.combine(asked?.request)
        hasher.combine(asked.map { min(now - $0.time, 3000) })
        hasher.combine(mayBeRefused)
        hasher.combine(mayNotKnow)
        var digest = StateDigest()
        digest.add(hasher.finalize())
        return digest
    }
}
