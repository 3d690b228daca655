extension CompanionSession {
    /// What to do. Do effects in the order given.
    public enum Effect: Hashable, Sendable {
        /// Load the devices. Answer with `loaded` or `loadFailed`, and with this ticket.
        case load(Ticket)
        /// Store the devices. Answer with `stored` or `storeFailed`, and with this ticket.
        case store([WatchDevice], Ticket)
        /// Have the transport do this.
        case transport(Request)
        /// Tell the app, or the user.
        case tell(Notice)
    }

    /// What a ``CompanionTransport`` does.
    public enum Request: Hashable, Sendable {
        /// Open the URL, with which Connect Mobile lets the user choose devices. If it can't be opened, answer
        /// with `connectMobileMissing`. The app may be suspended.
        case openDeviceSelection(url: String, Ticket)
        /// Open the store's page of an app in Connect Mobile, in the same manner.
        case openStorePage(WatchApp, storeID: UUID128?, Ticket)
        /// Tell the user that Connect Mobile is needed, and offer to install it.
        case showInstallAlert
        /// Open the page of Connect Mobile in the store of phone apps.
        case openAppStore
        /// Report the device's status, now and when it changes, and when it is ready.
        case registerDevice(WatchDevice)
        /// Report it no more.
        case unregisterDevice(WatchDevice)
        /// Report the app's messages.
        case registerApp(WatchApp)
        /// Report them no more.
        case unregisterApp(WatchApp)
        /// Ask the device for the app's status. Answer with `appStatusAnswered`.
        case requestAppStatus(WatchApp, Ticket)
        /// Ask the device to open the app. Answer with `openAnswered`.
        case openApp(WatchApp, Ticket)
        /// Send a message, or a batch as one array, to the app's mailbox. Answer with `progressed`, as often as you like, and `finished`. The device
        /// may skip a transient message if it gets too many.
        case send(MonkeyValue, to: WatchApp, isTransient: Bool, Ticket)
    }

    /// What the app is told.
    public enum Notice: Hashable, Sendable {
        /// These are the devices now, in place of all before.
        case devices([WatchDevice])
        /// The user has to install Connect Mobile. To do so, hand in `installConnectMobile`.
        case needsToInstallConnectMobile
        /// The status of a device, and whether it is ready for messages.
        case status(DeviceStatus, of: UUID128, isReady: Bool)
        /// The device is connected, and does not answer: nobody calls it ready, and it does not tell the status of an
        /// app. The session goes on asking. Told once for each connection.
        case unresponsive(UUID128)
        /// The status of an app.
        case appStatus(AppStatus, of: WatchApp)
        /// The status of an app is not known, for this reason.
        case noAppStatus(NoAppStatus, of: WatchApp)
        /// How an attempt to open an app ended.
        case opened(WatchApp, SendResult)
        /// So many bytes of a message were sent, of so many; if it is batched, of its batch.
        case progress(OutgoingMessage.ID, to: WatchApp, sent: UInt32, total: UInt32)
        /// A message failed, or its batch did, and will be sent again unless a newer one replaces it. It has not ended.
        case retrying(OutgoingMessage.ID, to: WatchApp, after: SendResult)
        /// A message ended. Each message ends once.
        case ended(OutgoingMessage.ID, to: WatchApp, OutgoingMessage.Outcome)
        /// An app sent a message.
        case received(MonkeyValue, from: WatchApp)
        /// What the app asked for can't be done. It is an effect of the event that asked for it, the one just handed in,
        /// so the app knows which one it was.
        case refused(Refusal)
        /// Something happened that should not. For a log.
        case fault(Fault)
    }

    /// Why the status of an app is not known.
    public enum NoAppStatus: Error, Hashable, Sendable, CaseIterable {
        /// The device is not connected.
        case away
        /// The device is connected, and neither called ready nor answering.
        case notReady
        /// The device is ready, and did not answer.
        case timeout
        /// The app was unregistered.
        case unregistered
    }

    /// Why something that the app asked for is not done.
    public enum Refusal: Error, Hashable, Sendable {
        /// The session is not started, or still loads the devices.
        case notRunning
        /// The device is not one of those that the user shares.
        case unknownDevice
        /// The device must be registered first.
        case deviceNotRegistered
        /// The device is not connected, or not ready.
        case deviceNotReady
        /// The app must be registered first.
        case appNotRegistered
        /// More than ``CompanionSession/maximumAppCount`` apps.
        case tooManyApps
        /// More than ``CompanionSession/maximumQueueCount`` messages in order, or
        /// ``CompanionSession/maximumBatchedCount`` for a batch, would wait.
        case queueFull
        /// The message can't be serialised.
        case unencodable(MonkeyError)
        /// The same is under way.
        case underWay
        /// Nobody was told to install Connect Mobile.
        case notAsked
    }

    /// Something that should not happen. The session has dealt with it and goes on.
    public enum Fault: Hashable, Sendable {
        /// An event that answers no request, or one that has ended. The fault is an effect of that event, the one just
        /// handed in, so the app knows which one it was.
        case lateArrival
        /// The store can't be read, or has what no session stores. There are no devices until the user
        /// chooses some.
        case unreadableStore
        /// A store failed; it is tried again.
        case storeFailed
        /// A URL that is not an answer to the device selection.
        case invalidLink(LinkError)
        /// A URL that comes from somebody else.
        case untrustedLink
        /// A message of an app that is not registered.
        case unexpectedMessage
        /// More bytes sent than there are, or fewer than before.
        case invalidProgress
        /// Nobody called a device ready that may be, and it did not tell the status of an app. It is asked again.
        case neverReady(UUID128)
        /// A ready device has left two questions for the status of an app unanswered. Is the app's identifier right?
        case silentApp(WatchApp)
    }
}

/// What carries out the requests of a session: an adapter to the vendor's library, a radio, or a simulated watch. Its
/// answers are events for the session; it hands them in later, and not from within this call.
///
/// | request | answers |
/// |---|---|
/// | `openDeviceSelection`, `openStorePage` | `connectMobileMissing`, if it can't be opened |
/// | `registerDevice` | `statusChanged`, now and at each change; `deviceReady` |
/// | `registerApp` | `messageReceived`, for each message |
/// | `requestAppStatus` | `appStatusAnswered` |
/// | `openApp` | `openAnswered` |
/// | `send` | `progressed`, as often as it likes; `finished` |
///
/// The others have no answer.
///
/// No request ends a transfer. After a time-out, or when an app or a device is unregistered and registered again, the
/// session may ask for the next message while the transport still sends the old one.
public protocol CompanionTransport {
    /// Does what the session asks for.
    mutating func perform(_ request: CompanionSession.Request)
}
