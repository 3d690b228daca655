package import CompanionPairing
package import LinkVocabulary
import Simulation

/// A client whose states can be told apart, so that all can be visited.
package protocol ExplorableClient: ClientMachine {
    /// The name of its state.
    var phaseName: String { get }
    /// Whether its user can begin a search.
    var isIdle: Bool { get }
    /// Whether it may wait without a deadline, by `Docs/Pairing.md`.
    var isAtRest: Bool { get }
    /// Makes it again, from a form that needs little room.
    func kept() -> @Sendable () -> any ExplorableClient
    /// When it next meets a peer again that it avoids; `nil` if it avoids none.
    func avoidanceEnd(after now: SessionTime) -> SessionTime?
    /// What it expects of a ticket.
    func role(of ticket: Ticket) -> TicketRole
    /// Adds everything that decides what it will do from `now` on.
    func describe(to digest: inout StateDigest, at now: SessionTime, nameNumber: NameNumber)
}

/// A server whose states can be told apart, so that all can be visited.
package protocol ExplorableServer: ServerMachine {
    /// The name of its state.
    var phaseName: String { get }
    /// Whether it may wait without a deadline, by `Docs/Pairing.md`.
    var isAtRest: Bool { get }
    /// Makes it again, from a form that needs little room.
    func kept() -> @Sendable () -> any ExplorableServer
    /// What it expects of a ticket.
    func role(of ticket: Ticket) -> TicketRole
    /// Adds everything that decides what it will do from `now` on. The numbers are those of
    /// `PairingServer.describe`.
    func describe(
        to digest: inout StateDigest, at now: SessionTime, number: (PairingServer.Link) -> Int,
        requestNumber: (PairingServer.Request) -> Int, nameNumber: NameNumber)
}

extension ExplorableClient {
    /// A plain end promises nothing.
    package var isAtRest: Bool { true }
    package func kept() -> @Sendable () -> any ExplorableClient { { self } }
}

extension ExplorableServer {
    /// A plain end promises nothing.
    package var isAtRest: Bool { true }
    package func kept() -> @Sendable () -> any ExplorableServer { { self } }
}

extension PairingClient: ExplorableClient {
    package var phaseName: String { "\(phase)" }
    package var isIdle: Bool { phase == .idle }
    package var isAtRest: Bool {
        switch phase {
        case .stopped, .loading, .unreadable, .naming, .idle, .waiting, .scanning: true
        default: false
        }
    }
    package func kept() -> @Sendable () -> any ExplorableClient {
        let kept = SparseValue(self)
        return { kept.value }
    }
}

extension PairingServer: ExplorableServer {
    package var phaseName: String { "\(phase)" }
    package var isAtRest: Bool {
        switch phase {
        case .waiting, .claimed, .takingOver: false
        case .stopped, .loading, .unreadable, .naming, .unpaired, .pairing, .paired, .unpairing:
            true
        }
    }
    package func kept() -> @Sendable () -> any ExplorableServer {
        let kept = SparseValue(self)
        return { kept.value }
    }
}

extension PlainPairingServer: ExplorableServer {
    package var phaseName: String {
        !isLoaded ? "loading" : clientName == nil ? "unpaired" : "paired"
    }
    package func role(of ticket: Ticket) -> TicketRole { .late }

    package func describe(
        to digest: inout StateDigest, at now: SessionTime, number: (PairingServer.Link) -> Int,
        requestNumber: (PairingServer.Request) -> Int, nameNumber: NameNumber
    ) {
        digest.add(isLoaded)
        digest.add(nameNumber(names.own))
        digest.add(names.peer.map(nameNumber))
    }
}
