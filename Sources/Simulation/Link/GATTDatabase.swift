public import LinkVocabulary

/// The attributes of one peripheral: their handles, and what each handle means.
///
/// A service takes one handle for its declaration. A characteristic takes one each for its
/// declaration and its value, and one more if it has a CCCD. The handles of a removed service are
/// never used again.
package struct GATTDatabase: Sendable {
    private struct Attribute: Sendable {
        let service: UUID128
        let characteristic: GATTCharacteristic
        let handle: UInt16
    }

    private var attributes: ContiguousArray<Attribute> = []
    private var lastHandle: UInt16 = 0

    package mutating func add(_ service: GATTService) {
        lastHandle &+= 1
        for characteristic in service.characteristics {
            let handle = lastHandle &+ 2
            attributes.append(
                Attribute(
                    service: service.uuid, characteristic: characteristic, handle: handle))
            lastHandle = characteristic.hasCCCD ? handle &+ 1 : handle
        }
    }

    package mutating func remove(_ service: UUID128) {
        attributes.removeAll { $0.service == service }
    }

    package mutating func removeAll() { attributes.removeAll() }

    /// The handle of a characteristic's value.
    package func handle(of characteristic: UUID128, in service: UUID128) -> UInt16? {
        attributes.first { $0.service == service && $0.characteristic.uuid == characteristic }?
            .handle
    }

    /// The services that have characteristics.
    package var services: [UUID128] {
        var services: [UUID128] = []
        for attribute in attributes where !services.contains(attribute.service) {
            services.append(attribute.service)
        }
        return services
    }

    /// The characteristics of a service.
    package func characteristics(of service: UUID128) -> [UUID128] {
        attributes.lazy.filter { $0.service == service }.map(\.characteristic.uuid)
    }

    package func characteristic(at handle: UInt16) -> GATTCharacteristic? {
        for attribute in attributes where attribute.handle == handle {
            return attribute.characteristic
        }
        return nil
    }

    /// Why a request can't be served; `nil` if it can. It checks in the order of a real server.
    func error(for request: Request, isPaired: Bool) -> ATTError? {
        switch request {
        case .discover: return nil
        case .read(let handle), .readBlob(let handle, _):
            return error(handle, .read, refused: .readNotPermitted, isPaired: isPaired)
        case .write(let handle):
            return error(handle, .write, refused: .writeNotPermitted, isPaired: isPaired)
        case .subscribe(let handle, _):
            guard let characteristic = characteristic(at: handle), characteristic.hasCCCD else {
                return .invalidHandle
            }
            return isPaired ? nil : .insufficientAuthentication
        }
    }

    private func error(
        _ handle: UInt16, _ property: GATTCharacteristic.Properties, refused: ATTError,
        isPaired: Bool
    ) -> ATTError? {
        guard let characteristic = characteristic(at: handle) else { return .invalidHandle }
        guard characteristic.properties.contains(property) else { return refused }
        return isPaired ? nil : .insufficientAuthentication
    }
}

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
