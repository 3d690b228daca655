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
    /// Why it can't go on, such as the crash of a program that it speaks to; `nil` while it can. The run then breaks
    /// ``Promise/goesOn``.
    var breakdown: String? { get }
}

extension PeripheralStateMachine {
    /// A state machine that speaks to nobody can always go on.
    public var breakdown: String? { nil }
}

// A getter of a value inside an existential is called on a copy of that value; a mutating function is not.
extension PeripheralStateMachine {
    /// ``nextDeadline``, without a copy.
    mutating func deadline() -> SessionTime? { nextDeadline }
    /// ``breakdown``, without a copy.
    mutating func breakdownNow() -> String? { breakdown }
}

extension PeripheralSession: PeripheralStateMachine {}

/// The app of a phone that navigates, as a campaign uses it.
package protocol PhoneApp: PeripheralApp {
    /// The user starts to navigate.
    func startNavigation()
    /// The user asks the phone to advertise.
    func startAdvertising()
    /// The app publishes a made-up object with a street of this many bytes; the key decides the rest.
    func publishInvented(streetByteCount: Int, key: UInt64)
    /// Arms a replacement: made-up objects are published before the phone answers the next read at an
    /// offset above zero.
    func arm(_ replacement: Replacement)
    /// The run is over.
    func end()
    /// Disarms all replacements.
    func disarmReplacements()
    /// What will be published before a read continues: one replacement for each read.
    var replacements: ContiguousArray<Replacement> { get }
}

/// What is published before the phone answers a read at an offset above zero.
package struct Replacement: Sendable {
    /// The length of each street.
    package let streetByteCount: Int
    /// Whether the phone must forget the object that is being read.
    package let forgetsOld: Bool
}
