public import ConnectIQBridge
public import Foundation

/// A phone's app's end of everything that it does with watches: a `CompanionSession` with its timer, its store and its
/// transport.
///
/// ```swift
/// let watches = WatchCompanion(configuration, store: FileDeviceStore(file: file)) {
///     ConnectIQTransport($0, reporter: $1)
/// }
/// watches.start()
/// for await case .told(.devices(let devices)) in watches.updates {
///     for device in devices { try? watches.registerApp(WatchApp(id: app, device: device.id)) }
/// }
/// ```
///
/// Keep it as long as the app runs. Before you let go of it, ``stop()`` it: only then does the transport hear that
/// nothing is registered any more.
///
/// What the session refuses is thrown by the call that asked for it; only a message that is refused ends with an
/// update, as all messages do.
///
/// Source: `Docs/Watch.md`, clause 8.
@MainActor
public final class WatchCompanion {
    /// Something that the app is told.
    public enum Update: Hashable, Sendable {
        /// What the session tells.
        case told(CompanionSession.Notice)
        /// An app on a device sent an object of which no `MonkeyValue` can be made.
        case unreadableMessage(FoundationObjectError, from: WatchApp)
    }

    /// The largest number of updates that wait for one listener. If one more comes, the oldest is dropped.
    public nonisolated static let maximumUpdateCount = 4096

    private var session: CompanionSession
    private var transport: any CompanionTransport
    private let stores: DeviceStoreQueue
    private let clock: AppClock
    private var listeners: [Int: AsyncStream<Update>.Continuation] = [:]
    private var lastListener = 0
    private let reports: AsyncStream<CompanionReporter.Report>.Continuation
    /// What is to be done, in order. Doing it may have the app or the transport ask for more.
    private var effects: [CompanionSession.Effect] = []
    private var isPerforming = false
    private var alarm: (time: SessionTime, task: Task<Void, Never>)?
    private var lastMessage: UInt64 = 0
    /// Sees what the session does, in a test.
    package weak var observer: (any CompanionObserver)?

    /// Creates a companion that does nothing until ``start()``.
    ///
    /// - Parameters:
    ///   - configuration: what the session must know of the app.
    ///   - store: where the devices are kept. Nothing else may call it meanwhile.
    ///   - clock: the companion's clock; another one in a simulated world.
    ///   - makeTransport: makes the transport, which reports to the given reporter.
    public init(
        _ configuration: CompanionSession.Configuration, store: any DeviceStore,
        clock: AppClock = AppClock(),
        transport makeTransport: (
            CompanionSession.Configuration, CompanionReporter
        ) -> any CompanionTransport
    ) {
        let (stream, reports) = AsyncStream.makeStream(of: CompanionReporter.Report.self)
        let reporter = CompanionReporter(reports, limits: configuration.limits)
        self.reports = reports
        self.clock = clock
        session = CompanionSession(configuration)
        stores = DeviceStoreQueue(store, clock: clock) { reporter.report($0) }
        transport = makeTransport(configuration, reporter)
        Task { [weak self] in
            for await report in stream { self?.take(report) }
        }
    }

    deinit {
        alarm?.task.cancel()
        reports.finish()
        for listener in listeners.values { listener.finish() }
    }

    // MARK: What is known

    /// What the app is told from now on, in order; first the list of devices, if the session runs. Any number of tasks
    /// may iterate, each over a sequence of its own, which ends when nothing refers to the companion any more.
    public var updates: AsyncStream<Update> {
        let (updates, listener) = AsyncStream.makeStream(
            of: Update.self, bufferingPolicy: .bufferingNewest(Self.maximumUpdateCount))
        lastListener += 1
        let number = lastListener
        listeners[number] = listener
        listener.onTermination = { [weak self] _ in
            Task { @MainActor in self?.listeners[number] = nil }
        }
        if session.phase == .running { listener.yield(.told(.devices(devices))) }
        return updates
    }

