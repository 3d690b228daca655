import ConnectIQ
import ConnectIQAdapter
import ConnectIQBridge
import ConnectIQBridgeFoundation
import Foundation
import KomootNav
import LinkVocabulary
import Simulation
import WatchSimulation

/// A phone's app with a companion and the adapter to the vendor's library, which is simulated, and a ride to simulated watches.
@MainActor
final class ConnectIQRun: CompanionObserver {
    static let rideApp = UUID128(high: 0xD0_0000, low: 100)
    private static let missingApp = UUID128(high: 0xD0_0000, low: 101)

    let judge: WatchJudge
    let library: SimulatedConnectIQ
    let store: RunStore
    let companion: WatchCompanion
    let devices: [WatchDevice]
    private let clock: AppClock
    private var random: SplitMix64
    private var reporter: CompanionReporter?
    /// How many unreadable messages were sent to the app, and how many of these it was told.
    private var unreadable = (sent: 0, told: 0)
    /// How many messages were those of an app that was not registered any more.
    private var strangerCount = 0
    private var newest: NavigationMessage?
    private var updates: Task<Void, Never>?

    init(
        seed: UInt64, level: FaultLevel, clock: AppClock
    ) throws {
        var random = SplitMix64(seed: seed ^ 0x6c69_6272)
        let devices = (1...UInt64(random.number(in: 1...2))).map {
            WatchDevice(id: UUID128(high: 0xD0_0000, low: $0), name: "watch \($0)")
        }
        let watches = devices.map { device in
            var watch = SimulatedWatch(device: device)
            watch.apps[Self.rideApp] = SimulatedWatch.InstalledApp(version: 3)
            watch.isConnected = random.happens(1, in: 2)
            return watch
        }
        let limits = Self.drawnLimits(using: &random)
        let faults = WatchFaults(level, using: &random)
        let judge = WatchJudge(
            stored: devices, limits: limits, promises: Set(WatchPromise.allCases))
        let habits = ConnectIQHabits(using: &random)
        let transport = WatchTransport(
            watches: watches, faults: faults, random: SplitMix64(seed: random.next()), judge: judge)
        let library = SimulatedConnectIQ(transport, habits: habits, clock: clock)
        let store = RunStore(
            devices, failureRate: faults.stores, random: SplitMix64(seed: random.next()),
            clock: clock)
        let selection = try DeviceSelectionRequest(
            appName: "Rides", bundleIdentifier: "com.example.rides", urlScheme: "rides")
        let configuration = CompanionSession.Configuration(
            selection: selection, overridesInstallAlert: random.happens(1, in: 2), limits: limits)
        var reporter: CompanionReporter?
        companion = SimulatedConnectIQ.$current.withValue(library) {
            WatchCompanion(configuration, store: store, clock: clock) {
                reporter = $1
                return ConnectIQTransport($0, reporter: $1)
            }
        }
        self.judge = judge
        self.library = library
        self.store = store
        self.devices = devices
        self.clock = clock
        self.random = random
        self.reporter = reporter
        companion.observer = self
        updates = Task { [weak self, updates = companion.updates] in
            for await update in updates { self?.take(update) }
        }
    }

    /// Those of the library, or tight ones, so that batches are cut.
    private static func drawnLimits(using random: inout SplitMix64) -> MonkeyLimits {
        switch random.number(in: 0...2) {
        case 0: MonkeyLimits()
        case 1: MonkeyLimits(maximumByteCount: SimulatedWatch.memoryByteCount)
        default: MonkeyLimits(maximumValueCount: 100)
        }
    }

    // MARK: The judge

    var found: PromiseReport<WatchPromise>.Found { (judge.broken, judge.marks) }

    func see(_ event: CompanionSession.Event, at time: SessionTime) {
        judge.now = time
        judge.see(event)
    }

    func see(_ effects: [CompanionSession.Effect], deadline: SessionTime?) {
        judge.see(effects, deadline: deadline)
    }

