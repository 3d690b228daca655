/// A primary service: what a peripheral serves, or what a central has discovered.
public struct GATTService: Hashable, Sendable {
    /// The UUID of the service.
    public let uuid: UUID128
    /// Its characteristics.
    public let characteristics: [GATTCharacteristic]

    /// Creates a service.
    public init(uuid: UUID128, characteristics: [GATTCharacteristic]) {
        self.uuid = uuid
        self.characteristics = characteristics
    }
}

/// A characteristic of a ``GATTService``.
public struct GATTCharacteristic: Hashable, Sendable {
    /// What a central may do with the value.
    ///
    /// Source: Bluetooth Core Specification, Vol 3, Part G, section 3.3.1.1.
    public struct Properties: OptionSet, Hashable, Sendable {
        /// The bits, as they are on the wire.
        public let rawValue: UInt8

        /// Creates properties from their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It can be read.
        public static let read = Properties(rawValue: 0x02)
        /// It can be written, and the peripheral does not say whether it took the value.
        public static let writeWithoutResponse = Properties(rawValue: 0x04)
        /// It can be written, and the peripheral responds.
        public static let write = Properties(rawValue: 0x08)
        /// It can be notified.
        public static let notify = Properties(rawValue: 0x10)
        /// It can be indicated: notified, and the central confirms.
        public static let indicate = Properties(rawValue: 0x20)
    }

    /// Names a characteristic of a peripheral that has each service, and each characteristic in it, once.
    public struct Path: Hashable, Sendable {
        /// The UUID of the service.
        public let service: UUID128
        /// The UUID of the characteristic.
        public let characteristic: UUID128

        /// Creates a path.
        public init(_ characteristic: UUID128, in service: UUID128) {
            self.service = service
            self.characteristic = characteristic
        }
    }

    /// The UUID of the characteristic.
    public let uuid: UUID128
    /// What a central may do with the value.
    public let properties: Properties
    /// Whether centrals can subscribe: whether there is a Client Characteristic Configuration
    /// descriptor (0x2902).
    public let hasCCCD: Bool

    /// Creates a characteristic. If it can be notified or indicated, it has a CCCD unless you say otherwise.
    public init(uuid: UUID128, properties: Properties, hasCCCD: Bool? = nil) {
        self.uuid = uuid
        self.properties = properties
        self.hasCCCD = hasCCCD ?? !properties.isDisjoint(with: [.notify, .indicate])
    }
}
