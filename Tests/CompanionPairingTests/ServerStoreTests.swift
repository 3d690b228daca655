import CompanionPairing
import KomootNav
import Testing

@Suite("A server's store")
struct ServerStoreTests {
    @Test("A server stores its own name before it advertises")
    func naming() {
        var server = SteppedServer()
        server.handle(.start)
        #expect(server.effects == [.load])
        server.handle(.loaded(nil))
        #expect(server.effects == [.store(PairingNames(own: name("server")), server.storeTicket)])
        server.store()
        #expect(server.effects == [.startAdvertising, .show(.expecting)])
    }

    @Test("A server still pairs if the link is lost while the claim is being stored")
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

    @Test("A server stores again 2 s after a store that failed, and answers only then")
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

    @Test("A server tells that it is unpaired only when that is stored")
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
}