    private func take(_ update: WatchCompanion.Update) {
        switch update {
        case .told(.devices): registerAll()
        case .told(.needsToInstallConnectMobile): try? companion.installConnectMobile()
        case .told(.fault(.unexpectedMessage)): strangerCount += 1
        case .told: break
        case .unreadableMessage:
            judge.mark("unreadable message")
            unreadable.told += 1
        }
    }

    // MARK: The phone's app

    func app(_ watch: Int) -> WatchApp { WatchApp(id: Self.rideApp, device: devices[watch].id) }

    private func registerAll() {
        for watch in devices.indices {
            try? companion.registerDevice(devices[watch].id)
            try? companion.registerApp(app(watch))
        }
    }

    private func publish(_ message: NavigationMessage) {
        newest = message
        for watch in devices.indices { hand(.instruction(message), to: app(watch)) }
    }

    /// The contents are told apart by numbers, which are those of the identifiers.
    private var messageCount: UInt64 = 0

    private func hand(_ message: PhoneMessage, to app: WatchApp) {
        messageCount += 1
        let content = message.content(number: messageCount)
        let id = companion.send(content, to: app, delivery: message.delivery)
        if id.rawValue != messageCount { judge.breaks(.endsOnce, "identifiers are not counted") }
    }

    private func answer(_ shared: [WatchDevice], isTrusted: Bool = true) {
        let (url, source) = library.answer(shared)
        let isTaken = companion.open(url, isTrusted: isTrusted && source == nil)
        if !isTaken && companion.phase != .stopped {
            judge.breaks(.keepsTheList, "an answer of Connect Mobile is not taken")
        }
    }

    // MARK: The run

    func pass(_ milliseconds: Int) async {
        try? await clock.sleep(for: .milliseconds(milliseconds))
    }

    /// A ride of two minutes, and then rest.
    func play() async {
        companion.start()
        for watch in devices.indices {
            library.withTransport { transport in
                _ = transport.open(Self.rideApp, on: watch)
                transport.connect(watch, isUp: true)
            }
        }
        await pass(2000)
        let end = clock.now.advanced(by: .seconds(120))
        while clock.now < end {
            await pass(random.number(in: 50...2000))
            await act()
            if random.happens(1, in: 3) { publish(drawnInstruction()) }
        }
        await rest()
        updates?.cancel()
    }

    private func drawnInstruction() -> NavigationMessage {
        let streets = ["", "Weg", "Hauptstraße", "Unter den Kastanien", "Rue de la Gare"]
        return .instruction(
            NavigationMessage.Instruction(
                arrow: Arrow(rawValue: UInt8(random.number(in: 1...31))),
                distanceInMeters: UInt32(random.number(in: 0...50) * 10),
                street: random.element(of: streets)))
    }

    private func rest() async {
        library.withTransport { $0.faults = WatchFaults() }
        await store.endFaults()
        library.switchBluetooth(on: true)
        await pass(1000)
        answer(devices)
        await pass(0)
        for watch in devices.indices {
            library.withTransport { transport in
                transport.connect(watch, isUp: true)
                _ = transport.open(Self.rideApp, on: watch)
            }
        }
        registerAll()
        await pass(240_000)
        judge.checkRest()
        let last = drawnInstruction()
        publish(last)
        await pass(10_000)
        for (number, watch) in library.transport.watches.enumerated()
        where watch.apps[Self.rideApp]?.shown != last {
            judge.breaks(.newestIsShown, "watch \(number + 1) does not show the newest instruction")
        }
        companion.stop()
        await pass(60_000)
        judge.checkEnd()
        if !(unreadable.sent - strangerCount...unreadable.sent).contains(unreadable.told) {
            judge.breaks(.onlyRegistered, "\(unreadable) unreadable messages")
        }
    }

    // MARK: What happens meanwhile

