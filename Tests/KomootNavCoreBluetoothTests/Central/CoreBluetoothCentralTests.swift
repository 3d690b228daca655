import KomootNav
import PropertyTesting
import RepositorySupport
import SimulatedApps
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

/// A central for apps on the stand-in.
final class StandIn: @unchecked Sendable {
    var bluetooth: SimulatedBluetooth?
    private let habits: Habits

    init(_ habits: Habits) { self.habits = habits }

    func makeCentral(
        in world: isolated World, restoreIdentifier: String? = nil
    ) -> GATTCentral {
        let bluetooth = SimulatedBluetooth(in: world)
        bluetooth.habits = habits
        _ = bluetooth.enterAsCentral()
        self.bluetooth = bluetooth
        return WorldSurroundings(bluetooth).run {
            GATTCentral(restoreIdentifier: restoreIdentifier)
        }
    }
}

@Suite("A central for apps on Core Bluetooth")
struct CoreBluetoothCentralTests {
    @Test(
        "A central for apps on Core Bluetooth follows a thermostat whatever goes wrong",
        arguments: propertySeeds(10))
    func thermostat(seed: UInt64) async throws {
        let standIn = StandIn(Habits())
        let stage = await CentralStage(seed: seed) { standIn.makeCentral(in: $0) }
        let run = try await ThermostatRun(seed: seed, on: stage)
        #expect(run.fault == nil)
        #expect(run.count > 30)
        #expect(standIn.bluetooth?.misuses == [])
    }
}

extension CoreBluetoothCentralTests {
    private static func stage(
        _ habits: Habits = .plain, services: [GATTService] = [.thermostat]
    ) async -> (CentralStage, StandIn) {
        let standIn = StandIn(habits)
        let stage = await CentralStage(services: services) { standIn.makeCentral(in: $0) }
        return (stage, standIn)
    }

    @Test("A central for apps on Core Bluetooth reads, writes in both ways, and is notified")
    func works() async throws {
        let (stage, standIn) = await Self.stage()
        try await stage.run { world in
            let link = try await stage.link()
            try await link.write([20], to: Thermostat.threshold)
            #expect(await stage.server.nextWrite().value == [20])
            try await link.write([21, 1], to: Thermostat.threshold, withResponse: false)
            #expect(await stage.server.nextWrite().value == [21, 1])
            try world.inject(.link(.mtuChanged(50)))
            try await world.clock.sleep(for: .seconds(1))
            #expect(try await link.read(Thermostat.threshold) == [21, 1])
            // Whatever comes tells the MTU of now.
            let long = ContiguousArray(repeating: UInt8(1), count: 47)
            try await link.write(long, to: Thermostat.threshold, withResponse: false)
            #expect(await stage.server.nextWrite().value == long)
            #expect(try await link.discover(Thermostat.service) == .thermostat)
            let temperatures = try await link.subscribe(to: Thermostat.temperature)
            await stage.notify(22)
            for try await next in temperatures {
                #expect(next.value == [22])
                break
            }
        }
        #expect(standIn.bluetooth?.misuses == [])
    }

