extension CompanionSession {
    /// What happened.
    ///
    /// A ticket is that of the request which the event answers. An event with any other ticket is late: the
    /// session reports it as ``Fault/lateArrival`` and changes nothing.
    public enum Event: Hashable, Sendable {
        /// The app runs.
        case start
        /// The app wants nothing more of its watches. A list that still has to be stored is stored once more.
        case stop
        /// The store had these devices; `nil` if nothing was ever stored.
        case loaded([WatchDevice]?, Ticket)
        /// The store can't be read, and reading it again later would not help. Until the user chooses devices, the
        /// session has none, and it does not write over what is there.
        case loadFailed(Ticket)
        /// The devices are stored.
        case stored(Ticket)
        /// The devices may not be stored. The session tries again, unless it was stopped.
        case storeFailed(Ticket)

        /// The user wants to choose devices.
        case chooseDevices
        /// The user wants to install, update or remove an app. The store may know it by another identifier.
        case showStorePage(WatchApp, storeID: UUID128?)
        /// Connect Mobile is needed, and not installed.
        case connectMobileMissing(Ticket)
        /// The user wants to install Connect Mobile.
        case installConnectMobile
        /// The system handed a URL to the app. Whether it comes from Connect Mobile is for the app to
        /// find out, as far as it can (clause 3.5).
        case urlOpened(String, isTrusted: Bool)

        /// Register for events of a device. Nothing else can be done with it before.
        case registerDevice(UUID128)
        /// Unregister a device and its apps.
        case unregisterDevice(UUID128)
        /// Unregister all devices and apps.
        case unregisterAllDevices
        /// The status of a device is this one now.
        case statusChanged(UUID128, DeviceStatus)
        /// The device is connected, and ready for messages. A transport that can't tell hands it in after
        /// `statusChanged` to `connected`; another one may hand it in before. If nobody does, the session asks the
        /// device itself after a while (clause 8.17).
        case deviceReady(UUID128)

        /// Register for messages of an app. Nothing else can be done with it before.
        case registerApp(WatchApp)
        /// Unregister an app.
        case unregisterApp(WatchApp)
        /// Unregister all apps. Their devices stay registered.
        case unregisterAllApps
        /// Ask for the status of an app.
        case requestAppStatus(WatchApp)
        /// The status of an app; `nil` if the device did not answer.
        case appStatusAnswered(Ticket, AppStatus?)
        /// Ask the device to open an app.
        case openApp(WatchApp)
        /// What the device said to that.
        case openAnswered(Ticket, SendResult)

        /// Send a message.
        case send(OutgoingMessage, to: WatchApp)
        /// So many bytes were sent, of so many.
        case progressed(Ticket, sent: UInt32, total: UInt32)
        /// A transfer ended.
        case finished(Ticket, SendResult)
        /// An app on a device sent a message.
        case messageReceived(MonkeyValue, from: WatchApp)
        /// Only time has passed: ``CompanionSession/nextDeadline`` has come.
        case timePassed
    }
}
