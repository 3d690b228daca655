import CompanionPairing
import KomootNav
import Testing

@Suite("A server's leases and links")
struct ServerLeaseTests {
    @Test("A server holds a claim back after a launch at which its names were lost")
    func lostNames() {
        var server = SteppedServer()
        server.handle(.start)
        server.handle(.loadFailed)
        server.handle(.start, after: 1)
        server.handle(.loaded(nil))
        server.store()
        let write = server.write("client", on: 1)
        #expect(!server.accepts(write))
        #expect(server.session.phase == .waiting)
        server.handle(.timePassed, after: 6)
        #expect(server.accepts(write))
    }

    @Test("A server holds back the next claim until 7 s after it last told the old name")
    func holdsBack() {
        var server = SteppedServer.paired(with: "client", on: 1)
        server.read(on: 1, after: 10)
        server.handle(.unpair)
        server.store()
        let write = server.write("other", on: 2, after: 1)
        #expect(server.effects == [.show(.pairing(name("other")))])
        server.handle(.timePassed, after: 5.999)
        #expect(server.effects.isEmpty)
        server.handle(.timePassed, after: 0.001)
        #expect(server.effects == [.accept(write)])
    }

    @Test("A server holds back claims for 7 s after a launch, but not after the first one")
    func holdsBackAfterLaunch() {
        var server = SteppedServer()
        server.handle(.start)
        server.handle(.loaded(PairingNames(own: name("server"))))
        let write = server.write("client", on: 1)
        #expect(!server.accepts(write))
        server.handle(.timePassed, after: 7)
        #expect(server.accepts(write))
        var fresh = SteppedServer.loaded()
        let first = fresh.write("client", on: 1)
        #expect(fresh.accepts(first))
    }

    @Test(
        "A server holds back claims for 7 s after a launch, even if it was paired and is unpaired then"
    )
    func holdsBackAfterUnpairing() {
        var server = SteppedServer.loaded(client: "client")
        server.handle(.unpair)
        server.store()
        let write = server.write("other", on: 1)
        #expect(!server.accepts(write))
        server.handle(.timePassed, after: 7)
        #expect(server.accepts(write))
    }

    @Test("A server forgets a claim that is held back, if its link ends")
    func heldBackClaimEnds() {
        var server = SteppedServer()
        server.handle(.start)
        server.handle(.loaded(PairingNames(own: name("server"))))
        server.write("client", on: 1)
        let other = server.write("other", on: 2)
        #expect(server.refuses(other, .insufficientAuthorization))
        server.disconnect(1)
        #expect(server.session.screen == .expecting)
        let write = server.write("other", on: 2, after: 7)
        #expect(server.accepts(write))
    }

    @Test("A server takes its client's other link when the lease of the old one is over")
    func takesOver() {
        var server = SteppedServer.paired(with: "client", on: 1)
        server.read(on: 1)
        let write = server.write("client", on: 2, after: 1)
        #expect(!server.accepts(write))
        server.handle(.timePassed, after: 5.999)
        #expect(server.session.client == PairingServer.Link(rawValue: 1))
        server.handle(.timePassed, after: 0.001)
        #expect(server.accepts(write))
        #expect(server.session.client == PairingServer.Link(rawValue: 2))
    }

    @Test("A server takes its client's other link at once when the old one is gone")
    func takesOverAtOnce() {
        var server = SteppedServer.paired(with: "client", on: 1)
        let write = server.write("client", on: 2)
        server.disconnect(1)
        #expect(server.accepts(write))
    }

    @Test("A server advertises again when Bluetooth is on again, and its client is away until then")
    func radio() {
        var server = SteppedServer.paired(with: "client", on: 1)
        server.handle(.radioOff)
        #expect(server.effects == [.show(.expectingClient(name("client")))])
        server.handle(.radioOn)
        #expect(server.effects == [.startAdvertising])
    }
}
