import KomootNav
import Simulation

/// Without a notification nothing is read.
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

/// Without a subscription nothing is read.
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

/// Something is kept for every connection.
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

/// After a loss nothing is looked for.
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

/// It scans after a loss, but takes no phone that it finds.
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

/// A read may take as long as it wants.
struct ReadTimeoutIgnored: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) {
        var configuration = held.session.configuration
        configuration.readTimeout = 60_000
        self.held = HeldCentral(CentralSession(configuration))
    }
}

/// It is not heard that a link is gone.
struct LossNotHeard: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .disconnected = event { return }
        feed(event, at: time)
    }
}

/// It is not heard that Bluetooth is on again.
struct RadioOnNotHeard: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .radioOn = event { return }
        feed(event, at: time)
    }
}

/// It is not heard that the MTU is another one, so a piece that it cut is taken for an end.
struct MTUNotHeard: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .mtuChanged = event { return }
        feed(event, at: time)
    }
}
