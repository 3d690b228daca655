/// What is known of the connection to a device. The numbers are those of the vendor's library for iOS.
///
/// Source: `Docs/Watch.md`, clause 4.2.
public enum DeviceStatus: Int, Hashable, Sendable, CaseIterable {
    /// Nobody registered for events of this device.
    case invalidDevice
    /// Bluetooth is off or starts again.
    case bluetoothNotReady
    /// The system does not know the device.
    case notFound
    /// The system knows the device, and it is not connected.
    case notConnected
    /// The device is connected. Messages can be sent once it is also ready (clause 4.3).
    case connected
}

/// How a transfer to a device ended. The numbers are those of the vendor's library for iOS.
///
/// Source: `Docs/Watch.md`, clause 5.3.
public enum SendResult: Int, Hashable, Sendable, CaseIterable {
    /// The device has it.
    case success
    /// An unknown error.
    case unknown
    /// An error within the library or on the device.
    case internalError
    /// The device is not available now.
    case deviceNotAvailable
    /// The app is not installed on the device.
    case appNotFound
    /// The device is busy and can't receive now.
    case deviceIsBusy
    /// The message has a value of a type that can't be sent.
    case unsupportedType
    /// The device has too little memory for the message.
    case insufficientMemory
    /// The connection timed out.
    case timeout
    /// It was tried several times in vain.
    case maximumRetries
    /// The device chose not to ask its user whether to open the app.
    case promptNotDisplayed
    /// The app that should be opened runs already.
    case appAlreadyRunning

    /// Whether the device does certainly not have what was sent, and the same may succeed a little later
    /// (clause 8.7).
    var saysNotDelivered: Bool { self == .deviceNotAvailable || self == .deviceIsBusy }

    /// Whether the same may succeed a little later (clause 8.7).
    public var isTemporary: Bool {
        switch self {
        case .deviceNotAvailable, .deviceIsBusy, .timeout, .maximumRetries: true
        case .success, .unknown, .internalError, .appNotFound, .unsupportedType,
            .insufficientMemory, .promptNotDisplayed, .appAlreadyRunning:
            false
        }
    }
}
