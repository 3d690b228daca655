import KomootNav
import KomootNavFoundation
import PropertyTesting
import RepositorySupport
import SimulatedApps
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

@Suite("A device on a radio that others use too")
struct SharedRadioTests {
    /// An instruction every 5 s, while everything goes wrong that can; after that, the newest is shown.
    private static func ride(
        _ device: NavigationDevice, in world: isolated World, _ shown: Diary<NavigationInstruction>
    ) async throws {
        let phone = world.addPhone(.ios)
        async let _: Void = {
            for await update in device.updates {
                if case .instruction(let next) = update { shown.add(next.instruction) }
            }
        }()
        await phone.startNavigation()
        device.start()
        for number in 1... {
            try? await phone.publish(.number(UInt32(number), streetByteCount: number % 40))
            try await world.clock.sleep(for: .seconds(5))
        }
    }

    @Test(
        "A device on a radio that others use too shows the way beside a thermostat, whatever goes wrong on either link",
        arguments: SharedRadio.allCases, Set(propertySeeds(5)).union([29, 47, 99]))
    func shares(_ radio: SharedRadio, seed: UInt64) async throws {
        let shown = Diary<NavigationInstruction>()
        let bluetooth = Diary<SimulatedBluetooth>()
        let conditions = LinkConditions(mtu: 185)
        let stage = await CentralStage(seed: seed, conditions: conditions) {
            radio.makeCentral(in: $0, bluetooth)
        }
        let device = NavigationDevice(on: stage.central)
        let run = try await ThermostatRun(seed: seed, on: stage) { world in
            try await Self.ride(device, in: world, shown)
        }
        #expect(run.fault == nil)
        #expect(run.count > 30)
        let numbers = shown.entries.map { $0.distanceInMeters / 3 }
        let whole = shown.entries.filter { next in
            let number = next.distanceInMeters / 3
            return next == .number(number, streetByteCount: Int(number) % 40)
        }
        #expect(numbers == numbers.sorted() && numbers.count > 20)
        #expect(numbers.last ?? 0 >= 101)
        #expect(whole.count > 20)
        #expect(bluetooth.entries.allSatisfy { $0.misuses.isEmpty })
    }

