import CompanionPairing
import CompanionPairingStore
import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavModels
import RepositorySupport
import Simulation
import Testing

/// The app's views have no logic beside the models'; what they show is composed here as there.
@Suite("The example apps that pair")
@MainActor
struct PairTests {
    private static let locale = Locale(identifier: "en_IE")

    private static func screen(_ model: PairingModel) -> String {
        if let text = model.bluetoothText { return text }
        var parts = [model.screenText]
        if case .connected = model.screen { parts.append(ModelStage.screen(model.navigation)) }
        if let fault = model.faultText { parts.append(fault) }
        return (parts + model.buttons.map { "[\(model.text(on: $0))]" }).joined(separator: " | ")
    }

    private static func screen(_ model: PairedPhoneModel) -> String {
        if let text = model.bluetoothText { return text }
        let parts = [model.screenText, model.canUnpair ? "[\(model.unpairText)]" : nil]
        return (parts + [model.faultText]).compactMap { $0 }.joined(separator: " | ")
    }

    @Test("A display and a phone pair, navigate, disconnect and unpair, with their names on disk")
    func pair() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = World(seed: 1, conditions: LinkConditions(mtu: 185))
        let screens = try await world.run { world in
            let names = ["phone", "display"].map {
                FileNameStore(path: folder.appendingPathComponent($0).path)
            }
            let phone = PairedPhone(
                on: world.addPeripheral(), names: names[0],
                freshName: PairingName("PHONE"))
            let display = PairedDisplay(
                on: world.addCentral(), names: names[1],
                freshName: PairingName("DISPLAY"))
            let clock = world.clock
            return try await Self.screens(phone, display, clock)
        }
        #expect(
            screens == [
                "Expecting connection",
                "No server | [Discover server]",
                "Paired with client DISPLAY; Connected to client DISPLAY | [Unpair]",
                "Connected to server PHONE | arrow.turn.up.left | 210 m | Hegelallee | Navigating | [Disconnect] | [Unpair]",
                "Paired with client DISPLAY; Expecting connection from DISPLAY | [Unpair]",
                "Paired with server PHONE | [Connect to PHONE] | [Unpair]",
                "Paired with client DISPLAY; Connected to client DISPLAY | [Unpair]",
                "Connected to server PHONE | arrow.turn.up.left | 210 m | Hegelallee | Navigating | [Disconnect] | [Unpair]",
                "Expecting connection",
                "No server | [Discover server]",
            ])
    }

    /// Both apps' models, running.
    private static func start(
        _ phone: PairedPhone, _ display: PairedDisplay, _ clock: VirtualClock
    ) -> (PairedPhoneModel, PairingModel, [Task<Void, Never>]) {
        let server = PairedPhoneModel(phone, locale: locale)
        let client = PairingModel(display, locale: locale, clock: AppClock(clock))
        return (server, client, [Task { await server.run() }, Task { await client.run() }])
    }

    private static func screens(
        _ phone: PairedPhone, _ display: PairedDisplay, _ clock: VirtualClock
    ) async throws -> [String] {
        let (server, client, runs) = start(phone, display, clock)
        defer { for run in runs { run.cancel() } }
        var screens: [String] = []
        func look() async throws {
            try await clock.sleep(for: .seconds(10))
            screens += [screen(server), screen(client)]
        }
        try await look()
        try server.phone.publish(arrow: .left, distanceInMeters: 210, street: "Hegelallee")
        client.press(.discover)
        try await look()
        client.press(.disconnect)
        try await look()
        client.press(.connect)
        try await look()
        server.unpair()
        try await look()
        return screens
    }

    @Test("Nothing is shown of a phone that ended its navigation, or that is not paired any more")
    func over() async throws {
        let shown = try await World(seed: 1).run { world in
            let phones = ["ONE", "TWO"].map { name in
                PairedPhone(
                    on: world.addPeripheral(), names: MemoryNameStore(),
                    freshName: PairingName(name))
            }
            let display = PairedDisplay(on: world.addCentral(), names: MemoryNameStore())
            let clock = world.clock
            return try await Self.over(phones, display, clock)
        }
        #expect(
            shown == [
                "- ", "ONE Hegelallee", "ONE ", "ONE Hegelallee", "ONE Uferweg", "- ",
                "TWO ", "TWO Gartenweg",
            ])
    }

    private static func over(
        _ phones: [PairedPhone], _ display: PairedDisplay, _ clock: VirtualClock
    ) async throws -> [String] {
        let (server, client, runs) = start(phones[0], display, clock)
        defer { for run in runs { run.cancel() } }
        var shown: [String] = []
        func look() async throws {
            for _ in 0..<200 {
                try await clock.sleep(for: .milliseconds(100))
                let name = client.screen.server.map { "\($0)" } ?? "-"
                let next = "\(name) \(client.navigation.street)"
                if next != shown.last { shown.append(next) }
            }
        }
        try await clock.sleep(for: .seconds(5))
        let first = NavigationInstruction(
            identifier: 7, arrow: .left, distanceInMeters: 210, street: "Hegelallee")
        try phones[0].publish(first)
        client.press(.discover)
        try await look()
        phones[0].endNavigation()
        try await look()
        // The device does not tell it again.
        try phones[0].publish(first)
        try await look()
        try phones[0].publish(arrow: .left, distanceInMeters: 210, street: "Uferweg")
        try await look()
        server.unpair()
        try await look()
        runs[0].cancel()
        phones[1].start()
        client.press(.discover)
        try await look()
        try phones[1].publish(arrow: .left, distanceInMeters: 210, street: "Gartenweg")
        try await look()
        return shown
    }

    @Test("A display and a phone that can't pair say why, in the app's language")
    func problems() async throws {
        let faults = try await World(seed: 1).run { world in
            let peripheral = world.addPeripheral()
            let centrals = [world.addCentral(), world.addCentral(), world.addCentral()]
            let clock = world.clock
            return try await Self.problems(peripheral, centrals, clock)
        }
        let full = "Die Namen lassen sich nicht lesen oder speichern (Fehler 28)."
        #expect(
            faults == [
                nil, nil,
                "Das Smartphone ist mit einem anderen Display gekoppelt. Auf dem Smartphone die Kopplung aufheben.",
                nil, full, full, nil,
            ])
    }

    private struct FullStore: NameStore {
        func load() -> PairingNames? { nil }
        func store(_ names: PairingNames) throws(NameStoreError) { throw .system(28) }
    }

    private static func problems(
        _ peripheral: GATTPeripheral, _ centrals: [GATTCentral], _ clock: VirtualClock
    ) async throws -> [String?] {
        let german = Locale(identifier: "de")
        let phone = PairedPhoneModel(
            PairedPhone(on: peripheral, names: MemoryNameStore()), locale: german)
        let stores: [any NameStore] = [MemoryNameStore(), MemoryNameStore(), FullStore()]
        let displays = zip(centrals, stores).map { central, store in
            PairingModel(
                PairedDisplay(on: central, names: store), locale: german, clock: AppClock(clock))
        }
        let server = Task { await phone.run() }
        defer { server.cancel() }
        var faults: [String?] = []
        for display in displays {
            let run = Task { await display.run() }
            try await clock.sleep(for: .seconds(3))
            display.press(.discover)
            try await clock.sleep(for: .seconds(10))
            faults.append(display.faultText)
            run.cancel()
            await run.value
            // The next run has not met the phone yet.
            let next = Task { await display.run() }
            try await clock.sleep(for: .seconds(3))
            faults.append(display.faultText)
            next.cancel()
            await next.value
        }
        return faults + [phone.faultText]
    }

    @Test("While Bluetooth is off, a paired phone's screen and a display's say only that")
    func bluetoothOff() async throws {
        let world = World(seed: 1)
        let screens = try await world.run { world in
            let phone = PairedPhone(on: world.addPeripheral(), names: MemoryNameStore())
            let display = PairedDisplay(on: world.addCentral(), names: MemoryNameStore())
            let (server, client, runs) = await Self.start(phone, display, world.clock)
            defer { for run in runs { run.cancel() } }
            var screens: [String] = []
            for isOff in [false, true, false] {
                if isOff {
                    try world.inject(.link(.peripheralRadioOff(.seconds(5))))
                    try world.inject(.link(.centralRadioOff(.seconds(5))))
                }
                try await world.clock.sleep(for: .seconds(3))
                screens += await [Self.screen(server), Self.screen(client)]
                if isOff { try await world.clock.sleep(for: .seconds(3)) }
            }
            return screens
        }
        let usual = ["Expecting connection", "No server | [Discover server]"]
        let off = ["Bluetooth is off", "Bluetooth is off"]
        #expect(screens == [usual, off, usual].flatMap(\.self))
    }
}
