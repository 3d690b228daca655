package import CompanionPairing
package import Simulation

/// The machines of a run.
package struct PairingContestants: Sendable {
    /// Which ends are the library's, and which follow only the published description.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The library's sessions at both ends.
        case library
        /// The published description at both ends.
        case plain
        /// Plain clients with the library's server.
        case plainClients = "plain-clients"
        /// The library's clients with a plain server.
        case plainServer = "plain-server"

        /// The promises that these ends keep (`Docs/Pairing.md`, clause 5).
        package var promises: Set<PairingPromise> {
            switch self {
            case .library: PairingPromise.promised
            case .plain: [.comesToRest, .nobodyIsStuck]
            case .plainClients: [.comesToRest, .nobodyIsStuck, .serverIsThere]
            case .plainServer: [.comesToRest, .nobodyIsStuck, .oneIsConnected]
            }
        }
    }

    /// Which they are.
    package let kind: Kind
    /// Makes the clients instead of those of this kind: a test brings its own.
    package var replacementClient: (@Sendable (PairingName) -> any ExplorableClient)?
    /// Makes the server instead of that of this kind.
    package var replacementServer: (@Sendable (PairingName) -> any ExplorableServer)?

    /// Makes a client's phone, with a client of its own.
    package typealias ClientHostMaker =
        @Sendable (isolated World, SimulatedApp) -> any PairingClientHost
    /// Makes a server's phone, with a server of its own. Its system tells the ends of links, or does not.
    package typealias ServerHostMaker =
        @Sendable (isolated World, SimulatedApp, Bool) -> any PairingServerHost

    package var makeClientHost: ClientHostMaker?
    package var makeServerHost: ServerHostMaker?
    /// Whether the server's phone shows what it has to whoever asks. Then a client that was unpaired there sees it until
    /// its lease is over.
    package var showsToAnybody = true

    /// The promises that these ends keep.
    package var promises: Set<PairingPromise> {
        let areApps = kind == .library && makeClientHost != nil
        return areApps ? kind.promises.union([.showsItsOwnPhone]) : kind.promises
    }

    package init(_ kind: Kind) { self.kind = kind }

    /// The library's sessions.
    package static var library: PairingContestants { PairingContestants(.library) }
    /// The published description at both ends.
    package static var plain: PairingContestants { PairingContestants(.plain) }
    /// Plain clients with the library's server.
    package static var plainClients: PairingContestants { PairingContestants(.plainClients) }
    /// The library's clients with a plain server.
    package static var plainServer: PairingContestants { PairingContestants(.plainServer) }

    /// Makes a client with a fresh name.
    package func makeClient(_ name: PairingName) -> any ExplorableClient {
        if let replacementClient { return replacementClient(name) }
        switch kind {
        case .library, .plainServer: return PairingClient(freshName: name)
        case .plain, .plainClients: return PlainPairingClient(freshName: name)
        }
    }

    /// Makes a server with a fresh name.
    ///
    /// - Parameter tellsDisconnections: whether its radio tells the ends of links.
    package func makeServer(
        _ name: PairingName, tellsDisconnections: Bool
    ) -> any ExplorableServer {
        if let replacementServer { return replacementServer(name) }
        switch kind {
        case .library, .plainClients:
            var configuration = PairingServer.Configuration(freshName: name)
            configuration.tellsDisconnections = tellsDisconnections
            return PairingServer(configuration)
        case .plain, .plainServer: return PlainPairingServer(freshName: name)
        }
    }
}

/// A promise of `Docs/Pairing.md`, clause 5; or what clause 6 says can't be promised.
package enum PairingPromise: String, SimulatedPromise {
    /// Two clients are never connected at the same time (5.1).
    case oneIsConnected
    /// A client that was connected forgets its server only if a user unpaired (5.2).
    case forgetsWithCause
    /// A client that searches is connected, once the faults are over (5.3).
    case nobodyIsStuck
    /// While a client is connected, its server has stored its name (4.4).
    case serverRemembers
    /// The client with which a server is paired remembers it, unless that client's user unpaired (4.4).
    case serverIsRemembered
    /// The server that a client remembers has not lost its name (4.9).
    case serverIsThere
    /// Things come to rest without time passing.
    case comesToRest
    /// A server is not paired with a client whose user has unpaired (6.4). Nobody promises it.
    case unpairingArrives
    /// The name with which a server is paired belongs to somebody (6.3). Nobody promises it.
    case clientExists
    /// A display shows only what its server's phone had to show while the server was paired with it; of a phone that
    /// shows it to anybody, also for a lease afterwards, while nobody else is paired. State machines alone show nothing.
    case showsItsOwnPhone

    /// What the library's client and server promise each other.
    package static var promised: Set<PairingPromise> {
        Set(allCases).subtracting([.unpairingArrives, .clientExists, .showsItsOwnPhone])
    }
}

/// A promise that was broken.
package typealias BrokenPairing = PromiseBreach<PairingPromise>
