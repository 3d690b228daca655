import CompanionPairing
import KomootNav
import Testing

@Suite("A pairing server")
struct PairingServerTests {
    @Test("stores its own name before it advertises")
    func naming() {
        var server = SteppedServer()
        server.handle(.start)
        #expect(server.effects == [.load])
        server.handle(.loaded(nil))
        #expect(server.effects == [.store(PairingNames(own: name("server")), server.storeTicket)])
        server.store()
        #expect(server.effects == [.startAdvertising, .show(.expecting)])
    }

    @Test("tells its name, in chunks from any offset")
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

    @Test("is paired when a client has read its own name twice, and only when that is stored")
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

    @Test("refuses a second claimant, and hides the claim from it")
    func secondClaimant() {
        var server = SteppedServer.loaded()
        server.write("client", on: 1)
        let write = server.write("other", on: 2)
        #expect(server.refuses(write, .insufficientAuthorization))
        let read = server.read(on: 2)
        #expect(server.refuses(read, .insufficientAuthorization))
        #expect(server.session.client == PairingServer.Link(rawValue: 1))
    }

    @Test("refuses another client's name while it is paired")
    func stranger() {
        var server = SteppedServer.paired(with: "client", on: 1)
        let write = server.write("other", on: 2)
        #expect(server.refuses(write, .insufficientAuthorization))
        let read = server.read(on: 2)
        #expect(server.answers(read, "client"))
        #expect(server.session.names.peer == name("client"))
    }

    @Test("ends a claim with its link")
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

    @Test("confirms the claim of a client that never reads, if its link is up after 60 s")
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

    @Test("confirms a claim by time only after its client remembers or has left")
    func confirmationTime() {
        let supervisionTimeout = Duration.seconds(32)
        let slowest = PairingTiming.rememberTimeout * 116 / 100
        #expect(PairingTiming.claimConfirmation >= supervisionTimeout + slowest)
    }

    @Test("ends such a claim instead, if its radio does not tell the ends of links")
    func silentRadio() {
        var server = SteppedServer.loaded(tellsDisconnections: false)
        server.write("client", on: 1)
        server.handle(.timePassed, after: 60)
        #expect(server.session.phase == .unpaired)
    }

    @Test(
        "counts a client as away a lease after its last read, if its radio does not tell the ends of links"
    )
    func silentClient() {
        var server = SteppedServer.loaded(client: "client", tellsDisconnections: false)
        server.write("client", on: 1)
        server.read(on: 1, after: 2)
        server.handle(.timePassed, after: 6.999)
        #expect(server.session.screen == .connected(name("client")))
        server.handle(.timePassed, after: 0.001)
        #expect(server.session.screen == .expectingClient(name("client")))
    }

    @Test("still pairs if the link is lost while the claim is being stored")
    func lostWhileStoring() {
        var server = SteppedServer.loaded()
        server.write("client", on: 1)
        server.read(on: 1)
        let read = server.read(on: 1)
        server.disconnect(1)
        server.store()
        #expect(!server.answers(read, "client"))
        #expect(server.session.screen == .expectingClient(name("client")))
    }