    @Test(
        "A device on a radio that others use too shares a link to its phone, of which the system need not hear, and leaves it to them",
        arguments: SharedRadio.allCases)
    func link(_ radio: SharedRadio) async throws {
        let bluetooth = Diary<SimulatedBluetooth>()
        let stage = await CentralStage(
            conditions: LinkConditions(mtu: 185),
            services: [.thermostat, .navigation(hasCCCD: true)]
        ) { radio.makeCentral(in: $0, bluetooth) }
        let shown = Diary<NavigationDevice.Update>()
        let instruction = NavigationService.instructionCharacteristic
        try await stage.run { world in
            let link = try await stage.link()
            await stage.server.stopAdvertising()
            try await stage.server.setValue(
                NavigationInstruction.number(1).encoded(as: .deployed), of: instruction)
            let device = NavigationDevice(on: stage.central)
            device.start()
            async let all: Void = {
                for await update in device.updates { shown.add(update) }
            }()
            try await world.clock.sleep(for: .seconds(5))
            try await link.write([20], to: Thermostat.threshold)
            #expect(await stage.server.nextWrite().value == [20])
            device.stop()
            await all
            try await world.clock.sleep(for: .seconds(1))
            #expect(try await link.read(Thermostat.threshold) == [20])
        }
        let last = shown.entries.last { if case .instruction = $0 { true } else { false } }
        guard case .instruction(let next) = last else { return #expect(last != nil) }
        #expect(next.instruction == .number(1) && next.extent == .whole)
        #expect(shown.entries.last == .status(.stopped))
        let state = stage.world.linkLayer.state
        let isSubscribed = state.subscriptions.contains { !$0.isEmpty }
        #expect(state.links.count == 1 && !isSubscribed)
        #expect(bluetooth.entries.allSatisfy { $0.misuses.isEmpty })
    }

    @Test(
        "A central for apps that the system starts again finds by a search what the system has kept, and lets the rest go"
    )
    func restored() async throws {
        let standIn = StandIn(.plain)
        let stage = await CentralStage {
            standIn.makeCentral(in: $0, restoreIdentifier: "app")
        }
        let second = await stage.world.addServer()
        try await stage.run { world in
            await second.startAdvertising(NavigationService.uuid)
            let first = try await stage.link()
            let found = try await stage.central.find(NavigationService.uuid)
            let other = try await stage.central.connect(to: found.peer)
            await stage.server.stopAdvertising()
            await second.stopAdvertising()
            let again = standIn.remakeCentral(in: world, restoreIdentifier: "app")
            let kept = try await again.find(Thermostat.service)
            #expect(kept.peer == first.peer)
            #expect(kept.signalStrength == nil)
            let link = try await again.connect(to: kept.peer)
            try await link.discover(Thermostat.service)
            try await world.clock.sleep(for: .seconds(3))
            let up = world.linkLayer.state.links.filter { $0.isUpForCentral && !$0.isLost }
            #expect(up.count == 1 && other.peer != link.peer)
        }
        #expect(standIn.bluetooth?.misuses == [])
    }

    @Test(
        "A central for apps that the system starts again, and that only connects, ends the scan that the system has kept"
    )
    func restoredScan() async throws {
        let standIn = StandIn(.plain)
        let stage = await CentralStage {
            standIn.makeCentral(in: $0, restoreIdentifier: "app")
        }
        try await stage.run { world in
            let peer = try await stage.central.find(Thermostat.service).peer
            async let search = stage.central.find(NavigationService.uuid)
            try await world.clock.sleep(for: .seconds(1))
            let bluetooth = try #require(standIn.bluetooth)
            bluetooth.terminateApp(keepsState: true)
            #expect(bluetooth.centralSystem.scan != nil)
            let again = WorldSurroundings(bluetooth).run { GATTCentral(restoreIdentifier: "app") }
            let link = try await again.connect(to: peer)
            try await link.discover(Thermostat.service)
            #expect(bluetooth.centralSystem.scan == nil)
            _ = try? await search
        }
        #expect(standIn.bluetooth?.misuses == [])
    }

    @Test("A device says why it can't read a phone, until it can")
    func phoneFault() async throws {
        let stage = await CentralStage(
            services: [.navigation(hasCCCD: true), .navigation(hasCCCD: true)])
        await stage.server.startAdvertising(NavigationService.uuid)
        let device = NavigationDevice(on: stage.central)
        try await stage.run { world in
            device.start()
            #expect(device.phoneFault == nil)
            try await world.clock.sleep(for: .seconds(3))
            #expect(device.phoneFault == .ambiguous(NavigationService.uuid))
            await stage.server.removeService(NavigationService.uuid)
            let other = GATTCharacteristic(uuid: UUID128(high: 1, low: 2), properties: .read)
            await stage.server.add(
                GATTService(uuid: NavigationService.uuid, characteristics: [other]))
            let instruction = NavigationService.instructionCharacteristic
            try await world.clock.sleep(for: .seconds(60))
            #expect(device.phoneFault == .notDiscovered(instruction))
            device.stop()
            device.start()
            try await world.clock.sleep(for: .milliseconds(100))
            #expect(device.phoneFault == nil)
            try await world.clock.sleep(for: .seconds(60))
            #expect(device.phoneFault == .notDiscovered(instruction))
            await stage.server.removeService(NavigationService.uuid)
            await stage.server.add(.navigation(hasCCCD: true))
            try await stage.server.setValue(
                NavigationInstruction.number(1).encoded(as: .deployed), of: instruction)
            try await world.clock.sleep(for: .seconds(60))
            #expect(device.phoneFault == nil)
            device.stop()
        }
    }
}
