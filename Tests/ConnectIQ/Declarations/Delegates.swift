public import Foundation

// All methods are optional. A default stands for one that a delegate lacks, or has under another name.

/// Is told what needs the user.
public protocol IQUIOverrideDelegate: NSObjectProtocol {
    func needsToInstallConnectMobile()
}

/// Is told about devices.
public protocol IQDeviceEventDelegate: NSObjectProtocol {
    func deviceStatusChanged(_ device: IQDevice!, status: IQDeviceStatus)
    func deviceCharacteristicsDiscovered(_ device: IQDevice!)
}

/// Is told what apps send.
public protocol IQAppMessageDelegate: NSObjectProtocol {
    func receivedMessage(_ message: Any!, from app: IQApp!)
}

extension IQUIOverrideDelegate {
    public func needsToInstallConnectMobile() {}
}

extension IQDeviceEventDelegate {
    public func deviceStatusChanged(_ device: IQDevice!, status: IQDeviceStatus) {}
    public func deviceCharacteristicsDiscovered(_ device: IQDevice!) {}
}

extension IQAppMessageDelegate {
    public func receivedMessage(_ message: Any!, from app: IQApp!) {}
}
