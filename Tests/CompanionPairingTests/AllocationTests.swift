import CAllocationCounter
import CompanionPairing
import KomootNav
import Testing

@Suite("Without the heap", .enabled(if: allocation_counter_is_available()))
struct AllocationTests {
    /// How many blocks the work allocates after it has run once before: the least of three times,
    /// because the runtime may allocate for what other tests do meanwhile.
    ///
    /// Loops in it count with `Int`: in a debug build, each step of another range allocates.
    private func allocations(of work: () -> Void) -> UInt64 {
        work()
        var least = UInt64.max
        for _ in 0..<3 {
            let before = allocation_counter_value()
            work()
            least = min(least, allocation_counter_value() - before)
        }
        return least
    }

    @Test("The counter of allocations notices one")
    func counter() {
        var kept: [[UInt8]] = []
        kept.reserveCapacity(4)
        #expect(allocations { kept.append([UInt8](repeating: 1, count: 100)) } >= 1)
    }

    @Test("Without the heap, a client searches, pairs, stays connected, loses its link and unpairs")
    func client() {
        var client = AnsweredClient()
        client.start()
        var rounds = 0
        let count = allocations {
            client.handle(.discover)
            client.pair()
            for _ in 0..<20 { client.check() }
            client.handle(.pairedNameChanged(link: client.link))
            client.answerOwnName()
            client.handle(.disconnected(link: client.link))
            client.pair()
            client.handle(.unpair)
            client.handle(.written(client.request))
            client.handle(.stored(client.store))
            rounds += client.connections == 2 ? 1 : 0
            client.connections = 0
        }
        #expect(count == 0)
        #expect(rounds == 4)
        #expect(client.session.screen == .unpaired)
    }

    @Test("Without the heap, a server takes claims, pairs, refuses, holds back and is unpaired")
    func server() {
        var server = AnsweredServer()
        server.start()
        var rounds = 0
        let count = allocations {
            server.wait(8000)
            server.handle(.connected(server.link))
            server.write(server.client)
            server.write(server.other, on: server.otherLink)
            server.read()
            server.read()
            server.handle(.stored(server.store))
            for _ in 0..<20 { server.read() }
            server.write(server.client, on: server.otherLink)
            server.wait(7000)
            server.read(on: server.otherLink)
            rounds += server.session.phase == .paired ? 1 : 0
            server.handle(.unpair)
            server.handle(.stored(server.store))
            server.write(server.other)
            rounds += server.session.phase == .waiting ? 1 : 0
            server.handle(.disconnected(server.link))
            server.handle(.disconnected(server.otherLink))
        }
        #expect(count == 0)
        #expect(rounds == 8)
        #expect(server.refusals > 0)
        #expect(server.session.phase == .unpaired)
    }
}

/// A client, and the little of a server that it needs.
private struct AnsweredClient {
    var session = PairingClient(freshName: name("client"))
    let own = name("client")
    let server = name("server")
    var time = SessionTime.zero
    var link = Ticket(rawValue: 0)
    var request = Ticket(rawValue: 0)
    var store = Ticket(rawValue: 0)
    /// How often it was connected.
    var connections = 0

    mutating func handle(_ event: borrowing PairingClient.Event) {
        session.handle(event, at: time)
        while let effect = session.nextEffect() {
            switch effect {
            case .connect(_, let ticket): link = ticket
            case .store(_, let ticket): store = ticket
            case .discover(let ticket), .readServerName(let ticket), .readPairedName(let ticket),
                .writePairedName(_, let ticket):
                request = ticket
            case .show(.connected): connections += 1
            case .load, .startScan, .stopScan, .disconnect, .show, .fault: break
            }
        }
    }

    mutating func start() {
        handle(.start)
        handle(.loaded(PairingNames(own: own)))
    }

    mutating func answer(_ name: PairingName) {
        let ticket = request
        name.withBytes { handle(.answered(ticket, $0)) }
    }

    mutating func answerOwnName() { answer(own) }

    /// From a search to a connection.
    mutating func pair() {
        handle(.found(PairingClient.Peer(rawValue: 7)))
        handle(.connected(link: link))
        handle(.discovered(request))
        answer(server)
        answer(own)
        handle(.written(request))
        answer(own)
        if session.phase == .settingUp { handle(.stored(store)) }
        answer(own)
    }

    /// Waits until it reads the paired client name, and answers.
    mutating func check() {
        guard let deadline = session.nextDeadline else { return }
        time = deadline
        handle(.timePassed)
        answer(own)
    }
}

/// A server, and what two links ask of it.
private struct AnsweredServer {
    var session = PairingServer(PairingServer.Configuration(freshName: name("server")))
    let client = name("client")
    let other = name("other")
    let link = PairingServer.Link(rawValue: 1)
    let otherLink = PairingServer.Link(rawValue: 2)
    var time = SessionTime.zero
    var store = Ticket(rawValue: 0)
    var lastRequest: UInt64 = 0
    var refusals = 0

    mutating func handle(_ event: borrowing PairingServer.Event) {
        session.handle(event, at: time)
        while let effect = session.nextEffect() {
            switch effect {
            case .store(_, let ticket): store = ticket
            case .refuse: refusals += 1
            case .load, .startAdvertising, .answer, .accept, .pairedNameChanged, .show, .fault:
                break
            }
        }
    }

    mutating func start() {
        handle(.start)
        handle(.loaded(PairingNames(own: name("server"))))
    }

    mutating func wait(_ milliseconds: UInt64) {
        time = SessionTime(milliseconds: time.milliseconds + milliseconds)
        handle(.timePassed)
    }

    private mutating func newRequest() -> PairingServer.Request {
        lastRequest += 1
        return PairingServer.Request(rawValue: lastRequest)
    }

    mutating func read(on link: PairingServer.Link? = nil) {
        handle(.read(link ?? self.link, .pairedClientName, offset: 0, newRequest()))
    }

    mutating func write(_ name: PairingName, on link: PairingServer.Link? = nil) {
        let request = newRequest()
        let target = link ?? self.link
        name.withBytes { handle(.write(target, $0, request)) }
    }
}
