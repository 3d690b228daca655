import LinkVocabulary
import RepositorySupport
import Testing

@testable import Simulation

@Suite("A central's search for apps")
struct CentralSearchTests {
    private static let other = UUID128(assignedNumber: 0x1816)

    @Test(
        "A central's search for apps is one scan for all that is wanted, and stops with the last search"
    )
    func union() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        let sensor = await stage.world.addServer()
        try await stage.run { world in
            async let second = stage.central.find(Self.other)
            try await world.clock.sleep(for: .seconds(1))
            let first = try await stage.central.find(Thermostat.service)
            try await world.clock.sleep(for: .seconds(1))
            await sensor.startAdvertising(Self.other)
            #expect(try await second.peer != first.peer)
            #expect(try await second.services == [Self.other])
        }
        #expect(
            radio.requests == [
                .scan(for: [Self.other], repeats: false),
                .scan(for: [Self.other, Thermostat.service], repeats: false),
                .scan(for: [Self.other], repeats: false), .stopScan,
            ])
    }

    @Test(
        "A central's search for apps tells the name and the strength, by which an app can choose among several"
    )
    func choice() async throws {
        let (stage, _) = try await TamperedRadio.stage()
        let near = await stage.world.addServer()
        await near.startAdvertising(Thermostat.service, name: "Bath")
        await near.setSignalStrength(-40)
        try await stage.run { _ in
            let bath = try await stage.central.find(Thermostat.service) { $0.name == "Bath" }
            #expect(bath.signalStrength == -40)
            let kitchen = try await stage.central.find(Thermostat.service) {
                $0.signalStrength == nil
            }
            #expect(kitchen.name == "Kitchen")
        }
    }

    @Test("A central's search for apps ends in time, or when its task is cancelled")
    func ends() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { world in
            let clock = world.clock
            let start = clock.now
            await #expect(throws: GATTError.timedOut) {
                try await stage.central.find(Self.other, within: .seconds(5))
            }
            #expect(start.duration(to: clock.now) == .seconds(5))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    await #expect(throws: GATTError.cancelled) {
                        try await stage.central.find(Self.other)
                    }
                    await #expect(throws: GATTError.cancelled) {
                        try await stage.central.find(Self.other)
                    }
                }
                try await clock.sleep(for: .seconds(1))
                group.cancelAll()
                try await group.waitForAll()
            }
            #expect(radio.requests.last == .stopScan)
        }
    }

    @Test(
        "A central's attempt to connect for apps ends in time, when its task is cancelled, or when it fails"
    )
    func attempts() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { world in
            let clock = world.clock
            let peer = try await stage.central.find(Thermostat.service).peer
            await stage.server.stopAdvertising()
            await #expect(throws: GATTError.timedOut) {
                try await stage.central.connect(to: peer, within: .seconds(5))
            }
            #expect(radio.disconnects.count == 1)
            let usual = clock.now
            await #expect(throws: GATTError.timedOut) { try await stage.central.connect(to: peer) }
            #expect(usual.duration(to: clock.now) == .seconds(30))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    await #expect(throws: GATTError.cancelled) {
                        try await stage.central.connect(to: peer)
                    }
                }
                try await clock.sleep(for: .seconds(1))
                group.cancelAll()
                try await group.waitForAll()
            }
            #expect(radio.disconnects == radio.links)
            let stranger = GATTPeer(identifier: UUID128(high: 1, low: 2))
            let start = clock.now
            await #expect(throws: GATTError.notConnected) {
                try await stage.central.connect(to: stranger)
            }
            #expect(start.duration(to: clock.now) >= .seconds(1))
        }
    }

    @Test(
        "A central's search for apps waits while Bluetooth is off, and does not if it can't be used"
    )
    func power() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { world in
            let link = try await stage.link()
            try world.inject(.link(.centralRadioOff(.seconds(8))))
            await #expect(throws: GATTError.unavailable(.off)) {
                try await link.read(Thermostat.threshold)
            }
            await #expect(throws: GATTError.unavailable(.off)) {
                try await stage.central.find(Thermostat.service, within: .seconds(5))
            }
            _ = try await stage.central.connect(to: link.peer)
            #expect(world.clock.now.offset > .seconds(8))
            await stage.server.stopAdvertising()
            async let found = stage.central.find(Thermostat.service)
            try await world.clock.sleep(for: .seconds(1))
            try world.inject(.link(.centralRadioOff(.seconds(2))))
            try await world.clock.sleep(for: .seconds(4))
            await stage.server.startAdvertising(Thermostat.service)
            #expect(try await found.peer == link.peer)
            for state in [GATTRadioState.unsupported, .unauthorized] {
                radio.tell(.state(state))
                await #expect(throws: GATTError.unavailable(state)) {
                    try await stage.central.find(Thermostat.service)
                }
                await #expect(throws: GATTError.unavailable(state)) {
                    try await stage.central.connect(to: link.peer)
                }
            }
        }
    }

    @Test(
        "A central's search for apps begins anew for a second one, which must hear of what was told already"
    )
    func second() async throws {
        let (stage, radio) = try await TamperedRadio.stage()
        try await stage.run { world in
            async let none = stage.central.find(Thermostat.service, within: .seconds(9)) { _ in
                false
            }
            try await world.clock.sleep(for: .seconds(5))
            _ = try await stage.central.find(Thermostat.service)
            _ = try? await none
        }
        // The first one chooses, and must hear of each again and again.
        let scan = GATTCentralRequest.scan(for: [Thermostat.service], repeats: true)
        #expect(radio.requests == [scan, scan, .stopScan])
    }
}
