import ConnectIQBridge
import KomootNav
import Simulation

/// A session with one device and one app, to which anything happens.
struct Walk {
    static let device = WatchDevice(id: uuid(1), model: "Edge", name: "mine")
    static let app = WatchApp(id: uuid(100), device: uuid(1))

    static let sessionEvents = [
        "start", "stop", "loaded", "loadFailed", "stored", "storeFailed", "chooseDevices",
        "showStorePage", "connectMobileMissing", "installConnectMobile", "urlOpened", "timePassed",
    ]
    static let deviceEvents = [
        "chosen", "notChosen", "registerDevice", "unregisterDevice", "unregisterAllDevices",
        "statusConnected", "statusOther", "deviceReady", "appStatusAnswered", "messageReceived",
        "stop",
    ]
    static let appEvents = [
        "registerApp", "unregisterApp", "unregisterAllApps", "send", "sendNewest", "sendBatched",
        "progressed",
        "succeeded", "failedForNow", "failed", "requestAppStatus", "appStatusAnswered", "openApp",
        "openAnswered", "messageReceived", "notChosen", "unregisterDevice", "statusConnected",
        "statusOther", "deviceReady", "timePassed", "stop",
    ]
    static let allEvents = [
        "start", "stop", "loaded", "loadFailed", "stored", "storeFailed", "chooseDevices",
        "showStorePage", "connectMobileMissing", "installConnectMobile", "wrongURL", "chosen",
        "notChosen", "registerDevice", "unregisterDevice", "unregisterAllDevices",
        "statusConnected", "statusOther", "deviceReady", "registerApp", "unregisterApp",
        "unregisterAllApps", "send",
        "sendNewest", "sendBatched", "progressed", "succeeded", "failedForNow", "failed",
        "requestAppStatus", "appStatusAnswered", "openApp", "openAnswered", "messageReceived",
        "timePassed",
    ]
    /// These end much, so they are drawn less often.
    private static let rareEvents: Set<String> = [
        "stop", "notChosen", "unregisterDevice", "unregisterAllDevices", "unregisterApp",
        "unregisterAllApps", "statusOther", "loadFailed", "chosen",
    ]

    var session: CompanionSession
    var time = SessionTime.zero
    var random: SplitMix64
    var nextMessage: UInt64 = 0
    /// The last ticket of each kind, and some that are older.
    private var tickets: [String: Ticket] = [:]
    private var oldTickets = [Ticket(rawValue: 0)]
    private(set) var sessionTable = TransitionTable(
        events: sessionEvents, phases: names(of: CompanionSession.Phase.self))
    private(set) var deviceTable = TransitionTable(
        events: deviceEvents, phases: names(of: CompanionSession.DevicePhase.self))
    private(set) var appTable = TransitionTable(
        events: appEvents, phases: names(of: CompanionSession.AppPhase.self))
    private(set) var largestEffectCount = 0

    /// The names of phases, each made once: that takes longer than a step.
    private static let phases = named(CompanionSession.Phase.self)
    private static let devicePhases = named(CompanionSession.DevicePhase.self)
    private static let appPhases = named(CompanionSession.AppPhase.self)

    private static func names<Phase: CaseIterable>(of _: Phase.Type) -> [String] {
        Phase.allCases.map { "\($0)" }
    }

    private static func named<Phase: CaseIterable & Hashable>(_: Phase.Type) -> [Phase: String] {
        Dictionary(uniqueKeysWithValues: zip(Phase.allCases, names(of: Phase.self)))
    }

    init(_ configuration: CompanionSession.Configuration) {
        session = CompanionSession(configuration)
        random = SplitMix64(seed: 0)
    }

    mutating func restart(seed: UInt64, _ configuration: CompanionSession.Configuration) {
        session = CompanionSession(configuration)
        random = SplitMix64(seed: seed)
        time = .zero
        tickets = [:]
    }

    private mutating func ticket(_ kind: String) -> Ticket {
        if let ticket = tickets[kind], !random.happens(1, in: 6) { return ticket }
        return random.element(of: oldTickets)
    }

    mutating func step() {
        let name = random.element(of: Self.allEvents)
        if Self.rareEvents.contains(name), !random.happens(1, in: 6) { return }
        if name == "timePassed" {
            let due = session.nextDeadline ?? time
            switch random.number(in: 0...3) {
            case 0: time = max(time, due)
            case 1: time = time.advanced(by: .seconds(40))
            default: time = min(max(time, due), time.advanced(by: .milliseconds(400)))
            }
        }
        // Rarely so many that they can't all wait.
        let many = ["send": 12, "sendBatched": 70]
        let count = random.happens(1, in: 100) ? many[name] ?? 1 : 1
        for _ in 0..<count { take(name, event(name)) }
    }

    private mutating func message(_ delivery: OutgoingMessage.Delivery) -> OutgoingMessage {
        nextMessage += 1
        return OutgoingMessage(
            id: OutgoingMessage.ID(rawValue: nextMessage), content: .number(1), delivery: delivery)
    }

