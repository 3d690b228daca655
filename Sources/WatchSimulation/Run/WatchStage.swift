import ConnectIQBridge
import LinkVocabulary
import Simulation

/// A phone's app, watches, and what is between them, while a run lasts.
struct WatchStage {
    /// The app that shows the navigation.
    static let rideApp = UUID128(high: 0xD0_0000, low: 100)
    /// An app that is on no watch.
    static let missingApp = UUID128(high: 0xD0_0000, low: 101)
    private static let urlScheme = "rides"

    private var machine: any CompanionMachine
    var transport: WatchTransport
    let judge: WatchJudge
    var random: SplitMix64
    let devices: [WatchDevice]
    private let ride: [TimedInstruction]
    private var messageCount: UInt64 = 0
    /// The number of the last ticket that the session gave.
    private(set) var lastTicket: UInt32 = 0

    init(_ run: WatchRun) {
        var random = SplitMix64(seed: run.seed ^ 0x7761_7463)
        let count = run.watchCount ?? random.number(in: 1...2)
        let watches = (1...max(1, count)).map { Self.makeWatch(UInt64($0)) }
        devices = watches.map { $0.device }
        let limits = Self.drawnLimits(using: &random)
        judge = WatchJudge(stored: devices, limits: limits, promises: run.promises)
        if run.keepsNotes { judge.notes = [] }
        let faults = WatchFaults(run.level, using: &random)
        ride = run.ride ?? WatchRun.drawnRide(using: &random)
        transport = WatchTransport(
            watches: watches, faults: faults, random: SplitMix64(seed: random.next()),
            judge: judge)
        let overrides = random.happens(1, in: 2)
        machine = run.makeMachine(Self.configuration(overrides: overrides, limits))
        self.random = random
    }

    private static func makeWatch(_ number: UInt64) -> SimulatedWatch {
        var watch = SimulatedWatch(
            device: WatchDevice(
                id: UUID128(high: 0xD0_0000, low: number), name: "watch \(number)"))
        watch.apps[rideApp] = SimulatedWatch.InstalledApp(version: 3)
        return watch
    }

    /// Those of the library, or tight ones, so that batches are cut.
    private static func drawnLimits(using random: inout SplitMix64) -> MonkeyLimits {
        switch random.number(in: 0...2) {
        case 0: MonkeyLimits()
        case 1: MonkeyLimits(maximumByteCount: SimulatedWatch.memoryByteCount)
        default: MonkeyLimits(maximumValueCount: 100)
        }
    }

    private static func configuration(
        overrides: Bool, _ limits: MonkeyLimits
    ) -> CompanionSession.Configuration {
        guard
            let request = try? DeviceSelectionRequest(
                appName: "Rides", bundleIdentifier: "com.example.rides", urlScheme: urlScheme)
        else { preconditionFailure("the simulated app has a name and a scheme") }
        return CompanionSession.Configuration(
            selection: request, overridesInstallAlert: overrides, limits: limits)
    }

    /// All of the run.
    mutating func play() {
        start()
        for watch in devices.indices {
            _ = transport.open(Self.rideApp, on: watch)
            transport.connect(watch, isUp: true)
        }
        pass(until: transport.now.advanced(by: .milliseconds(2000)))
        let beginning = transport.now
        for instruction in ride {
            let due = beginning.advanced(by: instruction.time.duration)
            while transport.now < due {
                let step = transport.now.advanced(by: .milliseconds(random.number(in: 50...2000)))
                pass(until: min(step, due))
                act()
            }
            publish(instruction.message)
        }
        rest()
    }

    func app(_ watch: Int) -> WatchApp { WatchApp(id: Self.rideApp, device: devices[watch].id) }

