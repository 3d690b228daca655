import KomootNav
import Simulation

/// A watchdog that takes the place of the session's, if that has one for all centrals.
struct OtherWatchdog: Sendable {
    /// How long it waits for a read, in milliseconds.
    let interval: UInt64
    /// Whether a read at any offset arms it.
    let countsAllReads: Bool
    /// Whether a read that is answered with an error arms it.
    let countsErrors: Bool
    /// Whether it is armed still when Bluetooth was off.
    let runsOn: Bool
    private var armedUntil: SessionTime?
    private var isIdle = true
    private var isAdvertising = false
    private var isWanted = false
    private var isOff = false
    /// Whether the answer to a read, if it is not an error, arms it.
    private var awaitsAnswer = false

    init(
        interval: UInt64 = Milliseconds.lostLinkInterval, countsAllReads: Bool = true,
        countsErrors: Bool = false, runsOn: Bool = true
    ) {
        self.interval = interval
        self.countsAllReads = countsAllReads
        self.countsErrors = countsErrors
        self.runsOn = runsOn
    }

    /// Whether it takes the place of a session's watchdog.
    static func replaces(_ configuration: PeripheralSession.Configuration) -> Bool {
        configuration.lossDetection == .sharedWatchdog
    }

    /// Notes an event that the session has not handled yet.
    mutating func note(
        _ event: PeripheralSession.Event, at time: SessionTime, _ phase: PeripheralSession.Phase
    ) {
        isWanted = false
        awaitsAnswer = false
        let isOn = phase != .stopped && phase != .radioOff
        switch event {
        case .startNavigation where phase != .stopped: break
        case .startNavigation, .stopNavigation:
            isWanted = true
            isIdle = true
            armedUntil = nil
        case .radioOff:
            isOff = true
            isAdvertising = false
            if !runsOn { armedUntil = nil }
            if armedUntil == nil { isIdle = true }
        case .radioOn:
            isOff = false
            isWanted = armedUntil == nil
            while let due = armedUntil, due < time {
                armedUntil = due.advanced(byMilliseconds: interval)
            }
        case .startAdvertising: isWanted = true
        case .publish: if isOn && isIdle { arm(time) }
        case .read(_, let offset, _): awaitsAnswer = isOn && (countsAllReads || offset == 0)
        case .subscribed:
            isIdle = true
            armedUntil = nil
        default: break
        }
    }

    /// When it fires.
    var due: SessionTime? { isOff ? nil : armedUntil }

    private mutating func arm(_ time: SessionTime) {
        isIdle = false
        armedUntil = time.advanced(byMilliseconds: interval)
    }

    /// Notes an effect of the session.
    mutating func note(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        switch effect {
        case .answer: if awaitsAnswer { arm(time) }
        case .reject: if awaitsAnswer && countsErrors { arm(time) }
        default: break
        }
    }

    /// Whether to pass an effect of the session on.
    mutating func passes(_ effect: PeripheralSession.Effect) -> Bool {
        switch effect {
        case .startAdvertising:
            if isWanted { isAdvertising = true }
            return isWanted
        case .stopAdvertising:
            defer { isAdvertising = false }
            return isAdvertising
        default: return true
        }
    }

    /// Whether the watchdog makes the phone advertise now.
    mutating func fires(at time: SessionTime) -> Bool {
        guard let due, due <= time else { return false }
        armedUntil = nil
        defer { isAdvertising = true }
        return !isAdvertising
    }
}

/// A phone with another watchdog than the session's.
protocol PeripheralWithWatchdog: BrokenPeripheral {
    var watchdog: OtherWatchdog { get set }
}

extension PeripheralWithWatchdog {
    var ownDeadline: SessionTime? { watchdog.due }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        guard OtherWatchdog.replaces(held.session.configuration) else {
            return feed(event, at: time)
        }
        watchdog.note(event, at: time, held.session.phase)
        feed(event, at: time)
        if watchdog.fires(at: time) { held.give(.startAdvertising) }
    }

    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        guard OtherWatchdog.replaces(held.session.configuration) else { return held.give(effect) }
        watchdog.note(effect, at: time)
        if watchdog.passes(effect) { held.give(effect) }
    }
}

/// Its watchdog works as it should.
struct HonestWatchdog: PeripheralWithWatchdog {
    var held: HeldPeripheral
    var watchdog = OtherWatchdog()
    init(_ held: HeldPeripheral) { self.held = held }
}

/// It advertises again after 4.9 s.
struct AdvertisesEarly: PeripheralWithWatchdog {
    var held: HeldPeripheral
    var watchdog = OtherWatchdog(interval: 4900)
    init(_ held: HeldPeripheral) { self.held = held }
}

/// It advertises again after 5.1 s.
struct AdvertisesLate: PeripheralWithWatchdog {
    var held: HeldPeripheral
    var watchdog = OtherWatchdog(interval: 5100)
    init(_ held: HeldPeripheral) { self.held = held }
}

/// Only a read at offset 0 arms its watchdog again.
struct ArmedByFirstReads: PeripheralWithWatchdog {
    var held: HeldPeripheral
    var watchdog = OtherWatchdog(countsAllReads: false)
    init(_ held: HeldPeripheral) { self.held = held }
}

/// A read that it answers with an error arms its watchdog too.
struct ArmedByErrors: PeripheralWithWatchdog {
    var held: HeldPeripheral
    var watchdog = OtherWatchdog(countsErrors: true)
    init(_ held: HeldPeripheral) { self.held = held }
}

/// It forgets its watchdog when Bluetooth goes off.
struct WatchdogForgotten: PeripheralWithWatchdog {
    var held: HeldPeripheral
    var watchdog = OtherWatchdog(runsOn: false)
    init(_ held: HeldPeripheral) { self.held = held }
}

/// It takes the end of a link for the end of a subscription.
struct EndOfLinkNotHeard: BrokenPeripheral {
    var held: HeldPeripheral
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        guard case .disconnected(let central) = event else { return feed(event, at: time) }
        feed(.unsubscribed(central), at: time)
    }
}

/// It does not advertise again.
struct NeverAdvertisesAgain: BrokenPeripheral {
    var held: HeldPeripheral
    private var isWatchdog = false
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        switch event {
        case .startNavigation, .startAdvertising, .radioOn: isWatchdog = false
        default: isWatchdog = true
        }
        feed(event, at: time)
    }

    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        if effect != .startAdvertising || !isWatchdog { held.give(effect) }
    }
}

/// It never stops advertising, even if the user's limit is over.
struct AdvertisesForever: BrokenPeripheral {
    var held: HeldPeripheral
    private var hasTimePassed = false
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        if case .timePassed = event { hasTimePassed = true } else { hasTimePassed = false }
        feed(event, at: time)
    }

    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        if effect != .stopAdvertising || !hasTimePassed { held.give(effect) }
    }
}
