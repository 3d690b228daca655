package import ConnectIQBridge
package import LinkVocabulary
package import Simulation

/// Watches a session from outside: it sees events, effects and what arrives, and notes the promises that are broken.
package final class WatchJudge {
    /// A message that was handed in.
    struct Handed {
        let app: WatchApp
        let delivery: OutgoingMessage.Delivery
        let content: MonkeyValue
        var endCount = 0
        /// How often it was sent, without the times when the connection ended.
        var sendCount = 0
        var arrivalCount = 0
        /// Whether the watch may have it, as far as the transport has said.
        var mayBeThere = false
    }

    /// What it knows of an app that is registered.
    struct Registration {
        /// The message that is being sent, or those of the batch that have not ended.
        var underWay: [UInt64] = []
        var lastInOrder: UInt64 = 0
        var lastNewest: SessionTime?
        var batches = BatchRecord()
        var pauseEnd = SessionTime.zero
    }

    /// How each promise was broken for the first time, in this order.
    package private(set) var broken: [PromiseBreach<WatchPromise>] = []
    /// Rare things that happened.
    package private(set) var marks: Set<String> = []
    /// What happened, if somebody wants to read it.
    var notes: [WatchNote]?
    /// The promises that count.
    private let promises: Set<WatchPromise>
    let limits: MonkeyLimits
    package var now = SessionTime.zero

    var messages: [UInt64: Handed] = [:]
    var registrations: [WatchApp: Registration] = [:]
    /// How many messages of an app have not ended.
    private var openInOrder: [WatchApp: Int] = [:]
    private var openNewest: [WatchApp: Int] = [:]
    var ready = Set<UUID128>()
    /// Registered watches that were called away; whether an app on them has sent a message since.
    private var away: [UUID128: Bool] = [:]
    /// The questions for the status of an app that may be answered.
    private var questions: [Ticket: WatchApp] = [:]
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

    package init(stored list: [WatchDevice], limits: MonkeyLimits, promises: Set<WatchPromise>) {
        newestList = list
        self.limits = limits
        self.promises = promises
    }

    package func breaks(_ promise: WatchPromise, _ evidence: String) {
        guard promises.contains(promise), !broken.contains(where: { $0.promise == promise }) else {
            return
        }
        broken.append(
            PromiseBreach(promise: promise, time: now.milliseconds * 1000, evidence: evidence))
    }

    package func mark(_ mark: String) { marks.insert(mark) }

    func note(_ happening: @autoclosure () -> WatchNote.Happening, by end: WatchNote.End) {
        notes?.append(WatchNote(time: now, end: end, happening: happening()))
    }

    /// Sees an event before the session does.
    package func see(_ event: CompanionSession.Event) {
        lastEvent = event
        eventsNow = now == lastTime ? eventsNow + 1 : 0
        lastTime = now
        if eventsNow > 1000 { breaks(.comesToRest, "1000 events at one time") }
        switch event {
        case .send(let message, let app):
            messages[message.id.rawValue] = Handed(
                app: app, delivery: message.delivery, content: message.content)
            open(app, message.delivery, by: 1)
            if message.delivery == .batched {
                registrations[app]?.batches.wait(for: message.id.rawValue)
            }
        case .statusChanged(let id, let status) where registeredDevices.contains(id):
            if status == .connected { away[id] = nil } else { endConnection(of: id) }
        case .deviceReady(let id) where registeredDevices.contains(id): seeReady(id)
        case .appStatusAnswered(let ticket, .some):
            // A late one counts, even if somebody said before that there is none.
            if let app = questions.removeValue(forKey: ticket) {
                away[app.device] = nil
                seeLife(of: app)
            }
        case .messageReceived(_, let app):
            seeLife(of: app)
            // It may be there all the same.
            if registrations[app] != nil, away[app.device] == false { away[app.device] = true }
        case .finished(_, let result): mark("result \(result)")
        case .stored(let ticket) where stores.contains(ticket): hasLostList = false
        default: break
        }
    }

    private func open(
        _ app: WatchApp, _ delivery: OutgoingMessage.Delivery, by change: Int
    ) {
        switch delivery {
        case .inOrder: openInOrder[app, default: 0] += change
        case .newestOnly: openNewest[app, default: 0] += change
        case .batched: break
        }
    }

    private func seeReady(_ id: UUID128) {
        ready.insert(id)
        away[id] = nil
    }

    /// A registered app on a watch has answered, or sent a message: unless it was called away, it is ready.
    private func seeLife(of app: WatchApp) {
        guard registrations[app] != nil, away[app.device] == nil else { return }
        if ready.insert(app.device).inserted { mark("ready by its answer") }
    }

    private func endConnection(of id: UUID128) {
        ready.remove(id)
        away[id] = false
        questions = questions.filter { $0.value.device != id }
        for (app, registration) in registrations where app.device == id {
            guard !registration.underWay.isEmpty else { continue }
            registrations[app]?.underWay = []
            for number in registration.underWay { messages[number]?.sendCount -= 1 }
            mark("connection ended during a transfer")
        }
    }

    /// Sees what the session does for the last event, and when it is to be woken.
    package func see(_ effects: [CompanionSession.Effect], deadline: SessionTime?) {
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
            breaks(.isBounded, "\(inOrder) messages in order and \(newest) newest are open")
        }
        let waitingCount = registrations[app]?.batches.waitingCount ?? 0
        if waitingCount > CompanionSession.maximumBatchedCount {
            breaks(.isBounded, "\(waitingCount) messages wait for a batch")
        }
    }

    private func see(_ notice: CompanionSession.Notice) {
        note(.told(notice), by: .phone)
        switch notice {
        case .ended(let id, let app, let outcome): end(id.rawValue, app, outcome)
        case .retrying(let id, let app, let result):
            mark("tried again")
            fail(id.rawValue, app, result)
            if messages[id.rawValue]?.delivery == .batched {
                mark("batch tried again")
                registrations[app]?.batches.sendAgain(id.rawValue)
            }
        case .fault(let fault):
            mark("fault \(Self.name(of: fault))")
            if case .storeFailed? = lastEvent, fault == .lateArrival { hasLostList = true }
        case .devices(let list): see(list)
        case .received(_, let app):
            if registrations[app] == nil {
                breaks(.onlyRegistered, "told of a message of an app that is not registered")
            }
        case .unresponsive: mark("unresponsive")
        case .needsToInstallConnectMobile, .status, .appStatus, .noAppStatus, .opened, .progress,
            .refused:
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
            open(app, message.delivery, by: -1)
        } else {
            breaks(.endsOnce, "message \(number) ended again")
        }
        if message.app != app { breaks(.endsOnce, "message \(number) ended for another app") }
        if case .failed(let result) = outcome { fail(number, app, result) }
        registrations[app]?.underWay.removeAll { $0 == number }
        registrations[app]?.batches.end(number)
        if message.delivery == .batched, case .refused(.queueFull) = outcome {
            mark("too many for a batch")
        }
    }

    /// A transfer has failed.
    private func fail(_ number: UInt64, _ app: WatchApp, _ result: SendResult) {
        guard registrations[app]?.underWay.contains(number) == true else { return }
        registrations[app]?.underWay.removeAll { $0 == number }
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
            away[device.id] = nil
        case .registerApp(let app): registrations[app] = Registration()
        case .unregisterApp(let app):
            registrations[app] = nil
            questions = questions.filter { $0.value != app }
        case .send(let content, let app, let isTransient, _):
            send(content, app, isTransient: isTransient)
        case .requestAppStatus(let app, let ticket):
            questions[ticket] = app
            if away[app.device] == false {
                breaks(.onlyReady, "a question to a watch that is away")
            }
        case .openApp(let app, _):
            if !ready.contains(app.device) { breaks(.onlyReady, "a request before it is ready") }
        case .openDeviceSelection, .openStorePage, .showInstallAlert, .openAppStore: break
        }
    }

    /// A message or a batch was put into a mailbox.
    func seeArrival(of numbers: [UInt64]) {
        for number in numbers {
            messages[number]?.arrivalCount += 1
            guard let message = messages[number] else { continue }
            if message.delivery == .batched { mark("batch kept") }
            if message.delivery != .newestOnly, message.arrivalCount > 1 {
                breaks(.arrivesOnce, "message \(number) is in the mailbox twice")
            }
        }
    }

    /// Looks for messages that should have ended.
    package func checkRest() {
        for (number, message) in messages.sorted(by: { $0.key < $1.key })
        where message.endCount == 0 {
            return breaks(.comesToRest, "message \(number) has not ended")
        }
    }

    /// Looks at everything when the session has stopped.
    package func checkEnd() {
        for (number, message) in messages.sorted(by: { $0.key < $1.key })
        where message.endCount != 1 {
            return breaks(.endsOnce, "message \(number) ended \(message.endCount) times")
        }
    }
}
