import ConnectIQBridge
import KomootNav
import Simulation

/// Watches a session from outside: it sees events, effects and what arrives, and notes the promises that are broken.
final class WatchJudge {
    /// A message that was handed in.
    private struct Handed {
        let app: WatchApp
        let isInOrder: Bool
        var endCount = 0
        /// How often it was sent, without the times when the connection ended.
        var sendCount = 0
        var arrivalCount = 0
        /// Whether the watch may have it, as far as the transport has said.
        var mayBeThere = false
    }

    /// What it knows of an app that is registered.
    private struct Registration {
        var underWay: UInt64?
        var lastInOrder: UInt64 = 0
        var lastNewest: SessionTime?
        var pauseEnd = SessionTime.zero
    }

    /// How each promise was broken for the first time, in this order.
    private(set) var broken: [PromiseBreach<WatchPromise>] = []
    /// Rare things that happened.
    private(set) var marks: Set<String> = []
    /// What happened, if somebody wants to read it.
    var notes: [WatchNote]?
    /// The promises that count.
    private let promises: Set<WatchPromise>
    var now = SessionTime.zero

    private var messages: [UInt64: Handed] = [:]
    private var registrations: [WatchApp: Registration] = [:]
    /// How many messages of an app have not ended.
    private var openInOrder: [WatchApp: Int] = [:]
    private var openNewest: [WatchApp: Int] = [:]
    private var ready = Set<UUID128>()
    private var registeredDevices = Set<UUID128>()
    private var lastEvent: CompanionSession.Event?
    /// The newest list that the user chose.
    private var newestList: [WatchDevice]
    /// The stores that the session asked for.
    private var stores = Set<Ticket>()
    /// Whether a store failed after a stop, so that nobody tries again.
    private var hasLostList = false
    private var eventsNow = 0
    private var lastTime = SessionTime.zero

    init(stored list: [WatchDevice], promises: Set<WatchPromise>) {
        newestList = list
        self.promises = promises
    }

    func breaks(_ promise: WatchPromise, _ evidence: String) {
        guard promises.contains(promise), !broken.contains(where: { $0.promise == promise }) else {
            return
        }
        broken.append(
            PromiseBreach(promise: promise, time: now.milliseconds * 1000, evidence: evidence))
    }

    func mark(_ mark: String) { marks.insert(mark) }

    func note(_ happening: @autoclosure () -> WatchNote.Happening, by end: WatchNote.End) {
        notes?.append(WatchNote(time: now, end: end, happening: happening()))
    }

    /// Sees an event before the session does.
    func see(_ event: CompanionSession.Event) {
        lastEvent = event
        eventsNow = now == lastTime ? eventsNow + 1 : 0
        lastTime = now
        if eventsNow > 1000 { breaks(.comesToRest, "1000 events at one time") }
        switch event {
        case .send(let message, let app):
            let isInOrder = message.delivery != .newestOnly
            messages[message.id.rawValue] = Handed(app: app, isInOrder: isInOrder)
            open(app, isInOrder: isInOrder, by: 1)
        case .statusChanged(let id, let status) where registeredDevices.contains(id):
            if status != .connected { endConnection(of: id) }
        case .deviceReady(let id) where registeredDevices.contains(id): ready.insert(id)
        case .finished(_, let result): mark("result \(result)")
        case .stored(let ticket) where stores.contains(ticket): hasLostList = false
        default: break
        }
    }

    private func open(_ app: WatchApp, isInOrder: Bool, by change: Int) {
        if isInOrder {
            openInOrder[app, default: 0] += change
        } else {
            openNewest[app, default: 0] += change
        }
    }

    private func endConnection(of id: UUID128) {
        ready.remove(id)
        for (app, registration) in registrations where app.device == id {
            guard let number = registration.underWay else { continue }
            registrations[app]?.underWay = nil
            messages[number]?.sendCount -= 1
            mark("connection ended during a transfer")
        }
    }

    /// Sees what the session does for the last event, and when it is to be woken.
    func see(_ effects: [CompanionSession.Effect], deadline: SessionTime?) {
        if effects.count > CompanionSession.maximumEffects {
            breaks(.isBounded, "\(effects.count) effects of an event")
        }
        for effect in effects {
            switch effect {
            case .load: break
            case .store(_, let ticket): stores.insert(ticket)
            case .tell(let notice): see(notice)
            case .transport(let request): see(request)
            }
        }
        if let deadline, deadline <= now {
            breaks(.comesToRest, "the deadline \(deadline.milliseconds) ms has passed")
        }
        guard case .send(_, let app)? = lastEvent else { return }
        let (inOrder, newest) = (openInOrder[app] ?? 0, openNewest[app] ?? 0)
        if inOrder > CompanionSession.maximumQueueCount + 1 || newest > 2 {
            breaks(.isBounded, "\(inOrder) messages in order and \(newest) others are open")
        }
    }

    private func see(_ notice: CompanionSession.Notice) {
        note(.told(notice), by: .phone)
        switch notice {
        case .ended(let id, let app, let outcome): end(id.rawValue, app, outcome)
        case .retrying(let id, let app, let result):
            mark("tried again")
            fail(id.rawValue, app, result)
        case .fault(let fault):
            mark("fault \(Self.name(of: fault))")
            if case .storeFailed? = lastEvent, fault == .lateArrival { hasLostList = true }
        case .devices(let list): see(list)
        case .received(_, let app):
            if registrations[app] == nil {
                breaks(.onlyRegistered, "told of a message of an app that is not registered")
            }
        case .needsToInstallConnectMobile, .status, .appStatus, .opened, .progress, .refused:
            break
        }
    }

