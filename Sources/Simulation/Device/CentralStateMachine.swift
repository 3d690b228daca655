public import KomootNav

/// The central's end of BLE Connect as a state machine: `CentralSession`, or yours.
///
/// To meet the simulated phones, conform a type of your own and call ``World/addDevice(_:radio:)``.
/// A campaign judges it by the same promises as the library's session.
public protocol CentralStateMachine: Sendable {
    /// Takes an event, and the time at which it happened. All effects of the last event have been taken.
    mutating func handle(_ event: CentralSession.Event, at time: SessionTime)
    /// The next effect of the last event; `nil` when all have been taken. The ticket of an effect is below 2³¹ and was not
    /// used before.
    mutating func nextEffect() -> CentralSession.Effect?
    /// When to hand in `timePassed`; `nil` when no deadline is set. One that stays after `timePassed` is due again at
    /// once, so the world's time would stand still.
    var nextDeadline: SessionTime? { get }
    /// Lends the bytes that a `deliver` effect announced, until the next event.
    mutating func withDelivery<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R?
    /// How many bytes of memory it uses, inline and on the heap.
    var memoryUse: Int { get }
}

extension CentralStateMachine {
    /// The size of the type, for a state machine that uses no heap.
    public var memoryUse: Int { MemoryLayout<Self>.size }
}

// A getter of a value inside an existential is called on a copy of that value; a mutating function is not.
extension CentralStateMachine {
    /// ``nextDeadline``, without a copy.
    mutating func deadline() -> SessionTime? { nextDeadline }
    /// ``memoryUse``, without a copy.
    mutating func memoryInUse() -> Int { memoryUse }
}

extension CentralSession: CentralStateMachine {}
