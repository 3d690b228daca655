/// A phone app's end of everything that it does with watches: it has the user choose them, knows their status, and
/// sends and receives messages.
///
/// It does no input or output and reads no clock. Hand each event to ``handle(_:at:)`` with the time at
/// which it happened. Then take every effect from ``nextEffect()`` and do it. When ``nextDeadline`` comes,
/// hand in `timePassed`:
///
/// ```swift
/// var session = CompanionSession(CompanionSession.Configuration(selection: request))
/// session.handle(.start, at: now)
/// while let effect = session.nextEffect() { app.perform(effect) }
/// ```
///
/// Take all effects of one event before you hand in the next: the session traps if you don't. Nothing that a
/// transport, a store or another app does can make it trap.
///
/// **Promises.** Of each app on a device, one message at a time is being sent. Each message that was handed in ends once,
/// with an ``OutgoingMessage/Outcome``. Messages in order are sent in order, and so are batched ones among themselves;
/// none of both that the device may have is sent twice. No message is sent to a device that is not ready, or that the user does not share any more. An event has at
/// most ``maximumEffects`` effects. It keeps at most 32 devices, ``maximumAppCount`` apps, and for each app eleven
/// messages and 128 batched ones. No request ends a transfer: after a time-out, or when an app or a device is unregistered and registered
/// again, the transport may still send the old message while the session sends the next.
///
/// The phase after each event. `·` has no effect; `late`, `refused` and `fault` are only told. The other
/// events are in the tables of ``DevicePhase`` and ``AppPhase``.
///
/// | event | stopped | loading | running |
/// |---|---|---|---|
/// | `start` | loading | · | · |
/// | `stop` | · | stopped | stopped |
/// | `loaded` | late | late / running | late |
/// | `loadFailed` | late | late / running | late |
/// | `stored` | late | late | · / late / running |
/// | `storeFailed` | late | late | late / fault |
/// | `chooseDevices` | refused | refused | running |
/// | `showStorePage` | refused | refused | refused / running |
/// | `connectMobileMissing` | late | late | late / running |
/// | `installConnectMobile` | refused | refused | refused / running |
/// | `urlOpened` | refused | fault / running | fault / running |
/// | `timePassed` | · | · | · / running |
///
/// Source: `Docs/Watch.md`, clause 8.
public struct CompanionSession: Sendable {
    /// What a session must know of the app.
    public struct Configuration: Hashable, Sendable {
        /// The request that lets the user choose devices.
        public let selection: DeviceSelectionRequest
        /// Whether the app itself tells the user that Connect Mobile is missing. If not, the transport does.
        public let overridesInstallAlert: Bool
        /// How large a message may be.
        public let limits: MonkeyLimits

        /// Creates a configuration.
        public init(
            selection: DeviceSelectionRequest, overridesInstallAlert: Bool = false,
            limits: MonkeyLimits = MonkeyLimits()
        ) {
            self.selection = selection
            self.overridesInstallAlert = overridesInstallAlert
            self.limits = limits
        }
    }

    /// The states of a session.
    public enum Phase: Hashable, Sendable, CaseIterable {
        /// Not started, or stopped.
        case stopped
        /// The devices are being loaded.
        case loading
        /// It has a list of devices, which may be empty.
        case running
    }

    /// The largest number of apps that are registered at a time.
    public static let maximumAppCount = 16
    /// The largest number of messages in order that wait for one app, without one that is sent again.
    public static let maximumQueueCount = 8
    /// The largest number of messages that wait for a batch for one app, without those that are sent again.
    public static let maximumBatchedCount = 64
    /// The largest number of effects that one event can have: at most 142 for each app, of which 139 are the ends of
    /// its messages; one for each device; and two more. Without batched messages there are at most 258.
    public static let maximumEffects = 2306

    /// Each state holds only the values that have a meaning in it.
    enum State: Hashable, Sendable {
        case stopped
        /// The ticket is that of the load.
        case loading(Ticket)
        case running(Running)
    }

    let configuration: Configuration
    private(set) var state = State.stopped
    private(set) var output = Output()
    /// The number of effects that were taken.
    private var takenCount = 0

