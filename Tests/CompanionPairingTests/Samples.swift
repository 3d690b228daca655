import CompanionPairing
import KomootNav

/// A name of a test.
func name(_ text: String) -> PairingName {
    guard let name = PairingName(text) else { preconditionFailure("not a name: \(text)") }
    return name
}

func seconds(_ seconds: Double) -> SessionTime {
    SessionTime(milliseconds: UInt64(seconds * 1000))
}

/// A client whose tests hand in events, and look at the effects.
struct SteppedClient {
    var session: PairingClient
    private(set) var effects: [PairingClient.Effect] = []
    private(set) var time = SessionTime.zero

    init(own: String = "client") { session = PairingClient(freshName: name(own)) }

    /// A client that has loaded its names.
    static func loaded(own: String = "client", server: String? = nil) -> SteppedClient {
        var client = SteppedClient(own: own)
        client.handle(.start)
        client.handle(.loaded(PairingNames(own: name(own), peer: server.map(name))))
        return client
    }

    mutating func handle(_ event: borrowing PairingClient.Event, after delay: Double = 0) {
        time = SessionTime(milliseconds: time.milliseconds + UInt64(delay * 1000))
        session.handle(event, at: time)
        effects = []
        while let effect = session.nextEffect() { effects.append(effect) }
        takeTickets()
    }

    /// Waits until the next deadline.
    mutating func waitForDeadline() {
        guard let deadline = session.nextDeadline else { preconditionFailure("no deadline") }
        let delay = Double(deadline.milliseconds - time.milliseconds) / 1000
        handle(.timePassed, after: delay)
    }

    mutating func answer(_ text: String, after delay: Double = 0) {
        let bytes = ContiguousArray(text.utf8)
        handle(.answered(request, bytes.span), after: delay)
    }

    mutating func store() { handle(.stored(storeTicket)) }

    /// The ticket of the newest request.
    private(set) var request = Ticket(rawValue: 0)
    private(set) var link = Ticket(rawValue: 0)
    private(set) var storeTicket = Ticket(rawValue: 0)

    /// Takes the tickets of the effects.
    private mutating func takeTickets() {
        for effect in effects {
            switch effect {
            case .connect(_, let link): self.link = link
            case .store(_, let ticket): storeTicket = ticket
            case .discover(let ticket), .readServerName(let ticket), .readPairedName(let ticket),
                .writePairedName(_, let ticket):
                request = ticket
            case .load, .startScan, .stopScan, .disconnect, .show, .fault: break
            }
        }
    }

    /// Goes from a search to the answer to the first read of the paired client name.
    mutating func reach(_ server: String, pairedWith pairedName: String) {
        handle(.found(PairingClient.Peer(rawValue: 7)))
        handle(.connected(link: link))
        handle(.discovered(request))
        answer(server)
        answer(pairedName)
    }

    /// A client that is connected.
    static func connected(own: String = "client", to server: String) -> SteppedClient {
        var client = loaded(own: own, server: server)
        client.handle(.connect)
        client.reach(server, pairedWith: own)
        client.handle(.written(client.request))
        client.answer(own)
        client.answer(own)
        return client
    }
}

/// A server whose tests hand in events, and look at the effects.
struct SteppedServer {
    var session: PairingServer
    private(set) var effects: [PairingServer.Effect] = []
    private(set) var time = SessionTime.zero
    private(set) var storeTicket = Ticket(rawValue: 0)
    private var lastRequest: UInt64 = 0

    init(own: String = "server", tellsDisconnections: Bool = true) {
        var configuration = PairingServer.Configuration(freshName: name(own))
        configuration.tellsDisconnections = tellsDisconnections
        session = PairingServer(configuration)
    }

    /// A server that has loaded its names. One that is unpaired was just launched for the first time.
    static func loaded(client: String? = nil, tellsDisconnections: Bool = true) -> SteppedServer {
        var server = SteppedServer(tellsDisconnections: tellsDisconnections)
        server.handle(.start)
        if let client {
            server.handle(.loaded(PairingNames(own: name("server"), peer: name(client))))
        } else {
            server.handle(.loaded(nil))
            server.handle(.stored(server.storeTicket))
        }
        return server
    }

    mutating func handle(_ event: borrowing PairingServer.Event, after delay: Double = 0) {
        time = SessionTime(milliseconds: time.milliseconds + UInt64(delay * 1000))
        session.handle(event, at: time)
        effects = []
        while let effect = session.nextEffect() {
            effects.append(effect)
            if case .store(_, let ticket) = effect { storeTicket = ticket }
        }
    }

    private mutating func newRequest() -> PairingServer.Request {
        lastRequest += 1
        return PairingServer.Request(rawValue: lastRequest)
    }

    /// A client reads the paired client name.
    @discardableResult
    mutating func read(on link: UInt64, after delay: Double = 0) -> PairingServer.Request {
        let request = newRequest()
        handle(
            .read(PairingServer.Link(rawValue: link), .pairedClientName, offset: 0, request),
            after: delay)
        return request
    }

    /// A client writes the paired client name.
    @discardableResult
    mutating func write(
        _ text: String, on link: UInt64, after delay: Double = 0
    ) -> PairingServer.Request {
        let request = newRequest()
        let bytes = ContiguousArray(text.utf8)
        handle(.write(PairingServer.Link(rawValue: link), bytes.span, request), after: delay)
        return request
    }

    mutating func disconnect(_ link: UInt64) {
        handle(.disconnected(PairingServer.Link(rawValue: link)))
    }

    mutating func store() { handle(.stored(storeTicket)) }

    /// A server that has paired with a client on a link.
    static func paired(with client: String, on link: UInt64) -> SteppedServer {
        var server = loaded()
        server.write(client, on: link)
        server.read(on: link)
        server.read(on: link)
        server.store()
        return server
    }

    /// Whether the last effects answer a request with a value.
    func answers(_ request: PairingServer.Request, _ text: String) -> Bool {
        effects.contains { effect in
            guard case .answer(request, let answer) = effect else { return false }
            return answer.withBytes { ContiguousArray(copying: $0) } == ContiguousArray(text.utf8)
        }
    }

    /// Whether the last effects refuse a request.
    func refuses(_ request: PairingServer.Request, _ error: ATTError) -> Bool {
        effects.contains(.refuse(request, error))
    }

    /// Whether the last effects accept a write.
    func accepts(_ request: PairingServer.Request) -> Bool { effects.contains(.accept(request)) }
}
