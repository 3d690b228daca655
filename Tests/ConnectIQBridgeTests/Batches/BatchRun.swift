import ConnectIQBridge
import KomootNav
import Simulation

/// An app on a watch that is sent messages of all kinds, with a transport that does whatever it may not.
struct BatchRun {
    private var session: CompanionSession
    private(set) var judge: BatchJudge
    private var random: SplitMix64
    private var now = SessionTime.zero
    private var messageCount: UInt64 = 0
    private var tickets = [Ticket(rawValue: 0)]
    private let watch = WatchDevice(id: uuid(1), name: "mine")
    private let app = WatchApp(id: uuid(100), device: uuid(1))
    /// How often, of ten answers, one is wrong; and how often the watch is busy.
    private let faultRate: Int

    init(seed: UInt64, faultRate: Int) throws {
        random = SplitMix64(seed: seed)
        self.faultRate = faultRate
        let limits =
            random.happens(1, in: 3)
            ? MonkeyLimits()
            : MonkeyLimits(
                maximumByteCount: random.number(in: 60...3000),
                maximumDepth: random.number(in: 3...6),
                maximumValueCount: random.number(in: 6...300))
        let selection = try DeviceSelectionRequest(
            appName: "Rides", bundleIdentifier: "com.example.rides", urlScheme: "rides")
        session = CompanionSession(
            CompanionSession.Configuration(selection: selection, limits: limits))
        judge = BatchJudge(limits: limits)
    }

    /// All that went wrong.
    mutating func run() -> [String] {
        begin()
        for _ in 0..<300 { act() }
        take(.stop)
        judge.finish()
        return judge.complaints
    }

    private mutating func begin() {
        take(.start)
        take(.loaded([watch], tickets[0]))
        take(.registerDevice(watch.id))
        take(.registerApp(app))
        take(.deviceReady(watch.id))
    }

    private mutating func take(_ event: CompanionSession.Event) {
        judge.see(event)
        session.handle(event, at: now)
        var effects: [CompanionSession.Effect] = []
        while let effect = session.nextEffect() { effects.append(effect) }
        for effect in effects {
            switch effect {
            case .load(let ticket), .transport(.send(_, _, _, let ticket)):
                tickets.insert(ticket, at: 0)
                if tickets.count > 4 { tickets.removeLast() }
            default: break
            }
        }
        judge.see(effects, at: now)
    }

    private mutating func act() {
        switch random.number(in: 0...40) {
        case 0...5: send(.batched)
        case 6: for _ in 0..<random.number(in: 2...80) { send(.batched) }
        case 7...9: send(.inOrder)
        case 10...13: send(.newestOnly)
        case 14...26: answer()
        case 27...35: pass()
        case 36: take(.statusChanged(watch.id, .notConnected))
        case 37...39: take(.deviceReady(watch.id))
        default: seldom()
        }
    }

    private mutating func seldom() {
        if random.happens(1, in: 2) {
            take(.unregisterApp(app))
            take(.registerApp(app))
        } else {
            take(.stop)
            begin()
        }
    }

    private mutating func pass() {
        let deadline = session.nextDeadline ?? now
        switch random.number(in: 0...5) {
        case 0: now = now.advanced(by: .milliseconds(random.number(in: 0...12_000)))
        case 1: now = max(now, deadline).advanced(by: .milliseconds(-1))
        default: now = max(now, deadline)
        }
        take(.timePassed)
    }

    /// The transport answers: rightly, of another message, twice, too late, or with nonsense.
    private mutating func answer() {
        let isWrong = random.number(in: 0...9) < faultRate
        let ticket = isWrong ? random.element(of: tickets) : judge.ticket ?? tickets[0]
        if random.happens(1, in: 5) {
            let sent = UInt32(random.number(in: 0...12))
            return take(.progressed(ticket, sent: sent, total: 10))
        }
        let isFailure = random.number(in: 0...9) < faultRate
        let result = isFailure ? random.element(of: SendResult.allCases) : .success
        let isBusy = isFailure && random.happens(1, in: 2)
        take(.finished(ticket, isBusy ? .deviceIsBusy : result))
    }

    private mutating func send(_ delivery: OutgoingMessage.Delivery) {
        messageCount += 1
        var dictionary = MonkeyDictionary()
        dictionary[.string("id")] = .number(Int32(messageCount))
        dictionary[.number(0)] = content()
        take(
            .send(
                OutgoingMessage(
                    id: OutgoingMessage.ID(rawValue: messageCount),
                    content: .dictionary(dictionary), delivery: delivery), to: app))
    }

    private mutating func content() -> MonkeyValue {
        let small = String(repeating: "é", count: random.number(in: 0...3))
        switch random.number(in: 0...9) {
        case 0: return .array([.string(small), .array([.array([.array([1])])])])
        case 1: return .byteArray([UInt8](repeating: 1, count: random.number(in: 0...400)))
        case 2: return .array([MonkeyValue](repeating: nil, count: random.number(in: 0...40)))
        case 3: return .string("shared by many messages, and written once in each batch")
        case 4: return .array([.long(1), .double(2), .float(3), .boolean(true), .char("x")])
        default: return .string(small)
        }
    }
}