    /// When to hand in `timePassed`; `nil` when no deadline is set.
    public private(set) var nextDeadline: SessionTime?

    /// Creates a session that does nothing until `start`.
    public init(_ configuration: Configuration) { self.configuration = configuration }

    /// The current state.
    public var phase: Phase {
        switch state {
        case .stopped: .stopped
        case .loading: .loading
        case .running: .running
        }
    }

    /// The devices that the user shares; none unless the session runs.
    public var devices: [WatchDevice] { running?.devices.map { $0.device } ?? [] }

    /// The apps that are registered.
    public var apps: [WatchApp] { running?.apps.map { $0.app } ?? [] }

    /// What is known of a device.
    public func phase(ofDevice id: UUID128) -> DevicePhase {
        running?.device(id)?.phase ?? .unknown
    }

    /// What the transport said last of a device; `nil` if it has said nothing.
    public func status(ofDevice id: UUID128) -> DeviceStatus? { running?.device(id)?.status }

    /// What is being done for an app.
    public func phase(of app: WatchApp) -> AppPhase {
        running?.app(app)?.phase ?? .unregistered
    }

    private var running: Running? {
        if case .running(let running) = state { running } else { nil }
    }

    /// Whether a URL that the system hands to the app is an answer of Connect Mobile, well-formed or not: whether it
    /// has the app's scheme and the answer's host. If not, hand it to whatever else of the app takes URLs.
    public func isDeviceSelectionAnswer(_ url: String) -> Bool {
        DeviceSelectionResponse.isAddressed(url, urlScheme: configuration.selection.urlScheme)
    }

    /// The next effect of the last event; `nil` when you have taken them all.
    public mutating func nextEffect() -> Effect? {
        guard takenCount < output.effects.count else { return nil }
        let effect = output.effects[takenCount]
        takenCount += 1
        if takenCount == output.effects.count {
            takenCount = 0
            output.effects.removeAll(keepingCapacity: true)
        }
        return effect
    }

    /// Takes an event, and the time at which it happened.
    public mutating func handle(_ event: Event, at time: SessionTime) {
        precondition(output.effects.isEmpty, "effects of the last event were not taken")
        output.now = max(output.now, time)
        switch state {
        case .stopped: state = followStopped(event)
        case .loading(let ticket): state = followLoading(event, ticket)
        case .running(let running):
            // The state must not share the lists while they change.
            state = .stopped
            state = follow(event, running)
        }
        nextDeadline = nil
        if case .running(var running) = state {
            state = .stopped
            running.goOn(configuration.limits, &output)
            nextDeadline = running.nextDeadline
            state = .running(running)
        }
    }

    private mutating func followStopped(_ event: Event) -> State {
        if event == .start {
            let ticket = output.newTicket()
            output.effects.append(.load(ticket))
            return .loading(ticket)
        }
        if event != .stop { reject(event) }
        return .stopped
    }

    private mutating func followLoading(_ event: Event, _ ticket: Ticket) -> State {
        switch event {
        case .start: return .loading(ticket)
        case .stop: return .stopped
        case .loadFailed(ticket):
            output.tell(.fault(.unreadableStore))
            return run(with: [])
        case .loaded(let devices, ticket):
            let devices = devices ?? []
            guard Running.isAllowed(devices) else {
                output.tell(.fault(.unreadableStore))
                return run(with: [])
            }
            return run(with: devices)
        case .urlOpened(let url, let isTrusted):
            var running = Running(devices: [])
            let isAnswer = running.openedURL(url, isTrusted, configuration, &output)
            return isAnswer ? .running(running) : .loading(ticket)
        case .loaded, .loadFailed, .stored, .storeFailed, .chooseDevices, .showStorePage,
            .connectMobileMissing, .installConnectMobile, .registerDevice, .unregisterDevice,
            .unregisterAllDevices,
            .statusChanged, .deviceReady, .registerApp, .unregisterApp, .unregisterAllApps,
            .requestAppStatus,
            .appStatusAnswered, .openApp, .openAnswered, .send, .progressed, .finished,
            .messageReceived, .timePassed:
            reject(event)
            return .loading(ticket)
        }
    }

