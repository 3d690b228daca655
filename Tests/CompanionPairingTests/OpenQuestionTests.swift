import CompanionPairing
import KomootNav
import Testing

@Suite("What names can't prevent")
struct OpenQuestionTests {
    @Test("Whoever knows the client's name is taken for the client while that is away")
    func spoofedClient() {
        var server = SteppedServer.paired(with: "client", on: 1)
        server.disconnect(1)
        let write = server.write("client", on: 2)
        #expect(server.accepts(write))
        #expect(server.session.client == PairingServer.Link(rawValue: 2))
    }

    @Test(
        "Whoever knows the client's name can unpair it while it is away, but not while it is connected"
    )
    func spoofedUnpairing() {
        var server = SteppedServer.paired(with: "client", on: 1)
        let first = server.write("UNPAIRED", on: 2)
        #expect(server.refuses(first, .insufficientAuthorization))
        server.disconnect(1)
        server.write("client", on: 2)
        server.write("UNPAIRED", on: 2)
        server.store()
        #expect(server.session.names.peer == nil)
    }

    @Test("Whoever claims first, and reads twice, keeps others out until the server's user unpairs")
    func squatter() {
        var server = SteppedServer.paired(with: "squatter", on: 1)
        let refused = server.write("client", on: 2)
        #expect(server.refuses(refused, .insufficientAuthorization))
        server.handle(.unpair)
        server.store()
        let write = server.write("client", on: 2, after: 7)
        #expect(server.accepts(write))
    }

    @Test("A server that took another's name, and says UNPAIRED, makes the client forget")
    func spoofedServer() {
        var client = SteppedClient.loaded(server: "server")
        client.handle(.connect)
        client.reach("server", pairedWith: "UNPAIRED")
        #expect(client.session.names.peer == nil)
    }

    @Test("A client that lost its name is a stranger until the server's user unpairs")
    func lostName() {
        var server = SteppedServer.loaded(client: "old name")
        let refused = server.write("new name", on: 1)
        #expect(server.refuses(refused, .insufficientAuthorization))
        server.handle(.unpair)
        server.store()
        let write = server.write("new name", on: 1, after: 7)
        #expect(server.accepts(write))
    }

    @Test(
        "A server waits for a client that was unpaired while the server was away, and takes it again"
    )
    func unpairedAway() {
        var client = SteppedClient.loaded(server: "server")
        client.handle(.unpair)
        client.store()
        var server = SteppedServer.loaded(client: "client")
        let refused = server.write("other", on: 1)
        #expect(server.refuses(refused, .insufficientAuthorization))
        client.handle(.discover)
        client.reach("server", pairedWith: "client")
        let write = server.write("client", on: 2)
        #expect(server.accepts(write))
    }
}
