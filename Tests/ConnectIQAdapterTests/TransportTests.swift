import ConnectIQ
import ConnectIQAdapter
import ConnectIQBridge
import ConnectIQBridgeFoundation
import Foundation
import LinkVocabulary
import Simulation
import Testing
import WatchSimulation

@Suite("The adapter to the vendor's library")
struct TransportTests {
    @Test(
        "The adapter gives the library the scheme, and is its delegate only if the app overrides the alert"
    )
    func initialising() async throws {
        try await inWorld { stage in
            #expect(stage.library.urlScheme == "rides")
            #expect(stage.library.restorationIdentifier == nil)
            stage.library.withTransport { $0.faults.links = 1000 }
            stage.companion.start()
            await stage.pass(0)
            try stage.companion.chooseDevices()
            await stage.pass(100)
            #expect(stage.library.pages == [.deviceSelection, .alert])
        }
        try await inWorld(overridesInstallAlert: true, restorationIdentifier: "watches") { stage in
            #expect(stage.library.restorationIdentifier == "watches")
            stage.library.withTransport { $0.faults.links = 1000 }
            stage.companion.start()
            await stage.pass(0)
            let storeID = UUID128(high: 1, low: 1)
            try stage.companion.showStorePage(of: stage.app, storeID: storeID)
            await stage.pass(100)
            #expect(stage.told(.needsToInstallConnectMobile))
            try stage.companion.installConnectMobile()
            let app = try #require(UUID(uuidString: stage.app.id.description))
            let store = UUID(uuidString: storeID.description)
            #expect(stage.library.pages == [.store(app: app, storeID: store), .appStore])
        }
    }

    @Test(
        "The adapter hands in the status of a device that is connected already, of which the library says nothing"
    )
    func silentDevice() async throws {
        var habits = ConnectIQHabits()
        habits.isSilentIfConnected = true
        try await inWorld(habits: habits) { stage in
            stage.companion.start()
            await stage.pass(0)
            stage.register()
            await stage.pass(5000)
            #expect(stage.companion.status(ofDevice: stage.device.id) == .connected)
            await stage.pass(1000)
            #expect(stage.companion.phase(ofDevice: stage.device.id) == .ready)
        }
    }

    @Test(
        "The adapter hands in all results of the library by their names",
        arguments: SendResult.allCases)
    func results(result: SendResult) async throws {
        try await inWorld { stage in
            await stage.startReady()
            stage.library.withTransport { $0.faults.endless = 1000 }
            let id = stage.companion.send(["a"], to: stage.app)
            stage.library.withTransport { transport in
                // Each of the library's requests has its number as a ticket.
                for _ in 1...2 {
                    transport.schedule(.event(.finished(Ticket(rawValue: 1), result)), after: 5)
                }
            }
            await stage.pass(100)
            let isRetried = result == .deviceIsBusy || result == .deviceNotAvailable
            if result == .success {
                #expect(stage.told(.ended(id, to: stage.app, .sent)))
            } else if isRetried {
                #expect(stage.told(.retrying(id, to: stage.app, after: result)))
            } else {
                #expect(stage.told(.ended(id, to: stage.app, .failed(result))))
            }
            // The second one.
            #expect(stage.told(.fault(.lateArrival)))
        }
    }

    @Test("The numbers of results and statuses are those of the library's names")
    func numbers() {
        let results: [IQSendMessageResult] = [
            .success, .failure_Unknown, .failure_InternalError, .failure_DeviceNotAvailable,
            .failure_AppNotFound, .failure_DeviceIsBusy, .failure_UnsupportedType,
            .failure_InsufficientMemory, .failure_Timeout, .failure_MaxRetries,
            .failure_PromptNotDisplayed, .failure_AppAlreadyRunning,
        ]
        let own: [SendResult] = [
            .success, .unknown, .internalError, .deviceNotAvailable, .appNotFound, .deviceIsBusy,
            .unsupportedType, .insufficientMemory, .timeout, .maximumRetries, .promptNotDisplayed,
            .appAlreadyRunning,
        ]
        #expect(results.map(\.rawValue) == own.map(\.rawValue))
        #expect(own == SendResult.allCases)
        let statuses: [IQDeviceStatus] = [
            .invalidDevice, .bluetoothNotReady, .notFound, .notConnected, .connected,
        ]
        let ownStatuses: [DeviceStatus] = [
            .invalidDevice, .bluetoothNotReady, .notFound, .notConnected, .connected,
        ]
        #expect(statuses.map(\.rawValue) == ownStatuses.map(\.rawValue))
    }

