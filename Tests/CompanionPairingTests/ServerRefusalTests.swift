import CompanionPairing
import KomootNav
import Testing

@Suite("A server that refuses")
struct ServerRefusalTests {
    @Test("A server refuses a second claimant, and hides the claim from it")
    func secondClaimant() {
        var server = SteppedServer.loaded()
        server.write("client", on: 1)
        let write = server.write("other", on: 2)
        #expect(server.refuses(write, .insufficientAuthorization))
        let read = server.read(on: 2)
        #expect(server.refuses(read, .insufficientAuthorization))
        #expect(server.session.client == PairingServer.Link(rawValue: 1))
    }

    @Test("A server refuses another client's name while it is paired")
    func stranger() {
        var server = SteppedServer.paired(with: "client", on: 1)
        let write = server.write("other", on: 2)
        #expect(server.refuses(write, .insufficientAuthorization))
        let read = server.read(on: 2)
        #expect(server.answers(read, "client"))
        #expect(server.session.names.peer == name("client"))
    }

    @Test("A server lets its client unpair, and nobody else")
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

    @Test("A server lets a claimant take its claim back")
    func takesBack() {
        var server = SteppedServer.loaded()
        server.write("client", on: 1)
        let write = server.write("UNPAIRED", on: 1)
        #expect(server.accepts(write))
        #expect(server.session.phase == .unpaired)
    }

    @Test("A server refuses a copy of its client while the original is there")
    func copy() {
        var server = SteppedServer.paired(with: "client", on: 1)
        let write = server.write("client", on: 2)
        let read = server.read(on: 1)
        #expect(server.refuses(write, .insufficientAuthorization))
        #expect(server.answers(read, "client"))
        #expect(server.session.client == PairingServer.Link(rawValue: 1))
    }

    @Test("A server refuses what is not a name", arguments: [0, 65, 512])
    func notAName(count: Int) {
        var server = SteppedServer.loaded()
        let write = server.write(String(repeating: "x", count: count), on: 1)
        #expect(server.refuses(write, .invalidAttributeValueLength))
        #expect(server.effects.contains(.fault(.invalidName)))
        #expect(server.session.phase == .unpaired)
    }

    @Test("A server answers the later chunks of a read from the value whose beginning it answered")
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

    @Test("A server refuses an offset below 0, and does not take it for a read from the beginning")
    func negativeOffset() {
        var server = SteppedServer.loaded()
        server.write("client", on: 1)
        server.read(on: 1)
        let request = PairingServer.Request(rawValue: 99)
        for characteristic in [.serverName, .pairedClientName] as [PairingServer.Characteristic] {
            server.handle(
                .read(PairingServer.Link(rawValue: 1), characteristic, offset: -1, request))
            #expect(server.refuses(request, .invalidOffset))
            #expect(server.session.phase == .claimed)
        }
        let answer = PairingServer.Answer(value: .unpaired, offset: -1)
        #expect(answer.withBytes { $0.count } == 8)
    }

    @Test("A server tells four links apart, and keeps those of clients when there are more")
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

    @Test(
        "A server refuses a second read while the client is connected on another link, and no longer"
    )
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

    @Test(
        "A server takes a stranger for its client only if it told the stranger the client's name before"
    )
    func otherAnswers() {
        var server = SteppedServer.loaded()
        server.read(on: 2)
        server.write("other", on: 2)
        server.handle(.unpair)
        server.write("client", on: 1)
        server.read(on: 1)
        server.read(on: 1)
        server.store()
        server.disconnect(1)
        let first = server.read(on: 2)
        #expect(server.answers(first, "client"))
        #expect(server.session.client == nil)
        server.read(on: 2)
        #expect(server.session.client == PairingServer.Link(rawValue: 2))
    }

    @Test("A server does not confirm a copy's claim that has ended")
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

    @Test("A server refuses everything before its names are loaded")
    func notLoaded() {
        var server = SteppedServer()
        let read = server.read(on: 1)
        #expect(server.refuses(read, .unlikelyError))
        let write = server.write("client", on: 1)
        #expect(server.refuses(write, .unlikelyError))
    }

    @Test("A server reports the completion of a store that is not under way as late")
    func late() {
        var server = SteppedServer.paired(with: "client", on: 1)
        server.store()
        #expect(server.effects == [.fault(.lateArrival)])
        #expect(server.session.phase == .paired)
    }
}