    /// The state of the session.
    public var phase: CompanionSession.Phase { session.phase }

    /// The devices that the user shares; none unless the session runs.
    public var devices: [WatchDevice] { session.devices }

    /// The apps that are registered.
    public var apps: [WatchApp] { session.apps }

    /// What is known of a device.
    public func phase(ofDevice id: UUID128) -> CompanionSession.DevicePhase {
        session.phase(ofDevice: id)
    }

    /// What the transport said last of a device; `nil` if it has said nothing.
    public func status(ofDevice id: UUID128) -> DeviceStatus? { session.status(ofDevice: id) }

    /// What is being done for an app.
    public func phase(of app: WatchApp) -> CompanionSession.AppPhase { session.phase(of: app) }

    // MARK: What the app asks for

    /// Loads the devices, and then tells them.
    public func start() { handle(.start) }

    /// Unregisters all devices, and ends all messages. A list that still has to be stored is stored once more.
    public func stop() { handle(.stop) }

    /// Has the user choose devices. The app may be suspended.
    public func chooseDevices() throws(CompanionSession.Refusal) { try ask(.chooseDevices) }

    /// Takes a URL that the system handed to the app.
    ///
    /// Call it after ``start()``, also when the URL has launched the app.
    ///
    /// - Parameters:
    ///   - url: any URL.
    ///   - isTrusted: whether it comes from Connect Mobile, as far as the app can tell (clause 3.5).
    /// - Returns: whether the URL is meant for the companion, so that the app need not look at it: it has the app's
    ///   scheme, and the form of a device selection's answer. A wrong answer is one too, and is told as a fault.
    @discardableResult
    public func open(_ url: URL, isTrusted: Bool = true) -> Bool {
        let text = url.absoluteString
        guard session.phase != .stopped, session.isDeviceSelectionAnswer(text) else { return false }
        handle(.urlOpened(text, isTrusted: isTrusted))
        return true
    }

    /// Opens the page of an app in the store, to install, update or remove it.
    ///
    /// - Parameters:
    ///   - app: the app, on a device that the user shares.
    ///   - storeID: the app's identifier in the store, if that is another one.
    public func showStorePage(
        of app: WatchApp, storeID: UUID128? = nil
    ) throws(CompanionSession.Refusal) { try ask(.showStorePage(app, storeID: storeID)) }

    /// Opens the page of Connect Mobile in the store of phone apps, after the user was asked.
    public func installConnectMobile() throws(CompanionSession.Refusal) {
        try ask(.installConnectMobile)
    }

    /// Registers for events of a device. Nothing else can be done with it before.
    public func registerDevice(_ id: UUID128) throws(CompanionSession.Refusal) {
        try ask(.registerDevice(id))
    }

    /// Unregisters a device and its apps.
    public func unregisterDevice(_ id: UUID128) throws(CompanionSession.Refusal) {
        try ask(.unregisterDevice(id))
    }

    /// Unregisters all devices and apps.
    public func unregisterAllDevices() throws(CompanionSession.Refusal) {
        try ask(.unregisterAllDevices)
    }

    /// Registers for events of an app's device, and for messages of the app. Nothing else can be done with it before. If
    /// the app is refused, the device stays registered.
    public func registerApp(_ app: WatchApp) throws(CompanionSession.Refusal) {
        try ask(.registerDevice(app.device))
        try ask(.registerApp(app))
    }

    /// Unregisters an app.
    public func unregisterApp(_ app: WatchApp) throws(CompanionSession.Refusal) {
        try ask(.unregisterApp(app))
    }

    /// Unregisters all apps. Their devices stay registered.
    public func unregisterAllApps() throws(CompanionSession.Refusal) {
        try ask(.unregisterAllApps)
    }

    /// Asks for the status of an app. The answer is an update.
    public func requestAppStatus(of app: WatchApp) throws(CompanionSession.Refusal) {
        try ask(.requestAppStatus(app))
    }

