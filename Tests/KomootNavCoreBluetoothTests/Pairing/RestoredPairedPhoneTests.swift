import CompanionPairing
import KomootNav
import KomootNavFoundation
import SimulatedApps
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

@Suite("A paired phone that the system starts again")
struct RestoredPairedPhoneTests {
    /// The app of a stage's phone, which the system starts again.
    ///
    /// It may be marked as sendable because only code on its world's executor uses it.
    private final class NextLife: @unchecked Sendable {
        private let stage: PairingStage
        private(set) var peripheral: GATTPeripheral?
        private(set) var phone: PairedPhone?

        init(_ stage: PairingStage) { self.stage = stage }

        /// Makes the peripheral, as the app does while it launches.
        func launch() {
            guard peripheral == nil, let bluetooth = stage.bluetooth.entries.first else { return }
            peripheral = WorldSurroundings(bluetooth).run {
                GATTPeripheral(restoreIdentifier: "phone")
            }
        }

        func start() {
            phone = peripheral.map {
                PairedPhone(on: $0, names: stage.store, freshName: PairingStage.phoneName)
            }
            phone?.start()
        }
    }

    /// With these, the display reads just when the system ends the app.
    private static let seedsThatLose: [UInt64] = [204, 317, 382]

    private static let refusal = GATTError.refused(.insufficientAuthorization)

    /// Runs a paired phone whose app the system ends, and a stranger who is connected to it.
    private static func run(
        seed: UInt64, store: any NameStore = MemoryNameStore(),
        _ body:
            @escaping @Sendable (
                isolated World, PairingStage, SimulatedBluetooth, NextLife, PairingStage.Display,
                GATTLink
            ) async throws -> Void
    ) async throws {
        let stage = await PairingStage(
            .coreBluetooth, store: store, seed: seed, restoreIdentifier: "phone")
        try await stage.run(displays: 2) { world, phone, displays in
            displays[0].display.press(.discover)
            try await world.clock.sleep(for: .seconds(20))
            try phone.publish(100)
            try await world.clock.sleep(for: .seconds(5))
            #expect(displays[0].shown == [100])
            let stranger = displays[1].central
            let peer = try await stranger.find(PairingService.uuid).peer
            var attempt: GATTLink?
            // The system may fail to connect.
            while attempt == nil { attempt = try? await stranger.connect(to: peer) }
            let link = try #require(attempt)
            try await link.discover(NavigationService.uuid)
            let bluetooth = try #require(stage.bluetooth.entries.first)
            let next = NextLife(stage)
            try await body(world, stage, bluetooth, next, displays[0], link)
            next.phone?.stop()
        }
    }

    @Test(
        "A paired phone that the system starts again goes on with its display, over the same link unless that is lost, and refuses a stranger",
        arguments: (0..<10) + seedsThatLose)
    func goesOn(seed: UInt64) async throws {
        try await Self.run(seed: seed) { world, stage, bluetooth, next, display, stranger in
            let linkCount = world.linkLayer.state.links.count
            let screenCount = display.screens.count
            bluetooth.wakesApp = {
                guard next.peripheral == nil else { return }
                next.launch()
                next.start()
                try? next.phone?.publish(90)
            }
            // A read that the system has not handed over yet is lost with the app, and so is the link (ATT).
            let isLost = bluetooth.isAheadOfApps
            #expect(isLost == Self.seedsThatLose.contains(seed))
            bluetooth.terminateApp(keepsState: true)
            try await world.clock.sleep(for: .seconds(15))
            #expect(display.shown == [100, 90])
            await #expect(throws: Self.refusal) {
                try await stranger.read(PairedPhoneTests.instruction)
            }
            try next.phone?.publish(80)
            try await world.clock.sleep(for: .seconds(30))
            #expect(display.shown == [100, 90, 80])
            if isLost {
                #expect(display.statuses.last == .navigating)
                #expect(display.screens.count == screenCount + 2)
            } else {
                #expect(display.statuses == [.waiting, .navigating])
                #expect(display.screens.count == screenCount)
            }
            #expect(world.linkLayer.state.links.count == linkCount + (isLost ? 1 : 0))
            display.display.press(.unpair)
            try await world.clock.sleep(for: .seconds(10))
            #expect(try await stage.store.load()?.peer == nil)
        }
    }

    @Test(
        "A paired phone that the system starts again shows nothing until its app starts it, and then goes on",
        arguments: [1, 10], 0..<5 as Range<UInt64>)
    func late(seconds: Int, seed: UInt64) async throws {
        try await Self.run(seed: seed) { world, _, bluetooth, next, display, stranger in
            bluetooth.terminateApp(keepsState: true)
            next.launch()
            // Another part of the app is there first.
            let other = next.peripheral.map { PeripheralShare(of: $0) { _ in } }
            next.peripheral?.context.run { other?.open() }
            try await world.clock.sleep(for: .milliseconds(500))
            await #expect(throws: GATTError.refused(.unlikelyError)) {
                try await stranger.read(PairedPhoneTests.instruction)
            }
            try await world.clock.sleep(for: .seconds(seconds))
            next.start()
            try next.phone?.publish(90)
            try await world.clock.sleep(for: .seconds(30))
            #expect(display.screen == .connected(PairingStage.phoneName))
            #expect(display.shown == [100, 90])
            #expect(display.statuses.last == .navigating)
        }
    }
    @Test(
        "A paired phone that the system starts again before its user unlocks it shows nothing to anybody, and then goes on",
        arguments: [1, 10], 0..<5 as Range<UInt64>)
    func locked(seconds: Int, seed: UInt64) async throws {
        let store = LockableStore()
        try await Self.run(seed: seed, store: store) {
            world, _, bluetooth, next, display, stranger in
            bluetooth.terminateApp(keepsState: true)
            await store.lock(true)
            next.launch()
            next.start()
            try next.phone?.publish(90)
            try await world.clock.sleep(for: .milliseconds(500))
            await #expect(throws: Self.refusal) {
                try await stranger.read(PairedPhoneTests.instruction)
            }
            try await world.clock.sleep(for: .seconds(seconds))
            #expect(display.shown == [100])
            await store.lock(false)
            try await world.clock.sleep(for: .seconds(40))
            #expect(display.screen == .connected(PairingStage.phoneName))
            #expect(display.shown == [100, 90])
            #expect(display.statuses.last == .navigating)
        }
    }
}

/// A store on a phone that may be locked.
private actor LockableStore: NameStore {
    private var names: PairingNames?
    private var isLocked = false

    func lock(_ isLocked: Bool) { self.isLocked = isLocked }

    func load() throws(NameStoreError) -> PairingNames? {
        guard !isLocked else { throw .system(1) }
        return names
    }

    func store(_ names: PairingNames) throws(NameStoreError) { self.names = names }
}