    private func draws(_ rate: Int) -> Bool { rate > 0 && random.happens(rate, in: 1000) }

    private func act() async {
        let faults = library.transport.faults
        let watch = random.number(in: 0...devices.count - 1)
        if random.happens(1, in: 6) {
            for _ in 0..<random.number(in: 1...3) { hand(.remark, to: app(watch)) }
        }
        if random.happens(1, in: 2) {
            hand(.heartRate(Int32(random.number(in: 90...180))), to: app(watch))
        }
        if random.happens(1, in: 20) { try? companion.requestAppStatus(of: app(watch)) }
        if random.happens(1, in: 20) { try? companion.openApp(app(watch)) }
        if random.happens(1, in: 20) { _ = library.receive("hello", from: app(watch)) }
        if random.happens(1, in: 20) {
            unreadable.sent += library.receive([1, Date()] as [Any], from: app(watch))
        }
        if draws(faults.absences) { leave(watch) }
        if draws(faults.closedApps) {
            library.withTransport { $0.close(Self.rideApp, on: watch) }
        } else if random.happens(1, in: 10) {
            library.withTransport { _ = $0.open(Self.rideApp, on: watch) }
        }
        if draws(faults.changes) { change(watch) }
        if draws(faults.links) { try? companion.chooseDevices() }
        if draws(faults.restarts) { await restart() }
        if draws(faults.strays) { stray(watch) }
        if faults.changes > 0, random.happens(1, in: 4) { registerAll() }
    }

    private func leave(_ watch: Int) {
        if random.happens(1, in: 3) {
            judge.mark("Bluetooth off")
            library.switchBluetooth(on: false)
            let duration = random.number(in: 500...20_000)
            Task {
                await pass(duration)
                library.switchBluetooth(on: true)
            }
            return
        }
        judge.mark("watch away")
        let duration = random.number(in: 500...40_000)
        library.withTransport { transport in
            transport.connect(watch, isUp: false)
            transport.schedule(.connection(watch, isUp: true), after: duration)
        }
    }

    private func change(_ watch: Int) {
        judge.mark("user changes something")
        switch random.number(in: 0...6) {
        case 0: try? companion.unregisterApp(app(watch))
        case 1: try? companion.unregisterDevice(devices[watch].id)
        case 2:
            let other = WatchApp(id: Self.missingApp, device: devices[watch].id)
            try? companion.registerApp(other)
            hand(.remark, to: other)
        case 3: for _ in 0..<12 { hand(.remark, to: app(watch)) }
        case 4: try? companion.showStorePage(of: app(watch))
        case 5: for _ in 0..<70 { hand(.heartRate(100), to: app(watch)) }
        default:
            try? companion.chooseDevices()
            Task {
                await pass(500)
                drawnAnswer()
            }
        }
    }

    /// What Connect Mobile answers, or somebody else.
    private func drawnAnswer() {
        let isTrusted = !draws(library.transport.faults.links)
        answer(random.happens(1, in: 2) ? devices : [devices[0]], isTrusted: isTrusted)
    }

    private func restart() async {
        judge.mark("session restarted")
        for _ in 0..<random.number(in: 1...3) {
            for _ in 0..<random.number(in: 0...2) { drawnAnswer() }
            await pass(random.number(in: 0...700))
            companion.stop()
            companion.start()
        }
    }

    /// A report that answers nothing.
    private func stray(_ watch: Int) {
        judge.mark("stray event")
        let ticket = Ticket(rawValue: 1_000_000)
        switch random.number(in: 0...3) {
        case 0: reporter?.report(.finished(ticket, .success))
        case 1: reporter?.report(.progressed(ticket, sent: 1, total: 2))
        case 2: reporter?.report(.appStatusAnswered(ticket, nil))
        default:
            let other = WatchApp(id: Self.missingApp, device: devices[watch].id)
            reporter?.reportMessage(nil, from: other)
        }
    }
}
