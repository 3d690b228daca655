public import CompanionPairing
public import LinkVocabulary

/// What pairing shows: a screen of one of the two ends, what is wrong, or a button.
///
/// Source: `Docs/Pairing.md`, clauses 1.9 and 1.10.
public enum PairingText: Hashable, Sendable {
    /// A display's screen.
    case client(PairingClient.Screen)
    /// A phone's screen.
    case server(PairingServer.Screen)
    /// What is wrong, beside a screen.
    case problem(Problem)
    /// The button that looks for a server.
    case discover
    /// The button that connects to this server.
    case connect(PairingName)
    /// The button that ends a search or a link.
    case disconnect
    /// The button that ends the pairing.
    case unpair

    /// Why an end can't pair or navigate, or can't remember with whom.
    public enum Problem: Hashable, Sendable {
        /// The stored names are damaged.
        case namesDamaged
        /// The stored names can't be read until somebody unlocks the device.
        case namesLocked
        /// The system refused to read or store names, with this error.
        case namesRefused(Int32)
        /// The phone is paired with another display.
        case pairedWithAnother
        /// What the phone gave is not a name.
        case invalidName
        /// The phone did not answer, or the link was lost.
        case noAnswer
        /// The phone lacks what pairing needs.
        case notOffered
        /// The phone is paired, and has no navigation.
        case noNavigation
        /// The phone refused a request.
        case refused(ATTError)
        /// The system did not let this phone be found, with this error.
        case invisible(Int)

        static let samples: [Self] = [
            .namesDamaged, .namesLocked, .namesRefused(28), .pairedWithAnother, .invalidName,
            .noAnswer, .notOffered, .noNavigation, .refused(.unlikelyError), .invisible(4),
        ]
    }

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
            + Problem.samples.map(PairingText.problem)
            + [.discover, .connect(name), .disconnect, .unpair]
    }
}