    @Test(
        "A central for apps on Core Bluetooth scans for several services, and tells names and strengths"
    )
    func searches() async throws {
        let (stage, standIn) = await Self.stage()
        let long = try #require(UUID128("71C1E128-D92F-4FA8-A2B2-0F171DB3436C"))
        let other = await stage.world.addServer()
        await other.startAdvertising(long, name: "Front")
        await other.setSignalStrength(-47)
        await stage.server.stopAdvertising()
        try await stage.run { world in
            async let kitchen = stage.central.find(Thermostat.service)
            let front = try await stage.central.find(long)
            #expect(front.name == "Front" && front.signalStrength == -47)
            #expect(front.services == [long])
            await stage.server.startAdvertising(Thermostat.service)
            let found = try await kitchen
            #expect(found.name == nil && (-90 ... -40).contains(found.signalStrength ?? 0))
            #expect(found.services == [Thermostat.service] && found.peer != front.peer)
            // As an app that was started again, which has kept only the identifier.
            let again = standIn.remakeCentral(in: world)
            let link = try await again.connect(to: found.peer)
            try await link.discover(Thermostat.service)
            await #expect(throws: GATTError.notConnected) {
                try await again.connect(to: GATTPeer(identifier: long))
            }
        }
        #expect(standIn.bluetooth?.misuses == [])
    }

    @Test(
        "A central for apps on Core Bluetooth is told what the peripheral refuses, and that it lacks a service"
    )
    func refusals() async throws {
        let (stage, standIn) = await Self.stage()
        try await stage.run { world in
            let link = try await stage.link()
            let other = UUID128(assignedNumber: 0x1816)
            await #expect(throws: GATTError.notDiscovered(other)) { try await link.discover(other) }
            try world.inject(.answer(.failed(.unlikelyError)))
            await #expect(throws: GATTError.refused(.unlikelyError)) {
                try await link.read(Thermostat.threshold)
            }
            await stage.server.removeService(Thermostat.service)
            // The system may know already that services have changed, and the request then be answered later.
            await #expect(throws: GATTError.servicesChanged) {
                try await link.read(Thermostat.threshold)
            }
            try await world.clock.sleep(for: .seconds(1))
            await #expect(throws: GATTError.notDiscovered(Thermostat.service)) {
                try await link.read(Thermostat.threshold)
            }
        }
        #expect(standIn.bluetooth?.misuses == [])
    }

    @Test(
        "A central for apps on Core Bluetooth follows its state, and needs no peripheral from before it was reset"
    )
    func states() async throws {
        let (stage, standIn) = await Self.stage()
        try await stage.run { world in
            let link = try await stage.link()
            for (state, expected) in [
                (CBManagerState.unsupported, GATTRadioState.unsupported),
                (.unauthorized, .unauthorized), (.poweredOff, .off), (.resetting, .off),
                (.unknown, .unknown),
            ] {
                standIn.bluetooth?.state = state
                try await world.clock.sleep(for: .seconds(1))
                await #expect(throws: GATTError.unavailable(expected)) {
                    try await link.read(Thermostat.threshold)
                }
                await #expect(throws: GATTError.unavailable(expected)) {
                    try await stage.central.find(Thermostat.service, within: .seconds(1))
                }
                standIn.bluetooth?.state = .poweredOn
                try await world.clock.sleep(for: .seconds(1))
                let again = try await stage.central.connect(to: link.peer)
                try await again.discover(Thermostat.service)
            }
        }
        #expect(standIn.bluetooth?.misuses == [])
    }

    @Test("A central for apps on Core Bluetooth is told if the system does not subscribe")
    func unsubscribed() async throws {
        var habits = Habits.plain
        habits.refusesSubscriptions = true
        let (stage, _) = await Self.stage(habits)
        try await stage.run { _ in
            let link = try await stage.link()
            await #expect(throws: GATTError.refused(.unlikelyError)) {
                try await link.subscribe(to: Thermostat.temperature)
            }
        }
    }

    @Test(
        "A central for apps on Core Bluetooth keeps a link when it is told late that the one before has ended"
    )
    func lateEnd() async throws {
        var habits = Habits.plain
        habits.disconnectsLate = .always
        habits.tellsEndsAfterNewLinks = .always
        let (stage, standIn) = await Self.stage(habits)
        try await stage.run { world in
            var link = Optional(try await stage.link())
            let peer = try #require(link?.peer)
            link = nil
            try await world.clock.sleep(for: .milliseconds(1))
            let next = try await stage.central.connect(to: peer)
            try await next.discover(Thermostat.service)
            try await world.clock.sleep(for: .seconds(6))
            #expect(try await next.read(Thermostat.threshold) == [])
        }
        #expect(standIn.bluetooth?.endsToldAfterNewLinks == 1)
        #expect(standIn.bluetooth?.misuses == [])
    }

    @Test("A central for apps outside of a simulated device has no Bluetooth")
    func nowhere() async throws {
        await #expect(throws: GATTError.unavailable(.unsupported)) {
            try await GATTCentral().find(Thermostat.service)
        }
    }

    @Test("A UUID is the same in Core Bluetooth's form, of 16, 32 and 128 bits")
    func uuids() throws {
        let long = try #require(UUID128("71C1E128-D92F-4FA8-A2B2-0F171DB3436C"))
        let middle = try #require(UUID128("00012A6E-0000-1000-8000-00805F9B34FB"))
        let short = UUID128(assignedNumber: 0x2A6E)
        for (uuid, text) in [
            (long, long.description), (middle, middle.description), (short, "2A6E"),
        ] {
            #expect(uuid.cbUUID.uuidString == text)
            #expect(UUID128(uuid.cbUUID) == uuid)
        }
        #expect(UUID128(CBUUID(string: "00012A6E")) == middle)
        #expect(UUID128(CBUUID(string: short.description)) == short)
    }
}

extension StandIn {
    /// The app is started again.
    func remakeCentral(
        in world: isolated World, restoreIdentifier: String? = nil
    ) -> GATTCentral {
        guard let bluetooth else { return makeCentral(in: world) }
        bluetooth.terminateApp()
        return WorldSurroundings(bluetooth).run {
            GATTCentral(restoreIdentifier: restoreIdentifier)
        }
    }
}
