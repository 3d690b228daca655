public import Foundation

/// An app on one device.
open class IQApp: NSObject {
    /// Names the app.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public let uuid: UUID!
    /// Names it in the store.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public let storeUuid: UUID!
    /// Where it is.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    public let device: IQDevice!

    /// Creates an app.
    public init!(uuid: UUID!, store storeUuid: UUID!, device: IQDevice!) {
        self.uuid = uuid
        self.storeUuid = storeUuid
        self.device = device
    }
}

/// What a device says of an app.
open class IQAppStatus: NSObject {
    /// Whether the app is installed.
    public let isInstalled: Bool
    /// Its version.
    public let version: UInt16

    init(isInstalled: Bool, version: UInt16) {
        self.isInstalled = isInstalled
        self.version = version
    }
}