    /// Hands in an event, and does what the session wants.
    mutating func take(_ event: CompanionSession.Event) {
        judge.see(event)
        machine.handle(event, at: transport.now)
        var effects: [CompanionSession.Effect] = []
        while let effect = machine.nextEffect() { effects.append(effect) }
        judge.see(effects, deadline: machine.nextDeadline)
        for effect in effects {
            switch effect {
            case .load(let ticket):
                lastTicket = ticket.rawValue
                transport.perform(.load(ticket))
            case .store(let devices, let ticket):
                lastTicket = ticket.rawValue
                transport.perform(.store(devices, ticket))
            case .transport(let request):
                switch request {
                case .send(_, _, _, let ticket), .requestAppStatus(_, let ticket):
                    lastTicket = ticket.rawValue
                default: break
                }
                transport.perform(request)
            case .tell(.devices): transport.schedule(.registration, after: 0)
            case .tell: break
            }
        }
    }

    /// Lets time pass, with all that happens meanwhile.
    mutating func pass(until end: SessionTime) {
        while true {
            // A deadline that has passed is a broken promise; time goes on all the same.
            let deadline = machine.nextDeadline.map {
                max($0, transport.now.advanced(by: .milliseconds(1)))
            }
            let due = min(deadline ?? end, end)
            if let happening = transport.advance(to: due) {
                if case .registration = happening {
                    registerAll()
                } else if let event = transport.meet(happening) {
                    take(event)
                }
            } else {
                take(.timePassed)
                if transport.now >= end { return }
            }
        }
    }

    mutating func pass(_ milliseconds: Int) {
        pass(until: transport.now.advanced(by: .milliseconds(milliseconds)))
    }

    mutating func start() {
        judge.note(.started, by: .phone)
        take(.start)
    }

    mutating func stop() {
        judge.note(.stopped, by: .phone)
        take(.stop)
    }

    /// The phone's app registers what it wants to send to. What is registered stays so.
    mutating func registerAll() {
        for watch in devices.indices {
            take(.registerDevice(devices[watch].id))
            take(.registerApp(app(watch)))
        }
    }

    /// The phone's app sends an instruction to each watch.
    mutating func publish(_ message: NavigationMessage) {
        for watch in devices.indices { hand(.instruction(message), to: app(watch)) }
    }

    /// Hands in a message.
    mutating func hand(_ message: PhoneMessage, to app: WatchApp) {
        messageCount += 1
        let id = OutgoingMessage.ID(rawValue: messageCount)
        let watch = devices.firstIndex { $0.id == app.device } ?? 0
        judge.note(.handedIn(id, message, watch: watch), by: .phone)
        let outgoing = OutgoingMessage(
            id: id, content: message.content(number: messageCount), delivery: message.delivery)
        take(.send(outgoing, to: app))
    }

    /// What Connect Mobile answers if the user shares these watches.
    func answer(_ shared: [WatchDevice], isTrusted: Bool = true) -> CompanionSession.Event {
        let items = shared.enumerated().map { "d\($0.offset)ID=\($0.element.id)" }
        let url = "\(Self.urlScheme)://device-select-resp?" + items.joined(separator: "&")
        return .urlOpened(url, isTrusted: isTrusted)
    }

    /// The faults are over, and everything comes to rest. Then each watch must show the newest instruction.
    private mutating func rest() {
        judge.note(.faultsEnd, by: .transport)
        transport.faults = WatchFaults()
        // An answer of Connect Mobile that is on its way comes first.
        pass(1000)
        take(answer(devices))
        for watch in devices.indices {
            transport.connect(watch, isUp: true)
            _ = transport.open(Self.rideApp, on: watch)
        }
        registerAll()
        // Connections that were to end have ended, results that were late have come, what trickled was given up, and
        // what waited for it was sent.
        pass(240_000)
        judge.checkRest()
        guard let newest = ride.last?.message else { return }
        publish(newest)
        pass(10_000)
        for (number, watch) in transport.watches.enumerated()
        where watch.apps[Self.rideApp]?.shown != newest {
            judge.breaks(.newestIsShown, "watch \(number + 1) does not show the newest instruction")
        }
        stop()
        pass(60_000)
        judge.checkEnd()
    }
}
