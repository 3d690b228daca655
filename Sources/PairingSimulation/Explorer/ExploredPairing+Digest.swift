import CompanionPairing
package import LinkVocabulary

extension ExploredPairing {
    package var phases: String {
        let ends = clients.map { $0.machine?.phaseName ?? "dead" }.joined(separator: " ")
        return "\(server?.phaseName ?? "dead") \(ends)"
    }

    /// The digest of everything that decides what can happen from now on. Two states have the same one also if two
    /// clients have changed places, or if one has other names where the other has others.
    package func digest(countsBudget: Bool) -> StateDigest {
        let digest = digest(of: [0, 1].filter(clients.indices.contains), countsBudget)
        guard clients.count == 2 else { return digest }
        let other = self.digest(of: [1, 0], countsBudget)
        return other.words < digest.words ? other : digest
    }

    /// Two clients, in an order that is another one when they have changed places.
    var clientsInOrder: [Int] {
        digest(of: [1, 0], false).words < digest(of: [0, 1], false).words ? [1, 0] : [0, 1]
    }

    /// The digest, with the clients in this order.
    private func digest(of order: [Int], _ countsBudget: Bool) -> StateDigest {
        // Names are numbered as they come.
        var known: [PairingName] = []
        known.reserveCapacity(8)
        func nameNumber(_ name: PairingName) -> Int {
            if let number = known.firstIndex(of: name) { return number }
            known.append(name)
            return known.count - 1
        }
        var digest = StateDigest()
        if countsBudget { digest.add(budget.faults << 32 | budget.presses << 16 | budget.waits) }
        describe(serverDisk, to: &digest, nameNumber)
        digest.add(serverUnpairing.map { nameNumber($0.name) })
        digest.add(isAdvertising)
        digest.add(isServerRadioOn)
        for number in order { describe(clients[number], to: &digest, nameNumber) }
        digest.add(ghosts.count)
        for ghost in ghosts { digest.add(now.milliseconds(since: ghost.since)) }
        if setting.allowsOverlaps {
            digest.add(overlapSince?.advanced(byMilliseconds: Self.lease), from: now)
        }
        describe(serverWork, to: &digest, nameNumber) { server?.role(of: $0) ?? .late }
        digest.add(server != nil)
        server?.describe(
            to: &digest, at: now, number: { linkNumber(of: $0.rawValue, in: order) },
            requestNumber: { number(of: $0.rawValue, in: order) }, nameNumber: nameNumber)
        return digest
    }

    private func linkNumber(of link: UInt64, in order: [Int]) -> Int {
        if tellsDisconnections { return number(of: link, in: order) }
        return order.firstIndex { UInt64($0) + 1 == link }.map { $0 + 1 } ?? 0
    }

    /// A number of a link that does not depend on how many there were before.
    private func number(of link: UInt64, in order: [Int]) -> Int {
        if let position = order.firstIndex(where: { clients[$0].link?.number == link }) {
            return position + 1
        }
        if let position = ghosts.firstIndex(where: { $0.number == link }) { return position + 100 }
        return 0
    }

    private func describe(
        _ names: PairingNames?, to digest: inout StateDigest, _ nameNumber: NameNumber
    ) {
        digest.add((names?.own).map(nameNumber))
        digest.add((names?.peer).map(nameNumber))
    }

    private func describe(
        _ client: Client, to digest: inout StateDigest, _ nameNumber: NameNumber
    ) {
        digest.add(client.machine != nil)
        client.machine?.describe(to: &digest, at: now, nameNumber: nameNumber)
        describe(client.disk, to: &digest, nameNumber)
        digest.add(client.isRadioOn)
        describe(client.work, to: &digest, nameNumber) { client.machine?.role(of: $0) ?? .late }
        digest.add(client.isScanning)
        // Also what it remembered before its app was killed.
        digest.add(client.record.server.map(nameNumber))
        digest.add(client.record.wasConnected)
        digest.add(client.record.isExcused)
        digest.add(client.record.isConnected)
        digest.add(client.record.hasUnpaired)
        digest.add(client.record.isUnpairing)
        guard let link = client.link else { return digest.add(UInt64(0)) }
        func add(_ kind: UInt64, _ ticket: Ticket) {
            digest.add(kind)
            digest.add(client.machine?.role(of: ticket).rawValue ?? 0)
        }
        add(1, link.ticket)
        digest.add(link.isLost)
        digest.add(ghosts.firstIndex { $0.number == link.number })
        switch link.exchange {
        case .none: digest.add(UInt64(0))
        case .read(let ticket): add(1, ticket)
        case .write(let value, let ticket):
            add(2, ticket)
            digest.add(value.name.map(nameNumber))
        case .atServer(let ticket, let isWrite):
            add(3, ticket)
            digest.add(isWrite)
        case .value(let ticket, let value):
            add(4, ticket)
            digest.add(value.name.map(nameNumber))
        case .accepted(let ticket): add(5, ticket)
        case .refused(let ticket, let error):
            add(6, ticket)
            digest.add(error.rawValue)
        }
    }

    private func describe(
        _ work: Work?, to digest: inout StateDigest, _ nameNumber: NameNumber,
        role: (Ticket) -> TicketRole
    ) {
        switch work {
        case nil: digest.add(UInt64(0))
        case .load: digest.add(UInt64(1))
        case .store(let names, let ticket):
            digest.add(UInt64(2))
            describe(names, to: &digest, nameNumber)
            digest.add(role(ticket).rawValue)
        }
    }
}
