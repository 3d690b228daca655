import CompanionPairing
import KomootNav
import Testing

@Suite("A client's store")
struct ClientStoreTests {
    @Test("A client stores its own name before anybody can see it")
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

    @Test("A client keeps its stored name, and does not take the fresh one")
    func keepsName() {
        var client = SteppedClient(own: "fresh")
        client.handle(.start)
        client.handle(.loaded(PairingNames(own: name("old"))))
        #expect(client.session.names.own == name("old"))
    }

    @Test("A client waits for a store that can't be read, and does not make up a name")
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

    @Test("A client does not remember a server if the link is lost before the server is stored")
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

    @Test("A client gives a pairing up if the server is not stored 20 s after its write")
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

    @Test("A client stores again 2 s after a store that failed, and is not connected before")
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
}
