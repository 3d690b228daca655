import CompanionPairing
import KomootNav
import Testing

@Suite("A client that pairs")
struct ClientPairingTests {
    @Test(
        "A client that pairs writes, reads back, stores, reads once more, and only then is connected"
    )
    func pairs() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "UNPAIRED")
        #expect(client.effects == [.writePairedName(.name(name("client")), client.request)])
        client.handle(.written(client.request))
        #expect(client.effects == [.readPairedName(client.request)])
        client.answer("client")
        #expect(
            client.effects == [
                .store(
                    PairingNames(own: name("client"), peer: name("server")), client.storeTicket)
            ])
        #expect(client.session.screen == .discovering)
        client.store()
        #expect(client.effects == [.readPairedName(client.request)])
        #expect(client.session.phase == .settingUp)
        client.answer("client")
        #expect(client.effects == [.show(.connected(name("server")))])
        #expect(client.session.phase == .connected)
    }

    @Test("A client pairs again with a server that still has its name")
    func ownNameIsLeft() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "client")
        #expect(client.effects == [.writePairedName(.name(name("client")), client.request)])
    }

    @Test("A client that pairs leaves a server that is paired with another, and goes on looking")
    func leavesForeign() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "other")
        #expect(client.effects == [.disconnect(link: client.link), .startScan])
        client.handle(.found(PairingClient.Peer(rawValue: 7)))
        #expect(client.effects.isEmpty)
        client.handle(.found(PairingClient.Peer(rawValue: 8)))
        #expect(client.session.phase == .connecting)
    }

    @Test("A client that pairs tries a peer that it left again after 5 s")
    func avoidance() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "other")
        client.handle(.found(PairingClient.Peer(rawValue: 7)), after: 4.999)
        #expect(client.session.phase == .scanning)
        client.handle(.found(PairingClient.Peer(rawValue: 7)), after: 0.001)
        #expect(client.session.phase == .connecting)
    }

    @Test(
        "A client that pairs connects to a peer that it avoided after 5 s, even if the radio reports each peer once"
    )
    func reportedOnce() {
        var client = SteppedClient.loaded(server: "server")
        client.handle(.connect)
        client.handle(.found(PairingClient.Peer(rawValue: 7)))
        client.handle(.connected(link: client.link))
        client.handle(.failed(client.request, .insufficientAuthorization))
        #expect(client.session.phase == .scanning)
        client.handle(.found(PairingClient.Peer(rawValue: 7)), after: 0.1)
        #expect(client.effects.isEmpty)
        client.handle(.timePassed, after: 4.899)
        #expect(client.effects.isEmpty)
        client.waitForDeadline()
        #expect(
            client.effects == [
                .stopScan, .connect(PairingClient.Peer(rawValue: 7), link: client.link),
            ])
    }

    @Test("A client that pairs connects to none of the peers that only an earlier scan reported")
    func reportedEarlier() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "other")
        client.handle(.found(PairingClient.Peer(rawValue: 7)), after: 0.1)
        client.handle(.found(PairingClient.Peer(rawValue: 8)), after: 0.1)
        client.handle(.disconnected(link: client.link), after: 0.1)
        client.handle(.timePassed, after: 10)
        #expect(client.effects.isEmpty)
        #expect(client.session.phase == .scanning)
    }

    @Test(
        "A client that pairs takes its claim along if it lost its link and the server did not notice"
    )
    func claimMoves() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "UNPAIRED")
        var server = SteppedServer.loaded()
        server.write("client", on: 1)
        client.handle(.disconnected(link: client.link))
        client.handle(.found(PairingClient.Peer(rawValue: 8)), after: 1)
        client.handle(.connected(link: client.link))
        client.handle(.discovered(client.request))
        client.answer("server")
        let read = server.read(on: 2, after: 1)
        #expect(server.refuses(read, .insufficientAuthorization))
        client.handle(.failed(client.request, .insufficientAuthorization))
        #expect(
            client.effects == [
                .fault(.refused(.insufficientAuthorization)),
                .writePairedName(.name(name("client")), client.request),
            ])
        let write = server.write("client", on: 2)
        #expect(server.accepts(write))
        #expect(server.session.client == PairingServer.Link(rawValue: 2))
    }

    @Test("A client that pairs leaves a server that refuses its first read and its name")
    func refusedTwice() {
        var client = SteppedClient.loaded(server: "server")
        client.handle(.connect)
        client.handle(.found(PairingClient.Peer(rawValue: 7)))
        client.handle(.connected(link: client.link))
        client.handle(.discovered(client.request))
        client.answer("server")
        client.handle(.failed(client.request, .insufficientAuthorization))
        client.handle(.failed(client.request, .insufficientAuthorization))
        #expect(client.session.phase == .scanning)
        #expect(client.session.names.peer == name("server"))
    }

    @Test(
        "A client that pairs avoids a peer that it forgets in a discovery, and one whose link is lost in set-up"
    )
    func earlyEnds() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "UNPAIRED")
        client.handle(.written(client.request))
        client.answer("client")
        client.store()
        client.answer("UNPAIRED")
        #expect(client.session.phase == .scanning)
        client.handle(.found(PairingClient.Peer(rawValue: 7)))
        #expect(client.effects.isEmpty)
        client.waitForDeadline()
        #expect(client.session.phase == .connecting)
        client.handle(.connected(link: client.link))
        client.handle(.disconnected(link: client.link))
        client.handle(.found(PairingClient.Peer(rawValue: 7)), after: 4.999)
        #expect(client.session.phase == .scanning)
        client.waitForDeadline()
        #expect(client.session.phase == .connecting)
    }

    @Test("A client that pairs stops a discovery after 30 s")
    func discoveryLimit() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.handle(.timePassed, after: 29.999)
        #expect(client.effects.isEmpty)
        client.handle(.timePassed, after: 0.001)
        #expect(client.effects == [.stopScan, .show(.unpaired)])
    }

    @Test("A client is not paired if it reads back another's name after its write")
    func outrun() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "UNPAIRED")
        client.handle(.written(client.request))
        client.answer("other")
        #expect(
            client.effects
                == [.fault(.outrun), .disconnect(link: client.link), .startScan])
        #expect(client.session.names.peer == nil)
    }

    @Test("A client that pairs leaves a server of another name than the one that it remembers")
    func otherServer() {
        var client = SteppedClient.loaded(server: "server")
        client.handle(.connect)
        client.handle(.found(PairingClient.Peer(rawValue: 7)))
        client.handle(.connected(link: client.link))
        client.handle(.discovered(client.request))
        client.answer("stranger")
        #expect(client.effects == [.disconnect(link: client.link), .startScan])
        #expect(client.session.names.peer == name("server"))
    }

    @Test(
        "A client that pairs reports an answer to an earlier request as late, and changes nothing")
    func late() {
        var client = SteppedClient.connected(to: "server")
        client.waitForDeadline()
        let old = client.request
        client.answer("client")
        client.waitForDeadline()
        let before = client.session.nextDeadline
        let bytes = ContiguousArray("UNPAIRED".utf8)
        client.handle(.answered(old, bytes.span))
        #expect(client.effects == [.fault(.lateArrival)])
        #expect(client.session.phase == .connected)
        #expect(client.session.nextDeadline == before)
    }

    @Test("A client that pairs takes an earlier time as the latest that it has seen")
    func earlierTime() {
        var session = PairingClient(freshName: name("client"))
        session.handle(.start, at: seconds(100))
        while session.nextEffect() != nil {}
        session.handle(.loaded(PairingNames(own: name("client"))), at: seconds(50))
        while session.nextEffect() != nil {}
        session.handle(.discover, at: seconds(50))
        #expect(session.nextDeadline == seconds(130))
    }
}
