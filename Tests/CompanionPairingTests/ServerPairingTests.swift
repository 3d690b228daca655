import CompanionPairing
import KomootNav
import Testing

@Suite("A server that pairs")
struct ServerPairingTests {
    @Test("A server that pairs tells its name, in chunks from any offset")
    func serverName() {
        var server = SteppedServer.loaded()
        for (offset, rest) in [(0, "server"), (4, "er"), (6, "")] {
            let request = PairingServer.Request(rawValue: 9)
            server.handle(
                .read(PairingServer.Link(rawValue: 1), .serverName, offset: offset, request))
            #expect(server.answers(request, rest))
        }
        let request = PairingServer.Request(rawValue: 9)
        for offset in [7, -1] {
            server.handle(
                .read(PairingServer.Link(rawValue: 1), .serverName, offset: offset, request))
            #expect(server.refuses(request, .invalidOffset))
        }
    }

    @Test(
        "A server is paired when a client has read its own name twice, and only when that is stored"
    )
    func pairs() {
        var server = SteppedServer.loaded()
        let first = server.read(on: 1)
        #expect(server.answers(first, "UNPAIRED"))
        let write = server.write("client", on: 1)
        #expect(server.effects == [.accept(write), .show(.pairing(name("client")))])
        #expect(server.session.names.peer == nil)
        let second = server.read(on: 1)
        #expect(server.answers(second, "client"))
        let third = server.read(on: 1)
        #expect(
            server.effects == [
                .store(
                    PairingNames(own: name("server"), peer: name("client")), server.storeTicket)
            ])
        server.store()
        #expect(server.answers(third, "client"))
        #expect(server.session.phase == .paired)
        #expect(server.session.screen == .connected(name("client")))
        #expect(server.session.client == PairingServer.Link(rawValue: 1))
    }

    @Test("A server that pairs ends a claim with its link")
    func claimEnds() {
        var server = SteppedServer.loaded()
        server.write("client", on: 1)
        server.read(on: 1)
        server.disconnect(2)
        #expect(server.session.phase == .claimed)
        server.disconnect(1)
        #expect(server.effects == [.pairedNameChanged, .show(.expecting)])
        let write = server.write("other", on: 2)
        #expect(server.accepts(write))
    }

    @Test(
        "A server that pairs confirms the claim of a client that never reads, if its link is up after 60 s"
    )
    func plainClient() {
        var server = SteppedServer.loaded()
        server.write("client", on: 1)
        server.handle(.timePassed, after: 59.999)
        #expect(server.effects.isEmpty)
        server.handle(.timePassed, after: 0.001)
        #expect(
            server.effects == [
                .store(
                    PairingNames(own: name("server"), peer: name("client")), server.storeTicket)
            ])
        server.store()
        #expect(server.session.screen == .connected(name("client")))
    }

    @Test(
        "A server that pairs confirms a claim by time only after its client remembers or has left")
    func confirmationTime() {
        let supervisionTimeout = Duration.seconds(32)
        let slowest = PairingTiming.rememberTimeout * 116 / 100
        #expect(PairingTiming.claimConfirmation >= supervisionTimeout + slowest)
    }

    @Test(
        "A server ends an unconfirmed claim after 60 s if its radio does not tell the ends of links"
    )
    func silentRadio() {
        var server = SteppedServer.loaded(tellsDisconnections: false)
        server.write("client", on: 1)
        server.handle(.timePassed, after: 60)
        #expect(server.session.phase == .unpaired)
    }

    @Test(
        "A server that pairs counts a client as away a lease after its last read, and then counts its reads anew, if its radio does not tell the ends of links"
    )
    func silentClient() {
        var server = SteppedServer.loaded(client: "client", tellsDisconnections: false)
        server.write("client", on: 1)
        server.read(on: 1, after: 2)
        server.handle(.timePassed, after: 6.999)
        #expect(server.session.screen == .connected(name("client")))
        server.handle(.timePassed, after: 0.001)
        #expect(server.session.screen == .expectingClient(name("client")))
        // Another app on the client's phone may have the same handle (clause 4.15).
        server.read(on: 1)
        #expect(server.session.client == nil)
        server.read(on: 1)
        #expect(server.session.screen == .connected(name("client")))
    }

    @Test("A server that pairs knows its client again by the name that it writes")
    func returns() {
        var server = SteppedServer.loaded(client: "client")
        #expect(server.session.screen == .expectingClient(name("client")))
        let write = server.write("client", on: 5)
        #expect(server.effects == [.accept(write), .show(.connected(name("client")))])
        server.disconnect(5)
        #expect(server.session.screen == .expectingClient(name("client")))
    }

    @Test("A server that pairs knows a plain client again when it reads the name twice")
    func plainReturns() {
        var server = SteppedServer.loaded(client: "client")
        server.read(on: 5)
        #expect(server.session.client == nil)
        server.read(on: 5)
        #expect(server.session.client == PairingServer.Link(rawValue: 5))
    }

    @Test(
        "A server that pairs moves a claim to another link of the same name, where it begins anew")
    func movesClaim() {
        var server = SteppedServer.loaded()
        server.write("client", on: 1)
        server.read(on: 1)
        let write = server.write("client", on: 2)
        #expect(server.accepts(write))
        let old = server.read(on: 1)
        #expect(server.refuses(old, .insufficientAuthorization))
        let first = server.read(on: 2)
        #expect(server.answers(first, "client"))
        #expect(server.session.phase == .claimed)
    }
}
