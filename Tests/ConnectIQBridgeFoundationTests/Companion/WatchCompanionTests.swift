import ConnectIQBridge
import ConnectIQBridgeFoundation
import Foundation
import Simulation
import Testing

@Suite("A companion")
struct WatchCompanionTests {
    @Test("A companion's session goes by its clock: what is due happens then, without an event")
    func alarm() async throws {
        try await inWorld { stage in
            await stage.startReady()
            try stage.companion.requestAppStatus(of: stage.app)
            await stage.pass(9999)
            #expect(!stage.told(.noAppStatus(.timeout, of: stage.app)))
            await stage.pass(1)
            #expect(stage.told(.noAppStatus(.timeout, of: stage.app)))
            let id = stage.companion.send(1, to: stage.app)
            await stage.pass(30_000)
            await stage.pass(0)
            #expect(stage.told(.ended(id, to: stage.app, .failed(.timeout))))
        }
    }

    @Test("A companion throws what is refused, and does what is due all the same")
    func refusals() async throws {
        try await inWorld { stage in
            #expect(throws: CompanionSession.Refusal.notRunning) {
                try stage.companion.chooseDevices()
            }
            await stage.startReady()
            let other = UUID128(high: 0, low: 0)
            #expect(throws: CompanionSession.Refusal.unknownDevice) {
                try stage.companion.registerDevice(other)
            }
            // This sleeps first, so it is woken before the companion's alarm.
            let due = stage.clock.now.advanced(by: BridgeTiming.appStatusTimeout)
            let refused = Task { @MainActor in
                try await stage.clock.sleep(until: due)
                #expect(throws: CompanionSession.Refusal.unknownDevice) {
                    try stage.companion.registerDevice(other)
                }
                await stage.pass(0)
                return stage.clock.now
            }
            await stage.pass(0)
            try stage.companion.requestAppStatus(of: stage.app)
            #expect(try await refused.value == due)
            #expect(stage.told(.noAppStatus(.timeout, of: stage.app)))
        }
    }

    @Test("A companion numbers its messages, and ends one that is refused")
    func messages() async throws {
        try await inWorld { stage in
            let first = stage.companion.send(1, to: stage.app)
            await stage.startReady()
            let second = stage.companion.send(2, to: stage.app)
            #expect([first.rawValue, second.rawValue] == [1, 2])
            await stage.pass(0)
            #expect(stage.told(.ended(first, to: stage.app, .refused(.notRunning))))
            stage.reporter?.report(.finished(stage.lastTicket, .success))
            await stage.pass(0)
            #expect(stage.told(.ended(second, to: stage.app, .sent)))
        }
    }

    @Test("A companion takes the URLs that are meant for it, and leaves others to the app")
    func urls() async throws {
        try await inWorld { stage in
            let answer = try #require(
                URL(string: "rides://device-select-resp?d0ID=\(stage.device.id)"))
            #expect(!stage.companion.open(answer))
            stage.companion.start()
            for text in ["rides://route?id=7", "https://example.com/device-select-resp"] {
                #expect(!stage.companion.open(try #require(URL(string: text))), "\(text)")
            }
            #expect(stage.companion.open(answer))
            #expect(stage.companion.devices == [stage.device])
            #expect(stage.companion.open(answer, isTrusted: false))
            let wrong = try #require(URL(string: "rides://device-select-resp?d0ID=7"))
            #expect(stage.companion.open(wrong))
            await stage.pass(0)
            #expect(stage.told(.fault(.untrustedLink)))
            #expect(stage.invalidLinkCount == 1)
        }
    }

    @Test(
        "Each listener of a companion gets the list of devices first, also after another one has ended"
    )
    func listeners() async throws {
        try await inWorld { stage in
            stage.companion.start()
            await stage.pass(0)
            for _ in 1...2 {
                let listening = Task { @MainActor in
                    for await update in stage.companion.updates {
                        #expect(update == .told(.devices([stage.device])))
                        await stage.pass(0)
                    }
                }
                await stage.pass(0)
                listening.cancel()
                await listening.value
            }
        }
    }

    @Test("A companion drops the oldest updates if the app takes none")
    func bound() async throws {
        try await inWorld { stage in
            await stage.startReady()
            let updates = stage.companion.updates
            let count = UInt64(WatchCompanion.maximumUpdateCount)
            let other = WatchApp(id: stage.app.id, device: UUID128(high: 0, low: 9))
            for _ in 0..<count + 5 { stage.companion.send(1, to: other) }
            var iterator = updates.makeAsyncIterator()
            let first = await iterator.next()
            let id = OutgoingMessage.ID(rawValue: 6)
            #expect(first == .told(.ended(id, to: other, .refused(.appNotRegistered))))
        }
    }

    @Test("A companion waits for a store that is locked for now, by its clock")
    func locked() async throws {
        try await inWorld(failures: [.system(EPERM), .system(EPERM)]) { stage in
            stage.companion.start()
            await stage.pass(3999)
            #expect(stage.companion.phase == .loading)
            await stage.pass(1)
            #expect(stage.companion.phase == .running)
        }
    }

    @Test("A transport may ask a companion for more from within a request")
    func reentrance() async throws {
        try await inWorld { stage in
            await stage.startReady()
            stage.transport.act = { request in
                if case .send(1, _, _, _) = request {
                    stage.companion.send(2, to: stage.app)
                    try? stage.companion.openApp(stage.app)
                }
            }
            stage.companion.send(1, to: stage.app)
            let last = stage.transport.requests.suffix(2)
            guard case .send? = last.first, case .openApp? = last.last else {
                Issue.record("\(last)")
                return
            }
        }
    }

    @Test("A companion tells of an object of which no value can be made")
    func unreadable() async throws {
        try await inWorld { stage in
            await stage.startReady()
            stage.reporter?.reportMessage([1, Date()] as [Any], from: stage.app)
            stage.reporter?.reportMessage(nil, from: stage.app)
            await stage.pass(0)
            let error = FoundationObjectError(.unsupportedType, at: [.element(1)])
            #expect(stage.updates.contains(.unreadableMessage(error, from: stage.app)))
            #expect(stage.told(.received(.null, from: stage.app)))
        }
    }

    @Test("A companion ends its updates when nobody refers to it any more")
    func end() async throws {
        let request = try DeviceSelectionRequest(
            appName: "Rides", bundleIdentifier: "com.example.rides", urlScheme: "rides")
        var companion: WatchCompanion? = await WatchCompanion(
            CompanionSession.Configuration(selection: request), store: MemoryDeviceStore()
        ) { _, _ in RecordingTransport() }
        let updates = try #require(await companion?.updates)
        companion = nil
        var iterator = updates.makeAsyncIterator()
        #expect(await iterator.next() == nil)
    }

    private func inWorld(
        failures: [DeviceStoreError] = [],
        _ body: @escaping @Sendable @MainActor (CompanionStage) async throws -> Void
    ) async throws {
        let world = World(seed: 1)
        try await world.run { world in
            let clock = AppClock(world.clock)
            try await body(CompanionStage(failures: failures, clock: clock))
        }
    }
}

