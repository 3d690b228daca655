import CompanionPairing
import KomootNav
import KomootNavFoundation
import RepositorySupport
import SimulatedApps
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

@Suite("A paired display")
struct PairedDisplayTests {
    private static let name = PairingName(random: 0xD15)
    private static let phone = PairingName(random: 0xF0)

    /// A phone with a plain server, and a display that does nothing yet.
    private struct Stage {
        let stage: CentralStage
        let display: PairedDisplay
        let store: any NameStore
        let updates = Diary<PairedDisplay.Update>()
        let bluetooth = Diary<SimulatedBluetooth>()

        init(
            _ radio: SharedRadio, store: any NameStore = MemoryNameStore(), seed: UInt64 = 1
        ) async throws {
            let made = bluetooth
            stage = await CentralStage(
                seed: seed, conditions: LinkConditions(mtu: 185),
                services: [.pairing, .navigation(hasCCCD: true)]
            ) { radio.makeCentral(in: $0, made) }
            self.store = store
            display = PairedDisplay(on: stage.central, names: store, freshName: name)
            await stage.server.setValue(
                phone.bytes, of: PairingService.serverNameCharacteristic)
            await setPairedName(nil)
            try await stage.server.setValue(
                NavigationInstruction.number(7).encoded(as: .deployed),
                of: NavigationService.instructionCharacteristic)
            await stage.server.startAdvertising(PairingService.uuid)
        }

        func setPairedName(_ name: PairingName?) async {
            let value = name.map { $0.bytes } ?? ContiguousArray("UNPAIRED".utf8)
            await stage.server.setValue(
                value, of: PairingService.pairedClientNameCharacteristic)
        }

        /// Runs a display's user, and notes what the display tells.
        func run(
            _ user: @escaping @Sendable (isolated World) async throws -> Void
        ) async throws {
            let (display, updates) = (display, updates)
            try await stage.run { world in
                async let all: Void = {
                    for await update in display.updates { updates.add(update) }
                }()
                display.start()
                try await user(world)
                display.stop()
                await all
            }
        }

        var screens: [PairingClient.Screen] {
            updates.entries.compactMap { if case .screen(let screen) = $0 { screen } else { nil } }
        }

        var phoneFault: PairedDisplay.PhoneFault? {
            for case .phoneFault(let fault) in updates.entries.reversed() { return fault }
            return nil
        }

        var shown: Set<UInt32> {
            Set(
                updates.entries.compactMap {
                    guard case .navigation(.instruction(let next)) = $0 else { return nil }
                    return next.instruction.distanceInMeters / 3
                })
        }
    }

    @Test(
        "A paired display pairs with a phone when its user wants it, shows its directions, and goes on after a lost link",
        arguments: SharedRadio.allCases)
    func pairs(_ radio: SharedRadio) async throws {
        let stage = try await Stage(radio)
        try await stage.run { world in
            try await world.clock.sleep(for: .seconds(3))
            #expect(stage.screens.last == .unpaired && stage.shown.isEmpty)
            stage.display.press(.discover)
            try await world.clock.sleep(for: .seconds(5))
            #expect(stage.screens.last == .connected(Self.phone))
            #expect(stage.shown == [7])
            try world.inject(.link(.dropped))
            try await stage.stage.server.setValue(
                NavigationInstruction.number(8).encoded(as: .deployed),
                of: NavigationService.instructionCharacteristic)
            try await world.clock.sleep(for: .seconds(8))
            #expect(stage.screens.last == .connected(Self.phone))
            #expect(stage.shown == [7, 8])
        }
        #expect(stage.screens.contains(.connecting(Self.phone)))
        #expect(try await stage.store.load() == PairingNames(own: Self.name, peer: Self.phone))
        #expect(stage.bluetooth.entries.allSatisfy { $0.misuses.isEmpty })
    }

    @Test(
        "A paired display connects to its phone after a start, and shows nothing any more once that is unpaired",
        arguments: SharedRadio.allCases)
    func unpaired(_ radio: SharedRadio) async throws {
        let names = PairingNames(own: Self.name, peer: Self.phone)
        let stage = try await Stage(radio, store: MemoryNameStore(names))
        await stage.setPairedName(Self.name)
        try await stage.run { world in
            try await world.clock.sleep(for: .seconds(5))
            #expect(stage.screens.last == .connected(Self.phone) && stage.shown == [7])
            await stage.setPairedName(nil)
            try await world.clock.sleep(for: .seconds(4))
            #expect(stage.screens.last == .unpaired)
            #expect(stage.updates.entries.contains(.navigation(.status(.stopped))))
            try await stage.stage.server.setValue(
                NavigationInstruction.number(8).encoded(as: .deployed),
                of: NavigationService.instructionCharacteristic)
            try await world.clock.sleep(for: .seconds(9))
        }
        #expect(stage.shown == [7])
        #expect(try await stage.store.load() == PairingNames(own: Self.name))
        let links = stage.stage.world.linkLayer.state.links
        #expect(!links.contains { $0.isUpForCentral && !$0.isLost })
    }

