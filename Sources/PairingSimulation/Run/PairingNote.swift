package import CompanionPairing

/// Something that happened in a run, for a reader.
package struct PairingNote: Sendable {
    /// Who did it, or to whom it happened.
    package enum End: Hashable, Sendable {
        /// A client, counted from 0.
        case client(Int)
        case server
        /// A server that uses the server's name.
        case impostor
    }

    package enum Happening: Sendable {
        case client(PairingClient.Effect)
        case server(PairingServer.Effect)
        case pressed(Button)
        /// A store has ended.
        case stored(succeeded: Bool)
        case launched
        case killed
        case linkLost
        /// A backup of another client is restored.
        case restored(from: Int)
        case reinstalled
        /// A server with these names appears.
        case posesAs(PairingNames)
        /// From here on nothing goes wrong.
        case faultsEnd
    }

    /// What a user can press.
    package enum Button: String, Sendable {
        case discover, connect, disconnect, unpair
    }

    /// Microseconds since the run began.
    package let time: UInt64
    package let end: End
    package let happening: Happening
}
