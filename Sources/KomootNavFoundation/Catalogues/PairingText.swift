public import CompanionPairing

/// What pairing shows: a screen of one of the two ends, or a button.
///
/// Source: `Docs/Pairing.md`, clauses 1.9 and 1.10.
public enum PairingText: Hashable, Sendable {
    /// A display's screen.
    case client(PairingClient.Screen)
    /// A phone's screen.
    case server(PairingServer.Screen)
    /// The button that looks for a server.
    case discover
    /// The button that connects to this server.
    case connect(PairingName)
    /// The button that ends a search or a link.
    case disconnect
    /// The button that ends the pairing.
    case unpair

    /// One of each kind, with this name.
    public static func samples(_ name: PairingName) -> [PairingText] {
        let client: [PairingClient.Screen] = [
            .starting, .storeUnreadable, .unpaired, .discovering, .paired(name), .connecting(name),
            .connected(name), .unpairing(name),
        ]
        let server: [PairingServer.Screen] = [
            .starting, .storeUnreadable, .expecting, .pairing(name), .expectingClient(name),
            .connected(name), .unpairing(name),
        ]
        return client.map(PairingText.client) + server.map(PairingText.server)
            + [.discover, .connect(name), .disconnect, .unpair]
    }
}

extension EnglishTexts {
    /// As in "Connected to server 7F3A".
    public func text(_ pairing: PairingText) -> String {
        switch pairing {
        case .client(let screen): screen.description
        case .server(let screen): screen.description
        case .discover: "Discover server"
        case .connect(let name): "Connect to \(name)"
        case .disconnect: "Disconnect"
        case .unpair: "Unpair"
        }
    }
}

extension GermanTexts {
    /// As in "Verbunden mit Server 7F3A".
    public func text(_ pairing: PairingText) -> String {
        switch pairing {
        case .client(let screen): text(screen)
        case .server(let screen): text(screen)
        case .discover: "Server suchen"
        case .connect(let name): "Mit \(name) verbinden"
        case .disconnect: "Trennen"
        case .unpair: "Kopplung aufheben"
        }
    }

    private func text(_ screen: PairingClient.Screen) -> String {
        switch screen {
        case .starting: "Startet …"
        case .storeUnreadable: "Die gespeicherten Namen sind nicht lesbar"
        case .unpaired: "Kein Server"
        case .discovering: "Server wird gesucht …"
        case .paired(let name): "Gekoppelt mit Server \(name)"
        case .connecting(let name): "Verbindung zu Server \(name) …"
        case .connected(let name): "Verbunden mit Server \(name)"
        case .unpairing(let name): "Kopplung mit Server \(name) wird aufgehoben …"
        }
    }

    private func text(_ screen: PairingServer.Screen) -> String {
        switch screen {
        case .starting: "Startet …"
        case .storeUnreadable: "Die gespeicherten Namen sind nicht lesbar"
        case .expecting: "Wartet auf eine Verbindung"
        case .pairing(let name): "Kopplung mit Client \(name) …"
        case .expectingClient(let name):
            "Gekoppelt mit Client \(name); wartet auf Verbindung von \(name)"
        case .connected(let name):
            "Gekoppelt mit Client \(name); verbunden mit Client \(name)"
        case .unpairing(let name): "Kopplung mit Client \(name) wird aufgehoben …"
        }
    }
}
