package import CompanionPairing

/// Sees what a paired display does, in the radio's context. An observer may be told by several threads, one at a time.
package protocol DisplayObserver: Sendable {
    /// Its session wants this done.
    func willPerform(_ effect: PairingClient.Effect)
    /// The session has taken an event.
    func didHandle(_ session: PairingClient)
    /// The app is told what its phone says.
    func willTell(_ update: NavigationDevice.Update)
}