    /// The beginning of the description, without the values in it.
    private static func name(of value: some Any) -> String {
        String("\(value)".prefix { $0 != "(" })
    }

    private func end(_ number: UInt64, _ app: WatchApp, _ outcome: OutgoingMessage.Outcome) {
        mark("ended \(Self.name(of: outcome))")
        guard let message = messages[number] else {
            return breaks(.endsOnce, "message \(number) ended, and was never handed in")
        }
        messages[number]?.endCount += 1
        if message.endCount == 0 {
            open(app, isInOrder: message.isInOrder, by: -1)
        } else {
            breaks(.endsOnce, "message \(number) ended again")
        }
        if message.app != app { breaks(.endsOnce, "message \(number) ended for another app") }
        if case .failed(let result) = outcome { fail(number, app, result) }
        if registrations[app]?.underWay == number { registrations[app]?.underWay = nil }
    }

    /// A transfer has failed.
    private func fail(_ number: UInt64, _ app: WatchApp, _ result: SendResult) {
        guard registrations[app]?.underWay == number else { return }
        registrations[app]?.underWay = nil
        if result.isTemporary {
            registrations[app]?.pauseEnd = now.advanced(by: BridgeTiming.retryInterval)
        }
        // What the transport says, and not what the session makes of it.
        if case .finished(_, let said)? = lastEvent, said == result,
            said == .deviceIsBusy || said == .deviceNotAvailable
        {
            messages[number]?.mayBeThere = false
        }
    }

    /// Sees the list that the app is told. One that was loaded must be the newest that was chosen.
    private func see(_ list: [WatchDevice]) {
        if case .loaded? = lastEvent {
            mark(hasLostList ? "list lost" : "list loaded")
            if list != newestList && !hasLostList {
                breaks(.keepsTheList, "another list was loaded than the newest")
            }
            hasLostList = false
        }
        newestList = list
    }

    private func see(_ request: CompanionSession.Request) {
        switch request {
        case .registerDevice(let device): registeredDevices.insert(device.id)
        case .unregisterDevice(let device):
            if registrations.keys.contains(where: { $0.device == device.id }) {
                breaks(.onlyRegistered, "a device was unregistered before its apps")
            }
            registeredDevices.remove(device.id)
            ready.remove(device.id)
        case .registerApp(let app): registrations[app] = Registration()
        case .unregisterApp(let app): registrations[app] = nil
        case .send(let content, let app, let isTransient, _):
            send(content, app, isTransient: isTransient)
        case .requestAppStatus(let app, _), .openApp(let app, _):
            if !ready.contains(app.device) { breaks(.onlyReady, "a request before it is ready") }
        case .openDeviceSelection, .openStorePage, .showInstallAlert, .openAppStore: break
        }
    }

    private func send(_ content: MonkeyValue, _ app: WatchApp, isTransient: Bool) {
        guard let registration = registrations[app] else {
            return breaks(.onlyRegistered, "a message is sent to an app that is not registered")
        }
        guard let number = NumberedContent.number(of: content), let message = messages[number],
            message.app == app, message.endCount == 0
        else { return breaks(.endsOnce, "a message is sent that is not open") }
        if !ready.contains(app.device) { breaks(.onlyReady, "message \(number) is sent too early") }
        if let other = registration.underWay {
            breaks(.oneAtATime, "message \(number) is sent while \(other) is")
        }
        if message.sendCount == BridgeTiming.maximumAttempts {
            breaks(.endsTrying, "message \(number) is sent four times")
        }
        checkTime(number, registration, isTransient: isTransient)
        if message.isInOrder {
            if message.mayBeThere { breaks(.arrivesOnce, "message \(number) is sent again") }
            if number < registration.lastInOrder {
                breaks(.keepsOrder, "message \(number) is sent after \(registration.lastInOrder)")
            }
            registrations[app]?.lastInOrder = number
        }
        messages[number]?.sendCount += 1
        messages[number]?.mayBeThere = true
        registrations[app]?.underWay = number
    }

    private func checkTime(_ number: UInt64, _ registration: Registration, isTransient: Bool) {
        if now < registration.pauseEnd {
            breaks(.keepsIntervals, "message \(number) is sent right after a failure")
        }
        guard isTransient, let app = messages[number]?.app else { return }
        if let last = registration.lastNewest,
            now < last.advanced(by: BridgeTiming.newestInterval)
        {
            breaks(.keepsIntervals, "message \(number) is sent too soon after the one before")
        }
        registrations[app]?.lastNewest = now
    }

    /// A message was put into a mailbox.
    func seeArrival(of number: UInt64) {
        messages[number]?.arrivalCount += 1
        if let message = messages[number], message.isInOrder, message.arrivalCount > 1 {
            breaks(.arrivesOnce, "message \(number) is in the mailbox twice")
        }
    }

    /// Looks for messages that should have ended.
    func checkRest() {
        for (number, message) in messages.sorted(by: { $0.key < $1.key })
        where message.endCount == 0 {
            return breaks(.comesToRest, "message \(number) has not ended")
        }
    }

    /// Looks at everything when the session has stopped.
    func checkEnd() {
        for (number, message) in messages.sorted(by: { $0.key < $1.key })
        where message.endCount != 1 {
            return breaks(.endsOnce, "message \(number) ended \(message.endCount) times")
        }
    }
}
