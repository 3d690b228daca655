import ConnectIQBridge
import KomootNav

func configuration(overridesInstallAlert: Bool = false) throws -> CompanionSession.Configuration {
    CompanionSession.Configuration(
        selection: try DeviceSelectionRequest(
            appName: "Rides", bundleIdentifier: "com.example.rides", urlScheme: "rides"),
        overridesInstallAlert: overridesInstallAlert)
}

/// A session, its time, and the effects of the last event.
struct Stage {
    var session: CompanionSession
    var now = SessionTime.zero
    var effects: [CompanionSession.Effect] = []
    private var messageCount: UInt64 = 0

    let watch = WatchDevice(id: uuid(1), model: "Edge", name: "mine")
    let app = WatchApp(id: uuid(100), device: uuid(1))

    init(overridesInstallAlert: Bool = false) throws {
        session = CompanionSession(
            try configuration(overridesInstallAlert: overridesInstallAlert))
    }

    /// A session that runs with one device, and an app on it that can be sent messages.
    static func ready() throws -> Stage {
        var stage = try Stage.running()
        stage.take(.registerDevice(stage.watch.id))
        stage.take(.registerApp(stage.app))
        stage.take(.statusChanged(stage.watch.id, .connected))
        stage.take(.deviceReady(stage.watch.id))
        return stage
    }

    static func running() throws -> Stage {
        var stage = try Stage()
        stage.start(with: [stage.watch])
        return stage
    }

    /// Starts the session, and loads these devices.
    mutating func start(with devices: [WatchDevice]?) {
        take(.start)
        take(.loaded(devices, tickets[0]))
    }

    mutating func take(_ event: CompanionSession.Event) {
        session.handle(event, at: now)
        effects = []
        while let effect = session.nextEffect() { effects.append(effect) }
    }

    mutating func pass(_ duration: Duration) {
        now = now.advanced(by: duration)
        take(.timePassed)
    }

    /// Hands in a message, and returns its identifier.
    mutating func send(
        _ delivery: OutgoingMessage.Delivery = .inOrder, _ content: MonkeyValue = 1
    ) -> OutgoingMessage.ID {
        messageCount += 1
        let id = OutgoingMessage.ID(rawValue: messageCount)
        take(.send(OutgoingMessage(id: id, content: content, delivery: delivery), to: app))
        return id
    }

    var notices: [CompanionSession.Notice] {
        effects.compactMap { if case .tell(let notice) = $0 { notice } else { nil } }
    }

    var requests: [CompanionSession.Request] {
        effects.compactMap { if case .transport(let request) = $0 { request } else { nil } }
    }

    /// The tickets of the last event's effects.
    var tickets: [Ticket] {
        effects.compactMap { effect in
            switch effect {
            case .load(let ticket), .store(_, let ticket),
                .transport(.openDeviceSelection(_, let ticket)),
                .transport(.openStorePage(_, _, let ticket)),
                .transport(.send(_, _, _, let ticket)),
                .transport(.requestAppStatus(_, let ticket)), .transport(.openApp(_, let ticket)):
                ticket
            default: nil
            }
        }
    }
}
