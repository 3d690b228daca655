import KomootNav
import Simulation

/// A phone's session and what it asked for, held so that it can be changed.
struct HeldPeripheral: Sendable {
    var session: PeripheralSession
    private var effects: ContiguousArray<PeripheralSession.Effect> = []
    private var position = 0

    init(_ session: PeripheralSession) { self.session = session }

    /// An event begins.
    mutating func begin() {
        effects.removeAll(keepingCapacity: true)
        position = 0
    }

    /// Has the session handle an event, and takes its effects.
    mutating func effects(
        of event: PeripheralSession.Event, at time: SessionTime
    ) -> ContiguousArray<PeripheralSession.Effect> {
        session.handle(event, at: time)
        var taken: ContiguousArray<PeripheralSession.Effect> = []
        while let effect = session.nextEffect() { taken.append(effect) }
        return taken
    }

    /// Passes an effect on.
    mutating func give(_ effect: PeripheralSession.Effect) { effects.append(effect) }

    mutating func nextEffect() -> PeripheralSession.Effect? {
        guard position < effects.count else { return nil }
        position += 1
        return effects[position - 1]
    }
}

/// A phone that is its session, but for what it changes.
protocol BrokenPeripheral: PeripheralStateMachine {
    var held: HeldPeripheral { get set }
    /// A deadline of its own, beside the session's.
    var ownDeadline: SessionTime? { get }
    /// Takes an event, as it is unless a type says otherwise.
    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime)
    /// Passes an effect on, as it is unless a type says otherwise.
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
        held.begin()
        take(event, at: time)
    }

    mutating func take(_ event: PeripheralSession.Event, at time: SessionTime) {
        feed(event, at: time)
    }

    mutating func give(_ effect: PeripheralSession.Effect, at time: SessionTime) {
        held.give(effect)
    }

    /// Has the session handle an event, and gives what it asks for.
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