    /// Asks the device to open an app. The answer is an update.
    public func openApp(_ app: WatchApp) throws(CompanionSession.Refusal) {
        try ask(.openApp(app))
    }

    /// Sends a message.
    ///
    /// - Returns: the message's identifier, with which updates tell what becomes of it. It ends once, also if it is
    ///   refused.
    @discardableResult
    public func send(
        _ content: MonkeyValue, to app: WatchApp, delivery: OutgoingMessage.Delivery = .inOrder
    ) -> OutgoingMessage.ID {
        lastMessage += 1
        let id = OutgoingMessage.ID(rawValue: lastMessage)
        handle(.send(OutgoingMessage(id: id, content: content, delivery: delivery), to: app))
        return id
    }

    /// Sends a message that says where to go. A later one replaces it while it waits.
    ///
    /// - Returns: the message's identifier.
    @discardableResult
    public func send(_ navigation: NavigationMessage, to app: WatchApp) -> OutgoingMessage.ID {
        send(navigation.value, to: app, delivery: .newestOnly)
    }

    // MARK: The loop

    private func take(_ report: CompanionReporter.Report) {
        switch report {
        case .event(let event): handle(event)
        case .unreadableMessage(let error, from: let app):
            // The session takes it as a message, but for what it says.
            guard session.phase(of: app) != .unregistered else {
                return handle(.messageReceived(.null, from: app))
            }
            if session.phase(ofDevice: app.device) == .connected {
                handle(.deviceReady(app.device))
            }
            tell(.unreadableMessage(error, from: app))
        }
    }

    private func ask(_ event: CompanionSession.Event) throws(CompanionSession.Refusal) {
        var refusal: CompanionSession.Refusal?
        // What is due follows a refusal, too.
        var others: [CompanionSession.Effect] = []
        for effect in happen(event) {
            if case .tell(.refused(let reason)) = effect {
                refusal = reason
            } else {
                others.append(effect)
            }
        }
        perform(others)
        if let refusal { throw refusal }
    }

    private func handle(_ event: CompanionSession.Event) { perform(happen(event)) }

    /// Hands an event in, and returns what is to be done.
    private func happen(_ event: CompanionSession.Event) -> [CompanionSession.Effect] {
        let now = clock.now
        observer?.see(event, at: now)
        session.handle(event, at: now)
        var effects: [CompanionSession.Effect] = []
        while let effect = session.nextEffect() { effects.append(effect) }
        observer?.see(effects, deadline: session.nextDeadline)
        setAlarm()
        return effects
    }

    /// Does effects after those that are being done.
    private func perform(_ more: [CompanionSession.Effect]) {
        effects += more
        guard !isPerforming else { return }
        isPerforming = true
        defer { isPerforming = false }
        while !effects.isEmpty {
            let effect = effects.removeFirst()
            if stores.perform(effect) { continue }
            if case .transport(let request) = effect { transport.perform(request) }
            if case .tell(let notice) = effect { tell(.told(notice)) }
        }
    }

    private func tell(_ update: Update) {
        for listener in listeners.values { listener.yield(update) }
    }

    /// An alarm that rings too early is set anew then, because deadlines mostly move back.
    private func setAlarm() {
        let deadline = session.nextDeadline
        if let alarm, let deadline, alarm.time <= deadline { return }
        alarm?.task.cancel()
        alarm = deadline.map { time in
            let task = Task { [weak self, clock] in
                guard (try? await clock.sleep(until: time)) != nil, !Task.isCancelled else {
                    return
                }
                self?.ring()
            }
            return (time, task)
        }
    }

    private func ring() {
        alarm = nil
        guard let deadline = session.nextDeadline, deadline <= clock.now else { return setAlarm() }
        handle(.timePassed)
    }
}

/// Sees each event before the session does, and then what follows from it.
@MainActor
package protocol CompanionObserver: AnyObject {
    func see(_ event: CompanionSession.Event, at time: SessionTime)
    func see(_ effects: [CompanionSession.Effect], deadline: SessionTime?)
}
