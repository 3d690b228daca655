import CompanionPairing
@_spi(Exploration) import KomootNav

/// Two clients, a server and their links, as one value: everything that may happen next can be tried.
///
/// Finding a peer, connecting, discovery and reading the server's name are one step: in between,
/// nothing can happen that could not happen before or after.
package struct ExploredPairing: Sendable {
    /// What an app has asked its store.
    enum Work: Hashable, Sendable {
        case load
        case store(PairingNames, Ticket)
    }

    /// A request on a link, and where it is.
    enum Exchange: Hashable, Sendable {
        case none
        case read(Ticket)
        case write(PairedName, Ticket)
        case atServer(Ticket, isWrite: Bool)
        case value(Ticket, PairedName)
        case accepted(Ticket)
        case refused(Ticket, ATTError)
    }

    struct Link: Hashable, Sendable {
        let number: UInt64
        let ticket: Ticket
        var exchange = Exchange.none
        /// It carries nothing any more, and the client does not know.
        var isLost = false
    }

    /// A link of which the server does not know that it is gone.
    struct Ghost: Hashable, Sendable {
        let number: UInt64
        let since: SessionTime
    }

    struct Client: Sendable {
        var machine: PairingClient?
        var disk: PairingNames?
        var work: Work?
        var link: Link?
        var isScanning = false
        var isRadioOn = true
        /// What the judge knows about it.
        var server: PairingName?
        var wasConnected = false
        var isExcused = false
        var isConnected = false
    }

    /// How much may still happen.
    package struct Budget: Hashable, Sendable {
        /// Losses, kills, failed stores and radios that are switched off.
        package var faults: Int
        /// How often a user unpairs or disconnects.
        package var presses: Int
        /// How often time passes until the next deadline.
        package var ticks: Int

        package init(faults: Int, presses: Int, ticks: Int) {
            self.faults = faults
            self.presses = presses
            self.ticks = ticks
        }
    }

    /// A ghost is told before this much time has passed: the longest supervision time-out, in milliseconds.
    static let supervisionTimeout: UInt64 = 32_000

    var now = SessionTime.zero
    var server: PairingServer?
    var serverDisk: PairingNames?
    var serverWork: Work?
    var isAdvertising = false
    var isServerRadioOn = true
    var clients: [Client]
    var ghosts: [Ghost] = []
    var budget: Budget
    var lastLink: UInt64 = 0
    /// The first promise that was broken.
    package var broken: PairingPromise?
    /// Kill the app that handles the next event, after so many effects.
    var effectsToLive: Int?
    /// How many effects the last event had.
    var effectCount = 0

    /// A server and clients that have never met, and run.
    package init(clientCount: Int = 2, budget: Budget) {
        self.budget = budget
        clients = (0..<clientCount).map { _ in Client() }
        serverDisk = PairingNames(own: Self.name(9))
        for number in clients.indices {
            clients[number].disk = PairingNames(own: Self.name(UInt64(number)))
            launch(number)
            finishWork(of: number, succeeds: true, lands: true)
        }
        launchServer()
        finishServerWork(succeeds: true, lands: true)
    }

    static func name(_ number: UInt64) -> PairingName { PairingName(random: number) }

    mutating func launch(_ number: Int) {
        clients[number].machine = PairingClient(freshName: Self.name(UInt64(number) + 100))
        handle(.start, by: number)
        if !clients[number].isRadioOn { handle(.radioOff, by: number) }
    }

    mutating func launchServer() {
        server = PairingServer(
            PairingServer.Configuration(freshName: PairingName(random: 109)))
        handle(.start)
        if !isServerRadioOn { handle(.radioOff) }
    }

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
        case .startScan: clients[number].isScanning = true
        case .stopScan: clients[number].isScanning = false
        case .connect(_, let ticket):
            lastLink += 1
            clients[number].link = Link(number: lastLink, ticket: ticket)
        case .disconnect: endLink(of: number)
        case .discover(let ticket), .readServerName(let ticket), .readPairedName(let ticket):
            clients[number].link?.exchange = .read(ticket)
        case .writePairedName(let value, let ticket):
            clients[number].link?.exchange = .write(value, ticket)
        case .show, .fault: break
        }
    }

    /// The client's end of a link is gone; the server will be told.
    mutating func endLink(of number: Int) {
        guard let link = clients[number].link else { return }
        clients[number].link = nil
        if !link.isLost { ghosts.append(Ghost(number: link.number, since: now)) }
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
        case .startAdvertising: isAdvertising = true
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
}
