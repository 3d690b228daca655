import ConnectIQBridge
import KomootNav
import Simulation

/// A phone's app with two watches, to which anything happens for a while, and then nothing bad any more.
struct SimulatedRun {
    static let watches = [
        WatchDevice(id: uuid(1), name: "one"), WatchDevice(id: uuid(2), name: "two"),
    ]
    static let apps = watches.flatMap { watch in
        [uuid(100), uuid(101)].map { WatchApp(id: $0, device: watch.id) }
    }

    private var session: CompanionSession
    private(set) var transport: SimulatedTransport
    private(set) var judge = Judge(stored: watches)
    private var messageCount: UInt64 = 0
    private var random: SplitMix64

    init(seed: UInt64, faultRate: Int) throws {
        session = CompanionSession(try configuration(overridesInstallAlert: seed.isMultiple(of: 2)))
        random = SplitMix64(seed: seed ^ 0xABCD)
        let watches = Self.watches.map { device in
            var watch = SimulatedWatch(device: device)
            watch.apps[uuid(100)] = SimulatedWatch.InstalledApp(version: 3)
            return watch
        }
        transport = SimulatedTransport(watches: watches, faultRate: faultRate, seed: seed)
    }

    /// All that went wrong.
    mutating func run() throws -> [String] {
        try take(.start)
        for _ in 0..<250 {
            try act()
            try pass(random.number(in: 0...1500))
        }
        try recover()
        try take(.stop)
        try pass(60_000)
        judge.finish()
        return judge.complaints
    }

    private mutating func take(_ event: CompanionSession.Event) throws {
        judge.see(event)
        session.handle(event, at: transport.now)
        var effects: [CompanionSession.Effect] = []
        while let effect = session.nextEffect() { effects.append(effect) }
        judge.see(effects)
        if let deadline = session.nextDeadline, deadline <= transport.now {
            throw Complaint(description: "the deadline \(deadline) has passed")
        }
        for effect in effects {
            switch effect {
            case .load(let ticket): transport.perform(.load(ticket))
            case .store(let devices, let ticket): transport.perform(.store(devices, ticket))
            case .transport(let request): transport.perform(request)
            case .tell: break
            }
        }
    }

    struct Complaint: Error { let description: String }

    /// Lets time pass, with all that happens meanwhile.
    private mutating func pass(_ milliseconds: Int) throws {
        let end = transport.now.advanced(by: .milliseconds(milliseconds))
        while true {
            let due = session.nextDeadline.map { min($0, end) } ?? end
            if let happening = transport.advance(to: due) {
                try take(try transport.meet(happening))
            } else {
                try take(.timePassed)
                if transport.now >= end { return }
            }
        }
    }

    private mutating func message(_ delivery: OutgoingMessage.Delivery) -> OutgoingMessage {
        messageCount += 1
        return OutgoingMessage(
            id: OutgoingMessage.ID(rawValue: messageCount), content: .long(Int64(messageCount)),
            delivery: delivery)
    }

    /// Something that the user, the watch or the radio does.
    private mutating func act() throws {
        let app = random.element(of: Self.apps)
        switch random.number(in: 0...24) {
        case 0...2: try take(.registerDevice(app.device))
        case 3...5: try take(.registerApp(app))
        case 6...9: transport.connect(app.device)
        case 10: transport.disconnect(app.device)
        case 11...14: try take(.send(message(.newestOnly), to: app))
        case 15...18:
            for _ in 0..<random.number(in: 1...4) { try take(.send(message(.inOrder), to: app)) }
        case 19: try take(.requestAppStatus(app))
        case 20: try take(.openApp(app))
        case 21: try take(.messageReceived(.null, from: app))
        case 22: try transport.watches[app.device]?.takeMessages(of: app.id)
        case 23: try seldom(app)
        default: try transport.watches[app.device]?.takeMessages(of: uuid(100))
        }
    }

    private mutating func seldom(_ app: WatchApp) throws {
        switch random.number(in: 0...7) {
        case 0: try take(.unregisterApp(app))
        case 1: try take(.unregisterDevice(app.device))
        case 2:
            try take(.chooseDevices)
            transport.schedule(answer(), after: 500)
        case 3: try take(.showStorePage(app, storeID: nil))
        case 4: try take(.installConnectMobile)
        case 5:
            for _ in 0..<random.number(in: 0...3) {
                for _ in 0..<random.number(in: 0...2) { try take(answer()) }
                try pass(random.number(in: 0...700))
                try take(.stop)
                try take(.start)
            }
        case 6: try take(.finished(Ticket(rawValue: UInt32(random.number(in: 0...500))), .success))
        default: try take(.deviceReady(app.device))
        }
    }

    /// What Connect Mobile answers, or somebody else.
    private mutating func answer() -> CompanionSession.Event {
        let shared = random.happens(1, in: 2) ? "&d1ID=\(uuid(2))" : ""
        let url = "rides://device-select-resp?d0ID=\(uuid(1))" + shared
        return .urlOpened(url, isTrusted: !transport.isFaulty())
    }

    /// Nothing goes wrong any more: the newest message must arrive within a minute.
    private mutating func recover() throws {
        transport.faultRate = 0
        try pass(60_000)
        let url = "rides://device-select-resp?d0ID=\(uuid(1))&d1ID=\(uuid(2))"
        try take(.urlOpened(url, isTrusted: true))
        for watch in Self.watches {
            try take(.unregisterDevice(watch.id))
            try take(.registerDevice(watch.id))
            transport.connect(watch.id)
        }
        let installed = Self.apps.filter { $0.id == uuid(100) }
        for app in installed {
            try transport.watches[app.device]?.takeMessages(of: app.id)
            try take(.registerApp(app))
            for _ in 0..<3 { try take(.send(message(.newestOnly), to: app)) }
        }
        let last = messageCount
        try pass(60_000)
        for (distance, app) in installed.reversed().enumerated() {
            try transport.watches[app.device]?.takeMessages(of: app.id)
            let newest = transport.watches[app.device]?.apps[app.id]?.taken.last
            let expected = MonkeyValue.long(Int64(last) - 3 * Int64(distance))
            if newest != expected {
                throw Complaint(description: "\(newest ?? nil) arrived, not \(expected)")
            }
            if session.phase(of: app) != .idle {
                throw Complaint(description: "\(session.phase(of: app)) after a minute")
            }
        }
    }
}
