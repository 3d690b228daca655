import KomootNav
import Simulation

/// It repeats the last object only after 2.5 s.
struct RepeatsLate: BrokenPeripheral {
    var held: HeldPeripheral
    private var late: [PeripheralSession.Effect] = []
    private(set) var ownDeadline: SessionTime?
    private var hasTimePassed = false
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        if let due = ownDeadline, due <= time {
            for effect in late { held.give(effect) }
            late = []
            ownDeadline = nil
        }
        if case .timePassed = event { hasTimePassed = true } else { hasTimePassed = false }
        feed(event, at: time)
    }

    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        guard case .notify = effect, hasTimePassed else { return held.give(effect) }
        late.append(effect)
        ownDeadline = time.advanced(byMilliseconds: 500)
    }
}

/// It notifies the object before the newest one.
struct NotifiesPreviousObject: BrokenPeripheral {
    var held: HeldPeripheral
    private var last: PeripheralSession.Value?
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        guard case .notify(let central, let value) = effect else { return held.give(effect) }
        held.give(.notify(central, last ?? value))
        last = value
    }
}

/// It forgets a refused notification.
struct RefusedNotRetried: BrokenPeripheral {
    var held: HeldPeripheral
    private var isQueueReady = false
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        if case .notificationsReady = event { isQueueReady = true } else { isQueueReady = false }
        feed(event, at: time)
    }

    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        if case .notify = effect, isQueueReady { return }
        held.give(effect)
    }
}

/// It refuses a last chunk of one byte, as if its offset were after the end.
struct LastByteRefused: BrokenPeripheral {
    var held: HeldPeripheral
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        guard case .answer(let central, let value) = effect, value.offset > 0, value.count == 1
        else { return held.give(effect) }
        held.give(.reject(central, .invalidOffset))
    }
}

/// It begins every chunk after the first one byte too late.
struct OneByteOff: BrokenPeripheral {
    var held: HeldPeripheral
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        guard case .read(let central, let offset, let identifier) = event, offset > 0 else {
            return feed(event, at: time)
        }
        feed(.read(central, offset: offset + 1, identifier: identifier), at: time)
    }
}

/// It answers a read only when the next event comes.
struct AnswersLate: BrokenPeripheral {
    var held: HeldPeripheral
    private var late: [PeripheralSession.Effect] = []
    init(_ held: HeldPeripheral) { self.held = held }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        for effect in late { held.give(effect) }
        late = []
        feed(event, at: time)
    }

    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        if case .answer = effect { late.append(effect) } else { held.give(effect) }
    }
}

/// It answers a read from the object in which the read began, although the profile serves the
/// newest one.
struct ServesSnapshots: BrokenPeripheral {
    var held: HeldPeripheral

    init(_ held: HeldPeripheral) {
        var configuration = held.session.configuration
        configuration.serving = .snapshotPerRead
        self.held = HeldPeripheral(PeripheralSession(configuration))
    }
}
