import ConnectIQ
import ConnectIQAdapter
import ConnectIQBridge
import ConnectIQBridgeFoundation
import Foundation
import KomootNav
import LinkVocabulary
import RepositorySupport
import Simulation
import Testing
import WatchSimulation

/// What the page on watches shows. Its lines must be these.
@MainActor
private final class RidesApp {
    let watches: WatchCompanion

    init(app: UUID128, file: URL, clock: AppClock) throws {
        let selection = try DeviceSelectionRequest(
            appName: "Rides", bundleIdentifier: "com.example.rides", urlScheme: "rides")
        let watches = WatchCompanion(
            .init(selection: selection), store: FileDeviceStore(file: file), clock: clock
        ) {
            ConnectIQTransport($0, reporter: $1)
        }
        watches.start()
        Task {
            for await case .told(.devices(let devices)) in watches.updates {
                for device in devices {
                    try? watches.registerApp(WatchApp(id: app, device: device.id))
                }
            }
        }
        self.watches = watches
    }

    func choose() throws {
        try watches.chooseDevices()
    }

    func show(_ message: NavigationMessage) {
        for app in watches.apps { watches.send(message, to: app) }
    }

    func open(_ url: URL) -> Bool {
        return watches.open(url)
    }
}

@Suite("The page's app with a simulated watch")
struct ExampleTests {
    @Test("The page's app has its user choose a watch, and shows the navigation there")
    func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("watches.json")
        let world = World(seed: 1)
        try await world.run { world in
            try await Self.ride(file: file, clock: AppClock(world.clock))
        }
        let stored = try await FileDeviceStore(file: file).load()
        #expect(stored?.map(\.name) == ["mine"])
    }

    @MainActor
    private static func ride(file: URL, clock: AppClock) async throws {
        let id = UUID128(high: 0, low: 8)
        let device = WatchDevice(id: UUID128(high: 0, low: 7), name: "mine")
        var watch = SimulatedWatch(device: device)
        watch.apps[id] = SimulatedWatch.InstalledApp(version: 3)
        let library = SimulatedConnectIQ(watches: [watch], clock: clock)
        let app = try SimulatedConnectIQ.$current.withValue(library) {
            try RidesApp(app: id, file: file, clock: clock)
        }
        try await clock.sleep(for: .seconds(1))
        #expect(library.pages == [])
        try app.choose()
        #expect(library.pages == [.deviceSelection])
        #expect(app.open(library.answer([device]).url))
        #expect(!app.open(URL(fileURLWithPath: "/ride.gpx")))
        library.withTransport { transport in
            transport.connect(0, isUp: true)
            _ = transport.open(id, on: 0)
        }
        try await clock.sleep(for: .seconds(2))
        let message = NavigationMessage.instruction(
            NavigationMessage.Instruction(arrow: .left, distanceInMeters: 120, street: "Am Tor"))
        app.show(message)
        try await clock.sleep(for: .seconds(2))
        #expect(library.transport.watches[0].apps[id]?.shown == message)
        app.watches.stop()
    }

    @Test("The page has the app's code, in fifteen lines")
    func page() throws {
        let page = try text(of: "Docs/Watch.md")
        let from = try #require(page.firstRange(of: "```text\nlet selection = try"))
        let block = page[from.lowerBound...].dropFirst("```text\n".count)
        let code = block.prefix(upTo: try #require(block.firstRange(of: "```")).lowerBound)
        let lines = code.split(separator: "\n")
        #expect(lines.filter { !$0.hasPrefix("//") }.count <= 15)
        // The test gives it a clock, and is laid out in another way.
        let own = squeezed(try text(of: "Tests/ConnectIQAdapterTests/ExampleTests.swift"))
            .replacingOccurrences(of: ",clock:clock)", with: ")")
        let parts = lines.split { $0.hasPrefix("//") }
        #expect(parts.count == 4)
        for part in parts {
            let part = squeezed(part.joined(separator: "\n"))
            #expect(own.contains(part), "\(part)")
        }
    }

    /// A source without white space.
    private func squeezed(_ source: String) -> String {
        source.filter { !$0.isWhitespace }
    }

    private func text(of path: String) throws -> String {
        try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    }
}
