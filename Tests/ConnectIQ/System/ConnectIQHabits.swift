package import Simulation

/// What the library may do or not, where nobody knows or apps differ.
package struct ConnectIQHabits: Hashable, Sendable {
    /// It tells once that a device's characteristics were discovered, and never again: not after Bluetooth was off, nor
    /// when the device is registered anew.
    package var tellsReadinessOnce = false
    /// Of a device that is connected when it is registered, it tells neither the status nor that it is ready, until the
    /// connection has changed.
    package var isSilentIfConnected = false
    /// It calls back on any thread, not on the main queue.
    package var callsBackAnywhere = false
    /// Connect Mobile gives devices without models and names.
    package var hasEmptyNames = false

    package init() {}

    /// Draws the habits.
    package init(using random: inout SplitMix64) {
        tellsReadinessOnce = random.happens(1, in: 2)
        isSilentIfConnected = random.happens(1, in: 2)
        callsBackAnywhere = random.happens(1, in: 2)
        hasEmptyNames = random.happens(1, in: 2)
    }
}
