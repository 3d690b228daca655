package import CompanionPairing
import KomootNav
package import Simulation

/// What goes wrong in a run, and how often. Rates are in a thousand.
package struct PairingFaults: Hashable, Sendable {
    /// Links are dropped: both ends are told, or neither is.
    package var drops = 0
    /// Answers are lost, late or repeated.
    package var answers = 0
    /// Apps are killed, also between two effects.
    package var kills = 0
    /// Stores fail.
    package var stores = 0
    /// Bluetooth is switched off and on.
    package var radio = 0
    /// The user of the server unpairs.
    package var serverUnpairs = 0
    /// The user of a client unpairs.
    package var clientUnpairs = 0
    /// The user of a client disconnects.
    package var disconnects = 0

    package init() {}

    /// Draws which faults happen, and how often.
    package init(using random: inout SplitMix64) {
        func rate() -> Int { random.happens(1, in: 2) ? 0 : random.number(in: 1...200) }
        drops = rate()
        answers = rate()
        kills = rate()
        stores = rate()
        radio = rate()
        serverUnpairs = rate()
        clientUnpairs = rate()
        disconnects = rate()
    }
}

/// The machines of a run.
package struct PairingContestants: Sendable {
    /// Makes a client with its number and a fresh name.
    package var client: @Sendable (Int, PairingName) -> any ClientMachine
    /// Makes a server with a fresh name.
    package var server: @Sendable (PairingName) -> any ServerMachine

    package init(
        client: @escaping @Sendable (Int, PairingName) -> any ClientMachine,
        server: @escaping @Sendable (PairingName) -> any ServerMachine
    ) {
        self.client = client
        self.server = server
    }

    /// The library's sessions.
    package static var library: PairingContestants {
        PairingContestants(
            client: { PairingClient(freshName: $1) },
            server: { PairingServer(PairingServer.Configuration(freshName: $0)) })
    }

    /// The published description at both ends.
    package static var plain: PairingContestants {
        PairingContestants(
            client: { PlainPairingClient(freshName: $1) },
            server: { PlainPairingServer(freshName: $0) })
    }

    /// Plain clients with the library's server.
    package static var plainClients: PairingContestants {
        PairingContestants(client: plain.client, server: library.server)
    }

    /// The library's clients with a plain server.
    package static var plainServer: PairingContestants {
        PairingContestants(client: library.client, server: plain.server)
    }
}

/// A promise of `Docs/Pairing.md`, clause 5.
package enum PairingPromise: String, Hashable, Sendable, CaseIterable {
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
    /// Things come to rest without time passing.
    case comesToRest
}

/// A promise that was broken.
package struct BrokenPairing: Hashable, Sendable, CustomStringConvertible {
    package let promise: PairingPromise
    /// Microseconds since the run began.
    package let time: UInt64
    package let evidence: String

    package var description: String {
        "\(promise.rawValue) at \(time / 1000) ms: \(evidence)"
    }
}
