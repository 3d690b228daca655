/// The library's version, as a number: that of the URLs in public apps.
public let IQSDKVersion: Int32 = 10_000
/// The bundle identifier of Connect Mobile.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public let IQGCMBundle: String! = "com.garmin.connect.mobile"
/// That of its beta.
// swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
public let IQGCMInternalBetaBundle: String! = "com.garmin.connect.mobile.beta"

/// How a transfer ended. The library's enumeration may get further cases.
public enum IQSendMessageResult: Int, Sendable {
    case success
    case failure_Unknown
    case failure_InternalError
    case failure_DeviceNotAvailable
    case failure_AppNotFound
    case failure_DeviceIsBusy
    case failure_UnsupportedType
    case failure_InsufficientMemory
    case failure_Timeout
    case failure_MaxRetries
    case failure_PromptNotDisplayed
    case failure_AppAlreadyRunning
}

/// A result as text.
public func NSStringFromSendMessageResult(_ value: IQSendMessageResult) -> String! {
    "\(value)"
}

/// What is known of the connection to a device.
public enum IQDeviceStatus: Int, Sendable {
    case invalidDevice
    case bluetoothNotReady
    case notFound
    case notConnected
    case connected
}

/// So many bytes were sent, of so many.
public typealias IQSendMessageProgress = (_ sentBytes: UInt32, _ totalBytes: UInt32) -> Void
/// A transfer ended.
public typealias IQSendMessageCompletion = (_ result: IQSendMessageResult) -> Void
