public import KomootNav

/// The central's end of BLE Connect as a state machine: `CentralSession`, or yours.
///
/// A type of your own that conforms is put against the simulated phones, and judged by the same
/// promises, with ``World/addDevice(_:radio:)`` or in a ``Campaign``.
public protocol CentralStateMachine: Sendable {
    /// Takes an event that happened at a time.
    mutating func handle(_ event: CentralSession.Event, at time: SessionTime)
    /// The next effect of the last event; `nil` when all were taken.
    mutating func nextEffect() -> CentralSession.Effect?
    /// When `timePassed` must be handled; `nil` when only other events count.
    var nextDeadline: SessionTime? { get }
    /// Lends what a `deliver` effect announced, until the next event.
    mutating func withDelivery<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R?
    /// How many bytes it keeps, inline and on the heap.
    var memoryUse: Int { get }
}

extension CentralStateMachine {
    /// Its size, for a state machine that uses no heap.
    public var memoryUse: Int { MemoryLayout<Self>.size }
}

extension CentralSession: CentralStateMachine {}
