public import LinkVocabulary

/// A characteristic that a simulated peripheral serves.
public struct GATTCharacteristic: Hashable, Sendable {
    /// What a central may do with the value.
    public struct Properties: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// Creates properties from their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// It can be read.
        public static let read = Properties(rawValue: 1)
        /// It can be written.
        public static let write = Properties(rawValue: 2)
        /// It can be notified.
        public static let notify = Properties(rawValue: 4)
    }

    /// The UUID of the characteristic.
    public let uuid: UUID128
    /// What a central may do with the value.
    public let properties: Properties
    /// Whether centrals can subscribe: whether there is a Client Characteristic Configuration
    /// descriptor (0x2902).
    public let hasCCCD: Bool

    /// Creates a characteristic. If it can be notified, it has a CCCD unless you say otherwise.
    public init(uuid: UUID128, properties: Properties, hasCCCD: Bool? = nil) {
        self.uuid = uuid
        self.properties = properties
        self.hasCCCD = hasCCCD ?? properties.contains(.notify)
    }
}

/// A primary service that a simulated peripheral serves.
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
