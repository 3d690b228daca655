/// Why a central did not get what it asked a peripheral for.
public enum GATTError: Error, Hashable, Sendable {
    /// Bluetooth is off, or the app can't use it.
    case unavailable(GATTRadioState)
    /// It did not happen in time.
    case timedOut
    /// The task that waited was cancelled.
    case cancelled
    /// There is no link.
    case notConnected
    /// The link ended before the answer came.
    case disconnected
    /// The peripheral's services changed: discover them again.
    case servicesChanged
    /// The peripheral has no such service or characteristic, or it was not discovered since the link came up or
    /// services changed.
    case notDiscovered(UUID128)
    /// The peripheral has this service twice, or the service this characteristic.
    case ambiguous(UUID128)
    /// The characteristic lacks a property that is needed: one of these.
    case notPermitted(GATTCharacteristic.Properties)
    /// The value is longer than one write carries: than this many bytes.
    case tooLong(limit: Int)
    /// The characteristic can't be read while somebody is subscribed to it.
    case subscribed
    /// The peripheral answered with an error, or its radio refused the request.
    case refused(ATTError)
}

extension GATTError {
    /// Whether it may work if the peripheral is connected again: the link was lost or is slow, services changed or
    /// are just changing, or Bluetooth is off.
    public var isTemporary: Bool {
        switch self {
        case .timedOut, .notConnected, .disconnected, .servicesChanged, .unavailable(.off),
            .unavailable(.unknown), .refused(.invalidHandle):
            true
        case .unavailable, .cancelled, .notDiscovered, .ambiguous, .notPermitted, .tooLong,
            .subscribed, .refused:
            false
        }
    }
}

extension GATTError: CustomStringConvertible {
    /// Why the request failed, as a sentence.
    public var description: String {
        switch self {
        case .unavailable(let state): state.words
        case .timedOut: "it did not happen in time: try again, or allow more time"
        case .cancelled: "the task that waited was cancelled"
        case .notConnected: "there is no link: connect, or try again"
        case .disconnected: "the link ended: connect again"
        case .servicesChanged: "the peripheral's services changed: discover them again"
        case .notDiscovered(let uuid):
            "the peripheral has no \(uuid), or its service was not discovered on this link"
        case .ambiguous(let uuid):
            "the peripheral has \(uuid) twice: it can't be told which one is meant"
        case .notPermitted(let needed): "the characteristic can't be \(needed.words)"
        case .tooLong(let limit):
            "the value is too long: one write carries at most \(limit) bytes"
        case .subscribed:
            "the characteristic is subscribed: wait for a notification, or end the subscription"
        case .refused(let error): "the server refused the request with the ATT error \(error.words)"
        }
    }
}

extension GATTCharacteristic.Properties {
    /// What a client does with a characteristic that has one of them.
    fileprivate var words: String {
        switch self {
        case .read: "read"
        case .write: "written with a response"
        case .writeWithoutResponse: "written without a response"
        default: "subscribed to"
        }
    }
}

extension GATTRadioState {
    fileprivate var words: String {
        switch self {
        case .unknown: "Bluetooth has not said yet whether it is on: try again"
        case .unsupported: "this device has no Bluetooth Low Energy"
        case .unauthorized: "the app may not use Bluetooth: allow it in the system's settings"
        case .off: "Bluetooth is off: switch it on"
        case .on: "Bluetooth is on"
        }
    }
}
