// The enumerations come from C, so they are open ones, as on Apple's systems.
@_exported public import CCoreBluetooth
public import Foundation

/// What central managers and peripheral managers have in common.
open class CBManager: NSObject {
    /// What Bluetooth is able to do now: `unknown` until the delegate is told for the first time.
    public internal(set) var state = CBManagerState.unknown

    /// Whether the app may use Bluetooth.
    open class var authorization: CBManagerAuthorization {
        SimulatedBluetooth.current?.authorization ?? .notDetermined
    }
}
