public import KomootNav

/// The phone's end of BLE Connect as a state machine: `PeripheralSession`, or yours.
public protocol PeripheralStateMachine: Sendable {
    /// Takes an event that happened at a time.
    mutating func handle(_ event: PeripheralSession.Event, at time: SessionTime)
    /// The next effect of the last event; `nil` when all were taken.
    mutating func nextEffect() -> PeripheralSession.Effect?
    /// When `timePassed` must be handled; `nil` when only other events count.
    var nextDeadline: SessionTime? { get }
    /// Lends the bytes of a value of one of the last event's effects.
    mutating func withBytes<R, E: Error>(
        of value: PeripheralSession.Value, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R
}

extension PeripheralSession: PeripheralStateMachine {}
