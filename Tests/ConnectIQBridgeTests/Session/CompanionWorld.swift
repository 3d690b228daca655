import ConnectIQBridge
import LinkVocabulary
import Simulation

/// A session with one device and two apps, and a library that may tell anything at any time, or nothing: everything
/// that can happen next, and the judge.
struct CompanionWorld: ExplorableWorld {
    enum Step: Hashable {
        case connect, lose, discover
        case register(Int), unregister(Int)
        case send(Int, OutgoingMessage.Delivery)
        case askStatus(Int)
        case receive(Int)
        /// The library answers the request at this place, with success or without.
        case answer(Int, SendResult)
        case passTime
    }

    enum Promise: Hashable {
        case endsOnce, isReady, isAlone, arrivesOnce, isNeverSilent, comesToRest
    }
    struct Broken: Breach, Hashable {
        let promise: Promise
        let reason: String
    }
    struct Counterexample: Sendable, CustomStringConvertible {
        let broken: Broken
        let steps: [Step]
        var description: String {
            "\(broken.promise): \(broken.reason) after \(steps.map(String.init(describing:)))"
        }
    }

    struct Budget: Hashable {
        /// How often the library tells something of the device, or an app comes or goes.
        var changes: Int
        /// How many messages, both ways, and questions there are.
        var messages: Int
        /// How many requests fail.
        var failures: Int
        /// How many times a deadline passes.
        var waits: Int
    }

    /// A request that the library has not answered.
    private struct Request: Hashable {
        enum Kind: Hashable {
            case status
            case send(UInt64)
        }
        let kind: Kind
        let app: WatchApp
        let ticket: Ticket
    }

    private struct Message: Hashable {
        let delivery: OutgoingMessage.Delivery
        let app: Int
        var mayBeThere = false
    }

    static let device = WatchDevice(id: uuid(1))
    static let apps = [
        WatchApp(id: uuid(100), device: uuid(1)), WatchApp(id: uuid(101), device: uuid(1)),
    ]
    /// As long as the longest interval of the session.
    private static let patience: UInt64 = 120_000

    private(set) var session: CompanionSession
    private var now = SessionTime.zero
    private var budget: Budget
    private var requests: [Request] = []
    private var messages: [UInt64: Message] = [:]
    private var lastMessage: UInt64 = 0
    /// Whether the library has told that the device is connected; `nil` before it tells anything.
    private var isConnected: Bool?
    /// Whether it was told that it is not, and an app has sent a message since.
    private var isDoubted = false
    /// Whether something has proven that messages can be sent.
    private var isReady = false
    /// How many effects the last event had, and whether it was late.
    private var effectCount = 0
    private var wasLate = false
    private(set) var broken: Broken?

    init(_ configuration: CompanionSession.Configuration, _ budget: Budget) {
        session = CompanionSession(configuration)
        self.budget = budget
        handle(.start)
        handle(.loaded([Self.device], Ticket(rawValue: 1)))
        handle(.registerDevice(Self.device.id))
        for app in Self.apps { handle(.registerApp(app)) }
    }

    // MARK: What can happen

    func kept() -> CompanionWorld { self }
    func world(_ kept: CompanionWorld) -> CompanionWorld { kept }

    func forEachStep(_ body: (Step) -> Void) {
        for (place, request) in requests.enumerated() {
            body(.answer(place, .success))
            guard budget.failures > 0 else { continue }
            body(.answer(place, .timeout))
            if case .send = request.kind { body(.answer(place, .deviceIsBusy)) }
        }
        if budget.changes > 0 {
            if isConnected != true { body(.connect) }
            if isConnected != false { body(.lose) }
            if isConnected != false && !isReady { body(.discover) }
            for number in Self.apps.indices {
                let isRegistered = session.phase(of: Self.apps[number]) != .unregistered
                body(isRegistered ? .unregister(number) : .register(number))
            }
        }
        if budget.messages > 0 {
            body(.send(0, .inOrder))
            for number in Self.apps.indices {
                body(.send(number, .newestOnly))
                body(.askStatus(number))
            }
            body(.receive(1))
        }
        if budget.waits > 0, session.nextDeadline != nil { body(.passTime) }
    }

