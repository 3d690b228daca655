import CompanionPairing
import KomootNav
import Testing

@Suite("A pairing client")
struct PairingClientTests {
    @Test("stores its own name before anybody can see it")
    func naming() {
        var client = SteppedClient(own: "fresh")
        client.handle(.start)
        #expect(client.effects == [.load])
        client.handle(.loaded(nil))
        #expect(
            client.effects
                == [.store(PairingNames(own: name("fresh")), client.storeTicket)])
        client.handle(.discover)
        #expect(client.effects.isEmpty)
        client.store()
        #expect(client.effects == [.show(.unpaired)])
        client.handle(.discover)
        #expect(client.effects == [.startScan, .show(.discovering)])
    }

    @Test("keeps its stored name, and not the fresh one")
    func keepsName() {
        var client = SteppedClient(own: "fresh")
        client.handle(.start)
        client.handle(.loaded(PairingNames(own: name("old"))))
        #expect(client.session.names.own == name("old"))
    }

    @Test("waits for a store that can't be read, and does not make up a name")
    func unreadable() {
        var client = SteppedClient()
        client.handle(.start)
        client.handle(.loadFailed)
        #expect(client.effects == [.fault(.unreadableStore), .show(.storeUnreadable)])
        client.handle(.discover)
        #expect(client.effects.isEmpty)
        client.handle(.start)
        #expect(client.effects == [.load, .show(.starting)])
    }

    @Test("pairs: it writes, reads back, stores, reads once more, and only then is connected")
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

    @Test("pairs again with a server that still has its name")
    func ownNameIsLeft() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "client")
        #expect(client.effects == [.writePairedName(.name(name("client")), client.request)])
    }

    @Test("leaves a server that is paired with another, and goes on looking")
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

    @Test("tries a peer that it left again after 5 s")
    func avoidance() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "other")
        client.handle(.found(PairingClient.Peer(rawValue: 7)), after: 4.999)
        #expect(client.session.phase == .scanning)
        client.handle(.found(PairingClient.Peer(rawValue: 7)), after: 0.001)
        #expect(client.session.phase == .connecting)
    }

    @Test("stops a discovery after 30 s")
    func discoveryLimit() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.handle(.timePassed, after: 29.999)
        #expect(client.effects.isEmpty)
        client.handle(.timePassed, after: 0.001)
        #expect(client.effects == [.stopScan, .show(.unpaired)])
    }

    @Test("is not paired if it reads back another's name after its write")
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

    @Test(
        "forgets its server if that is unpaired or paired with another",
        arguments: ["UNPAIRED", "other"])
    func forgets(value: String) {
        var client = SteppedClient.loaded(server: "server")
        client.handle(.connect)
        client.reach("server", pairedWith: value)
        #expect(
            client.effects == [
                .store(PairingNames(own: name("client")), client.storeTicket),
                .disconnect(link: client.link), .show(.unpaired),
            ])
    }

    @Test(
        "forgets its server if it becomes unpaired while connected",
        arguments: ["UNPAIRED", "other"])
    func forgetsWhileConnected(value: String) {
        var client = SteppedClient.connected(to: "server")
        client.waitForDeadline()
        client.answer(value)
        #expect(client.session.names.peer == nil)
        #expect(client.session.phase == .idle)
        #expect(client.effects.contains(.disconnect(link: client.link)))
    }

    @Test("never forgets its server because of an error or a value that is not a name")
    func keepsServer() {
        for value in ["", String(repeating: "x", count: 65)] {
            var client = SteppedClient.loaded(server: "server")
            client.handle(.connect)
            client.reach("server", pairedWith: value)
            #expect(client.session.names.peer == name("server"))
            #expect(client.session.phase == .scanning)
        }
        var client = SteppedClient.loaded(server: "server")
        client.handle(.connect)
        client.reach("server", pairedWith: "client")
        client.handle(.failed(client.request, .insufficientAuthorization))
        #expect(client.session.names.peer == name("server"))
        #expect(
            client.effects == [
                .fault(.refused(.insufficientAuthorization)), .disconnect(link: client.link),
                .startScan,
            ])
    }

    @Test("leaves a server of another name than the one that it remembers")
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

    @Test("reads the paired client name every 2 s while it is connected")
    func checks() {
        var client = SteppedClient.connected(to: "server")
        #expect(client.session.nextDeadline == client.time.advanced(by: .seconds(2)))
        client.waitForDeadline()
        #expect(client.effects == [.readPairedName(client.request)])
        client.answer("client", after: 0.1)
        #expect(client.session.nextDeadline == client.time.advanced(by: .seconds(2)))
    }

    @Test("reads at once when it is notified, and again if a read was outstanding")
    func notified() {
        var client = SteppedClient.connected(to: "server")
        client.handle(.pairedNameChanged(link: client.link))
        #expect(client.effects == [.readPairedName(client.request)])
        client.handle(.pairedNameChanged(link: client.link))
        #expect(client.effects.isEmpty)
        client.answer("client")
        #expect(client.effects == [.readPairedName(client.request)])
    }

    @Test("is connected for 6 s after it sent the last read that was answered, and then searches")
    func lease() {
        var client = SteppedClient.connected(to: "server")
        client.waitForDeadline()
        let sent = client.time
        client.answer("client", after: 1)
        client.waitForDeadline()
        #expect(client.session.nextDeadline == sent.advanced(by: .seconds(6)))
        client.waitForDeadline()
        #expect(
            client.effects == [
                .fault(.leaseExpired), .disconnect(link: client.link), .startScan,
                .show(.connecting(name("server"))),
            ])
        #expect(client.session.nextDeadline == nil)
    }

    @Test("asks again if the answer that would connect it took longer than a lease")
    func lateConfirmation() {
        var client = SteppedClient.loaded(server: "server")
        client.handle(.connect)
        client.reach("server", pairedWith: "client")
        client.handle(.written(client.request))
        client.answer("client")
        client.answer("client", after: 6)
        #expect(client.session.phase == .settingUp)
        #expect(client.effects == [.readPairedName(client.request)])
        client.answer("client", after: 5.999)
        #expect(client.session.phase == .connected)
    }

    @Test("searches without a limit after a lost link")
    func reconnects() {
        var client = SteppedClient.connected(to: "server")
        client.handle(.disconnected(link: client.link))
        #expect(client.effects == [.startScan, .show(.connecting(name("server")))])
        client.handle(.timePassed, after: 3600)
        #expect(client.session.phase == .scanning)
    }

    @Test("does not remember a server if the link is lost before it is remembered")
    func lostWhileRemembering() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "UNPAIRED")
        client.handle(.written(client.request))
        client.answer("client")
        let first = client.storeTicket
        client.handle(.disconnected(link: client.link))
        #expect(client.session.names.peer == nil)
        client.handle(.stored(first))
        #expect(
            client.effects
                == [.store(PairingNames(own: name("client")), client.storeTicket)])
    }

    @Test("gives a pairing up if the server is not stored 20 s after its write")
    func slowStore() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "UNPAIRED")
        client.handle(.written(client.request), after: 8)
        client.answer("client", after: 8)
        client.handle(.timePassed, after: 3.999)
        #expect(client.effects.isEmpty)
        client.handle(.timePassed, after: 0.001)
        #expect(client.effects.contains(.fault(.timedOut)))
        #expect(client.session.names.peer == nil)
    }

    @Test("stores again 2 s after a store that failed, and is not connected before")
    func failedStore() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.reach("server", pairedWith: "UNPAIRED")
        client.handle(.written(client.request))
        client.answer("client")
        client.handle(.storeFailed(client.storeTicket))
        #expect(client.effects == [.fault(.storeFailed)])
        client.waitForDeadline()
        #expect(client.time == seconds(2))
        #expect(
            client.effects == [
                .store(
                    PairingNames(own: name("client"), peer: name("server")), client.storeTicket)
            ])
        client.store()
        #expect(client.effects == [.readPairedName(client.request)])
    }

    @Test("tells the server that it is unpaired, and then forgets it")
    func unpairs() {
        var client = SteppedClient.connected(to: "server")
        client.handle(.unpair)
        #expect(
            client.effects == [
                .writePairedName(.unpaired, client.request), .show(.unpairing(name("server"))),
            ])
        #expect(client.session.names.peer == name("server"))
        client.handle(.written(client.request))
        #expect(
            client.effects == [
                .disconnect(link: client.link),
                .store(PairingNames(own: name("client")), client.storeTicket), .show(.unpaired),
            ])
    }

    @Test("unpairs when the outstanding read is answered")
    func unpairsAfterRead() {
        var client = SteppedClient.connected(to: "server")
        client.waitForDeadline()
        client.handle(.unpair)
        #expect(client.effects.isEmpty)
        client.answer("client")
        #expect(client.session.phase == .releasing)
    }

    @Test("forgets a server that is away when its user unpairs")
    func unpairsAway() {
        var client = SteppedClient.loaded(server: "server")
        client.handle(.unpair)
        #expect(
            client.effects == [
                .store(PairingNames(own: name("client")), client.storeTicket), .show(.unpaired),
            ])
    }

    @Test("forgets its server when it unpairs, whatever the server answers")
    func unpairsInAnyCase() {
        var refused = SteppedClient.connected(to: "server")
        refused.handle(.unpair)
        refused.handle(.failed(refused.request, .insufficientAuthorization))
        #expect(refused.session.names.peer == nil)
        #expect(refused.session.phase == .idle)
        var silent = SteppedClient.connected(to: "server")
        silent.handle(.unpair)
        silent.handle(.timePassed, after: 10)
        #expect(silent.session.names.peer == nil)
        #expect(silent.session.phase == .idle)
        var lost = SteppedClient.connected(to: "server")
        lost.handle(.unpair)
        lost.handle(.disconnected(link: lost.link))
        #expect(lost.session.names.peer == nil)
        #expect(lost.session.phase == .idle)
    }

    @Test("stays paired when its user disconnects")
    func disconnects() {
        var client = SteppedClient.connected(to: "server")
        client.handle(.disconnect)
        #expect(
            client.effects == [
                .disconnect(link: client.link), .show(.paired(name("server"))),
            ])
        #expect(client.session.screen.buttons == [.connect, .unpair])
    }

    @Test("goes on searching when Bluetooth is on again")
    func radio() {
        var client = SteppedClient.connected(to: "server")
        client.handle(.radioOff)
        #expect(client.session.phase == .waiting)
        client.handle(.radioOn)
        #expect(client.effects == [.startScan])
        client.handle(.radioOff)
        client.handle(.disconnect)
        client.handle(.radioOn)
        #expect(client.effects.isEmpty)
    }

    @Test("ends a link on which a request is not answered for 10 s")
    func timesOut() {
        var client = SteppedClient.loaded()
        client.handle(.discover)
        client.handle(.found(PairingClient.Peer(rawValue: 7)))
        client.handle(.connected(link: client.link))
        client.handle(.timePassed, after: 9.999)
        #expect(client.effects.isEmpty)
        client.handle(.timePassed, after: 0.001)
        #expect(
            client.effects
                == [.fault(.timedOut), .disconnect(link: client.link), .startScan])
    }

    @Test("reports an answer to an earlier request as late, and changes nothing")
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

    @Test("takes an earlier time as the latest that it has seen")
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
