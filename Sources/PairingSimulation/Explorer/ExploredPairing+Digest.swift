import CompanionPairing
package import LinkVocabulary

extension ExploredPairing {
    package var phases: String {
        let ends = clients.map { $0.machine?.phaseName ?? "dead" }.joined(separator: " ")
        return "\(server?.phaseName ?? "dead") \(ends)"
    }

    /// The digest of everything that decides what can happen from now on. Two states in which two clients have
    /// changed places have the same one.
    package func digest(countsBudget: Bool) -> StateDigest {
        let order = clients.count == 2 ? clientsInOrder : Array(clients.indices)
        let isSwapped = order == [1, 0]
        let names = (Self.name(0), Self.name(1))
        let rename: Renaming = { name in
            guard isSwapped else { return name }
            return name == names.0 ? names.1 : name == names.1 ? names.0 : name
        }
        var digest = StateDigest()
        if countsBudget { digest.add(budget.faults << 32 | budget.presses << 16 | budget.waits) }
        digest.add(serverDisk?.own, rename)
        digest.add(serverDisk?.peer, rename)
        digest.add(serverUnpairing?.name, rename)
        digest.add(isAdvertising)
        digest.add(isServerRadioOn)
        for number in order { describe(clients[number], to: &digest, rename) }
        for ghost in ghosts {
            digest.add(UInt64(77))
            digest.add(now.milliseconds - ghost.since.milliseconds)
        }
        if setting.allowsOverlaps {
            digest.add(overlapSince?.advanced(byMilliseconds: Self.lease), from: now)
        }
        describe(serverWork, to: &digest, rename) { server?.role(of: $0) ?? .late }
        digest.add(server != nil)
        server?.describe(
            to: &digest, at: now, number: { linkNumber(of: $0.rawValue, in: order) },
            requestNumber: { number(of: $0.rawValue, in: order) }, renaming: rename)
        return digest
    }

    /// The two clients, the one first whose description is smaller. What matters is only that the order does not
    /// depend on their numbers.
    private var clientsInOrder: [Int] {
        let digests = clients.indices.map { number in
            var digest = StateDigest()
            let own = Self.name(UInt64(number))
            describe(clients[number], to: &digest) { name in
                name == own
                    ? Self.name(0) : name == Self.name(UInt64(1 - number)) ? Self.name(1) : name
            }
            digest.add(serverDisk?.peer == own)
            digest.add(server?.names.peer == own)
            return digest.words
        }
        return digests[1] < digests[0] ? [1, 0] : [0, 1]
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
        _ client: Client, to digest: inout StateDigest, _ rename: Renaming
    ) {
        digest.add(client.machine != nil)
        client.machine?.describe(to: &digest, at: now, renaming: rename)
        digest.add(client.disk?.peer, rename)
        digest.add(client.isRadioOn)
        describe(client.work, to: &digest, rename) { client.machine?.role(of: $0) ?? .late }
        digest.add(client.isScanning)
        digest.add(client.record.server != nil)
        digest.add(client.record.wasConnected)
        digest.add(client.record.isExcused)
        digest.add(client.record.isConnected)
        digest.add(client.record.hasUnpaired)
        digest.add(client.record.isUnpairing)
        guard let link = client.link else { return digest.add(UInt64(0)) }
        digest.add(UInt64(1))
        digest.add(link.isLost)
        digest.add(ghosts.firstIndex { $0.number == link.number } ?? -1)
        func add(_ kind: UInt64, _ ticket: Ticket) {
            digest.add(kind)
            digest.add(client.machine?.role(of: ticket).rawValue ?? 0)
        }
        switch link.exchange {
        case .none: digest.add(UInt64(0))
        case .read(let ticket): add(1, ticket)
        case .write(let value, let ticket):
            add(2, ticket)
            digest.add(value == .unpaired)
        case .atServer(let ticket, let isWrite):
            add(3, ticket)
            digest.add(isWrite)
        case .value(let ticket, let value):
            add(4, ticket)
            digest.add(value.name, rename)
        case .accepted(let ticket): add(5, ticket)
        case .refused(let ticket, let error):
            add(6, ticket)
            digest.add(error.rawValue)
        }
    }

    private func describe(
        _ work: Work?, to digest: inout StateDigest, _ rename: Renaming,
        role: (Ticket) -> TicketRole
    ) {
        switch work {
        case nil: digest.add(UInt64(0))
        case .load: digest.add(UInt64(1))
        case .store(let names, let ticket):
            digest.add(UInt64(2))
            digest.add(names.peer, rename)
            digest.add(role(ticket).rawValue)
        }
    }
}
