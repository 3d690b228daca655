/// Why a fault can't happen in a world as it is now.
public enum ImpossibleFault: Error, Hashable, Sendable {
    /// There is no central.
    case noCentral
    /// There is no peripheral.
    case noPeripheral
    /// No peripheral publishes objects: there is no ``SimulatedPeripheral``.
    case noPhone
    /// No link is up.
    case noLink
    /// No central has subscribed.
    case noSubscription
    /// Bluetooth is off already.
    case radioOff
    /// The peripheral has no service that it could lose.
    case notServing
    /// The peripheral's app does not run.
    case notRunning
}
