package import CompanionPairing

/// Sees what a paired display does, in the radio's context, so that tests can judge it.
package protocol PairedDisplayObserver: Sendable {
    /// The session wants this done.
    func willPerform(_ effect: PairingClient.Effect)
    /// The session has taken an event.
    func didHandle(_ session: PairingClient)
    /// The app is about to be told what its phone says.
    func willTell(_ update: NavigationDevice.Update)
}

/// Sees what a paired phone does, in the radio's context, so that tests can judge it.
package protocol PairedPhoneObserver: Sendable {
    /// The session wants this done.
    func willPerform(_ effect: PairingServer.Effect)
    /// The session has taken an event.
    func didHandle(_ session: PairingServer)
}
