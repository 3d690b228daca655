// Add this file to your app's target. The vendor's library for iOS can't be a part of this package.

public import ConnectIQ
public import ConnectIQBridge
public import ConnectIQBridgeFoundation
public import Foundation

/// The vendor's library for iOS as the transport of a `WatchCompanion`.
///
/// ```swift
/// let watches = WatchCompanion(configuration, store: FileDeviceStore(file: file)) {
///     ConnectIQTransport($0, reporter: $1)
/// }
/// ```
///
/// The library may call back on any thread, late, twice, or never: all of it goes to the reporter, and the session
/// knows what it is worth. So nothing here waits, and nothing is isolated, whatever your target's default is: on
/// another thread than its actor's, the program would end.
///
/// Source: `Docs/Watch.md`, clause 14.
nonisolated public final class ConnectIQTransport: NSObject, CompanionTransport {
    private let library: ConnectIQ
    private let reporter: CompanionReporter
    private let limits: MonkeyLimits
    /// The library's objects for what is registered.
    private var devices: [UUID128: IQDevice] = [:]
    private var apps: [WatchApp: IQApp] = [:]
    /// That of the last request that needs Connect Mobile.
    private var linkTicket: Ticket?
    /// The devices whose status the library has told since they were registered.
    private var reported: Set<UUID128> = []
    /// Protects `linkTicket` and `reported`.
    private let lock = NSLock()

    /// Gives the library the app's URL scheme.
    ///
    /// - Parameters:
    ///   - configuration: the session's. If it does not override the alert, the library itself tells the user that
    ///     Connect Mobile is missing.
    ///   - reporter: is told what happens.
    ///   - restorationIdentifier: the name of the library's central, with which the system may launch the app in the
    ///     background; `nil` for none.
    public init(
        _ configuration: CompanionSession.Configuration, reporter: CompanionReporter,
        restorationIdentifier: String? = nil
    ) {
        library = ConnectIQ.sharedInstance()
        self.reporter = reporter
        limits = configuration.limits
        super.init()
        let scheme = configuration.selection.urlScheme
        let delegate = configuration.overridesInstallAlert ? self : nil
        if let restorationIdentifier {
            library.initialize(
                withUrlScheme: scheme, uiOverrideDelegate: delegate,
                stateRestorationIdentifier: restorationIdentifier)
        } else {
            library.initialize(withUrlScheme: scheme, uiOverrideDelegate: delegate)
        }
    }

    /// Does what the session asks for.
    public func perform(_ request: CompanionSession.Request) {
        switch request {
        // The library makes this URL itself.
        case .openDeviceSelection(url: _, let ticket):
            lock.withLock { linkTicket = ticket }
            library.showDeviceSelection()
        case .openStorePage(let app, storeID: let storeID, let ticket):
            lock.withLock { linkTicket = ticket }
            library.showStore(for: libraryApp(app, storeID: storeID))
        // Without a delegate, the library has shown its alert already.
        case .showInstallAlert: break
        case .openAppStore: library.showAppStoreForConnectMobile()
        case .registerDevice(let device): register(device)
        case .unregisterDevice(let device):
            guard let old = devices.removeValue(forKey: device.id) else { return }
            library.unregister(forDeviceEvents: old, delegate: self)
        case .registerApp(let app):
            apps[app] = libraryApp(app)
            library.register(forAppMessages: apps[app], delegate: self)
        case .unregisterApp(let app):
            guard let old = apps.removeValue(forKey: app) else { return }
            library.unregister(forAppMessages: old, delegate: self)
        case .requestAppStatus(let app, let ticket):
            library.getAppStatus(apps[app] ?? libraryApp(app)) { [reporter] status in
                let known = status.map {
                    AppStatus(isInstalled: $0.isInstalled, version: $0.version)
                }
                reporter.report(.appStatusAnswered(ticket, known))
            }
        case .openApp(let app, let ticket):
            library.openAppRequest(apps[app] ?? libraryApp(app)) { [reporter] result in
                reporter.report(.openAnswered(ticket, SendResult(result)))
            }
        case .send(let value, to: let app, isTransient: let isTransient, let ticket):
            send(value, to: app, isTransient: isTransient, ticket)
        }
    }

    /// The library does not tell the status of a device that is connected already, so it is asked. What it tells by
    /// itself is newer. While Bluetooth starts, nothing is known: the session asks the device then.
    private func register(_ device: WatchDevice) {
        let registered = libraryDevice(device)
        devices[device.id] = registered
        lock.withLock { _ = reported.remove(device.id) }
        library.register(forDeviceEvents: registered, delegate: self)
        let status = DeviceStatus(library.getDeviceStatus(registered))
        lock.withLock {
            guard status != .bluetoothNotReady, !reported.contains(device.id) else { return }
            reporter.report(.statusChanged(device.id, status))
        }
    }

    private func send(
        _ value: MonkeyValue, to app: WatchApp, isTransient: Bool, _ ticket: Ticket
    ) {
        guard let object = try? value.foundationObject(limits: limits) else {
            return reporter.report(.finished(ticket, .unsupportedType))
        }
        library.sendMessage(
            object, to: apps[app] ?? libraryApp(app),
            progress: { [reporter] sent, total in
                reporter.report(.progressed(ticket, sent: sent, total: total))
            },
            completion: { [reporter] result in
                reporter.report(.finished(ticket, SendResult(result)))
            }, isTransient: isTransient)
    }

    private func libraryDevice(_ device: WatchDevice) -> IQDevice {
        IQDevice(
            id: UUID(device.id), modelName: device.model, friendlyName: device.name,
            partNumber: device.partNumber.isEmpty ? nil : device.partNumber)
    }

    private func libraryApp(_ app: WatchApp, storeID: UUID128? = nil) -> IQApp {
        let device = devices[app.device] ?? libraryDevice(WatchDevice(id: app.device))
        return IQApp(uuid: UUID(app.id), store: UUID(storeID ?? app.id), device: device)
    }
}

