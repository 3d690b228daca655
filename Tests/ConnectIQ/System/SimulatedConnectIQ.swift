package import ConnectIQBridge
import ConnectIQBridgeFoundation
package import Foundation
package import LinkVocabulary
import Simulation
package import WatchSimulation

/// The vendor's library of a simulated phone, with simulated watches behind it.
///
/// ``WatchTransport`` does the work, with the same faults: for it, this is a session with tickets of its own. A
/// completion that is never called is its fault `endless`.
///
/// It may be marked as sendable because it is used on the main actor only, like the library in an app.
package final class SimulatedConnectIQ: @unchecked Sendable {
    /// What was shown in place of the app.
    package enum Page: Hashable, Sendable {
        case deviceSelection
        case store(app: UUID, storeID: UUID?)
        case appStore
        /// The library's own alert, that Connect Mobile is missing.
        case alert
    }

    private enum Pending {
        case link
        case message(IQSendMessageProgress?, IQSendMessageCompletion?)
        case status((IQAppStatus?) -> Void)
        case opening(IQSendMessageCompletion)
    }

    private struct Weak {
        weak var delegate: (any NSObjectProtocol)?
    }

    private struct AppKey: Hashable {
        let app: UUID
        let device: UUID
    }

    /// The simulated phone's, where an app is created.
    @TaskLocal package static var current: SimulatedConnectIQ?

    package private(set) lazy var library = ConnectIQ(self)
    package var transport: WatchTransport
    package var habits: ConnectIQHabits
    /// Whether Bluetooth is on.
    package private(set) var isBluetoothOn = true
    package private(set) var pages: [Page] = []
    package private(set) var urlScheme: String?
    package private(set) var restorationIdentifier: String?
    private let clock: AppClock
    private weak var uiDelegate: (any IQUIOverrideDelegate)?
    private var devices: [UUID: (device: IQDevice, delegates: [Weak])] = [:]
    private var apps: [AppKey: (app: IQApp, delegates: [Weak])] = [:]
    private var pending: [Ticket: Pending] = [:]
    private var lastTicket: UInt32 = 0
    /// When the next happening is waited for.
    private var wakeTime: SessionTime?
    /// Whether the library calls back by itself, and not from within a call to it.
    private var isGoingOn = false
    /// The devices of which nothing is told until their connection changes.
    private var silent: Set<UUID> = []
    /// The devices that were told to be ready.
    private var discovered: Set<UUID> = []

    package init(_ transport: WatchTransport, habits: ConnectIQHabits, clock: AppClock) {
        self.transport = transport
        self.habits = habits
        self.clock = clock
    }

    /// Creates a library with these watches, without faults.
    package convenience init(
        watches: [SimulatedWatch], seed: UInt64 = 1, habits: ConnectIQHabits = ConnectIQHabits(),
        clock: AppClock
    ) {
        let judge = WatchJudge(
            stored: watches.map(\.device), limits: MonkeyLimits(), promises: [])
        let transport = WatchTransport(
            watches: watches, faults: WatchFaults(), random: SplitMix64(seed: seed), judge: judge)
        self.init(transport, habits: habits, clock: clock)
    }

    // MARK: Time

    /// Does something with the watches, now.
    package func withTransport<R>(_ body: (inout WatchTransport) -> R) -> R {
        transport.setTime(clock.now)
        defer { wait() }
        return body(&transport)
    }

    private func perform(_ request: CompanionSession.Request) {
        withTransport { $0.perform(request) }
    }

    private func wait() {
        guard let next = transport.nextTime, wakeTime.map({ next < $0 }) ?? true else { return }
        wakeTime = next
        Task.detached { [weak self, clock] in
            try? await clock.sleep(until: next)
            await self?.goOn(at: next)
        }
    }

    @MainActor
    private func goOn(at time: SessionTime) {
        if wakeTime == time { wakeTime = nil }
        isGoingOn = true
        defer { isGoingOn = false }
        while let happening = transport.advance(to: clock.now) {
            // What comes while Bluetooth is off connects when it is on.
            if case .connection(_, isUp: true) = happening, !isBluetoothOn { continue }
            if let event = transport.meet(happening) { tell(event) }
        }
        wait()
    }

    // MARK: Callbacks

    private struct Callback: @unchecked Sendable {
        let call: () -> Void
    }

    private func callBack(_ call: @escaping () -> Void) {
        let callback = Callback(call: call)
        if habits.callsBackAnywhere {
            Task.detached { callback.call() }
        } else if isGoingOn {
            call()
        } else {
            Task { @MainActor in callback.call() }
        }
    }

    private func tell(_ event: CompanionSession.Event) {
        switch event {
        case .connectMobileMissing: tellMissing()
        case .statusChanged(let id, let status): tellStatus(of: UUID(id), status)
        case .deviceReady(let id): tellReadiness(of: UUID(id))
        case .progressed(let ticket, let sent, let total):
            guard case .message(let progress?, _)? = pending[ticket] else { return }
            callBack { progress(sent, total) }
        case .finished(let ticket, let result):
            guard case .message(_, let completion?)? = pending[ticket] else { return }
            callBack { completion(IQSendMessageResult(result)) }
        case .appStatusAnswered(let ticket, let status):
            guard case .status(let completion)? = pending[ticket] else { return }
            let known = status.map { IQAppStatus(isInstalled: $0.isInstalled, version: $0.version) }
            callBack { completion(known) }
        case .openAnswered(let ticket, let result):
            guard case .opening(let completion)? = pending[ticket] else { return }
            callBack { completion(IQSendMessageResult(result)) }
        default: break
        }
    }

    private func tellMissing() {
        guard let uiDelegate else { return show(.alert) }
        callBack { uiDelegate.needsToInstallConnectMobile() }
    }

    private func tellStatus(of id: UUID, _ status: DeviceStatus) {
        guard let known = devices[id] else { return }
        let status = isBluetoothOn ? status : .bluetoothNotReady
        if status == .connected, silent.contains(id) { return }
        silent.remove(id)
        for case let delegate as any IQDeviceEventDelegate in known.delegates.map(\.delegate) {
            callBack { delegate.deviceStatusChanged(known.device, status: IQDeviceStatus(status)) }
        }
    }

    private func tellReadiness(of id: UUID) {
        guard let known = devices[id], isBluetoothOn, !silent.contains(id) else { return }
        if habits.tellsReadinessOnce, !discovered.insert(id).inserted { return }
        for case let delegate as any IQDeviceEventDelegate in known.delegates.map(\.delegate) {
            callBack { delegate.deviceCharacteristicsDiscovered(known.device) }
        }
    }

    // MARK: Other apps

    func initialize(
        _ scheme: String?, _ delegate: (any IQUIOverrideDelegate)?, _ identifier: String?
    ) {
        urlScheme = scheme
        uiDelegate = delegate
        restorationIdentifier = identifier
    }

    package func show(_ page: Page) { pages.append(page) }

    func showDeviceSelection() {
        show(.deviceSelection)
        perform(.openDeviceSelection(url: "", newTicket(.link)))
    }

    func showStore(for app: IQApp?) {
        guard let app, let id = WatchApp(app) else { return }
        show(.store(app: app.uuid, storeID: app.storeUuid))
        perform(.openStorePage(id, storeID: UUID128(app.storeUuid), newTicket(.link)))
    }

    /// What Connect Mobile answers if the user shares these devices: a URL, and the app that it comes from, which the
    /// system does not tell.
    package func answer(_ shared: [WatchDevice]) -> (url: URL, sourceApplication: String?) {
        var items = ["ciqApp=Connect", "ciqBundle=com.garmin.connect.mobile", "ciqScheme"]
        for (number, device) in shared.enumerated() {
            items.append("d\(number)ID=\(device.id)")
            if habits.hasEmptyNames {
                items += ["d\(number)Model=", "d\(number)Name="]
            } else {
                let name = device.name.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
                items.append("d\(number)Name=\(name ?? "")")
            }
        }
        let text = "\(urlScheme ?? "")://device-select-resp?" + items.joined(separator: "&")
        return (URL(string: text) ?? URL(fileURLWithPath: "/"), nil)
    }

    func devices(in url: URL?) -> [Any] {
        guard let url, let urlScheme,
            let response = try? DeviceSelectionResponse(
                url: url.absoluteString, urlScheme: urlScheme)
        else { return [] }
        return response.devices.map {
            IQDevice(id: UUID($0.id), modelName: $0.model, friendlyName: $0.name) as Any
        }
    }

    // MARK: Devices

    func register(_ device: IQDevice?, _ delegate: (any IQDeviceEventDelegate)?) {
        guard let device, let id = device.uuid, let delegate else { return }
        var delegates = devices[id]?.delegates ?? []
        if !delegates.contains(where: { $0.delegate === delegate }) {
            delegates.append(Weak(delegate: delegate))
        }
        devices[id] = (device, delegates)
        let key = UUID128(id)
        let isConnected = transport.watch(of: key).map { transport.watches[$0].isConnected }
        if habits.isSilentIfConnected, isConnected == true { silent.insert(id) }
        perform(.registerDevice(WatchDevice(id: key)))
    }

    /// - Parameter device: `nil` for all.
    func unregister(_ device: IQDevice?, _ delegate: (any IQDeviceEventDelegate)?) {
        for id in devices.keys where device == nil || id == device?.uuid {
            devices[id]?.delegates.removeAll { $0.delegate === delegate }
            guard devices[id]?.delegates.isEmpty == true else { continue }
            devices[id] = nil
            silent.remove(id)
            perform(.unregisterDevice(WatchDevice(id: UUID128(id))))
        }
    }

    func status(of device: IQDevice?) -> IQDeviceStatus {
        guard let id = device?.uuid, devices[id] != nil else { return .invalidDevice }
        guard isBluetoothOn else { return .bluetoothNotReady }
        guard let watch = transport.watch(of: UUID128(id)) else { return .notFound }
        return transport.watches[watch].isConnected ? .connected : .notConnected
    }

    /// Switches Bluetooth on or off. The connections end with it, and begin again.
    package func switchBluetooth(on isOn: Bool) {
        guard isOn != isBluetoothOn else { return }
        isBluetoothOn = isOn
        withTransport { transport in
            for watch in transport.watches.indices { transport.connect(watch, isUp: isOn) }
        }
    }

    // MARK: Apps

    func register(_ app: IQApp?, _ delegate: (any IQAppMessageDelegate)?) {
        guard let app, let key = Self.key(of: app), let delegate else { return }
        apps[key, default: (app, [])].delegates.append(Weak(delegate: delegate))
    }

    /// - Parameter app: `nil` for all.
    func unregister(_ app: IQApp?, _ delegate: (any IQAppMessageDelegate)?) {
        for key in apps.keys where app == nil || key == app.flatMap(Self.key) {
            apps[key]?.delegates.removeAll { $0.delegate === delegate }
            if apps[key]?.delegates.isEmpty == true { apps[key] = nil }
        }
    }

    private static func key(of app: IQApp) -> AppKey? {
        guard let id = app.uuid, let device = app.device?.uuid else { return nil }
        return AppKey(app: id, device: device)
    }

    func requestStatus(of app: IQApp?, _ completion: ((IQAppStatus?) -> Void)?) {
        guard let app = app.flatMap({ WatchApp($0) }), let completion else { return }
        perform(.requestAppStatus(app, newTicket(.status(completion))))
    }

    func open(_ app: IQApp?, _ completion: IQSendMessageCompletion?) {
        guard let app = app.flatMap({ WatchApp($0) }), let completion else { return }
        perform(.openApp(app, newTicket(.opening(completion))))
    }

    func send(
        _ message: Any?, to app: IQApp?, isTransient: Bool, _ progress: IQSendMessageProgress?,
        _ completion: IQSendMessageCompletion?
    ) {
        guard let app = app.flatMap({ WatchApp($0) }),
            let value = try? MonkeyValue(foundationObject: message ?? NSNull())
        else {
            if let completion { callBack { completion(.failure_UnsupportedType) } }
            return
        }
        let ticket = newTicket(.message(progress, completion))
        perform(.send(value, to: app, isTransient: isTransient, ticket))
    }

    /// An app on a watch sends a message.
    ///
    /// - Returns: how many delegates are told.
    package func receive(_ message: Any, from app: WatchApp) -> Int {
        let known = apps[AppKey(app: UUID(app.id), device: UUID(app.device))]
        guard let known else { return 0 }
        let delegates = known.delegates.compactMap { $0.delegate as? any IQAppMessageDelegate }
        for delegate in delegates {
            callBack { delegate.receivedMessage(message, from: known.app) }
        }
        return delegates.count
    }

    private func newTicket(_ answer: Pending) -> Ticket {
        lastTicket += 1
        pending[Ticket(rawValue: lastTicket)] = answer
        return Ticket(rawValue: lastTicket)
    }
}

