import CompanionPairing
import LinkVocabulary

extension ExploredPairing {
    /// Something that can happen next.
    package enum Step: Hashable, Sendable {
        /// The user looks for a server.
        case search(Int)
        case disconnect(Int)
        case unpair(Int)
        case unpairServer
        /// A scanning client finds the server, and asks for the paired client name.
        case meet(Int)
        /// What is under way on the client's link arrives. The app that handles it may be killed after so many
        /// effects.
        case arrive(Int, effectsToLive: Int?)
        /// A store or a load ends.
        case finish(Int, effectsToLive: Int?)
        case finishServer(effectsToLive: Int?)
        /// A store fails, and the names are on the disk or not.
        case fail(Int, lands: Bool)
        case failServer(lands: Bool)
        case kill(Int, lands: Bool)
        case killServer(lands: Bool)
        case launch(Int)
        case launchServer
        /// A link carries nothing any more; both ends will learn of it.
        case lose(Int)
        case tellClient(Int)
        case tellServer(Int)
        /// Bluetooth is switched off or on.
        case switchRadio(Int)
        case switchServerRadio
        /// Time passes until so many things were due, and nothing else happens.
        case wait(deadlines: Int)
    }

    /// Everything that can happen next.
    package var steps: [Step] {
        var steps: [Step] = []
        for number in clients.indices { addSteps(of: number, to: &steps) }
        addServerSteps(to: &steps)
        if budget.waits > 0 {
            steps += (0..<reachableDeadlines).map { .wait(deadlines: $0 + 1) }
        }
        return steps
    }

    private func addSteps(of number: Int, to steps: inout [Step]) {
        let client = clients[number]
        let isStoring = if case .store = client.work { true } else { false }
        if !client.isRadioOn || budget.faults > 0 { steps.append(.switchRadio(number)) }
        guard let machine = client.machine else { return steps.append(.launch(number)) }
        if machine.isIdle { steps.append(.search(number)) }
        if client.isScanning, isAdvertising, client.link == nil, hasRoomForLink {
            steps.append(.meet(number))
        }
        if let link = client.link {
            if link.isLost {
                steps.append(.tellClient(number))
            } else {
                switch link.exchange {
                case .none, .atServer: break
                case .read, .write, .value, .accepted, .refused:
                    steps.append(.arrive(number, effectsToLive: nil))
                }
            }
        }
        if client.work != nil { steps.append(.finish(number, effectsToLive: nil)) }
        if budget.presses > 0 {
            if !machine.isIdle, machine.isLoaded { steps.append(.disconnect(number)) }
            if machine.names.peer != nil { steps.append(.unpair(number)) }
        }
        guard budget.faults > 0 else { return }
        steps.append(.kill(number, lands: false))
        if isStoring {
            steps += [
                .kill(number, lands: true), .fail(number, lands: false), .fail(number, lands: true),
            ]
        }
        if client.link?.isLost == false { steps.append(.lose(number)) }
        for step in steps {
            switch step {
            case .arrive(number, nil):
                steps += [1, 2].map { .arrive(number, effectsToLive: $0) }
            case .finish(number, nil):
                steps += [1, 2].map { .finish(number, effectsToLive: $0) }
            default: break
            }
        }
    }

    /// Whether there may be one more link that the server knows. With more than it tells apart, it would matter in what
    /// order it heard of them.
    private var hasRoomForLink: Bool {
        let known = ghosts.count + clients.count { $0.link?.isLost == false }
        return ghosts.count < setting.maximumGhosts && known < PairingServer.maximumLinks
    }

    private func addServerSteps(to steps: inout [Step]) {
        if !isServerRadioOn || budget.faults > 0 { steps.append(.switchServerRadio) }
        guard let server else { return steps.append(.launchServer) }
        if serverWork != nil { steps.append(.finishServer(effectsToLive: nil)) }
        for position in ghosts.indices { steps.append(.tellServer(position)) }
        if budget.presses > 0, server.canUnpair { steps.append(.unpairServer) }
        guard budget.faults > 0 else { return }
        steps.append(.killServer(lands: false))
        if serverWork != nil {
            steps += [1, 2].map { .finishServer(effectsToLive: $0) }
        }
        if case .store = serverWork {
            steps += [
                .killServer(lands: true), .failServer(lands: false), .failServer(lands: true),
            ]
        }
    }