    mutating func perform(_ step: Step) {
        switch step {
        case .connect, .lose, .discover, .register, .unregister: budget.changes -= 1
        case .send, .askStatus, .receive: budget.messages -= 1
        case .answer(_, let result): budget.failures -= result == .success ? 0 : 1
        case .passTime: budget.waits -= 1
        }
        switch step {
        case .connect:
            (isConnected, isDoubted) = (true, false)
            handle(.statusChanged(Self.device.id, .connected))
        case .lose:
            (isConnected, isDoubted, isReady) = (false, false, false)
            handle(.statusChanged(Self.device.id, .notConnected))
            // The library answers nothing of an old connection.
            requests = []
        case .discover:
            (isConnected, isDoubted, isReady) = (true, false, true)
            handle(.deviceReady(Self.device.id))
        case .register(let number): handle(.registerApp(Self.apps[number]))
        case .unregister(let number):
            handle(.unregisterApp(Self.apps[number]))
            requests.removeAll { $0.app == Self.apps[number] }
        case .send(let number, let delivery): send(number, delivery)
        case .askStatus(let number): handle(.requestAppStatus(Self.apps[number]))
        case .receive(let number):
            // A device that is away must be asked whether it is, however many messages come.
            if session.phase(of: Self.apps[number]) != .unregistered {
                if isConnected == false { (isConnected, isDoubted) = (nil, true) }
                if !isDoubted { isReady = true }
            }
            handle(.messageReceived(.null, from: Self.apps[number]))
        case .answer(let place, let result): answer(place, result)
        case .passTime: passTime()
        }
    }

    private mutating func send(_ number: Int, _ delivery: OutgoingMessage.Delivery) {
        lastMessage += 1
        messages[lastMessage] = Message(delivery: delivery, app: number)
        let message = OutgoingMessage(
            id: OutgoingMessage.ID(rawValue: lastMessage), content: .long(Int64(lastMessage)),
            delivery: delivery)
        handle(.send(message, to: Self.apps[number]))
    }

    private mutating func answer(_ place: Int, _ result: SendResult) {
        let request = requests.remove(at: place)
        switch request.kind {
        case .status where result == .success:
            let old = (isReady, isDoubted)
            (isReady, isDoubted) = (true, false)
            let status = AppStatus(isInstalled: true, version: 1)
            handle(.appStatusAnswered(request.ticket, status))
            if wasLate && session.phase(ofDevice: Self.device.id) != .ready {
                (isReady, isDoubted) = old
            }
        case .status: handle(.appStatusAnswered(request.ticket, nil))
        case .send(let id):
            if result == .deviceIsBusy { messages[id]?.mayBeThere = false }
            handle(.finished(request.ticket, result))
        }
    }

    private mutating func passTime() {
        guard let deadline = session.nextDeadline else { return }
        now = max(now, deadline)
        handle(.timePassed)
    }

    private mutating func handle(_ event: CompanionSession.Event) {
        session.handle(event, at: now)
        (effectCount, wasLate) = (0, false)
        while let effect = session.nextEffect() {
            effectCount += 1
            switch effect {
            case .transport(.requestAppStatus(let app, let ticket)):
                if isConnected == false { note(.isReady, "a question while away") }
                requests.append(Request(kind: .status, app: app, ticket: ticket))
            case .transport(.send(.long(let id), let app, _, let ticket)):
                begin(UInt64(id), app, ticket)
            case .tell(.fault(.lateArrival)): wasLate = true
            case .tell(.ended(let id, _, _)):
                if messages.removeValue(forKey: id.rawValue) == nil {
                    note(.endsOnce, "message \(id.rawValue)")
                }
                requests.removeAll { $0.kind == .send(id.rawValue) }
            case .tell(.retrying(let id, _, _)):
                requests.removeAll { $0.kind == .send(id.rawValue) }
            case .tell(.noAppStatus(_, let app)):
                requests.removeAll { $0.kind == .status && $0.app == app }
            default: break
            }
        }
        if session.phase(ofDevice: Self.device.id) == .ready && !isReady {
            note(.isReady, "nothing has proven it")
        }
        if let deadline = session.nextDeadline, deadline <= now {
            note(.comesToRest, "a deadline has passed")
        }
    }

