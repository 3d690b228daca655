import CompanionPairing
import KomootNav
import Testing

@Suite("A client's lease and its links")
struct ClientLeaseTests {
    @Test("A client reads the paired client name every 2 s while it is connected")
    func checks() {
        var client = SteppedClient.connected(to: "server")
        #expect(client.session.nextDeadline == client.time.advanced(by: .seconds(2)))
        client.waitForDeadline()
        #expect(client.effects == [.readPairedName(client.request)])
        client.answer("client", after: 0.1)
        #expect(client.session.nextDeadline == client.time.advanced(by: .seconds(2)))
    }

    @Test("A client reads at once when it is notified, and again if a read was outstanding")
    func notified() {
        var client = SteppedClient.connected(to: "server")
        client.handle(.pairedNameChanged(link: client.link))
        #expect(client.effects == [.readPairedName(client.request)])
        client.handle(.pairedNameChanged(link: client.link))
        #expect(client.effects.isEmpty)
        client.answer("client")
        #expect(client.effects == [.readPairedName(client.request)])
    }

    @Test(
        "A client is connected for 6 s after it sent the last read that was answered, and then searches"
    )
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

    @Test("A client asks again if the answer that would connect it took longer than a lease")
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

    @Test("A client searches without a limit after a lost link")
    func reconnects() {
        var client = SteppedClient.connected(to: "server")
        client.handle(.disconnected(link: client.link))
        #expect(client.effects == [.startScan, .show(.connecting(name("server")))])
        client.handle(.timePassed, after: 3600)
        #expect(client.session.phase == .scanning)
    }

    @Test("A client goes on searching when Bluetooth is on again")
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

    @Test("A client ends a link on which a request is not answered for 10 s")
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
}
