public import Foundation

/// The library.
open class ConnectIQ: NSObject {
    /// The simulated library that answers; `nil` if nothing is simulated.
    weak var system: SimulatedConnectIQ?

    init(_ system: SimulatedConnectIQ?) { self.system = system }

    /// The library of the simulated phone that is current; without one, nothing happens.
    open class func sharedInstance() -> ConnectIQ! {
        SimulatedConnectIQ.current?.library ?? ConnectIQ(nil)
    }

    // MARK: Initialising

    open func initialize(
        withUrlScheme urlScheme: String!, uiOverrideDelegate delegate: (any IQUIOverrideDelegate)!
    ) {
        initialize(
            withUrlScheme: urlScheme, uiOverrideDelegate: delegate, stateRestorationIdentifier: nil)
    }

    open func initialize(
        withUrlScheme urlScheme: String!, uiOverrideDelegate delegate: (any IQUIOverrideDelegate)!,
        stateRestorationIdentifier restorationIdentifier: String!
    ) {
        system?.initialize(urlScheme, delegate, restorationIdentifier)
    }

    open func initialize(
        withUniversalLinks urlHost: String!,
        uiOverrideDelegate delegate: (any IQUIOverrideDelegate)!
    ) {
        initialize(
            withUniversalLinks: urlHost, uiOverrideDelegate: delegate,
            stateRestorationIdentifier: nil)
    }

    open func initialize(
        withUniversalLinks urlHost: String!,
        uiOverrideDelegate delegate: (any IQUIOverrideDelegate)!,
        stateRestorationIdentifier restorationIdentifier: String!
    ) {
        system?.initialize(urlHost, delegate, restorationIdentifier)
    }

    // MARK: Other apps

    open func showAppStoreForConnectMobile() { system?.show(.appStore) }

    open func showDeviceSelection() { system?.showDeviceSelection() }

    open func parseDeviceSelectionResponse(from url: URL!) -> [Any]! { system?.devices(in: url) }

    open func showStore(for app: IQApp!) { system?.showStore(for: app) }

    // MARK: Devices

    open func register(
        forDeviceEvents device: IQDevice!, delegate: (any IQDeviceEventDelegate)!
    ) {
        system?.register(device, delegate)
    }

    open func unregister(
        forDeviceEvents device: IQDevice!, delegate: (any IQDeviceEventDelegate)!
    ) {
        system?.unregister(device, delegate)
    }

    open func unregister(forAllDeviceEvents delegate: (any IQDeviceEventDelegate)!) {
        system?.unregister(nil, delegate)
    }

    open func getDeviceStatus(_ device: IQDevice!) -> IQDeviceStatus {
        system?.status(of: device) ?? .invalidDevice
    }

    // MARK: Apps

    open func getAppStatus(_ app: IQApp!, completion: ((IQAppStatus?) -> Void)!) {
        system?.requestStatus(of: app, completion)
    }

    open func register(forAppMessages app: IQApp!, delegate: (any IQAppMessageDelegate)!) {
        system?.register(app, delegate)
    }

    open func unregister(forAppMessages app: IQApp!, delegate: (any IQAppMessageDelegate)!) {
        system?.unregister(app, delegate)
    }

    open func unregister(forAllAppMessages delegate: (any IQAppMessageDelegate)!) {
        system?.unregister(nil, delegate)
    }

    open func sendMessage(
        _ message: Any!, to app: IQApp!, progress: IQSendMessageProgress!,
        completion: IQSendMessageCompletion!
    ) {
        sendMessage(
            message, to: app, progress: progress, completion: completion, isTransient: false)
    }

    open func sendMessage(
        _ message: Any!, to app: IQApp!, progress: IQSendMessageProgress!,
        completion: IQSendMessageCompletion!, isTransient: Bool
    ) {
        system?.send(message, to: app, isTransient: isTransient, progress, completion)
    }

    open func openAppRequest(_ app: IQApp!, completion: IQSendMessageCompletion!) {
        system?.open(app, completion)
    }

    // Its header says that it does not work yet.
    open func sendImage(
        _ bitmap: Data!, to app: IQApp!, progress: IQSendMessageProgress!,
        completion: IQSendMessageCompletion!
    ) {
        completion?(.failure_UnsupportedType)
    }
}
