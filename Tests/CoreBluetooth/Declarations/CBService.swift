/// A service: of a peripheral, where it was discovered, or of this device.
open class CBService: CBAttribute {
    /// The peripheral on which it was discovered.
    public internal(set) weak var peripheral: CBPeripheral?
    /// Whether it is a primary service.
    public let isPrimary: Bool
    /// The services that it includes, as far as they were discovered.
    public internal(set) var includedServices: [CBService]?
    /// The characteristics that were discovered.
    public var characteristics: [CBCharacteristic]? { listedCharacteristics }

    var listedCharacteristics: [CBCharacteristic]?
    /// Whether its peripheral, its link or its services are gone.
    var isDead = false

    init(uuid: CBUUID, isPrimary: Bool) {
        self.isPrimary = isPrimary
        super.init(uuid: uuid)
    }
}

/// A service that this device serves.
open class CBMutableService: CBService {
    /// Creates a service without characteristics.
    public init(type uuid: CBUUID, primary isPrimary: Bool) {
        super.init(uuid: uuid, isPrimary: isPrimary)
    }

    /// The characteristics that it has, before it is added.
    open override var characteristics: [CBCharacteristic]? {
        get { listedCharacteristics }
        set {
            listedCharacteristics = newValue
            for characteristic in newValue ?? [] { characteristic.service = self }
        }
    }
}
