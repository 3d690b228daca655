public import KomootNav

/// The phone's end of BLE Connect as a state machine: `PeripheralSession`, or yours.
public protocol PeripheralStateMachine: Sendable {
    /// Takes an event, and the time at which it happened.
    ///
    /// All effects of the last event have been taken, except before `notificationRefused`: the radio
    /// refuses a notification while there may be effects to take. These must stay.
    mutating func handle(_ event: PeripheralSession.Event, at time: SessionTime)
    /// The next effect of the last event; `nil` when all have been taken.
    mutating func nextEffect() -> PeripheralSession.Effect?
    /// When to hand in `timePassed`; `nil` when no deadline is set.
    var nextDeadline: SessionTime? { get }
    /// Lends the bytes of a value from one of the last event's effects.
    mutating func withBytes<R, E: Error>(
        of value: PeripheralSession.Value, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R
}

// A getter of a value inside an existential is called on a copy of that value; a mutating function is not.
extension PeripheralStateMachine {
    /// ``nextDeadline``, without a copy.
    mutating func deadline() -> SessionTime? { nextDeadline }
}

extension PeripheralSession: PeripheralStateMachine {}
