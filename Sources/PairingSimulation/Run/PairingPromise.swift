package import Simulation

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

    /// What the library's client and server promise each other.
    package static var promised: Set<PairingPromise> {
        Set(allCases).subtracting([.unpairingArrives, .clientExists])
    }
}

/// A promise that was broken.
package typealias BrokenPairing = PromiseBreach<PairingPromise>
