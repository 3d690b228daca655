import CompanionPairing
import LinkVocabulary

extension ExploredPairing {
    /// Checks the promises of the moment.
    mutating func judge() {
        followServerUnpairing()
        for number in clients.indices {
            var record = clients[number].record
            defer { clients[number].record = record }
            guard let machine = clients[number].machine, machine.isLoaded else {
                record.stop(stored: clients[number].disk?.peer)
                continue
            }
            let isUnpaired = serverUnpairing.map { has($0.name, number) } == true
            if record.remember(machine.names.peer), !isUnpaired { note(.forgetsWithCause) }
            let isPaired = serverDisk?.peer == machine.names.own
            if !isPaired, server?.clientName != machine.names.own { record.isUnknownToServer() }
            record.show(
                isConnected: machine.isConnected,
                isPaired: isPaired && server?.isUnpairing == false)
            if machine.isConnected, !record.isExcused, !isUnpaired, !isPaired {
                note(.serverRemembers)
            }
        }
        judgeOverlap()
        judgeDisks()
    }

    /// With a plain server, two clients may both be connected for a lease (5.5).
    private mutating func judgeOverlap() {
        let isOverlap = clients.count(where: { $0.record.isConnected }) > 1
        if isOverlap, !setting.allowsOverlaps { note(.oneIsConnected) }
        guard isOverlap || overlapSince != nil else { return }
        let since = overlapSince ?? now
        // One that ends just now counts as well.
        if now.milliseconds - since.milliseconds > Self.lease { note(.oneIsConnected) }
        overlapSince = isOverlap ? since : nil
    }

    private func has(_ name: PairingName, _ client: Int) -> Bool {
        clients[client].disk?.own == name
    }

    /// Looks what has become of a press of *Unpair* at the server.
    private mutating func followServerUnpairing() {
        guard let unpairing = serverUnpairing else { return }
        switch unpairing.outcome(stored: serverDisk?.peer, server: server) {
        case .underWay: break
        case .withoutEffect: serverUnpairing = nil
        case .done:
            serverUnpairing = nil
            for number in clients.indices where has(unpairing.name, number) {
                clients[number].record.excuse()
            }
        }
    }

    /// Checks what clients without a link and the server have on their disks, while nobody stores.
    private mutating func judgeDisks() {
        guard serverWork == nil else { return }
        for (number, client) in clients.enumerated() where client.work == nil && client.link == nil
        {
            if let peer = client.disk?.peer {
                if peer != serverDisk?.own { note(.serverIsThere) }
            } else if serverDisk?.peer == Self.name(UInt64(number)), !client.record.hasUnpaired {
                note(.serverIsRemembered)
            }
        }
    }

    mutating func note(_ promise: PairingPromise) {
        if broken == nil, setting.promises.contains(promise) { broken = promise }
    }
}