    @Test("stores again 2 s after a store that failed, and answers only then")
    func failedStore() {
        var server = SteppedServer.loaded()
        server.write("client", on: 1)
        server.read(on: 1)
        let read = server.read(on: 1)
        server.handle(.storeFailed(server.storeTicket))
        #expect(server.effects == [.fault(.storeFailed)])
        server.handle(.timePassed, after: 2)
        #expect(
            server.effects == [
                .store(
                    PairingNames(own: name("server"), peer: name("client")), server.storeTicket)
            ])
        server.store()
        #expect(server.answers(read, "client"))
    }

    @Test("tells that it is unpaired only when that is stored")
    func unpairs() {
        var server = SteppedServer.paired(with: "client", on: 1)
        server.handle(.unpair)
        #expect(
            server.effects == [
                .store(PairingNames(own: name("server")), server.storeTicket),
                .show(.unpairing(name("client"))),
            ])
        let before = server.read(on: 1)
        #expect(server.answers(before, "client"))
        server.store()
        #expect(server.effects == [.pairedNameChanged, .show(.expecting)])
        let after = server.read(on: 1)
        #expect(server.answers(after, "UNPAIRED"))
    }

    @Test("holds back the next claim until 7 s after it last told the old name")
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

    @Test("holds back claims for 7 s after a launch, but not after the first one")
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

    @Test("holds back claims for 7 s after a launch, also if it was paired and is unpaired then")
    func holdsBackAfterUnpairing() {
        var server = SteppedServer.loaded(client: "client")
        server.handle(.unpair)
        server.store()
        let write = server.write("other", on: 1)
        #expect(!server.accepts(write))
        server.handle(.timePassed, after: 7)
        #expect(server.accepts(write))
    }

    @Test("forgets a claim that is held back, if its link ends")
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

    @Test("lets its client unpair, and nobody else")
    func release() {
        var server = SteppedServer.paired(with: "client", on: 1)
        let stranger = server.write("UNPAIRED", on: 2)
        #expect(server.refuses(stranger, .insufficientAuthorization))
        let write = server.write("UNPAIRED", on: 1)
        #expect(!server.accepts(write))
        server.store()
        #expect(server.accepts(write))
        #expect(server.session.names.peer == nil)
    }

    @Test("lets a claimant take its claim back")
    func takesBack() {
        var server = SteppedServer.loaded()
        server.write("client", on: 1)
        let write = server.write("UNPAIRED", on: 1)
        #expect(server.accepts(write))
        #expect(server.session.phase == .unpaired)
    }

    @Test("knows its client again by the name that it writes")
    func returns() {
        var server = SteppedServer.loaded(client: "client")
        #expect(server.session.screen == .expectingClient(name("client")))
        let write = server.write("client", on: 5)
        #expect(server.effects == [.accept(write), .show(.connected(name("client")))])
        server.disconnect(5)
        #expect(server.session.screen == .expectingClient(name("client")))
    }

    @Test("knows a plain client again when it reads the name twice")
    func plainReturns() {
        var server = SteppedServer.loaded(client: "client")
        server.read(on: 5)
        #expect(server.session.client == nil)
        server.read(on: 5)
        #expect(server.session.client == PairingServer.Link(rawValue: 5))
    }

    @Test("takes its client's other link when the lease of the old one is over")
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

    @Test("takes its client's other link at once when the old one is gone")
    func takesOverAtOnce() {
        var server = SteppedServer.paired(with: "client", on: 1)
        let write = server.write("client", on: 2)
        server.disconnect(1)
        #expect(server.accepts(write))
    }

    @Test("refuses a copy of its client while the original is there")
    func copy() {
        var server = SteppedServer.paired(with: "client", on: 1)
        let write = server.write("client", on: 2)
        let read = server.read(on: 1)
        #expect(server.refuses(write, .insufficientAuthorization))
        #expect(server.answers(read, "client"))
        #expect(server.session.client == PairingServer.Link(rawValue: 1))
    }

    @Test("moves a claim to another link of the same name, where it begins anew")
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

    @Test("refuses what is not a name", arguments: [0, 65, 512])
    func notAName(count: Int) {
        var server = SteppedServer.loaded()
        let write = server.write(String(repeating: "x", count: count), on: 1)
        #expect(server.refuses(write, .invalidAttributeValueLength))
        #expect(server.effects.contains(.fault(.invalidName)))
        #expect(server.session.phase == .unpaired)
    }

    @Test("answers the later chunks of a read from the value whose beginning it answered")
    func snapshot() {
        var server = SteppedServer.paired(with: "client", on: 1)
        server.read(on: 2)
        server.handle(.unpair)
        server.store()
        let request = PairingServer.Request(rawValue: 99)
        server.handle(
            .read(PairingServer.Link(rawValue: 2), .pairedClientName, offset: 3, request))
        #expect(server.answers(request, "ent"))
        server.handle(
            .read(PairingServer.Link(rawValue: 3), .pairedClientName, offset: 3, request))
        #expect(server.refuses(request, .invalidOffset))
    }

    @Test("tells four links apart, and keeps those of clients when there are more")
    func manyLinks() {
        var server = SteppedServer.paired(with: "client", on: 1)
        for link in 2...9 as ClosedRange<UInt64> {
            let read = server.read(on: link, after: 0.1)
            #expect(server.answers(read, "client"))
        }
        #expect(server.session.client == PairingServer.Link(rawValue: 1))
        let read = server.read(on: 1)
        #expect(server.answers(read, "client"))
    }

    @Test("refuses a second read while the client is connected on another link, and no longer")
    func secondRead() {
        var server = SteppedServer.paired(with: "client", on: 1)
        let first = server.read(on: 2)
        #expect(server.answers(first, "client"))
        let second = server.read(on: 2, after: 6.9)
        #expect(server.refuses(second, .insufficientAuthorization))
        #expect(server.session.client == PairingServer.Link(rawValue: 1))
        let third = server.read(on: 2, after: 0.1)
        #expect(server.answers(third, "client"))
        #expect(server.session.client == PairingServer.Link(rawValue: 2))
    }

    @Test("does not confirm a copy's claim that has ended")
    func endedClaimOfCopy() {
        var server = SteppedServer.loaded()
        server.write("client", on: 1)
        server.read(on: 1)
        server.handle(.unpair)
        server.write("client", on: 2)
        server.read(on: 2)
        server.read(on: 2)
        server.store()
        let read = server.read(on: 1)
        #expect(server.refuses(read, .insufficientAuthorization))
        server.handle(.unpair)
        let late = server.read(on: 1)
        #expect(server.refuses(late, .insufficientAuthorization))
        let told = server.read(on: 2)
        #expect(server.answers(told, "client"))
    }

    @Test("refuses everything before its names are loaded")
    func notLoaded() {
        var server = SteppedServer()
        let read = server.read(on: 1)
        #expect(server.refuses(read, .unlikelyError))
        let write = server.write("client", on: 1)
        #expect(server.refuses(write, .unlikelyError))
    }

    @Test("advertises again when Bluetooth is on again, and its client is away until then")
    func radio() {
        var server = SteppedServer.paired(with: "client", on: 1)
        server.handle(.radioOff)
        #expect(server.effects == [.show(.expectingClient(name("client")))])
        server.handle(.radioOn)
        #expect(server.effects == [.startAdvertising])
    }

    @Test("reports the completion of a store that is not under way as late")
    func late() {
        var server = SteppedServer.paired(with: "client", on: 1)
        server.store()
        #expect(server.effects == [.fault(.lateArrival)])
        #expect(server.session.phase == .paired)
    }
}