/// Notes what a companion asks for.
final class RecordingTransport: CompanionTransport {
    private(set) var requests: [CompanionSession.Request] = []
    var act: ((CompanionSession.Request) -> Void)?

    func perform(_ request: CompanionSession.Request) {
        requests.append(request)
        act?(request)
    }
}

/// A companion with one device.
@MainActor
final class CompanionStage {
    let companion: WatchCompanion
    let transport = RecordingTransport()
    private(set) var reporter: CompanionReporter?
    let clock: AppClock
    let device = WatchDevice(id: UUID128(high: 0, low: 7))
    private(set) var updates: [WatchCompanion.Update] = []

    var app: WatchApp { WatchApp(id: UUID128(high: 0, low: 8), device: device.id) }

    init(failures: [DeviceStoreError], clock: AppClock) throws {
        self.clock = clock
        let request = try DeviceSelectionRequest(
            appName: "Rides", bundleIdentifier: "com.example.rides", urlScheme: "rides")
        var reporter: CompanionReporter?
        companion = WatchCompanion(
            CompanionSession.Configuration(selection: request),
            store: FailingStore([device], failures), clock: clock
        ) { [transport] in
            reporter = $1
            return transport
        }
        self.reporter = reporter
        Task { [weak self, updates = companion.updates] in
            for await update in updates { self?.updates.append(update) }
        }
    }

    func pass(_ milliseconds: Int) async {
        try? await clock.sleep(for: .milliseconds(milliseconds))
    }

    /// Starts the companion, registers its device and an app, and has the device be ready.
    func startReady() async {
        companion.start()
        await pass(0)
        try? companion.registerDevice(device.id)
        try? companion.registerApp(app)
        reporter?.report(.statusChanged(device.id, .connected))
        reporter?.report(.deviceReady(device.id))
        await pass(0)
    }

    func told(_ notice: CompanionSession.Notice) -> Bool { updates.contains(.told(notice)) }

    var invalidLinkCount: Int {
        updates.count { if case .told(.fault(.invalidLink)) = $0 { true } else { false } }
    }

    /// That of the message that is being sent.
    var lastTicket: Ticket {
        for case .send(_, _, _, let ticket) in transport.requests.reversed() { return ticket }
        return Ticket(rawValue: 0)
    }
}

/// A store that can't be read at first.
private actor FailingStore: DeviceStore {
    private var devices: [WatchDevice]
    private var failures: [DeviceStoreError]

    init(_ devices: [WatchDevice], _ failures: [DeviceStoreError]) {
        self.devices = devices
        self.failures = failures
    }

    func load() throws(DeviceStoreError) -> [WatchDevice]? {
        if !failures.isEmpty { throw failures.removeFirst() }
        return devices
    }

    func store(_ devices: [WatchDevice]) { self.devices = devices }
}
