import ConnectIQBridge
import KomootNav

/// Watches a session from outside: it sees events and effects, and knows what is promised.
struct Judge {
    private struct Sent {
        let app: WatchApp
        let delivery: OutgoingMessage.Delivery
        var endCount = 0
        var sendCount = 0
        var mayBeThere = false
    }

    private var messages: [UInt64: Sent] = [:]
    private var underWay: [WatchApp: UInt64] = [:]
    private var lastInOrder: [WatchApp: UInt64] = [:]
    private var ready = Set<UUID128>()
    private var registeredDevices = Set<UUID128>()
    private var registeredApps = Set<WatchApp>()
    private var lastEvent: CompanionSession.Event?
    /// The newest list that the user chose.
    private var newestList: [WatchDevice]
    /// Whether a store failed after a stop, so that nobody tries again.
    private var hasLostList = false
    private(set) var complaints: [String] = []
    private(set) var results = Set<SendResult>()
    var marks = Marks()

    init(stored list: [WatchDevice]) { newestList = list }

    private mutating func complain(_ complaint: String) { complaints.append(complaint) }

    /// Sees an event before the session does.
    mutating func see(_ event: CompanionSession.Event) {
        lastEvent = event
        switch event {
        case .send(let message, let app):
            messages[message.id.rawValue] = Sent(app: app, delivery: message.delivery)
        case .statusChanged(let id, let status) where registeredDevices.contains(id):
            if status != .connected {
                ready.remove(id)
                for (app, _) in underWay where app.device == id { underWay[app] = nil }
            }
        case .deviceReady(let id) where registeredDevices.contains(id): ready.insert(id)
        case .finished(_, let result): results.insert(result)
        case .stored: hasLostList = false
        default: break
        }
    }

    mutating func see(_ effects: [CompanionSession.Effect]) {
        if effects.count > CompanionSession.maximumEffects { complain("\(effects.count) effects") }
        for effect in effects {
            switch effect {
            case .load, .store: break
            case .tell(let notice): see(notice)
            case .transport(let request): see(request)
            }
        }
    }

    private mutating func see(_ notice: CompanionSession.Notice) {
        switch notice {
        case .ended(let id, let app, let outcome):
            marks.note("\(outcome)".prefix { $0 != "(" }.description)
            messages[id.rawValue]?.endCount += 1
            if messages[id.rawValue]?.app != app { complain("\(id) ended for another app") }
            if underWay[app] == id.rawValue { underWay[app] = nil }
            if case .sent = outcome, messages[id.rawValue]?.sendCount == 0 {
                complain("\(id) was never sent")
            }
        case .retrying(let id, let app, let result):
            marks.note("retrying")
            if !result.isTemporary { complain("\(result) was tried again") }
            if messages[id.rawValue]?.delivery == .inOrder {
                if ![.deviceIsBusy, .deviceNotAvailable].contains(result) {
                    complain("\(id) is tried again after \(result)")
                }
                messages[id.rawValue]?.mayBeThere = false
            }
            if underWay[app] == id.rawValue { underWay[app] = nil }
        case .fault(let fault):
            marks.note("\(fault)".prefix { $0 != "(" }.description)
            if case .storeFailed? = lastEvent, fault == .lateArrival { hasLostList = true }
        case .devices(let list): see(list)
        case .received(_, let app):
            if !registeredApps.contains(app) {
                complain("a message of an app that is not registered")
            }
        case .needsToInstallConnectMobile, .status, .appStatus, .opened, .progress,
            .refused:
            break
        }
    }

    /// Sees the list that the app is told. One that was loaded must be the newest that was chosen.
    private mutating func see(_ list: [WatchDevice]) {
        if case .loaded? = lastEvent {
            marks.note(hasLostList ? "list lost" : "list loaded")
            if list != newestList && !hasLostList { complain("\(list) was loaded, not the newest") }
            hasLostList = false
        }
        newestList = list
    }

    private mutating func see(_ request: CompanionSession.Request) {
        switch request {
        case .registerDevice(let device): registeredDevices.insert(device.id)
        case .unregisterDevice(let device):
            if registeredApps.contains(where: { $0.device == device.id }) {
                complain("a device was unregistered before its apps")
            }
            registeredDevices.remove(device.id)
            ready.remove(device.id)
        case .registerApp(let app): registeredApps.insert(app)
        case .unregisterApp(let app):
            registeredApps.remove(app)
            lastInOrder[app] = nil
        case .send(let content, let app, let isTransient, _):
            send(content, app, isTransient: isTransient)
        case .requestAppStatus(let app, _), .openApp(let app, _):
            if !ready.contains(app.device) { complain("a request to a device that is not ready") }
        case .openDeviceSelection, .openStorePage, .showInstallAlert, .openAppStore: break
        }
    }

    private mutating func send(_ content: MonkeyValue, _ app: WatchApp, isTransient: Bool) {
        guard case .long(let number) = content, let message = messages[UInt64(number)] else {
            return complain("\(content) was never handed in")
        }
        let id = UInt64(number)
        if !ready.contains(app.device) { complain("\(id) is sent to a device that is not ready") }
        if !registeredApps.contains(app) {
            complain("\(id) is sent to an app that is not registered")
        }
        if underWay[app] != nil { complain("two messages at a time") }
        if message.endCount > 0 { complain("\(id) is sent after its end") }
        if message.app != app { complain("\(id) is sent to another app") }
        if isTransient != (message.delivery == .newestOnly) { complain("\(id) has the wrong kind") }
        if message.delivery == .inOrder {
            if message.mayBeThere { complain("\(id) is sent twice") }
            if message.sendCount == 3 { complain("\(id) is sent four times") }
            if let last = lastInOrder[app], last > id { complain("\(id) is sent after \(last)") }
            lastInOrder[app] = id
        }
        messages[id]?.sendCount += 1
        messages[id]?.mayBeThere = true
        underWay[app] = id
    }

    /// What is wrong when everything is over.
    mutating func finish() {
        for (id, message) in messages where message.endCount != 1 {
            complain("\(id) ended \(message.endCount) times")
        }
    }
}
