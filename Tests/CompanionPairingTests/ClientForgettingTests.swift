import CompanionPairing
import KomootNav
import Testing

@Suite("A client that forgets or keeps its server")
struct ClientForgettingTests {
    @Test(
        "A client forgets its server if that is unpaired or paired with another",
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
        "A client forgets its server if that becomes unpaired or another's while they are connected",
        arguments: ["UNPAIRED", "other"])
    func forgetsWhileConnected(value: String) {
        var client = SteppedClient.connected(to: "server")
        client.waitForDeadline()
        client.answer(value)
        #expect(client.session.names.peer == nil)
        #expect(client.session.phase == .idle)
        #expect(client.effects.contains(.disconnect(link: client.link)))
    }

    @Test("A client never forgets its server because of an error or a value that is not a name")
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

    @Test("A client tells its server that it is unpaired, and then forgets it")
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

    @Test("A client unpairs when the outstanding read is answered")
    func unpairsAfterRead() {
        var client = SteppedClient.connected(to: "server")
        client.waitForDeadline()
        client.handle(.unpair)
        #expect(client.effects.isEmpty)
        client.answer("client")
        #expect(client.session.phase == .releasing)
    }

    @Test("A client forgets a server that is away when its user unpairs")
    func unpairsAway() {
        var client = SteppedClient.loaded(server: "server")
        client.handle(.unpair)
        #expect(
            client.effects == [
                .store(PairingNames(own: name("client")), client.storeTicket), .show(.unpaired),
            ])
    }

    @Test("A client forgets its server when it unpairs, whatever the server answers")
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

    @Test("A client stays paired when its user disconnects")
    func disconnects() {
        var client = SteppedClient.connected(to: "server")
        client.handle(.disconnect)
        #expect(
            client.effects == [
                .disconnect(link: client.link), .show(.paired(name("server"))),
            ])
        #expect(client.session.screen.buttons == [.connect, .unpair])
    }
}
