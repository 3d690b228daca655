import CompanionPairing
import Simulation

/// Watches all ends of a run, and notes the promises that are broken.
///
/// It may be marked as sendable because only code on the world's executor uses it.
package final class PairingJudge: @unchecked Sendable {
    private var records: [PairingRecord] = []
    /// A press of *Unpair* at the server that has not had its effect yet.
    private var serverUnpairing: ServerUnpairing?
    /// How each promise was broken for the first time, in this order.
    private(set) var broken: [BrokenPairing] = []
    /// Rare things that happened.
    package private(set) var marks: Set<String> = []
    var clients: [any PairingClientHost] = []
    var server: (any PairingServerHost)?
    /// Whether what a user does excuses only this user's client, and not everybody with the same name.
    var knowsImpostors = false
    /// Names that more than one client has, or had. What one of them knows, another need not know.
    private var copiedNames: Set<PairingName> = []
    private var overlaps = Overlaps()
    private var instructions = PublishedInstructions()
    /// How long a client may show what the server's phone shows after it was unpaired there, in microseconds.
    var showsAfterUnpairing: UInt64 = 0
    /// Whether two clients may both be connected for as long as a lease.
    var allowsOverlaps = false
    /// How often a client's user has to press at most to be connected, when everything is at rest.
    var patience = PairingPatience.presses(.library)
    /// Whether a search has to lead to a connection without a press.
    var expectsSearches = true
    private var eventsNow = 0
    private var lastTime: UInt64 = 0

    /// The promises that count.
    var promises = PairingPromise.promised

    func note(_ promise: PairingPromise, _ evidence: String, at time: UInt64) {
        guard promises.contains(promise), !broken.contains(where: { $0.promise == promise }) else {
            return
        }
        broken.append(BrokenPairing(promise: promise, time: time, evidence: evidence))
    }

    /// What happened, if somebody wants to read it.
    var notes: [PairingNote]?

    func note(_ happening: PairingNote.Happening, by end: PairingNote.End, at time: UInt64) {
        notes?.append(PairingNote(time: time, end: end, happening: happening))
    }

    package func mark(_ mark: String) { marks.insert(mark) }

    /// Releases the ends of a run that is over.
    func forgetEnds() {
        clients = []
        server = nil
    }

    /// The server's phone has the next thing to show.
    func publishes(at time: UInt64) { instructions.publish(at: time) }

    /// A client shows what the server's phone has had to show, with this number.
    package func shows(_ number: UInt32, by client: Int, at time: UInt64) {
        check(at: time)
        guard let own = clients[client].client?.names.own else { return }
        note(.showsInstruction(number), by: .client(client), at: time)
        mark("instruction shown")
        let belongs = instructions.belongs(number, to: own, at: time, grace: showsAfterUnpairing)
        guard !belongs else { return }
        note(.showsItsOwnPhone, "client \(client + 1) shows what is not its phone's", at: time)
    }

    /// The user of a client presses *Unpair*, which is on the screen.
    package func pressUnpair(of client: Int) {
        grow()
        records[client].pressUnpair()
    }

    /// A client has forgotten its server because of a press where no button was.
    func forgetByStrayPress(_ client: Int) {
        grow()
        records[client].forgetByStrayPress()
    }

    /// A client writes `UNPAIRED`. If its user has unpaired, this excuses everybody who has its name.
    package func writesUnpaired(_ client: Int) {
        grow()
        guard records[client].isUnpairing else { return }
        let name = clients[client].app.disk.names?.own
        for number in clients.indices {
            let isSame =
                !knowsImpostors && name != nil && clients[number].app.disk.names?.own == name
            if number == client || isSame { records[number].excuse() }
        }
    }

    /// What a client knows is replaced by what another knows, or by nothing.
    func replacesNames(of client: Int, by names: PairingNames?) {
        grow()
        records[client] = PairingRecord()
        if let names { copiedNames.insert(names.own) }
    }

    /// Looks at the disks, after everything has come to rest.
    func checkRest(at time: UInt64) {
        guard let stored = server?.app.disk.names else { return }
        for (number, client) in clients.enumerated() {
            guard let peer = client.app.disk.names?.peer, peer != stored.own else { continue }
            note(.serverIsThere, "client \(number + 1) remembers a server that is gone", at: time)
        }
        guard let paired = stored.peer else { return }
        let owners = clients.indices.filter { clients[$0].app.disk.names?.own == paired }
        if owners.isEmpty {
            note(.clientExists, "nobody has the name \(paired)", at: time)
        } else if !copiedNames.contains(paired),
            owners.allSatisfy({ clients[$0].app.disk.names?.peer == nil })
        {
            let promise: PairingPromise =
                owners.contains { records[$0].hasUnpaired }
                ? .unpairingArrives : .serverIsRemembered
            let evidence = "the server is paired, but not remembered by \(Self.named(owners))"
            note(promise, evidence, at: time)
        }
    }

    /// The user of the server presses *Unpair*, which is on the screen.
    package func pressServersUnpair() {
        serverUnpairing = server?.server?.clientName.map(ServerUnpairing.init)
    }

    /// Looks what has become of a press of *Unpair* at the server.
    private func followServerUnpairing() {
        guard let unpairing = serverUnpairing, let server else { return }
        switch unpairing.outcome(stored: server.app.disk.names?.peer, server: server.server) {
        case .underWay: break
        case .withoutEffect: serverUnpairing = nil
        case .done:
            serverUnpairing = nil
            for number in clients.indices where has(unpairing.name, number) {
                records[number].excuse()
            }
        }
    }

    private func has(_ name: PairingName, _ client: Int) -> Bool {
        clients[client].app.disk.names?.own == name || clients[client].client?.names.own == name
    }

    /// Whether a user has unpaired a client, or the server from it.
    private func isExcused(_ client: Int) -> Bool {
        records[client].isExcused || serverUnpairing.map { has($0.name, client) } == true
    }

    /// Clients with the numbers that a reader sees, which begin with 1.
    private static func named(_ clients: [Int]) -> String {
        clients.map { "client \($0 + 1)" }.joined(separator: " and ")
    }

    private func grow() {
        while records.count < clients.count { records.append(PairingRecord()) }
    }

    /// Looks at everything, after each event of any end.
    package func check(at time: UInt64) {
        grow()
        eventsNow = time == lastTime ? eventsNow + 1 : 0
        lastTime = time
        if eventsNow > 1000 { note(.comesToRest, "1000 events at one time", at: time) }
        // A store that failed may have reached the disk all the same.
        let serverMachine = server?.server
        let stored = server?.app.disk.names?.peer
        instructions.follow(
            stored ?? (serverMachine?.isUnpairing == true ? serverMachine?.clientName : nil),
            at: time)
        followServerUnpairing()
        var connected: [Int] = []
        for (number, client) in clients.enumerated() {
            guard let machine = client.client, machine.isLoaded else {
                records[number].stop(stored: client.app.disk.names?.peer)
                continue
            }
            follow(machine.names.peer, number, at: time)
            let name = machine.names.own
            if stored != name, serverMachine?.clientName != name {
                records[number].isUnknownToServer()
            }
            records[number].show(
                isConnected: machine.isConnected,
                isPaired: stored == name && serverMachine?.isUnpairing == false)
            guard machine.isConnected, machine.isVisible else { continue }
            connected.append(number)
            checkServer(of: number, name, stored, at: time)
        }
        checkConnected(connected, at: time)
    }

    /// A client and its copy may both be connected, but not for longer than a lease (5.1). With a plain server, so may
    /// any two, and a client and its copy for ever (5.5).
    private func checkConnected(_ connected: [Int], at time: UInt64) {
        guard connected.count > 1 || !overlaps.current.isEmpty else { return }
        let long = overlaps.follow(connected, at: time) { one, other in
            clients[one].client?.names.own == clients[other].client?.names.own
        }
        let forbidden =
            overlaps.current.filter { !($0.isCopy || allowsOverlaps) }
            + long.filter { !($0.isCopy && allowsOverlaps) }
        for overlap in forbidden {
            let names = Self.named([overlap.one, overlap.other])
            note(.oneIsConnected, "\(names) are connected", at: time)
        }
    }

    private func follow(_ peer: PairingName?, _ number: Int, at time: UInt64) {
        if let server = records[number].server, server != peer { mark("forgot") }
        let isExcused = isExcused(number)
        if records[number].remember(peer), !isExcused {
            note(.forgetsWithCause, "client \(number + 1) forgot its server", at: time)
        }
    }

    private func checkServer(
        of number: Int, _ name: PairingName, _ stored: PairingName?, at time: UInt64
    ) {
        guard server != nil, stored != name, !isExcused(number) else { return }
        note(.serverRemembers, "client \(number + 1) is connected to a stranger", at: time)
    }
}