    @Test("The library need not answer: the session gives up")
    func endless() async throws {
        try await inWorld { stage in
            await stage.startReady()
            stage.library.withTransport { $0.faults.endless = 1000 }
            try stage.companion.requestAppStatus(of: stage.app)
            try stage.companion.openApp(stage.app)
            let id = stage.companion.send(1, to: stage.app)
            await stage.pass(31_000)
            #expect(stage.told(.noAppStatus(.timeout, of: stage.app)))
            #expect(stage.told(.opened(stage.app, .timeout)))
            #expect(stage.told(.ended(id, to: stage.app, .failed(.timeout))))
        }
    }

    @Test("The adapter hands in answers about apps, and progress", arguments: [false, true])
    func answers(callsBackAnywhere: Bool) async throws {
        var habits = ConnectIQHabits()
        habits.callsBackAnywhere = callsBackAnywhere
        try await inWorld(habits: habits) { stage in
            await stage.startReady()
            try stage.companion.requestAppStatus(of: stage.app)
            try stage.companion.openApp(stage.app)
            let id = stage.companion.send(["to": "you"], to: stage.app)
            await stage.pass(3000)
            #expect(stage.told(.opened(stage.app, .appAlreadyRunning)))
            #expect(stage.told(.progress(id, to: stage.app, sent: 90, total: 90)))
            #expect(stage.told(.ended(id, to: stage.app, .sent)))
            let status = AppStatus(isInstalled: true, version: 3)
            #expect(stage.told(.appStatus(status, of: stage.app)))
        }
    }

    @Test("A message of which only the newest counts is transient: the watch may skip it")
    func transient() async throws {
        try await inWorld { stage in
            await stage.startReady()
            stage.library.withTransport { $0.close(stage.app.id, on: 0) }
            for _ in 1...3 { stage.companion.send(1, to: stage.app) }
            await stage.pass(5000)
            stage.companion.send(1, to: stage.app, delivery: .newestOnly)
            await stage.pass(5000)
            #expect(stage.library.transport.watches[0].apps[stage.app.id]?.mailbox.count == 3)
        }
    }

    @Test("A message with a Char, which the library does not have, fails")
    func unsendable() async throws {
        try await inWorld { stage in
            await stage.startReady()
            let id = stage.companion.send(.char("a"), to: stage.app)
            await stage.pass(100)
            #expect(stage.told(.ended(id, to: stage.app, .failed(.unsupportedType))))
        }
    }

    @Test(
        "The adapter hands in what an app sends until it is unregistered, and tells what can't be read"
    )
    func receiving() async throws {
        try await inWorld { stage in
            await stage.startReady()
            #expect(stage.library.receive(["speed": 17.5], from: stage.app) == 1)
            #expect(stage.library.receive(Date(), from: stage.app) == 1)
            await stage.pass(10)
            #expect(stage.told(.received(["speed": 17.5], from: stage.app)))
            let error = FoundationObjectError(.unsupportedType, at: [])
            #expect(stage.updates.contains(.unreadableMessage(error, from: stage.app)))
            stage.companion.stop()
            #expect(stage.library.receive(1, from: stage.app) == 0)
            let device = IQDevice(
                id: UUID(uuidString: stage.device.id.description), modelName: nil, friendlyName: nil
            )
            #expect(ConnectIQ.sharedInstance().getDeviceStatus(device) == .invalidDevice)
            #expect(stage.library.library.getDeviceStatus(device) == .invalidDevice)
        }
    }

