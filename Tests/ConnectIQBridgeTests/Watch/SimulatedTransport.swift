import ConnectIQBridge
import KomootNav
import Simulation

/// A transport to simulated watches. Whatever it may do, it does for some seed: answer late, twice, never, wrongly, or
/// make progress backwards.
struct SimulatedTransport: CompanionTransport {
    /// An event that will happen, or something that a watch will do.
    enum Happening {
        case event(CompanionSession.Event)
        /// A message arrives at the watch. If a result is given, the watch answers that instead of its own.
        case arrival(MonkeyValue, app: WatchApp, isTransient: Bool, Ticket, instead: SendResult?)
        case open(WatchApp, Ticket)
        /// The phone's system tells how a watch is connected then.
        case status(UUID128)
        /// The characteristics are discovered, if the watch is still connected.
        case discovery(UUID128)
        /// The store has done what it was asked for.
        case answer(SimulatedStore.Call)
    }

    var watches: [UUID128: SimulatedWatch]
    private var store: SimulatedStore
    /// In one of how many cases something goes wrong; 0 for never.
    var faultRate: Int
    var random: SplitMix64
    var marks = Marks()
    private(set) var now = SessionTime.zero
    private(set) var queue: [(time: SessionTime, happening: Happening)] = []

    init(watches: [SimulatedWatch], faultRate: Int, seed: UInt64) {
        self.watches = Dictionary(uniqueKeysWithValues: watches.map { ($0.device.id, $0) })
        self.faultRate = faultRate
        store = SimulatedStore(watches.map { $0.device })
        random = SplitMix64(seed: seed)
    }

    mutating func isFaulty() -> Bool { faultRate > 0 && random.happens(1, in: faultRate) }

    mutating func schedule(_ happening: Happening, after milliseconds: Int) {
        schedule(happening, at: now.advanced(by: .milliseconds(milliseconds)))
    }

    private mutating func schedule(_ happening: Happening, at time: SessionTime) {
        let place = queue.firstIndex { $0.time > time } ?? queue.endIndex
        queue.insert((time, happening), at: place)
    }

    mutating func schedule(_ event: CompanionSession.Event, after milliseconds: Int) {
        schedule(.event(event), after: milliseconds)
    }

    /// Lets time pass until a moment, at most to the next happening, which is taken out.
    mutating func advance(to time: SessionTime) -> Happening? {
        guard let first = queue.first, first.time <= time else {
            now = max(now, time)
            return nil
        }
        now = max(now, first.time)
        return queue.removeFirst().happening
    }

    mutating func perform(_ call: SimulatedStore.Call) {
        let end = store.take(at: now, milliseconds: random.number(in: 20...600))
        schedule(.answer(call), at: end)
    }

    mutating func perform(_ request: CompanionSession.Request) {
        switch request {
        case .openDeviceSelection(_, let ticket), .openStorePage(_, _, let ticket):
            if isFaulty() { schedule(.connectMobileMissing(ticket), after: 10) }
        case .showInstallAlert, .openAppStore, .unregisterDevice, .registerApp, .unregisterApp:
            break
        case .registerDevice(let device):
            schedule(.status(device.id), after: 20)
            schedule(.discovery(device.id), after: random.number(in: 20...900))
        case .requestAppStatus(let app, let ticket): answerStatus(of: app, ticket)
        case .openApp(let app, let ticket):
            if !isFaulty() { schedule(.open(app, ticket), after: random.number(in: 10...2000)) }
        case .send(let content, let app, let isTransient, let ticket):
            send(content, to: app, isTransient: isTransient, ticket)
        }
    }

    private mutating func answerStatus(of app: WatchApp, _ ticket: Ticket) {
        if isFaulty() { return marks.note("no status") }
        let version = watches[app.device]?.apps[app.id]?.version
        let status = AppStatus(isInstalled: version != nil, version: version ?? 0)
        let isLate = isFaulty()
        schedule(.appStatusAnswered(ticket, status), after: isLate ? 15_000 : 300)
    }

    private mutating func send(
        _ content: MonkeyValue, to app: WatchApp, isTransient: Bool, _ ticket: Ticket
    ) {
        let duration = random.number(in: 20...600)
        for part in 1...3 {
            let sent = isFaulty() ? UInt32(random.number(in: 0...200)) : UInt32(30 * part)
            schedule(.progressed(ticket, sent: sent, total: 90), after: duration * part / 4)
        }
        var instead: SendResult?
        var arrivesLate = false
        if isFaulty() {
            switch random.number(in: 0...3) {
            case 0: instead = random.element(of: SendResult.allCases)
            case 1:
                marks.note("no answer")
                return
            case 2: arrivesLate = true
            default: schedule(.finished(ticket, .unknown), after: duration + 1)
            }
        }
        let arrival = Happening.arrival(
            content, app: app, isTransient: isTransient, ticket, instead: instead)
        schedule(arrival, after: arrivesLate ? 31_000 : duration)
    }

    /// A message arrives, or an app is opened; returns what the session is told.
    mutating func meet(_ happening: Happening) throws -> CompanionSession.Event {
        switch happening {
        case .event(let event): return event
        case .arrival(let content, let app, let isTransient, let ticket, let instead):
            let bytes = try content.encoded()
            let result =
                watches[app.device]?.receive(
                    bytes, for: app.id, isTransient: isTransient, &marks) ?? .unknown
            return .finished(ticket, instead ?? result)
        case .status(let id):
            let others: [DeviceStatus] = [.notConnected, .notFound, .bluetoothNotReady]
            let isConnected = watches[id]?.isConnected ?? false
            return .statusChanged(id, isConnected ? .connected : random.element(of: others))
        case .discovery(let id):
            return watches[id]?.isConnected == true ? .deviceReady(id) : .timePassed
        case .answer(let call): return store.finish(call, storeFails: isFaulty())
        case .open(let app, let ticket):
            return .openAnswered(ticket, watches[app.device]?.open(app.id, &random) ?? .unknown)
        }
    }

    mutating func connect(_ id: UUID128) {
        guard watches[id]?.isConnected == false else { return }
        watches[id]?.isConnected = true
        schedule(.status(id), after: random.number(in: 0...200))
        schedule(.discovery(id), after: random.number(in: 0...900))
    }

    mutating func disconnect(_ id: UUID128) {
        guard watches[id]?.isConnected == true else { return }
        watches[id]?.isConnected = false
        schedule(.status(id), after: random.number(in: 0...3000))
    }
}
