public import Foundation

/// What a central may do with a characteristic.
public struct CBCharacteristicProperties: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let broadcast = CBCharacteristicProperties(rawValue: 0x01)
    public static let read = CBCharacteristicProperties(rawValue: 0x02)
    public static let writeWithoutResponse = CBCharacteristicProperties(rawValue: 0x04)
    public static let write = CBCharacteristicProperties(rawValue: 0x08)
    public static let notify = CBCharacteristicProperties(rawValue: 0x10)
    public static let indicate = CBCharacteristicProperties(rawValue: 0x20)
    public static let authenticatedSignedWrites = CBCharacteristicProperties(rawValue: 0x40)
    public static let extendedProperties = CBCharacteristicProperties(rawValue: 0x80)
    public static let notifyEncryptionRequired = CBCharacteristicProperties(rawValue: 0x100)
    public static let indicateEncryptionRequired = CBCharacteristicProperties(rawValue: 0x200)
}

/// Who may read and write a characteristic of this device.
public struct CBAttributePermissions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let readable = CBAttributePermissions(rawValue: 0x01)
    public static let writeable = CBAttributePermissions(rawValue: 0x02)
    public static let readEncryptionRequired = CBAttributePermissions(rawValue: 0x04)
    public static let writeEncryptionRequired = CBAttributePermissions(rawValue: 0x08)
}

/// A characteristic: of a peripheral, where it was discovered, or of this device.
open class CBCharacteristic: CBAttribute {
    /// The service that it belongs to.
    public internal(set) weak var service: CBService?
    /// What a central may do with it.
    public var properties: CBCharacteristicProperties { listedProperties }
    /// The value that arrived last, by a read or a notification; `nil` before the first one.
    public var value: Data? { storedValue }
    /// Whether this central is subscribed.
    public internal(set) var isNotifying = false

    var listedProperties: CBCharacteristicProperties
    var storedValue: Data?
    /// The handle of the value on the link on which it was discovered.
    let handle: UInt16
    /// Whether its peripheral, its link or its services are gone.
    var isDead: Bool { service?.isDead ?? true }

    init(
        uuid: CBUUID, properties: CBCharacteristicProperties, value: Data? = nil, handle: UInt16 = 0
    ) {
        listedProperties = properties
        storedValue = value
        self.handle = handle
        super.init(uuid: uuid)
    }
}

/// A characteristic that this device serves.
open class CBMutableCharacteristic: CBCharacteristic {
    /// Who may read and write it.
    open var permissions: CBAttributePermissions
    /// The centrals that are subscribed to it.
    public internal(set) var subscribedCentrals: [CBCentral]? = []
    /// What the system serves without asking the app; `nil` if it asks.
    let servedValue: Data?

    /// Creates a characteristic. With a value, the system serves that and asks nobody; without one, the delegate is
    /// asked at each read.
    public init(
        type uuid: CBUUID, properties: CBCharacteristicProperties, value: Data?,
        permissions: CBAttributePermissions
    ) {
        self.permissions = permissions
        servedValue = value
        super.init(uuid: uuid, properties: properties, value: value)
    }

    open override var properties: CBCharacteristicProperties {
        get { listedProperties }
        set { listedProperties = newValue }
    }

    open override var value: Data? {
        get { storedValue }
        set { storedValue = newValue }
    }
}
