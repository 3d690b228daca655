import CompanionPairing
import LinkVocabulary

// What the ends do, and how they end.
extension ExploredPairing {
    /// Hands an event to a client, and does the effects.
    mutating func handle(_ event: borrowing PairingClient.Event, by number: Int) {
        effectCount = 0
        clients[number].machine?.handle(event, at: now)
        while let effect = clients[number].machine?.nextEffect() {
            if effectCount == effectsToLive {
                kill(number, lands: false)
                break
            }
            effectCount += 1
            perform(effect, of: number)
        }
        effectsToLive = nil
        judge()
    }

    private mutating func perform(_ effect: PairingClient.Effect, of number: Int) {
        switch effect {
        case .load: clients[number].work = .load
        case .store(let names, let ticket): clients[number].work = .store(names, ticket)
        case .startScan: clients[number].isScanning = clients[number].isRadioOn
        case .stopScan: clients[number].isScanning = false
        case .connect(_, let ticket):
            lastLink += 1
            clients[number].link = Link(number: lastLink, ticket: ticket)
        case .disconnect: endLink(of: number)
        case .discover(let ticket), .readServerName(let ticket), .readPairedName(let ticket):
            clients[number].link?.exchange = .read(ticket)
        case .writePairedName(let value, let ticket):
            clients[number].link?.exchange = .write(value, ticket)
            if value == .unpaired, clients[number].record.isUnpairing {
                clients[number].record.excuse()
            }
        case .show, .fault: break
        }
    }

    /// The client's end of a link is gone; the server will be told.
    mutating func endLink(of number: Int) {
        guard let link = clients[number].link else { return }
        clients[number].link = nil
        if !link.isLost { leaveGhost(link) }
    }

    /// The server will be told that a link is gone, if its system tells it at all.
    mutating func leaveGhost(_ link: Link) {
        if tellsDisconnections { ghosts.append(Ghost(number: link.number, since: now)) }
    }

    /// How the server's system names a client's link.
    func handle(of link: Link, _ number: Int) -> PairingServer.Link {
        PairingServer.Link(rawValue: tellsDisconnections ? link.number : UInt64(number) + 1)
    }

    /// Hands an event to the server, and does the effects.
    mutating func handle(_ event: borrowing PairingServer.Event) {
        effectCount = 0
        server?.handle(event, at: now)
        while let effect = server?.nextEffect() {
            if effectCount == effectsToLive {
                killServer(lands: false)
                break
            }
            effectCount += 1
            perform(effect)
        }
        effectsToLive = nil
        judge()
    }

    private mutating func perform(_ effect: PairingServer.Effect) {
        switch effect {
        case .load: serverWork = .load
        case .store(let names, let ticket): serverWork = .store(names, ticket)
        case .startAdvertising: isAdvertising = isServerRadioOn
        case .answer(let request, let answer):
            respond(to: request) { ticket, _ in .value(ticket, answer.value) }
        case .accept(let request): respond(to: request) { ticket, _ in .accepted(ticket) }
        case .refuse(let request, let error):
            respond(to: request) { ticket, _ in .refused(ticket, error) }
        case .pairedNameChanged, .show, .fault: break
        }
    }

    private mutating func respond(
        to request: PairingServer.Request, _ response: (Ticket, Bool) -> Exchange
    ) {
        for number in clients.indices where clients[number].link?.number == request.rawValue {
            guard case .atServer(let ticket, let isWrite) = clients[number].link?.exchange else {
                continue
            }
            clients[number].link?.exchange = response(ticket, isWrite)
        }
    }

    mutating func kill(_ number: Int, lands: Bool) {
        clients[number].machine = nil
        clients[number].isScanning = false
        if lands, case .store(let names, _) = clients[number].work { clients[number].disk = names }
        clients[number].work = nil
        endLink(of: number)
        judge()
    }

    mutating func killServer(lands: Bool) {
        server = nil
        isAdvertising = false
        if lands, case .store(let names, _) = serverWork { serverDisk = names }
        serverWork = nil
        ghosts = []
        for number in clients.indices { clients[number].link?.isLost = true }
        judge()
    }

    mutating func finishWork(of number: Int, succeeds: Bool, lands: Bool) {
        guard let work = clients[number].work else { return }
        clients[number].work = nil
        switch work {
        case .load: handle(.loaded(clients[number].disk), by: number)
        case .store(let names, let ticket):
            if lands { clients[number].disk = names }
            handle(succeeds ? .stored(ticket) : .storeFailed(ticket), by: number)
        }
    }

    mutating func finishServerWork(succeeds: Bool, lands: Bool) {
        guard let work = serverWork else { return }
        serverWork = nil
        switch work {
        case .load: handle(.loaded(serverDisk))
        case .store(let names, let ticket):
            if lands { serverDisk = names }
            handle(succeeds ? .stored(ticket) : .storeFailed(ticket))
        }
    }

    /// Bluetooth is switched off or on.
    mutating func switchRadio(of number: Int) {
        clients[number].isRadioOn.toggle()
        guard !clients[number].isRadioOn else { return handle(.radioOn, by: number) }
        budget.faults -= 1
        clients[number].isScanning = false
        endLink(of: number)
        handle(.radioOff, by: number)
    }

    mutating func switchServerRadio() {
        isServerRadioOn.toggle()
        guard !isServerRadioOn else { return handle(.radioOn) }
        budget.faults -= 1
        isAdvertising = false
        ghosts = []
        for number in clients.indices { clients[number].link?.isLost = true }
        handle(.radioOff)
    }
}