    private mutating func event(_ name: String) -> CompanionSession.Event {
        let answer = "rides://device-select-resp?"
        let app = Self.app
        switch name {
        case "start": return .start
        case "stop": return .stop
        case "loaded":
            return .loaded(random.happens(1, in: 4) ? nil : [Self.device], ticket("load"))
        case "loadFailed": return .loadFailed(ticket("load"))
        case "stored": return .stored(ticket("store"))
        case "storeFailed": return .storeFailed(ticket("store"))
        case "chooseDevices": return .chooseDevices
        case "showStorePage": return .showStorePage(app, storeID: nil)
        case "connectMobileMissing": return .connectMobileMissing(ticket("open"))
        case "installConnectMobile": return .installConnectMobile
        case "wrongURL": return .urlOpened("rides://", isTrusted: random.happens(1, in: 2))
        case "chosen": return .urlOpened(answer + "d0ID=\(app.device)", isTrusted: true)
        case "notChosen": return .urlOpened(answer, isTrusted: true)
        case "registerDevice": return .registerDevice(app.device)
        case "unregisterDevice": return .unregisterDevice(app.device)
        case "unregisterAllDevices": return .unregisterAllDevices
        case "statusConnected": return .statusChanged(app.device, .connected)
        case "statusOther":
            return .statusChanged(app.device, random.element(of: [.notConnected, .notFound]))
        case "deviceReady": return .deviceReady(app.device)
        case "registerApp": return .registerApp(app)
        case "unregisterApp": return .unregisterApp(app)
        case "unregisterAllApps": return .unregisterAllApps
        case "send": return .send(message(.inOrder), to: app)
        case "sendNewest": return .send(message(.newestOnly), to: app)
        case "sendBatched": return .send(message(.batched), to: app)
        case "progressed":
            let sent = UInt32(random.number(in: 0...5))
            return .progressed(ticket("send"), sent: sent, total: 4)
        case "succeeded": return .finished(ticket("send"), .success)
        case "failedForNow":
            return .finished(ticket("send"), random.element(of: [.deviceIsBusy, .timeout]))
        case "failed": return .finished(ticket("send"), .appNotFound)
        case "requestAppStatus": return .requestAppStatus(app)
        case "appStatusAnswered":
            let status = AppStatus(isInstalled: true, version: 3)
            return .appStatusAnswered(ticket("status"), random.happens(1, in: 2) ? status : nil)
        case "openApp": return .openApp(app)
        case "openAnswered": return .openAnswered(ticket("openApp"), .promptNotDisplayed)
        case "messageReceived": return .messageReceived(.null, from: app)
        default: return .timePassed
        }
    }

    private mutating func take(_ name: String, _ event: CompanionSession.Event) {
        let before = session
        let (phase, device, app) = (
            session.phase, session.phase(ofDevice: Self.device.id), session.phase(of: Self.app)
        )
        session.handle(event, at: time)
        var effects: [CompanionSession.Effect] = []
        while let effect = session.nextEffect() { effects.append(effect) }
        largestEffectCount = max(largestEffectCount, effects.count)
        for effect in effects { keepTicket(of: effect) }
        let isURL = ["wrongURL", "chosen", "notChosen"].contains(name)
        note(
            isURL ? "urlOpened" : name, Self.phases[phase], Self.phases[session.phase], effects,
            &sessionTable)
        guard before.phase == .running else { return }
        let newDevice = session.phase(ofDevice: Self.device.id)
        note(
            name, Self.devicePhases[device], Self.devicePhases[newDevice], effects, &deviceTable)
        guard device != .unknown && device != .listed else { return }
        // Storing the devices, and telling their status, do not concern the app.
        let ofApp = effects.filter {
            switch $0 {
            case .store, .tell(.fault(.storeFailed)), .tell(.status), .tell(.unresponsive),
                .tell(.fault(.neverReady)):
                false
            default: true
            }
        }
        note(
            name, Self.appPhases[app], Self.appPhases[session.phase(of: Self.app)], ofApp, &appTable
        )
    }

    private func note(
        _ event: String, _ before: String?, _ after: String?,
        _ effects: [CompanionSession.Effect], _ table: inout TransitionTable
    ) {
        guard let before, let after else { return }
        var outcome = after
        if before == after {
            if effects.isEmpty { outcome = "·" }
            if effects.count == 1, case .tell(let notice) = effects[0] {
                switch notice {
                case .fault(.lateArrival): outcome = "late"
                case .fault(.neverReady): break
                case .fault: outcome = "fault"
                case .refused, .ended(_, _, .refused): outcome = "refused"
                default: break
                }
            }
        }
        table.note(event: event, phase: before, outcome: outcome)
    }

    private mutating func keepTicket(of effect: CompanionSession.Effect) {
        let (kind, ticket): (String, Ticket)
        switch effect {
        case .load(let new): (kind, ticket) = ("load", new)
        case .store(_, let new): (kind, ticket) = ("store", new)
        case .transport(.openDeviceSelection(_, let new)),
            .transport(.openStorePage(_, _, let new)):
            (kind, ticket) = ("open", new)
        case .transport(.send(_, _, _, let new)): (kind, ticket) = ("send", new)
        case .transport(.requestAppStatus(_, let new)): (kind, ticket) = ("status", new)
        case .transport(.openApp(_, let new)): (kind, ticket) = ("openApp", new)
        default: return
        }
        if let old = tickets[kind] { oldTickets = [old] + oldTickets.prefix(5) }
        tickets[kind] = ticket
    }
}
