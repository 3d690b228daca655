import KomootNav
import Simulation

/// A phone's session with its effects, held back so that they can be changed.
struct HeldPeripheral: Sendable {
    var session: PeripheralSession
    private var effects: ContiguousArray<PeripheralSession.Effect> = []
    private var position = 0

    init(_ session: PeripheralSession) { self.session = session }

    /// Whether all effects of the last event were taken.
    var isDone: Bool { position == effects.count }

    /// Begins an event.
    mutating func begin() {
        effects.removeAll(keepingCapacity: true)
        position = 0
    }

    /// Makes the session handle an event, and takes its effects.
    mutating func effects(
        of event: PeripheralSession.Event, at time: SessionTime
    ) -> ContiguousArray<PeripheralSession.Effect> {
        session.handle(event, at: time)
        var taken: ContiguousArray<PeripheralSession.Effect> = []
        while let effect = session.nextEffect() { taken.append(effect) }
        return taken
    }

    /// Passes on an effect.
    mutating func give(_ effect: PeripheralSession.Effect) { effects.append(effect) }

    mutating func nextEffect() -> PeripheralSession.Effect? {
        guard position < effects.count else { return nil }
        position += 1
        return effects[position - 1]
    }
}

/// A phone that behaves like its session, except for what a conforming type changes.
protocol BrokenPeripheral: PeripheralStateMachine {
    var held: HeldPeripheral { get set }
    /// A deadline of its own, in addition to the session's.
    var ownDeadline: SessionTime? { get }
    /// Takes an event. By default it passes the event on unchanged.
    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime)
    /// Passes on an effect. By default it does not change it.
    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime)
    init(_ held: HeldPeripheral)
}

extension BrokenPeripheral {
    var ownDeadline: SessionTime? { nil }

    var nextDeadline: SessionTime? {
        guard let own = ownDeadline else { return held.session.nextDeadline }
        return min(own, held.session.nextDeadline ?? own)
    }

    mutating func handle(_ event: PeripheralSession.Event, at time: SessionTime) {
        // The only event that comes while effects are still to be taken. It has none.
        if case .notificationRefused = event { return held.session.handle(event, at: time) }
        held.begin()
        take(event, at: time)
    }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        feed(event, at: time)
    }

    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        held.give(effect)
    }

    /// Makes the session handle an event, and passes on its effects.
    mutating func feed(_ event: PeripheralSession.Event, at time: SessionTime) {
        for effect in held.effects(of: event, at: time) { give(effect, at: time) }
    }

    mutating func nextEffect() -> PeripheralSession.Effect? { held.nextEffect() }

    mutating func withBytes<R, E: Error>(
        of value: PeripheralSession.Value, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try held.session.withBytes(of: value, body)
    }
}

/// Changes nothing.
struct HonestPeripheral: BrokenPeripheral {
    var held: HeldPeripheral
    init(_ held: HeldPeripheral) { self.held = held }
}
