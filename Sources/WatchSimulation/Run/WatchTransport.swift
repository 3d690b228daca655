package import ConnectIQBridge
package import LinkVocabulary
package import Simulation

/// A transport to simulated watches, and the time in which everything happens.
package struct WatchTransport: CompanionTransport {
    /// A message on its way.
    package struct Transfer {
        /// The number of its message, or those of its batch.
        let numbers: [UInt64]
        let content: MonkeyValue
        let app: WatchApp
        let isTransient: Bool
        let ticket: Ticket
        /// What the session is told in place of what the watch says.
        var instead: SendResult?
    }

    /// An event that will happen, or something that a watch or the store will do.
    package enum Happening {
        case event(CompanionSession.Event)
        case arrival(Transfer)
        case open(WatchApp, Ticket)
        /// A watch tells the status of an app, if it is connected.
        case appStatus(WatchApp, Ticket)
        /// The connection to a watch ends or begins.
        case connection(Int, isUp: Bool)
        /// The phone's system tells how a watch is connected then.
        case status(Int)
        /// The characteristics are discovered, if the watch is still connected.
        case discovery(Int)
        case answer(SimulatedDeviceStore.Call)
        /// The phone's app registers what it wants to send to.
        case registration
    }

    package var watches: [SimulatedWatch]
    private var store: SimulatedDeviceStore
    package var faults: WatchFaults
    var random: SplitMix64
    let judge: WatchJudge
    private(set) var now = SessionTime.zero
    /// The watches whose events the session wants.
    private var registered = Set<UUID128>()
    private var queue: [(time: SessionTime, happening: Happening)] = []

    package init(
        watches: [SimulatedWatch], faults: WatchFaults, random: SplitMix64, judge: WatchJudge
    ) {
        self.watches = watches
        self.faults = faults
        self.random = random
        self.judge = judge
        store = SimulatedDeviceStore(watches.map { $0.device })
    }

    package mutating func draws(_ rate: Int) -> Bool { rate > 0 && random.happens(rate, in: 1000) }

    package mutating func schedule(_ happening: Happening, after milliseconds: Int) {
        schedule(happening, at: now.advanced(by: .milliseconds(milliseconds)))
    }

    mutating func schedule(_ event: CompanionSession.Event, after milliseconds: Int) {
        schedule(.event(event), after: milliseconds)
    }

    private mutating func schedule(_ happening: Happening, at time: SessionTime) {
        let place = queue.firstIndex { $0.time > time } ?? queue.endIndex
        queue.insert((time, happening), at: place)
    }

    /// When something happens next.
    package var nextTime: SessionTime? { queue.first?.time }

    /// Sets the time, and leaves what happens until then for ``advance(to:)``.
    package mutating func setTime(_ time: SessionTime) {
        now = max(now, time)
        judge.now = now
    }

    /// Lets time pass until a moment, at most to the next happening, which is taken out.
    package mutating func advance(to time: SessionTime) -> Happening? {
        defer { judge.now = now }
        guard let first = queue.first, first.time <= time else {
            now = max(now, time)
            return nil
        }
        now = max(now, first.time)
        return queue.removeFirst().happening
    }

    package func watch(of device: UUID128) -> Int? { watches.firstIndex { $0.device.id == device } }

    mutating func perform(_ call: SimulatedDeviceStore.Call) {
        let end = store.take(at: now, milliseconds: random.number(in: 20...600))
        schedule(.answer(call), at: end)
    }

    package mutating func perform(_ request: CompanionSession.Request) {
        switch request {
        case .openDeviceSelection(_, let ticket), .openStorePage(_, _, let ticket):
            if draws(faults.links) {
                judge.mark("Connect Mobile missing")
                schedule(.connectMobileMissing(ticket), after: 10)
            }
        case .showInstallAlert, .openAppStore, .registerApp, .unregisterApp: break
        case .unregisterDevice(let device): registered.remove(device.id)
        case .registerDevice(let device):
            registered.insert(device.id)
            guard let watch = watch(of: device.id) else { return }
            if draws(faults.untoldReadiness) { return judge.mark("connection not told") }
            schedule(.status(watch), after: 20)
            discover(watch, after: random.number(in: 20...900))
        case .requestAppStatus(let app, let ticket): answerStatus(of: app, ticket)
        case .openApp(let app, let ticket):
            if draws(faults.endless) { return judge.mark("no answer") }
            schedule(.open(app, ticket), after: random.number(in: 10...2000))
        case .send(let content, let app, let isTransient, let ticket):
            begin(
                Transfer(
                    numbers: NumberedContent.numbers(in: content), content: content, app: app,
                    isTransient: isTransient, ticket: ticket))
        }
    }

    private mutating func answerStatus(of app: WatchApp, _ ticket: Ticket) {
        if draws(faults.endless) { return judge.mark("no answer") }
        let isLate = draws(faults.lateResults)
        schedule(.appStatus(app, ticket), after: isLate ? 15_000 : 300)
    }

    /// The characteristics of a watch are discovered, unless the phone's system says so only once.
    private mutating func discover(_ watch: Int, after milliseconds: Int) {
        if draws(faults.untoldReadiness) { return judge.mark("discovery not told") }
        schedule(.discovery(watch), after: milliseconds)
    }

    /// The connection to a watch ends now, or begins.
    package mutating func connect(_ watch: Int, isUp: Bool) {
        guard watches[watch].isConnected != isUp else { return }
        watches[watch].isConnected = isUp
        judge.note(.connected(isUp), by: .watch(watch))
        schedule(.status(watch), after: random.number(in: 0...(isUp ? 200 : 3000)))
        if isUp { discover(watch, after: random.number(in: 0...900)) }
    }

    /// Whether the session is told of a watch: if it wants that, or by mistake.
    private mutating func tells(of watch: Int) -> Bool {
        registered.contains(watches[watch].device.id) || draws(faults.strays)
    }

    /// Something happens; returns what the session is told of it.
    package mutating func meet(_ happening: Happening) -> CompanionSession.Event? {
        switch happening {
        case .event(let event): return event
        case .registration: return nil
        case .arrival(let transfer): return arrive(transfer)
        case .connection(let watch, let isUp):
            connect(watch, isUp: isUp)
            return nil
        case .status(let watch):
            guard tells(of: watch) else { return nil }
            let others: [DeviceStatus] = [.notConnected, .notFound, .bluetoothNotReady]
            let status = watches[watch].isConnected ? .connected : random.element(of: others)
            return .statusChanged(watches[watch].device.id, status)
        case .discovery(let watch):
            guard tells(of: watch), watches[watch].isConnected else { return nil }
            return .deviceReady(watches[watch].device.id)
        case .appStatus(let app, let ticket):
            guard let watch = watch(of: app.device), watches[watch].isConnected else {
                return .appStatusAnswered(ticket, nil)
            }
            let version = watches[watch].apps[app.id]?.version
            return .appStatusAnswered(
                ticket, AppStatus(isInstalled: version != nil, version: version ?? 0))
        case .answer(let call): return store.finish(call, storeFails: draws(faults.stores))
        case .open(let app, let ticket):
            guard let watch = watch(of: app.device) else { return .openAnswered(ticket, .unknown) }
            guard watches[watch].isConnected else {
                return .openAnswered(ticket, .deviceNotAvailable)
            }
            return .openAnswered(
                ticket, open(app.id, on: watch, mayPrompt: !random.happens(1, in: 4)))
        }
    }
}
