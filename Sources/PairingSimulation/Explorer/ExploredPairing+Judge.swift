import CompanionPairing
import KomootNav

extension ExploredPairing {
    /// Checks the promises of the moment.
    mutating func judge() {
        for number in clients.indices {
            guard let machine = clients[number].machine, machine.isLoaded else {
                clients[number].isConnected = false
                continue
            }
            var client = clients[number]
            if client.server != machine.names.peer {
                if client.server != nil, client.wasConnected, !client.isExcused {
                    note(.forgetsWithCause)
                }
                client.server = machine.names.peer
                client.wasConnected = false
                if machine.names.peer == nil { client.isExcused = false }
            }
            if machine.isConnected {
                let isPaired = serverDisk?.peer == machine.names.own
                if !client.isConnected, isPaired, server?.isUnpairing == false {
                    client.isExcused = false
                }
                if !client.isConnected { client.hasUnpaired = false }
                client.wasConnected = true
                if !client.isExcused, !isPaired {
                    note(.serverRemembers)
                }
            }
            client.isConnected = machine.isConnected
            clients[number] = client
        }
        if clients.count(where: { $0.isConnected }) > 1 { note(.oneIsConnected) }
        judgeDisks()
    }

    /// Checks what clients without a link and the server have on their disks, while nobody stores.
    private mutating func judgeDisks() {
        guard serverWork == nil else { return }
        for (number, client) in clients.enumerated() where client.work == nil && client.link == nil
        {
            if let peer = client.disk?.peer {
                if peer != serverDisk?.own { note(.serverIsThere) }
            } else if serverDisk?.peer == Self.name(UInt64(number)), !client.hasUnpaired {
                note(.serverIsRemembered)
            }
        }
    }

    mutating func note(_ promise: PairingPromise) {
        if broken == nil, promises.contains(promise) { broken = promise }
    }
}
