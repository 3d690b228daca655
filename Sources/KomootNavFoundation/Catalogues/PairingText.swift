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