    @Test(
        "A paired display says what its phone lacks, until it has it",
        arguments: SharedRadio.allCases)
    func phoneFault(_ radio: SharedRadio) async throws {
        let stage = try await Stage(radio)
        let service = PairingService.uuid
        let name = PairingService.pairedClientNameCharacteristic
        try await stage.run { world in
            await stage.stage.server.removeService(service)
            let other = GATTCharacteristic(uuid: UUID128(high: 1, low: 2), properties: .read)
            await stage.stage.server.add(GATTService(uuid: service, characteristics: [other]))
            try await world.clock.sleep(for: .seconds(1))
            stage.display.press(.discover)
            try await world.clock.sleep(for: .seconds(4))
            #expect(
                stage.phoneFault
                    == .link(.notDiscovered(PairingService.serverNameCharacteristic)))
            await stage.stage.server.removeService(service)
            await stage.stage.server.add(.pairing)
            await stage.setPairedName(nil)
            await stage.stage.server.setValue([], of: name)
            try await world.clock.sleep(for: .seconds(7))
            #expect(stage.phoneFault == .invalidName)
            await stage.setPairedName(nil)
            try await world.clock.sleep(for: .seconds(12))
            #expect(stage.screens.last == .connected(Self.phone))
            #expect(stage.phoneFault == nil)
            // One read fails, and it stays connected.
            try world.inject(.answer(.failed(.unlikelyError)))
            try await world.clock.sleep(for: .seconds(4))
            #expect(stage.screens.last == .connected(Self.phone))
            #expect(stage.phoneFault == nil)
            // Navigation is over.
            await stage.stage.server.answerReads { read in
                read.characteristic == NavigationService.instructionCharacteristic
                    ? .error(.attributeNotFound)
                    : .value(ContiguousArray(Self.name.bytes.dropFirst(read.offset)))
            }
            try await world.clock.sleep(for: .seconds(4))
            #expect(stage.phoneFault == nil)
        }
    }

    @Test(
        "A paired display says that its phone has no directions to read, or twice, and does not ask for them all the time",
        arguments: [0, 1, 2])
    func wrongNavigation(count: Int) async throws {
        let names = PairingNames(own: Self.name, peer: Self.phone)
        let stage = try await Stage(.simulated, store: MemoryNameStore(names))
        await stage.setPairedName(Self.name)
        await stage.stage.server.removeService(NavigationService.uuid)
        for _ in 0..<count { await stage.stage.server.add(.navigation(hasCCCD: true)) }
        try await stage.run { world in
            try await world.clock.sleep(for: .seconds(60))
            #expect(stage.screens.last == .connected(Self.phone))
            let missing = GATTError.notDiscovered(NavigationService.uuid)
            let twice = GATTError.ambiguous(NavigationService.uuid)
            #expect(stage.phoneFault == [.link(missing), nil, .link(twice)][count])
            #expect(stage.updates.entries.count <= 40)
            // As many as of a phone that navigates.
            #expect((100...150).contains(world.linkEventCount))
            if count == 1 { return }
            for _ in 0..<count { await stage.stage.server.removeService(NavigationService.uuid) }
            await stage.stage.server.add(.navigation(hasCCCD: true))
            try await stage.stage.server.setValue(
                NavigationInstruction.number(7).encoded(as: .deployed),
                of: NavigationService.instructionCharacteristic)
            try await world.clock.sleep(for: .seconds(8))
            #expect(stage.shown == [7] && stage.phoneFault == nil)
        }
    }

    @Test("A paired display forgets at its stop why its phone gave no directions")
    func stopped() async throws {
        let names = PairingNames(own: Self.name, peer: Self.phone)
        let stage = try await Stage(.simulated, store: MemoryNameStore(names))
        await stage.setPairedName(Self.name)
        await stage.stage.server.removeService(NavigationService.uuid)
        try await stage.run { world in
            try await world.clock.sleep(for: .seconds(10))
            #expect(stage.phoneFault == .link(.notDiscovered(NavigationService.uuid)))
        }
        await stage.stage.server.stopAdvertising()
        stage.updates.clear()
        try await stage.run { world in try await world.clock.sleep(for: .seconds(10)) }
        #expect(stage.screens.last == .paired(Self.phone))
        #expect(stage.updates.entries.contains(.phoneFault(nil)) && stage.phoneFault == nil)
    }

    @Test(
        "A paired display shows nothing of a phone that is paired with another display",
        arguments: SharedRadio.allCases)
    func another(_ radio: SharedRadio) async throws {
        let stage = try await Stage(radio)
        await stage.setPairedName(PairingName(random: 9))
        try await stage.run { world in
            try await world.clock.sleep(for: .seconds(1))
            // A button that is not on the screen does nothing.
            stage.display.press(.unpair)
            stage.display.press(.discover)
            try await world.clock.sleep(for: .seconds(40))
        }
        #expect(stage.screens.contains(.discovering) && stage.screens.last == .unpaired)
        #expect(stage.phoneFault == .pairedWithAnother)
        #expect(stage.shown.isEmpty)
        // It avoids that phone for a while (clause 4.11).
        #expect((3...8).contains(stage.stage.world.linkLayer.state.links.count))
    }

    @Test(
        "A paired display shows nothing after a suspension before it knows that it is still paired",
        arguments: 0..<8 as Range<UInt64>)
    func suspended(seed: UInt64) async throws {
        let names = PairingNames(own: Self.name, peer: Self.phone)
        let stage = try await Stage(.coreBluetooth, store: MemoryNameStore(names), seed: seed)
        await stage.setPairedName(Self.name)
        try await stage.run { world in
            try await world.clock.sleep(for: .seconds(5))
            #expect(stage.screens.last == .connected(Self.phone))
            let bluetooth = try #require(stage.bluetooth.entries.first)
            bluetooth.suspendApp()
            try await world.clock.sleep(for: .seconds(30))
            await stage.setPairedName(PairingName(random: 9))
            let object = try NavigationInstruction.number(8).encoded(as: .deployed)
            let characteristic = NavigationService.instructionCharacteristic
            await stage.stage.server.setValue(object, of: characteristic)
            await stage.stage.server.notify(object.prefix(4), of: characteristic)
            try await world.clock.sleep(for: .seconds(5))
            bluetooth.resumeApp()
            try await world.clock.sleep(for: .seconds(10))
        }
        #expect(stage.shown == [7])
        #expect(stage.screens.last == .unpaired)
    }

    @Test(
        "A paired display counts its lease on while its app is suspended: it is over 6 s after the last read at most",
        arguments: 0..<20 as Range<UInt64>)
    func suspendedLease(seed: UInt64) async throws {
        let names = PairingNames(own: Self.name, peer: Self.phone)
        let stage = try await Stage(.coreBluetooth, store: MemoryNameStore(names), seed: seed)
        await stage.setPairedName(Self.name)
        try await stage.run { world in
            try await world.clock.sleep(for: .seconds(5))
            #expect(stage.screens.last == .connected(Self.phone))
            let bluetooth = try #require(stage.bluetooth.entries.first)
            try world.inject(.link(.droppedSilently))
            // Whatever the app waits for then.
            let delay = Duration.seconds(2) + .milliseconds(100) * Int(seed)
            try await world.clock.sleep(for: delay)
            bluetooth.suspendApp()
            try await world.clock.sleep(for: .seconds(6) - delay)
            bluetooth.resumeApp()
            try await world.clock.sleep(for: .milliseconds(50))
            #expect(stage.screens.last == .connecting(Self.phone))
        }
    }

    @Test(
        "A paired display does what its user wants: it stays away after Disconnect, comes back after Connect, and is alone after Unpair",
        arguments: SharedRadio.allCases)
    func buttons(_ radio: SharedRadio) async throws {
        let stage = try await Stage(radio)
        try await stage.run { world in
            try await world.clock.sleep(for: .seconds(1))
            stage.display.press(.discover)
            try await world.clock.sleep(for: .seconds(5))
            #expect(stage.screens.last == .connected(Self.phone))
            stage.display.press(.disconnect)
            try await world.clock.sleep(for: .seconds(9))
            #expect(stage.screens.last == .paired(Self.phone))
            // As long as it is connected, a second start changes nothing.
            stage.display.press(.connect)
            try await world.clock.sleep(for: .seconds(5))
            stage.display.start()
            #expect(stage.screens.last == .connected(Self.phone))
            stage.display.press(.disconnect)
            try await world.clock.sleep(for: .seconds(9))
            #expect(stage.screens.last == .paired(Self.phone))
            stage.display.press(.connect)
            try await world.clock.sleep(for: .seconds(5))
            stage.display.press(.unpair)
            try await world.clock.sleep(for: .seconds(9))
            #expect(stage.screens.last == .unpaired)
        }
        let value = await stage.stage.server.value(
            of: PairingService.pairedClientNameCharacteristic)
        #expect(value == ContiguousArray("UNPAIRED".utf8))
    }

    @Test("A paired display says that its names can't be read, and begins nothing")
    func unreadable() async throws {
        let stage = try await Stage(.simulated, store: UnreadableStore())
        try await stage.run { world in
            stage.display.press(.discover)
            try await world.clock.sleep(for: .seconds(3))
        }
        #expect(stage.screens.last == .storeUnreadable)
        #expect(stage.stage.world.linkLayer.state.links.isEmpty)
    }
}

struct UnreadableStore: NameStore {
    func load() throws(NameStoreError) -> PairingNames? { throw .unreadable }
    func store(_ names: PairingNames) throws(NameStoreError) { throw .unreadable }
}

extension GATTService {
    /// That of a plain server, which takes every name that is written.
    static let pairing = GATTService(
        uuid: PairingService.uuid,
        characteristics: [
            GATTCharacteristic(uuid: PairingService.serverNameCharacteristic, properties: .read),
            GATTCharacteristic(
                uuid: PairingService.pairedClientNameCharacteristic, properties: [.read, .write]),
        ])
}
