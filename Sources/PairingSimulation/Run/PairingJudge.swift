import CompanionPairing
import Simulation

/// Watches all ends of a run, and notes the promises that are broken.
///
/// It may be marked as sendable because only code on the world's executor uses it.
package final class PairingJudge: @unchecked Sendable {
    /// What it knows about one client.
    private struct Record {
        /// The server that it remembered when it was last seen.
        var server: PairingName?
        /// Whether it was connected since it remembers this server.
        var wasConnected = false
        /// Whether a user has unpaired it since it was last connected anew.
        var isExcused = false
        var isConnected = false
        /// Whether its user has unpaired since it was last connected anew.
        var hasUnpaired = false
    }

    private var records: [Record] = []
    /// How each promise was broken for the first time, in this order.
    private(set) var broken: [BrokenPairing] = []
    /// Rare things that happened.
    package private(set) var marks: Set<String> = []
    var clients: [PairingCentral] = []
    var server: PairingPeripheral?
    /// Whether what a user does excuses only this user's client, and not everybody with the same name.
    var knowsImpostors = false
    /// Names that more than one client has, or had. What one of them knows, another need not know.
    private var copiedNames: Set<PairingName> = []
    /// Since when two clients are both connected.
    private var overlaps: [[Int]: UInt64] = [:]
    /// Whether two clients may both be connected for as long as a lease.
    var allowsOverlaps = false
    /// A lease by any clock, in microseconds.
    private static let longestOverlap: UInt64 = 6_010_000
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

    func mark(_ mark: String) { marks.insert(mark) }

    /// Releases the ends of a run that is over.
    func forgetEnds() {
        clients = []
        server = nil
    }

    /// The user of a client unpairs.
    func userUnpairs(_ client: Int) {
        grow()
        records[client].hasUnpaired = true
        let name = clients[client].app.disk.names?.own
        for number in clients.indices {
            let isSame =
                !knowsImpostors && name != nil && clients[number].app.disk.names?.own == name
            if number == client || isSame { records[number].isExcused = true }
        }
    }

    /// What a client knows is replaced by what another knows, or by nothing.
    func replacesNames(of client: Int, by names: PairingNames?) {
        grow()
        records[client] = Record()
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

    /// The user of the server unpairs.
    func excuseServersClient() {
        grow()
        guard let server else { return }
        let name = server.machine?.clientName ?? server.app.disk.names?.peer
        for (number, client) in clients.enumerated()
        where client.app.disk.names?.own == name || client.machine?.names.own == name {
            records[number].isExcused = true
        }
    }

    /// Clients with the numbers that a reader sees, which begin with 1.
    private static func named(_ clients: [Int]) -> String {
        clients.map { "client \($0 + 1)" }.joined(separator: " and ")
    }

    private func grow() {
        while records.count < clients.count { records.append(Record()) }
    }

    /// Looks at everything, after each event of any end.
    func check(at time: UInt64) {
        grow()
        eventsNow = time == lastTime ? eventsNow + 1 : 0
        lastTime = time
        if eventsNow > 1000 { note(.comesToRest, "1000 events at one time", at: time) }
        var connected: [Int] = []
        for (number, client) in clients.enumerated() {
            guard let machine = client.machine, machine.isLoaded else {
                records[number].isConnected = false
                continue
            }
            follow(machine.names.peer, number, at: time)
            let isNew = machine.isConnected && !records[number].isConnected
            records[number].isConnected = machine.isConnected
            guard machine.isConnected else { continue }
            connected.append(number)
            records[number].wasConnected = true
            // While unpairing is under way its client may come back for a moment, and an answer of before may
            // arrive after it.
            let isPaired = server?.app.disk.names?.peer == machine.names.own
            if isNew, isPaired, server?.machine?.isUnpairing == false {
                records[number].isExcused = false
            }
            if isNew { records[number].hasUnpaired = false }
            checkServer(of: number, machine.names.own, at: time)
        }
        checkConnected(connected, at: time)
    }

    /// A client and its copy may both be connected, but not for longer than a lease (5.1). With a plain server, so may
    /// any two, and a client and its copy for ever (5.5).
    private func checkConnected(_ connected: [Int], at time: UInt64) {
        var known = overlaps
        overlaps = [:]
        guard connected.count > 1 else { return }
        for (one, other) in zip(connected, connected.dropFirst()) {
            let pair = [one, other]
            let start = known.removeValue(forKey: pair) ?? time
            overlaps[pair] = start
            let isCopy =
                clients[one].machine?.names.own == clients[other].machine?.names.own
            if isCopy, allowsOverlaps { continue }
            if !(isCopy || allowsOverlaps) || time - start > Self.longestOverlap {
                note(.oneIsConnected, "\(Self.named(pair)) are connected", at: time)
            }
        }
    }

    private func follow(_ peer: PairingName?, _ number: Int, at time: UInt64) {
        let record = records[number]
        guard record.server != peer else { return }
        if record.server != nil, record.wasConnected, !record.isExcused {
            note(.forgetsWithCause, "client \(number + 1) forgot its server", at: time)
        }
        if record.server != nil { mark("forgot") }
        records[number].server = peer
        records[number].wasConnected = false
        if peer == nil { records[number].isExcused = false }
    }

    private func checkServer(of number: Int, _ name: PairingName, at time: UInt64) {
        guard let server, !records[number].isExcused else { return }
        if server.app.disk.names?.peer != name {
            note(.serverRemembers, "client \(number + 1) is connected to a stranger", at: time)
        }
    }
}