    /// Makes a step happen.
    package mutating func perform(_ step: Step) {
        switch step {
        case .search(let number):
            handle(clients[number].machine?.names.peer == nil ? .discover : .connect, by: number)
        case .disconnect(let number):
            budget.presses -= 1
            handle(.disconnect, by: number)
        case .unpair(let number):
            budget.presses -= 1
            unpair(number)
        case .unpairServer:
            budget.presses -= 1
            unpairServer()
        case .meet(let number): meet(number)
        case .arrive(let number, let life):
            live(life)
            arrive(number)
        case .finish(let number, let life):
            live(life)
            finishWork(of: number, succeeds: true, lands: true)
        case .finishServer(let life):
            live(life)
            finishServerWork(succeeds: true, lands: true)
        case .fail(let number, let lands):
            budget.faults -= 1
            finishWork(of: number, succeeds: false, lands: lands)
        case .failServer(let lands):
            budget.faults -= 1
            finishServerWork(succeeds: false, lands: lands)
        case .kill(let number, let lands):
            budget.faults -= 1
            kill(number, lands: lands)
        case .killServer(let lands):
            budget.faults -= 1
            killServer(lands: lands)
        case .launch(let number): launch(number)
        case .launchServer: launchServer()
        case .lose(let number):
            budget.faults -= 1
            guard let link = clients[number].link else { return }
            clients[number].link?.isLost = true
            leaveGhost(link)
        case .tellClient(let number):
            guard let ticket = clients[number].link?.ticket else { return }
            clients[number].link = nil
            handle(.disconnected(link: ticket), by: number)
        case .tellServer(let position):
            handle(.disconnected(PairingServer.Link(rawValue: ghosts.remove(at: position).number)))
        case .switchRadio(let number): switchRadio(of: number)
        case .switchServerRadio: switchServerRadio()
        case .wait(let deadlines):
            budget.waits -= 1
            for _ in 0..<deadlines { pass() }
        }
    }

    private mutating func live(_ effects: Int?) {
        guard let effects else { return }
        budget.faults -= 1
        effectsToLive = effects
    }

    mutating func unpair(_ number: Int) {
        let before = clients[number].machine?.names.peer
        let isOnScreen = clients[number].machine?.buttons.contains(.unpair) == true
        if isOnScreen { clients[number].record.pressUnpair() }
        handle(.unpair, by: number)
        // A machine may unpair although no button is on its screen.
        let client = clients[number]
        let after = client.machine.map { $0.names.peer } ?? client.disk?.peer
        if !isOnScreen, before != nil, after == nil {
            clients[number].record.forgetByStrayPress()
        }
    }

    mutating func unpairServer() {
        if server?.canUnpair == true {
            serverUnpairing = server?.clientName.map(ServerUnpairing.init)
        }
        handle(.unpair)
    }

    private mutating func meet(_ number: Int) {
        handle(.found(PairingClient.Peer(rawValue: 1)), by: number)
        guard let link = clients[number].link else { return }
        let serverLink = handle(of: link, number)
        if tellsDisconnections { handle(.connected(serverLink)) }
        handle(.connected(link: link.ticket), by: number)
        guard case .read(let discovery) = clients[number].link?.exchange else { return }
        handle(.discovered(discovery), by: number)
        guard case .read(let read) = clients[number].link?.exchange, let name = server?.names.own
        else { return }
        // What the server answers is known, and goes nowhere.
        let request = PairingServer.Request(rawValue: .max)
        handle(.read(serverLink, .serverName, offset: 0, request))
        name.withBytes { handle(.answered(read, $0), by: number) }
    }

    mutating func arrive(_ number: Int) {
        guard let link = clients[number].link else { return }
        let request = PairingServer.Request(rawValue: link.number)
        let serverLink = handle(of: link, number)
        switch link.exchange {
        case .none, .atServer: break
        case .read(let ticket):
            clients[number].link?.exchange = .atServer(ticket, isWrite: false)
            handle(.read(serverLink, .pairedClientName, offset: 0, request))
        case .write(let value, let ticket):
            clients[number].link?.exchange = .atServer(ticket, isWrite: true)
            value.withBytes { handle(.write(serverLink, $0, request)) }
        case .value(let ticket, let value):
            clients[number].link?.exchange = .none
            value.withBytes { handle(.answered(ticket, $0), by: number) }
        case .accepted(let ticket):
            clients[number].link?.exchange = .none
            handle(.written(ticket), by: number)
        case .refused(let ticket, let error):
            clients[number].link?.exchange = .none
            handle(.failed(ticket, error), by: number)
        }
    }
}