// The library looks for these methods by their selectors, and does not call one that is misspelt.

nonisolated extension ConnectIQTransport: IQUIOverrideDelegate {
    public func needsToInstallConnectMobile() {
        guard let ticket = lock.withLock({ linkTicket }) else { return }
        reporter.report(.connectMobileMissing(ticket))
    }
}

nonisolated extension ConnectIQTransport: IQDeviceEventDelegate {
    public func deviceStatusChanged(_ device: IQDevice!, status: IQDeviceStatus) {
        guard let id = UUID128(device?.uuid) else { return }
        lock.withLock {
            reported.insert(id)
            reporter.report(.statusChanged(id, DeviceStatus(status)))
        }
    }

    public func deviceCharacteristicsDiscovered(_ device: IQDevice!) {
        guard let id = UUID128(device?.uuid) else { return }
        reporter.report(.deviceReady(id))
    }
}

nonisolated extension ConnectIQTransport: IQAppMessageDelegate {
    public func receivedMessage(_ message: Any!, from app: IQApp!) {
        guard let id = UUID128(app?.uuid), let device = UUID128(app?.device?.uuid) else { return }
        reporter.reportMessage(message, from: WatchApp(id: id, device: device))
    }
}

nonisolated extension UUID {
    fileprivate init(_ id: UUID128) {
        self.init(
            uuid: (
                id[0], id[1], id[2], id[3], id[4], id[5], id[6], id[7], id[8], id[9], id[10],
                id[11], id[12], id[13], id[14], id[15]
            ))
    }
}

nonisolated extension UUID128 {
    fileprivate init?(_ id: UUID?) {
        guard let id else { return nil }
        self.init(id.uuidString)
    }
}

nonisolated extension DeviceStatus {
    /// The numbers are the same.
    fileprivate init(_ status: IQDeviceStatus) {
        self = DeviceStatus(rawValue: status.rawValue) ?? .invalidDevice
    }
}

nonisolated extension SendResult {
    /// The numbers are the same.
    fileprivate init(_ result: IQSendMessageResult) {
        self = SendResult(rawValue: result.rawValue) ?? .unknown
    }
}