    @Test("An answer of Connect Mobile without names is taken, though nobody knows who sent it")
    func answerWithoutNames() async throws {
        var habits = ConnectIQHabits()
        habits.hasEmptyNames = true
        try await inWorld(habits: habits) { stage in
            stage.companion.start()
            await stage.pass(0)
            let (url, source) = stage.library.answer([stage.device])
            #expect(source == nil)
            #expect(stage.companion.open(url))
            #expect(stage.companion.devices == [WatchDevice(id: stage.device.id)])
        }
    }

    @Test("The library may tell that a device is ready once only, and calls what a delegate has")
    func readiness() async throws {
        var once = ConnectIQHabits()
        once.tellsReadinessOnce = true
        try await inWorld(habits: once) { stage in
            let listener = Listener()
            let id = UUID(uuidString: stage.device.id.description)
            let device = IQDevice(id: id, modelName: nil, friendlyName: nil)
            stage.library.library.register(forDeviceEvents: device, delegate: listener)
            await stage.startReady()
            stage.library.switchBluetooth(on: false)
            await stage.pass(5000)
            stage.library.switchBluetooth(on: true)
            await stage.pass(5000)
            #expect(stage.companion.status(ofDevice: stage.device.id) == .connected)
            let message = stage.companion.send(1, to: stage.app)
            await stage.pass(7000)
            #expect(stage.companion.phase(ofDevice: stage.device.id) == .ready)
            #expect(stage.told(.ended(message, to: stage.app, .sent)))
            #expect(listener.readyCount == 1)
        }
    }

    private func inWorld(
        habits: ConnectIQHabits = ConnectIQHabits(), overridesInstallAlert: Bool = false,
        restorationIdentifier: String? = nil,
        _ body: @escaping @Sendable @MainActor (TransportStage) async throws -> Void
    ) async throws {
        let world = World(seed: 1)
        try await world.run { world in
            try await body(
                TransportStage(
                    habits, overridesInstallAlert, restorationIdentifier,
                    clock: AppClock(world.clock)))
        }
    }
}

/// A companion with the adapter, and a watch on which an app is open.
@MainActor
final class TransportStage {
    let library: SimulatedConnectIQ
    let companion: WatchCompanion
    let device = WatchDevice(id: UUID128(high: 0, low: 7), name: "mine")
    private(set) var updates: [WatchCompanion.Update] = []
    private let clock: AppClock

    var app: WatchApp { WatchApp(id: UUID128(high: 0, low: 8), device: device.id) }

    init(
        _ habits: ConnectIQHabits, _ overridesInstallAlert: Bool, _ restorationIdentifier: String?,
        clock: AppClock
    ) throws {
        self.clock = clock
        var watch = SimulatedWatch(device: device)
        watch.apps[UUID128(high: 0, low: 8)] = SimulatedWatch.InstalledApp(version: 3)
        watch.isConnected = true
        let library = SimulatedConnectIQ(watches: [watch], habits: habits, clock: clock)
        let store = MemoryDeviceStore([device])
        let selection = try DeviceSelectionRequest(
            appName: "Rides", bundleIdentifier: "com.example.rides", urlScheme: "rides")
        companion = SimulatedConnectIQ.$current.withValue(library) {
            WatchCompanion(
                CompanionSession.Configuration(
                    selection: selection, overridesInstallAlert: overridesInstallAlert),
                store: store, clock: clock
            ) {
                ConnectIQTransport(
                    $0, reporter: $1, restorationIdentifier: restorationIdentifier)
            }
        }
        self.library = library
        library.withTransport { _ = $0.open(app.id, on: 0) }
        Task { [weak self, updates = companion.updates] in
            for await update in updates { self?.updates.append(update) }
        }
    }

    func pass(_ milliseconds: Int) async {
        try? await clock.sleep(for: .milliseconds(milliseconds))
    }

    func register() {
        try? companion.registerDevice(device.id)
        try? companion.registerApp(app)
    }

    func startReady() async {
        companion.start()
        await pass(0)
        register()
        await pass(2000)
    }

    func told(_ notice: CompanionSession.Notice) -> Bool { updates.contains(.told(notice)) }
}

/// A delegate that does not have the method for a device's status.
private final class Listener: NSObject, IQDeviceEventDelegate {
    private(set) var readyCount = 0

    func deviceCharacteristicsDiscovered(_ device: IQDevice!) { readyCount += 1 }
}