    private mutating func run(with devices: [WatchDevice]) -> State {
        output.tell(.devices(devices))
        return .running(Running(devices: devices))
    }

    private mutating func follow(_ event: Event, _ running: Running) -> State {
        var running = running
        if event == .stop {
            running.unregisterAllDevices(&output)
            running.storeBeforeStop(&output)
            return .stopped
        }
        running.follow(event, configuration, &output)
        return .running(running)
    }

    /// Takes an event that has no meaning unless the session runs.
    private mutating func reject(_ event: Event) {
        switch event {
        case .start, .stop, .timePassed: break
        case .chooseDevices, .showStorePage, .installConnectMobile, .urlOpened, .registerDevice,
            .unregisterDevice, .unregisterAllDevices, .registerApp, .unregisterApp,
            .unregisterAllApps, .requestAppStatus, .openApp:
            output.tell(.refused(.notRunning))
        case .send(let message, let app):
            output.tell(.ended(message.id, to: app, .refused(.notRunning)))
        case .loaded, .loadFailed, .stored, .storeFailed, .connectMobileMissing, .statusChanged,
            .deviceReady, .appStatusAnswered, .openAnswered, .progressed, .finished,
            .messageReceived:
            output.tell(.fault(.lateArrival))
        }
    }
}

/// The intervals and bounds of a session.
///
/// Source: `Docs/Watch.md`, clause 8.
public enum BridgeTiming {
    /// A message without progress for this long has failed with `timeout` (clause 8.6).
    public static let sendTimeout = Duration.milliseconds(BridgeMilliseconds.sendTimeout)
    /// A message that takes this long has failed with `timeout`, whatever its progress (clause 8.6).
    public static let sendLimit = Duration.milliseconds(BridgeMilliseconds.sendLimit)
    /// The status of an app is unknown after this long (clause 8.9).
    public static let appStatusTimeout = Duration.milliseconds(BridgeMilliseconds.appStatusTimeout)
    /// An app that was to be opened has not been after this long (clause 8.9).
    public static let openTimeout = Duration.milliseconds(BridgeMilliseconds.openTimeout)
    /// A connected device that nobody calls ready is asked after this long (clause 8.17).
    public static let readinessCheckInterval = Duration.milliseconds(
        BridgeMilliseconds.readinessCheckInterval)
    /// If it does not answer, the interval doubles, up to this one (clause 8.17).
    public static let maximumReadinessCheckInterval = Duration.milliseconds(
        BridgeMilliseconds.maximumReadinessCheckInterval)
    /// Messages of which only the newest counts are sent no more often than this (clause 8.8).
    public static let newestInterval = Duration.milliseconds(BridgeMilliseconds.newestInterval)
    /// Batches are sent no more often than this (clause 8.16).
    public static let batchInterval = Duration.milliseconds(BridgeMilliseconds.batchInterval)
    /// After a temporary failure an app is sent nothing for this long (clause 8.7).
    public static let retryInterval = Duration.milliseconds(BridgeMilliseconds.retryInterval)
    /// A failed store is tried again after this long (clause 8.3).
    public static let storeRetryInterval = Duration.milliseconds(
        BridgeMilliseconds.storeRetryInterval)
    /// How often a message is sent before it has failed, if it may be sent again (clause 8.7).
    public static let maximumAttempts = 3
}

/// The intervals as numbers.
enum BridgeMilliseconds {
    static let sendTimeout: UInt64 = 30_000
    static let sendLimit: UInt64 = 120_000
    static let readinessCheckInterval: UInt64 = 5000
    static let maximumReadinessCheckInterval: UInt64 = 60_000
    static let appStatusTimeout: UInt64 = 10_000
    static let openTimeout: UInt64 = 30_000
    static let newestInterval: UInt64 = 1000
    static let batchInterval: UInt64 = 10_000
    static let retryInterval: UInt64 = 2000
    static let storeRetryInterval: UInt64 = 2000
}
