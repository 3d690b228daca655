package import CompanionPairing
package import LinkVocabulary

/// A server that follows only the published description: it takes every write at once, and stores it afterwards.
package struct PlainPairingServer: ServerMachine {
    private var lastTicket: UInt32 = 0
    private var effects: [PairingServer.Effect] = []
    package private(set) var names: PairingNames
    package private(set) var isLoaded = false

    package init(freshName: PairingName) { names = PairingNames(own: freshName) }

    package var nextDeadline: SessionTime? { nil }
    package var isUnpairing: Bool { false }
    package var clientName: PairingName? { isLoaded ? names.peer : nil }
    package var canUnpair: Bool { clientName != nil }

    package mutating func nextEffect() -> PairingServer.Effect? {
        effects.isEmpty ? nil : effects.removeFirst()
    }

    private mutating func store(peer: PairingName?) {
        names.peer = peer
        lastTicket += 1
        effects.append(.store(names, Ticket(rawValue: lastTicket)))
    }

    private var paired: PairedName { names.peer.map(PairedName.name) ?? .unpaired }

    package mutating func handle(_ event: borrowing PairingServer.Event, at time: SessionTime) {
        switch event {
        case .start, .loadFailed: effects.append(.load)
        case .loaded(let stored):
            isLoaded = true
            if let stored { names = stored } else { store(peer: nil) }
            effects.append(.startAdvertising)
        case .radioOn: if isLoaded { effects.append(.startAdvertising) }
        case .unpair:
            store(peer: nil)
            effects.append(.pairedNameChanged)
        case .read(_, let characteristic, let offset, let request):
            let value = characteristic == .serverName ? .name(names.own) : paired
            effects.append(.answer(request, PairingServer.Answer(value: value, offset: offset)))
        case .write(_, let bytes, let request):
            effects.append(.accept(request))
            store(peer: PairedName(bytes)?.name)
        case .stored, .storeFailed, .radioOff, .connected, .disconnected, .timePassed: break
        }
    }
}
