@_spi(Exploration) import CompanionPairing
@_spi(Exploration) import KomootNav
import PairingSimulation

/// This library's server, which takes everything for stored at once.
struct HastyServer: ExplorableServer {
    private var session: PairingServer
    private var effects: [PairingServer.Effect] = []

    init(freshName: PairingName) {
        session = PairingServer(PairingServer.Configuration(freshName: freshName))
    }

    mutating func handle(_ event: borrowing PairingServer.Event, at time: SessionTime) {
        session.handle(event, at: time)
        while let effect = session.nextEffect() { effects.append(effect) }
        guard case .store(_, let ticket)? = effects.last(where: \.isStore) else { return }
        session.handle(.stored(ticket), at: time)
        while let effect = session.nextEffect() { effects.append(effect) }
    }

    mutating func nextEffect() -> PairingServer.Effect? {
        effects.isEmpty ? nil : effects.removeFirst()
    }

    var nextDeadline: SessionTime? { session.nextDeadline }
    var names: PairingNames { session.names }
    var isLoaded: Bool { session.isLoaded }
    var clientName: PairingName? { session.clientName }
    var isUnpairing: Bool { session.isUnpairing }
    var phaseName: String { session.phaseName }
    var canUnpair: Bool { session.canUnpair }
    func role(of ticket: Ticket) -> TicketRole { session.role(of: ticket) }

    func describe(
        to digest: inout StateDigest, at now: SessionTime, number: (PairingServer.Link) -> Int,
        requestNumber: (PairingServer.Request) -> Int, renaming rename: (PairingName) -> PairingName
    ) {
        session.describe(
            to: &digest, at: now, number: number, requestNumber: requestNumber, renaming: rename)
    }
}

extension PairingServer.Effect {
    fileprivate var isStore: Bool { if case .store = self { true } else { false } }
}

/// This library's client, which takes everything for stored at once.
struct HastyClient: ExplorableClient {
    private var session: PairingClient
    private var effects: [PairingClient.Effect] = []

    init(freshName: PairingName) { session = PairingClient(freshName: freshName) }

    mutating func handle(_ event: borrowing PairingClient.Event, at time: SessionTime) {
        session.handle(event, at: time)
        while let effect = session.nextEffect() { effects.append(effect) }
        guard case .store(_, let ticket)? = effects.last(where: \.isStore) else { return }
        session.handle(.stored(ticket), at: time)
        while let effect = session.nextEffect() { effects.append(effect) }
    }

    mutating func nextEffect() -> PairingClient.Effect? {
        effects.isEmpty ? nil : effects.removeFirst()
    }

    var nextDeadline: SessionTime? { session.nextDeadline }
    var names: PairingNames { session.names }
    var isLoaded: Bool { session.isLoaded }
    var isConnected: Bool { session.isConnected }
    var isSearching: Bool { session.isSearching }
    var phaseName: String { session.phaseName }
    var isIdle: Bool { session.isIdle }
    func avoidanceEnd(after now: SessionTime) -> SessionTime? { session.avoidanceEnd(after: now) }
    func role(of ticket: Ticket) -> TicketRole { session.role(of: ticket) }

    func describe(
        to digest: inout StateDigest, at now: SessionTime,
        renaming rename: (PairingName) -> PairingName
    ) {
        session.describe(to: &digest, at: now, renaming: rename)
    }
}

extension PairingClient.Effect {
    fileprivate var isStore: Bool { if case .store = self { true } else { false } }
}
