import KomootNav
import Simulation

/// A phone that does one of its duties 100 ms late, because nothing wakes it in time.
protocol Oversleeper: BrokenPeripheral {
    /// When that duty is due; `nil` while it is not.
    var dueTime: SessionTime? { get }
}

extension Oversleeper {
    var nextDeadline: SessionTime? {
        guard let next = held.session.nextDeadline, next == dueTime else {
            return held.session.nextDeadline
        }
        return next.advanced(byMilliseconds: 100)
    }
}

/// It wakes too late to repeat its object.
struct OversleepsRepeat: Oversleeper {
    var held: HeldPeripheral
    private(set) var dueTime: SessionTime?
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        feed(event, at: time)
        if case .publish = event {
            dueTime = time.advanced(byMilliseconds: Milliseconds.repeatInterval)
        }
    }
}

/// It wakes too late to advertise again after a lost link.
struct OversleepsWatchdog: Oversleeper {
    var held: HeldPeripheral
    private var watchdog = OtherWatchdog()
    init(_ held: HeldPeripheral) { self.held = held }

    var dueTime: SessionTime? { watchdog.due }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        if OtherWatchdog.replaces(held.session.configuration) {
            watchdog.note(event, at: time, held.session.phase)
        }
        feed(event, at: time)
    }

    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        watchdog.note(effect, at: time)
        held.give(effect)
    }
}

/// It wakes too late to stop advertising at the user's limit.
struct OversleepsLimit: Oversleeper {
    var held: HeldPeripheral
    private(set) var dueTime: SessionTime?
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        feed(event, at: time)
        switch event {
        case .startNavigation, .startAdvertising, .radioOn:
            dueTime = time.advanced(byMilliseconds: Milliseconds.advertisingLimit)
        default: break
        }
    }
}