    private mutating func begin(_ id: UInt64, _ app: WatchApp, _ ticket: Ticket) {
        if !isReady { note(.isReady, "a message before the device is ready") }
        if requests.contains(where: { $0.app == app && $0.kind != .status }) {
            note(.isAlone, "a message while another is sent")
        }
        if messages[id] == nil { note(.endsOnce, "message \(id) is not open") }
        if let message = messages[id], message.delivery == .inOrder, message.mayBeThere {
            note(.arrivesOnce, "message \(id) is sent again")
        }
        messages[id]?.mayBeThere = true
        requests.append(Request(kind: .send(id), app: app, ticket: ticket))
    }

    private mutating func note(_ promise: Promise, _ reason: String) {
        if broken == nil { broken = Broken(promise: promise, reason: reason) }
    }

    // MARK: What must become of it

    /// Whether the page says that nothing is to be done until somebody else does something.
    private var isAtRest: Bool {
        let isIdle = Self.apps.allSatisfy {
            [.idle, .unregistered].contains(session.phase(of: $0))
        }
        return switch session.phase(ofDevice: Self.device.id) {
        case .ready: isIdle
        case .away where isConnected == false: true
        default: Self.apps.allSatisfy { session.phase(of: $0) == .unregistered }
        }
    }

    mutating func recover(_ isNew: (StateDigest) -> Bool) -> Broken? {
        guard isNew(digest(countsBudget: false)) else { return nil }
        // Nobody tells anything any more: the session acts, or says something, or is at rest.
        let isSilent = Silence.follows(
            self, at: now, isAtRest: \.isAtRest, deadline: \.session.nextDeadline
        ) { world, _ in
            world.passTime()
            return world.effectCount > 0 || world.broken != nil
        }
        if isSilent {
            return Broken(promise: .isNeverSilent, reason: "nothing happens for minutes")
        }
        // The device is there, and the library answers everything, but calls nobody ready: all messages end.
        var served = self
        if served.isConnected == false { served.perform(.connect) }
        let last = served.now.advanced(byMilliseconds: 3 * Self.patience)
        while served.broken == nil {
            if served.requests.isEmpty {
                guard let deadline = served.session.nextDeadline, deadline <= last else { break }
                served.passTime()
            } else {
                served.answer(0, .success)
            }
        }
        let waiting = served.messages.values.contains {
            served.session.phase(of: Self.apps[$0.app]) != .unregistered
        }
        if waiting { served.note(.comesToRest, "\(served.messages) have not ended") }
        return served.broken
    }

    func add(to tally: inout Int) { tally += 1 }

    func counterexample(_ broken: Broken, after steps: [Step]) -> Counterexample {
        Counterexample(broken: broken, steps: steps)
    }

    // MARK: Which states are the same

    mutating func digest(countsBudget: Bool) -> StateDigest {
        var hasher = Hasher()
        if countsBudget { hasher.combine(budget) }
        session.hash(into: &hasher) { ticket in
            requests.firstIndex { $0.ticket == ticket } ?? -1
        }
        for request in requests {
            hasher.combine(request.kind)
            hasher.combine(request.app)
        }
        for (id, message) in messages.sorted(by: { $0.key < $1.key }) {
            hasher.combine(id)
            hasher.combine(message)
        }
        hasher.combine(isConnected)
        hasher.combine(isDoubted)
        hasher.combine(isReady)
        var digest = StateDigest()
        digest.add(hasher.finalize())
        return digest
    }
}