extension WatchApp {
    fileprivate init?(_ app: IQApp) {
        guard let id = app.uuid, let device = app.device?.uuid else { return nil }
        self.init(id: UUID128(id), device: UUID128(device))
    }
}

extension UUID {
    fileprivate init(_ id: UUID128) { self = UUID(uuidString: id.description) ?? UUID() }
}

extension UUID128 {
    fileprivate init(_ id: UUID) {
        self = UUID128(id.uuidString) ?? UUID128(high: 0, low: 0)
    }
}

extension IQDeviceStatus {
    fileprivate init(_ status: DeviceStatus) {
        self =
            switch status {
            case .invalidDevice: .invalidDevice
            case .bluetoothNotReady: .bluetoothNotReady
            case .notFound: .notFound
            case .notConnected: .notConnected
            case .connected: .connected
            }
    }
}

extension IQSendMessageResult {
    fileprivate init(_ result: SendResult) {
        self =
            switch result {
            case .success: .success
            case .unknown: .failure_Unknown
            case .internalError: .failure_InternalError
            case .deviceNotAvailable: .failure_DeviceNotAvailable
            case .appNotFound: .failure_AppNotFound
            case .deviceIsBusy: .failure_DeviceIsBusy
            case .unsupportedType: .failure_UnsupportedType
            case .insufficientMemory: .failure_InsufficientMemory
            case .timeout: .failure_Timeout
            case .maximumRetries: .failure_MaxRetries
            case .promptNotDisplayed: .failure_PromptNotDisplayed
            case .appAlreadyRunning: .failure_AppAlreadyRunning
            }
    }
}
