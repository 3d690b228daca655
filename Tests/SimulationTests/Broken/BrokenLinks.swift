import KomootNav
import Simulation

/// It reads only after a notification.
struct KeepAliveOnlyWhenNotified: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    var nextDeadline: SessionTime? {
        held.session.phase == .ready ? nil : held.session.nextDeadline
    }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .timePassed = event, held.session.phase == .ready { return }
        feed(event, at: time)
    }
}

/// It reads only with a subscription.
struct PollModeMissing: BrokenCentral {
    var held: HeldCentral
    private var isSubscribed = false
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        switch event {
        case .connected: isSubscribed = false
        case .subscribed: isSubscribed = true
        default: break
        }
        feed(event, at: time)
    }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        if case .read = effect, !isSubscribed { return }
        held.give(effect)
    }
}

/// It keeps some memory for every connection.
struct GrowthPerConnection: BrokenCentral {
    var held: HeldCentral
    private var links: [Ticket] = []
    init(_ held: HeldCentral) { self.held = held }

    var memoryUse: Int { MemoryLayout<Self>.size + links.count * MemoryLayout<Ticket>.size }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .connected(let link, _) = event { links.append(link) }
        feed(event, at: time)
    }
}

/// It ends when it loses a phone, as a program that crashes.
struct EndsWithLink: BrokenCentral {
    var held: HeldCentral
    private(set) var breakdown: String?
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .disconnected = event { breakdown = "signal 11 ended it" }
        feed(event, at: time)
    }
}

/// It does not look for a phone after a loss.
struct NoScanAfterLoss: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    private var hasScanned = false

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        if effect == .startScan && hasScanned { return }
        if effect == .startScan { hasScanned = true }
        held.give(effect)
    }
}

/// It scans after a loss, but connects to no phone that it finds.
struct FoundOnlyOnce: BrokenCentral {
    var held: HeldCentral
    private var hasConnected = false
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .found = event, hasConnected { return }
        if case .connected = event { hasConnected = true }
        feed(event, at: time)
    }
}

/// It lets a read take any time.
struct ReadTimeoutIgnored: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) {
        var configuration = held.session.configuration
        configuration.readTimeout = .seconds(60)
        self.held = HeldCentral(CentralSession(configuration))
    }
}

/// It is never told that a link is gone.
struct LossNotHeard: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .disconnected = event { return }
        feed(event, at: time)
    }
}

/// It is never told that Bluetooth is on again.
struct RadioOnNotHeard: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .radioOn = event { return }
        feed(event, at: time)
    }
}

/// It is never told that the MTU has changed. So it mistakes a chunk for a whole value, if its radio
/// reads whole values and the phone does not fill its responses.
struct MTUNotHeard: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    /// Whether a plan has that radio and that phone, and the fault.
    static func mayShow(_ plan: RunPlan) -> Bool {
        guard plan.radio.reads == .wholeValues, plan.tellsMTU,
            plan.phone.chunkSize == .notificationPayload
        else { return false }
        return plan.script.contains { entry in
            if case .fault(.link(.mtuChanged)) = entry.action { true } else { false }
        }
    }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .mtuChanged = event { return }
        feed(event, at: time)
    }
}

/// It lets discovery and subscription take any time.
struct SetupTimeoutIgnored: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    private var isSettingUp: Bool {
        held.session.phase == .discovering || held.session.phase == .subscribing
    }

    var nextDeadline: SessionTime? { isSettingUp ? nil : held.session.nextDeadline }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .timePassed = event, isSettingUp { return }
        feed(event, at: time)
    }
}

/// After a loss it waits half a minute before it takes a phone that it finds.
struct SearchesLate: BrokenCentral {
    var held: HeldCentral
    private var lost: SessionTime?
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .disconnected = event { lost = time }
        if case .found = event, let lost, time.milliseconds(since: lost) < 30_000 { return }
        feed(event, at: time)
    }
}
