package import CompanionPairing
package import LinkVocabulary

/// What can be seen of a client that runs.
package protocol ClientState: Sendable {
    var names: PairingNames { get }
    /// Whether it has loaded its names.
    var isLoaded: Bool { get }
    /// Whether it shows its user that it is connected.
    var isConnected: Bool { get }
    /// Whether its user can see what it shows, and that is not from before a suspension.
    var isVisible: Bool { get }
    /// Whether it looks for a server, or pairs with one.
    var isSearching: Bool { get }
    /// The buttons that it shows its user.
    var buttons: PairingClient.Screen.Buttons { get }
}

/// What can be seen of a server that runs.
package protocol ServerState: Sendable {
    var names: PairingNames { get }
    /// Whether it has loaded its names.
    var isLoaded: Bool { get }
    /// The client with which it is paired, or is about to be paired or unpaired.
    var clientName: PairingName? { get }
    /// Whether it is being unpaired.
    var isUnpairing: Bool { get }
    /// Whether its user can unpair.
    var canUnpair: Bool { get }
}

/// A client's state machine: the library's, or one that a test brings.
package protocol ClientMachine: ClientState {
    mutating func handle(_ event: borrowing PairingClient.Event, at time: SessionTime)
    mutating func nextEffect() -> PairingClient.Effect?
    var nextDeadline: SessionTime? { get }
}

/// A server's state machine: the library's, or one that a test brings.
package protocol ServerMachine: ServerState {
    mutating func handle(_ event: borrowing PairingServer.Event, at time: SessionTime)
    mutating func nextEffect() -> PairingServer.Effect?
    var nextDeadline: SessionTime? { get }
}

extension ClientState {
    package var isVisible: Bool { true }

    // A client without a screen of its own has the buttons of clause 1.10.
    package var buttons: PairingClient.Screen.Buttons {
        guard isLoaded else { return [] }
        let hasServer = names.peer != nil
        if isSearching || isConnected { return hasServer ? [.disconnect, .unpair] : .disconnect }
        return hasServer ? [.connect, .unpair] : .discover
    }
}

extension PairingClient: ClientMachine {
    package var isLoaded: Bool {
        switch phase {
        case .stopped, .loading, .unreadable: false
        case .naming, .idle, .waiting, .scanning, .connecting, .settingUp, .connected, .releasing:
            true
        }
    }

    package var isConnected: Bool { phase == .connected }

    package var buttons: PairingClient.Screen.Buttons { screen.buttons }

    package var isSearching: Bool {
        switch phase {
        case .stopped, .loading, .unreadable, .naming, .idle, .connected, .releasing: false
        case .waiting, .scanning, .connecting, .settingUp: true
        }
    }
}

extension PairingServer: ServerMachine {
    package var isLoaded: Bool {
        switch phase {
        case .stopped, .loading, .unreadable: false
        case .naming, .unpaired, .waiting, .claimed, .pairing, .paired, .takingOver, .unpairing:
            true
        }
    }

    package var isUnpairing: Bool { phase == .unpairing }

    package var canUnpair: Bool { screen.canUnpair }

    package var clientName: PairingName? {
        switch screen {
        case .starting, .storeUnreadable, .expecting: nil
        case .pairing(let name), .expectingClient(let name), .connected(let name),
            .unpairing(let name):
            name
        }
    }
}
