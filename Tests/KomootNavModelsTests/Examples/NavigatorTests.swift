import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavModels
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@testable import ExampleApps

@Suite("The example app Navigator")
@MainActor
struct NavigatorTests {
    @Test("A display shows the turns of a ride file that the app plays, when it plays them")
    func plays() async throws {
        let file = Array(try Data(contentsOf: URL(fileURLWithPath: Repository.cityLoop)))
        let screens = try await World(seed: 1, conditions: LinkConditions(mtu: 185)).run { world in
            let phone = NavigationPhone(on: world.addPeripheral(), layout: .deployed)
            let device = NavigationDevice(on: world.addCentral())
            let clock = world.clock
            return try await Self.screens(phone, device, Navigator.ride(file), clock)
        }
        #expect(
            screens == [
                "Visible to devices / The tour starts here, on Bahnhofplatz / - |  |  | Looking for a phone",
                "Navigating / Now continue straight onto Bahnhofplatz / arrow.up | Now | Bahnhofplatz | Navigating",
                "Navigating / In 10 metres, turn sharp left into Steiler Pfad / arrow.down.left | 10 m | Steiler Pfad | Navigating",
                "Navigating / You have reached your destination on Marktplatz / flag.checkered | Now | Marktplatz | Navigating",
                "Navigating / You have reached your destination on Marktplatz / - |  |  | Navigation has ended",
            ])
    }

    private static func screens(
        _ phone: NavigationPhone, _ device: NavigationDevice, _ ride: RecordedRide,
        _ clock: VirtualClock
    ) async throws -> [String] {
        let navigator = Navigator(
            phone, locale: Locale(identifier: "en_IE"), clock: AppClock(clock))
        let display = ModelStage.model(.live(device), clock)
        let navigating = Task { await navigator.run(ride) }
        let showing = Task { await display.run() }
        defer { showing.cancel() }
        var screens: [String] = []
        for (moment, stops) in [(0.1, false), (5, false), (30, false), (120, true), (122, false)] {
            try await clock.sleep(for: .seconds(moment) - clock.now.offset)
            let turn = navigator.published.first ?? "-"
            let parts = [navigator.statusText, turn, ModelStage.screen(display)]
            screens.append(parts.joined(separator: " / "))
            #expect(navigator.problem == nil)
            if stops { navigating.cancel() }
        }
        return screens
    }

    @Test("A street that is too long to be published is told, and the display keeps what it shows")
    func tooLong() async throws {
        let long = Street(String(repeating: "ä", count: 400))
        let ride = RecordedRide([
            RideInstruction(
                time: CaptureTime(microsecondsSince1970: 0), arrow: .left, distanceInMeters: 1,
                street: long)
        ])
        try await World(seed: 1).run { world in
            let phone = NavigationPhone(on: world.addPeripheral(), layout: .deployed)
            let clock = world.clock
            try await Self.tooLong(Navigator(phone, clock: AppClock(clock)), ride, clock)
        }
    }

    private static func tooLong(
        _ navigator: Navigator, _ ride: RecordedRide, _ clock: VirtualClock
    ) async throws {
        let navigating = Task { await navigator.run(ride) }
        defer { navigating.cancel() }
        try await clock.sleep(for: .seconds(1))
        #expect(navigator.problem != nil && navigator.published.isEmpty)
    }

    @Test("A file without an instruction is not a ride, and the app says so")
    func unreadable() {
        let error = #expect(throws: Navigator.Unreadable.self) {
            try Navigator.ride(Array("no\nride".utf8))
        }
        #expect(error?.localizedDescription == "No line of the ride file can be read.")
    }
}
