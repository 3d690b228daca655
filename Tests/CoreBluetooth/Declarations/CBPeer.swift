public import Foundation

/// The other end of a link: a ``CBPeripheral`` or a ``CBCentral``.
open class CBPeer: NSObject, NSCopying {
    /// What this device knows the peer by.
    public let identifier: UUID

    init(identifier: UUID) {
        self.identifier = identifier
        super.init()
    }

    open func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A service or a characteristic.
open class CBAttribute: NSObject {
    /// Its type.
    public let uuid: CBUUID

    init(uuid: CBUUID) {
        self.uuid = uuid
        super.init()
    }
}
