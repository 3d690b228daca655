import LinkVocabulary
import RepositorySupport
import Testing

@testable import Simulation

@Suite("A list of what is near")
struct NearbyTests {
    @Test(
        "A list of what is near tells who comes, who is nearest and who is gone, at most once in a second"
    )
    func list() async throws {
        let stage = await CentralStage()
        await stage.server.setSignalStrength(-60)
        try await stage.run { world in
            let other = world.addServer()
            await other.setSignalStrength(-70)
            var lists = stage.central.nearby(Thermostat.service).makeAsyncIterator()
            #expect(try await lists.next() == [])
            var names = try await lists.next()?.map(\.name)
            #expect(names == ["Kitchen"])
            var time = world.clock.now
            await other.startAdvertising(Thermostat.service, name: "Hall")
            names = try await lists.next()?.map(\.name)
            #expect(names == ["Kitchen", "Hall"])
            #expect(time.duration(to: world.clock.now) >= .milliseconds(900))
            await other.setSignalStrength(-50)
            names = try await lists.next()?.map(\.name)
            #expect(names == ["Hall", "Kitchen"])
            // What is connected stays, and is nearest.
            let kitchen = try await stage.central.find(Thermostat.service) { $0.name == "Kitchen" }
            let link = try await stage.central.connect(to: kitchen.peer)
            await stage.server.stopAdvertising()
            await other.stopAdvertising()
            time = world.clock.now
            while names?.isEmpty == false { names = try await lists.next()?.map(\.name) }
            #expect((9...12).contains(time.duration(to: world.clock.now).components.seconds))
            var again = stage.central.nearby(Thermostat.service).makeAsyncIterator()
            #expect(try await again.next() == [])
            #expect(try await again.next()?.map(\.signalStrength) == [nil])
            try await world.clock.sleep(for: .seconds(20))
            #expect(link.peer == kitchen.peer)
            // Not without Bluetooth.
            #expect(try await stage.central.state() == .on)
            try world.inject(.link(.centralRadioOff(.seconds(3))))
            #expect(try await again.next() == [])
            #expect(try await stage.central.state() == .off)
        }
    }

    @Test("A list of what is near ends the scan when nobody wants it any more")
    func end() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { world in
            for try await list in stage.central.nearby(Thermostat.service) where !list.isEmpty {
                break
            }
            try await world.clock.sleep(for: .seconds(1))
        }
        let scan = GATTCentralRequest.scan(for: [Thermostat.service], repeats: true)
        #expect(radio.requests == [scan, .stopScan])
    }
}
