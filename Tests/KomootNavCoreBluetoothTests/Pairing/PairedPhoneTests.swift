import CompanionPairing
import KomootNav
import KomootNavFoundation
import SimulatedApps
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

/// A phone in a world, and displays that may pair with it.
@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
final class PairingStage: Sendable {
    static let phoneName = PairingName(random: 0xF0)

    /// A display, and what it shows.
    final class Display: Sendable {
        let name: PairingName
        let display: PairedDisplay
        let central: GATTCentral
        let store = MemoryNameStore()
        let updates = Diary<PairedDisplay.Update>()

        init(_ number: UInt64, _ central: GATTCentral) {
            name = PairingName(random: number)
            self.central = central
            display = PairedDisplay(on: central, names: store, freshName: name)
        }

        var screens: [PairingClient.Screen] {
            updates.entries.compactMap { if case .screen(let next) = $0 { next } else { nil } }
        }

        var screen: PairingClient.Screen? { screens.last }

        var statuses: [NavigationDevice.Status] {
            updates.entries.compactMap {
                if case .navigation(.status(let next)) = $0 { next } else { nil }
            }
        }

        /// The distances that were shown, in order. Of an instruction, first the beginning is shown.
        var shown: [UInt32] {
            updates.entries.reduce(into: []) { shown, update in
                guard case .navigation(.instruction(let next)) = update else { return }
                let distance = next.instruction.distanceInMeters
                if shown.last != distance { shown.append(distance) }
            }
        }
    }

    let world: World
    let radio: SharedRadio
    let peripheral: GATTPeripheral
    let bluetooth = Diary<SimulatedBluetooth>()
    let store: any NameStore
    let updates = Diary<PairedPhone.Update>()

    init(
        _ radio: SharedRadio, store: any NameStore = MemoryNameStore(), seed: UInt64 = 1,
        restoreIdentifier: String? = nil
    ) async {
        world = World(seed: seed, conditions: LinkConditions(mtu: 185))
        self.radio = radio
        self.store = store
        peripheral = await radio.makePeripheral(in: world, bluetooth, restoreIdentifier)
    }

    func makePhone() -> PairedPhone {
        PairedPhone(on: peripheral, names: store, freshName: Self.phoneName)
    }

    /// Runs a phone that navigates, and displays.
    func run(
        displays count: UInt64 = 1,
        _ user: @escaping @Sendable (isolated World, PairedPhone, [Display]) async throws -> Void
    ) async throws {
        var displays: [Display] = []
        for number in 1...count {
            displays.append(Display(number, await radio.makeCentral(in: world, bluetooth)))
        }
        let (all, phone, updates) = (displays, makePhone(), updates)
        try await world.run { world in
            async let told: Void = {
                for await update in phone.updates { updates.add(update) }
            }()
            phone.start()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for display in all {
                    group.addTask {
                        for await update in display.display.updates { display.updates.add(update) }
                    }
                    display.display.start()
                }
                try await world.clock.sleep(for: .seconds(1))
                try await user(world, phone, all)
                for display in all { display.display.stop() }
            }
            phone.stop()
            await told
        }
        #expect(bluetooth.entries.allSatisfy { $0.misuses.isEmpty })
    }

    var screens: [PairingServer.Screen] {
        updates.entries.compactMap { if case .screen(let screen) = $0 { screen } else { nil } }
    }

    var failures: [NavigationPhone.Failure] {
        updates.entries.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
    }
}

extension PairedPhone {
    func publish(_ distance: UInt32) throws {
        try publish(arrow: .left, distanceInMeters: distance, street: "Lennéstraße")
    }
}

@Suite("A paired phone")
struct PairedPhoneTests {
    static let instruction = GATTCharacteristic.Path(
        NavigationService.instructionCharacteristic, in: NavigationService.uuid)

