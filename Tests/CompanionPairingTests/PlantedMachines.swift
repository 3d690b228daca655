import CompanionPairing
import KomootNav
import PairingSimulation

/// What is wrong with an end.
enum PlantedFault: Hashable, Sendable {
    /// It takes everything for stored at once.
    case hasty
    /// It notes a press of *Unpair* while it is starting, where no such button is, and unpairs when it has started.
    case unpairsLate
    /// Once it has lost a link, it finds nobody any more until its user presses *Disconnect*.
    case searchesInVain
    /// It has no button to connect.
    case noConnectButton
    /// It waits for a peer's name without end.
    case waitsForEver
}

/// This library's server, with a fault.
struct PlantedServer: ExplorableServer {
    private var session: PairingServer
    private let fault: PlantedFault
    private var mustUnpair = false
    private var effects: [PairingServer.Effect] = []

    init(freshName: PairingName, _ fault: PlantedFault) {
        session = PairingServer(PairingServer.Configuration(freshName: freshName))
        self.fault = fault
    }

    mutating func handle(_ event: borrowing PairingServer.Event, at time: SessionTime) {
        switch event {
        case .unpair: if !isLoaded { mustUnpair = true }
        default: break
        }
        session.handle(event, at: time)
        while let effect = session.nextEffect() { effects.append(effect) }
        switch fault {
        case .hasty:
            guard case .store(_, let ticket)? = effects.last(where: \.isStore) else { return }
            session.handle(.stored(ticket), at: time)
        case .unpairsLate:
            guard mustUnpair, canUnpair else { return }
            mustUnpair = false
            session.handle(.unpair, at: time)
        case .searchesInVain, .noConnectButton, .waitsForEver: break
        }
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
    var isAtRest: Bool { session.isAtRest }
    var canUnpair: Bool { session.canUnpair }
    func role(of ticket: Ticket) -> TicketRole { session.role(of: ticket) }

    func describe(
        to digest: inout StateDigest, at now: SessionTime, number: (PairingServer.Link) -> Int,
        requestNumber: (PairingServer.Request) -> Int, nameNumber: (PairingName) -> Int
    ) {
        digest.add(mustUnpair)
        session.describe(
            to: &digest, at: now, number: number, requestNumber: requestNumber,
            nameNumber: nameNumber)
    }
}

extension PairingContestants {
    /// The library's ends, of which one has a fault.
    static func planted(client: PlantedFault) -> Self {
        var contestants = Self.library
        contestants.replacementClient = { PlantedClient(freshName: $0, client) }
        return contestants
    }

    static func planted(server: PlantedFault) -> Self {
        var contestants = Self.library
        contestants.replacementServer = { PlantedServer(freshName: $0, server) }
        return contestants
    }
}

extension PairingServer.Effect {
    fileprivate var isStore: Bool { if case .store = self { true } else { false } }
}

/// This library's client, with a fault.
struct PlantedClient: ExplorableClient {
    private var session: PairingClient
    private let fault: PlantedFault
    private var mustUnpair = false
    private var isDeaf = false
    private var effects: [PairingClient.Effect] = []

    init(freshName: PairingName, _ fault: PlantedFault) {
        session = PairingClient(freshName: freshName)
        self.fault = fault
    }

    mutating func handle(_ event: borrowing PairingClient.Event, at time: SessionTime) {
        switch event {
        case .unpair: if !isLoaded { mustUnpair = true }
        case .disconnected: isDeaf = fault == .searchesInVain
        case .disconnect: isDeaf = false
        case .found: if isDeaf { return }
        default: break
        }
        session.handle(event, at: time)
        while let effect = session.nextEffect() { effects.append(effect) }
        switch fault {
        case .hasty:
            guard case .store(_, let ticket)? = effects.last(where: \.isStore) else { return }
            session.handle(.stored(ticket), at: time)
        case .unpairsLate:
            guard mustUnpair, buttons.contains(.unpair) else { return }
            mustUnpair = false
            session.handle(.unpair, at: time)
        case .searchesInVain, .noConnectButton, .waitsForEver: break
        }
        while let effect = session.nextEffect() { effects.append(effect) }
    }

    mutating func nextEffect() -> PairingClient.Effect? {
        effects.isEmpty ? nil : effects.removeFirst()
    }

    var nextDeadline: SessionTime? {
        fault == .waitsForEver && session.phase == .settingUp ? nil : session.nextDeadline
    }
    var names: PairingNames { session.names }
    var isLoaded: Bool { session.isLoaded }
    var isConnected: Bool { session.isConnected }
    var isSearching: Bool { session.isSearching }
    var buttons: PairingClient.Screen.Buttons {
        fault == .noConnectButton ? session.buttons.subtracting(.connect) : session.buttons
    }
    var phaseName: String { session.phaseName }
    var isAtRest: Bool { session.isAtRest }
    var isIdle: Bool { session.isIdle }
    func avoidanceEnd(after now: SessionTime) -> SessionTime? { session.avoidanceEnd(after: now) }
    func role(of ticket: Ticket) -> TicketRole { session.role(of: ticket) }

    func describe(
        to digest: inout StateDigest, at now: SessionTime,
        nameNumber: (PairingName) -> Int
    ) {
        digest.add(mustUnpair)
        digest.add(isDeaf)
        session.describe(to: &digest, at: now, nameNumber: nameNumber)
    }
}

extension PairingClient.Effect {
    fileprivate var isStore: Bool { if case .store = self { true } else { false } }
}