    @Test(
        "A paired phone shows its directions on its own display, and refuses everybody else's reads",
        arguments: SharedRadio.allCases)
    func ownDisplay(_ radio: SharedRadio) async throws {
        let stage = await PairingStage(radio)
        try await stage.run(displays: 2) { world, phone, displays in
            #expect(stage.screens.last == .expecting)
            try phone.publish(100)
            let stranger = displays[1].central
            let link = try await stranger.connect(to: stranger.find(PairingService.uuid).peer)
            try await link.discover(NavigationService.uuid)
            let refusal = GATTError.refused(.insufficientAuthorization)
            await #expect(throws: refusal) { try await link.read(Self.instruction) }
            displays[0].display.press(.discover)
            try await world.clock.sleep(for: .seconds(8))
            #expect(displays[0].screen == .connected(PairingStage.phoneName))
            #expect(stage.screens.last == .connected(displays[0].name))
            await #expect(throws: refusal) { try await link.read(Self.instruction) }
            let notifications = try await link.subscribe(
                to: Self.instruction, within: .seconds(10))
            try phone.publish(90)
            await #expect(throws: GATTError.timedOut) {
                for try await next in notifications { Issue.record("notified of \(next)") }
            }
            #expect(displays[0].shown == [100, 90])
        }
        let stored = try await stage.store.load()
        #expect(stored?.own == PairingStage.phoneName && stored?.peer != nil)
    }

    @Test(
        "A paired phone that its user unpairs shows nothing any more, and may pair with another display",
        arguments: SharedRadio.allCases)
    func unpaired(_ radio: SharedRadio) async throws {
        let stage = await PairingStage(radio)
        try await stage.run(displays: 2) { world, phone, displays in
            // There is nothing to unpair yet.
            phone.unpair()
            try phone.publish(100)
            displays[0].display.press(.discover)
            try await world.clock.sleep(for: .seconds(8))
            #expect(displays[0].shown == [100])
            phone.unpair()
            try await world.clock.sleep(for: .milliseconds(500))
            #expect(stage.screens.last == .expecting)
            try phone.publish(90)
            try await world.clock.sleep(for: .seconds(8))
            #expect(displays[0].screen == .unpaired && displays[0].shown == [100])
            displays[1].display.press(.discover)
            try await world.clock.sleep(for: .seconds(15))
            #expect(stage.screens.last == .connected(displays[1].name))
            #expect(displays[1].shown == [90] && displays[0].shown == [100])
        }
        #expect(try await stage.store.load()?.peer != nil)
    }

    @Test(
        "A paired phone whose app is started again goes on with the display that it was paired with",
        arguments: SharedRadio.allCases)
    func startedAgain(_ radio: SharedRadio) async throws {
        let stage = await PairingStage(radio)
        try await stage.run { world, phone, displays in
            displays[0].display.press(.discover)
            try await world.clock.sleep(for: .seconds(8))
            try phone.publish(100)
            try await world.clock.sleep(for: .seconds(1))
            phone.stop()
            #expect(throws: NavigationPhone.PublishingError.notStarted) { try phone.publish(99) }
            try await world.clock.sleep(for: .seconds(5))
            #expect(stage.screens.last == .expectingClient(displays[0].name))
            let next = stage.makePhone()
            next.start()
            try await world.clock.sleep(for: .seconds(20))
            #expect(displays[0].screen == .connected(PairingStage.phoneName))
            #expect(displays[0].shown == [100])
            try next.publish(80)
            try await world.clock.sleep(for: .seconds(20))
            #expect(displays[0].screen == .connected(PairingStage.phoneName))
            #expect(displays[0].shown == [100, 80])
            next.stop()
        }
    }

    @Test(
        "A paired phone goes on when Bluetooth is on again, and when it is stopped and started",
        arguments: [false, true])
    func interrupted(isStopped: Bool) async throws {
        let stage = await PairingStage(.coreBluetooth)
        try await stage.run { world, phone, displays in
            displays[0].display.press(.discover)
            try await world.clock.sleep(for: .seconds(8))
            let bluetooth = try #require(stage.bluetooth.entries.first)
            bluetooth.state = .poweredOff
            try await world.clock.sleep(for: .seconds(3))
            #expect(stage.updates.entries.contains(.bluetooth(.off)))
            if isStopped {
                phone.stop()
                try await world.clock.sleep(for: .seconds(1))
                phone.start()
            }
            bluetooth.state = .poweredOn
            try await world.clock.sleep(for: .seconds(15))
            #expect(displays[0].screen == .connected(PairingStage.phoneName))
            try phone.publish(70)
            try await world.clock.sleep(for: .seconds(3))
            #expect(displays[0].shown == [70])
        }
    }

    @Test(
        "A paired phone that was suspended for longer than a lease serves and obeys nobody by it",
        arguments: [false, true])
    func suspended(unpairs: Bool) async throws {
        let names = PairingNames(own: PairingStage.phoneName, peer: PairingName(random: 9))
        let stage = await PairingStage(.coreBluetooth, store: MemoryNameStore(names))
        try await stage.run { world, phone, displays in
            try phone.publish(100)
            // A display that subscribes to nothing.
            let central = displays[0].central
            let peer = try await central.find(PairingService.uuid).peer
            var attempt: GATTLink?
            // The system may fail to connect.
            while attempt == nil { attempt = try? await central.connect(to: peer) }
            let link = try #require(attempt)
            try await link.discover(NavigationService.uuid)
            try await link.discover(PairingService.uuid)
            let pairedName = GATTCharacteristic.Path(
                PairingService.pairedClientNameCharacteristic, in: PairingService.uuid)
            for _ in 0..<2 { _ = try await link.read(pairedName) }
            _ = try await link.read(Self.instruction)
            let bluetooth = try #require(stage.bluetooth.entries.first)
            bluetooth.suspendApp()
            try await world.clock.sleep(for: .seconds(20))
            let answer = Task {
                if unpairs { return try await link.write("UNPAIRED".utf8, to: pairedName) }
                _ = try await link.read(Self.instruction)
            }
            try await world.clock.sleep(for: .seconds(1))
            bluetooth.resumeApp()
            await #expect(throws: GATTError.refused(.insufficientAuthorization)) {
                try await answer.value
            }
            #expect(stage.screens.last == .expectingClient(PairingName(random: 9)))
        }
    }

    @Test(
        "A paired phone whose user ends navigation has nothing to read, keeps its link, and goes on with the next instruction",
        arguments: SharedRadio.allCases)
    func ended(_ radio: SharedRadio) async throws {
        let stage = await PairingStage(radio)
        try await stage.run { world, phone, displays in
            let display = displays[0]
            display.display.press(.discover)
            try await world.clock.sleep(for: .seconds(8))
            #expect(display.statuses.last == .waiting)
            try phone.publish(100)
            try await world.clock.sleep(for: .seconds(5))
            #expect(display.statuses.last == .navigating && display.shown == [100])
            phone.endNavigation()
            try await world.clock.sleep(for: .seconds(6))
            #expect(display.statuses.last == .waiting)
            try phone.publish(50)
            try await world.clock.sleep(for: .seconds(5))
            #expect(display.statuses.last == .navigating && display.shown == [100, 50])
            #expect(world.linkLayer.state.links.count == 1)
        }
    }

    @Test("A paired phone that is served by another part of the app takes over when that ends")
    func heir() async throws {
        let stage = await PairingStage(.coreBluetooth)
        try await stage.run { world, phone, displays in
            displays[0].display.press(.discover)
            try await world.clock.sleep(for: .seconds(8))
            let heir = stage.makePhone()
            heir.start()
            try heir.publish(30)
            try await world.clock.sleep(for: .seconds(1))
            #expect(displays[0].shown.isEmpty)
            phone.stop()
            try await world.clock.sleep(for: .seconds(20))
            #expect(displays[0].screen == .connected(PairingStage.phoneName))
            #expect(displays[0].shown == [30])
            heir.stop()
        }
    }

    @Test("A paired phone says that its names can't be read, and lets nobody connect")
    func unreadable() async throws {
        let stage = await PairingStage(.simulated, store: UnreadableStore())
        try await stage.run { world, _, displays in
            displays[0].display.press(.discover)
            try await world.clock.sleep(for: .seconds(40))
            #expect(displays[0].screen == .unpaired)
        }
        #expect(stage.screens.last == .storeUnreadable)
        #expect(stage.world.linkLayer.state.links.isEmpty)
    }

    @Test("A paired phone says that its names can't be stored, and pairs when they can")
    func unstored() async throws {
        let store = FullStore()
        let stage = await PairingStage(.simulated, store: store)
        try await stage.run { world, phone, displays in
            try phone.publish(100)
            #expect(stage.updates.entries.contains(.storeFailure(.system(28))))
            displays[0].display.press(.discover)
            try await world.clock.sleep(for: .seconds(20))
            #expect(displays[0].shown.isEmpty && stage.screens.last == .starting)
            await store.makeRoom()
            try await world.clock.sleep(for: .seconds(40))
            #expect(stage.updates.entries.filter(\.isStoreFailure).last == .storeFailure(nil))
            displays[0].display.press(.discover)
            try await world.clock.sleep(for: .seconds(20))
            #expect(stage.screens.last == .connected(displays[0].name))
            #expect(displays[0].shown == [100])
        }
    }

    @Test("A paired phone that was started before its user unlocked it loads its names when it can")
    func locked() async throws {
        let names = PairingNames(own: PairingStage.phoneName, peer: PairingName(random: 9))
        let store = FullStore(names)
        let stage = await PairingStage(.simulated, store: store)
        try await stage.run { world, _, _ in
            try await world.clock.sleep(for: .seconds(30))
            #expect(stage.screens.last == .starting)
            await store.makeRoom()
            try await world.clock.sleep(for: .seconds(3))
            #expect(stage.screens.last == .expectingClient(PairingName(random: 9)))
        }
    }

    @Test("A phone beside a paired one is told that its service is served already")
    func twice() async throws {
        let stage = await PairingStage(.simulated)
        try await stage.run { world, _, displays in
            let other = NavigationPhone(on: stage.peripheral, layout: .deployed)
            let failures = Diary<NavigationPhone.Update>()
            async let all: Void = {
                for await update in other.updates { failures.add(update) }
            }()
            other.start()
            try await world.clock.sleep(for: .seconds(1))
            other.stop()
            await all
            #expect(failures.entries.contains { if case .failure = $0 { true } else { false } })
            displays[0].display.press(.discover)
            try await world.clock.sleep(for: .seconds(8))
            #expect(displays[0].screen == .connected(PairingStage.phoneName))
        }
        #expect(stage.failures.isEmpty)
    }
}

/// A store on a disk that has no room, and is locked if there are names on it.
private actor FullStore: NameStore {
    private var names: PairingNames?
    private var hasRoom = false

    init(_ names: PairingNames? = nil) { self.names = names }

    func makeRoom() { hasRoom = true }

    func load() throws(NameStoreError) -> PairingNames? {
        guard hasRoom || names == nil else { throw .system(1) }
        return names
    }

    func store(_ names: PairingNames) throws(NameStoreError) {
        guard hasRoom else { throw .system(28) }
        self.names = names
    }
}
