public import CCoreBluetooth
public import Dispatch
public import Foundation

/// What an app does as a peripheral: it serves, advertises and notifies.
open class CBPeripheralManager: CBManager {
    /// Is told what happens.
    public weak var delegate: (any CBPeripheralManagerDelegate)?
    /// Whether it advertises.
    public internal(set) var isAdvertising = false

    weak var system: PeripheralSystem?
    /// The queue that delegates would be called on. Here they are called in the world's time.
    let queue: DispatchQueue?

    /// Creates a manager of the simulated Apple device that is current; without one, Bluetooth is not supported.
    ///
    /// Call this, and everything else, on the world's executor.
    public init(
        delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?,
        options: [String: Any]? = nil
    ) {
        self.delegate = delegate
        self.queue = queue
        super.init()
        if let bluetooth = SimulatedBluetooth.current {
            let identifier = options?[CBPeripheralManagerOptionRestoreIdentifierKey] as? String
            bluetooth.peripheralRadio.system(for: identifier).attach(self, identifier)
        } else {
            state = .unsupported
        }
    }

    /// Creates a manager without options.
    public convenience init(
        delegate: (any CBPeripheralManagerDelegate)?, queue: DispatchQueue?
    ) {
        self.init(delegate: delegate, queue: queue, options: nil)
    }

    /// Creates a manager whose delegate is set later.
    public convenience override init() { self.init(delegate: nil, queue: nil, options: nil) }

    deinit { system?.detach(ObjectIdentifier(self)) }

    /// Advertises; of the data, the services and the local name.
    open func startAdvertising(_ advertisementData: [String: Any]?) {
        system?.startAdvertising(advertisementData)
    }

    /// Ends advertising.
    open func stopAdvertising() { system?.stopAdvertising() }

    /// Adds a service to the database.
    open func add(_ service: CBMutableService) { system?.add(service) }

    /// Removes a service from the database.
    open func remove(_ service: CBMutableService) { system?.remove(service) }

    /// Removes all services from the database.
    open func removeAllServices() { system?.removeAllServices() }

    /// Answers a request. Of a read's `value`, as much is sent as one response carries.
    open func respond(to request: CBATTRequest, withResult result: CBATTError.Code) {
        system?.respond(to: request, result)
    }

    /// Notifies centrals that are subscribed.
    ///
    /// - Returns: `false` if the queue is full. Then the delegate is told when it has room again.
    open func updateValue(
        _ value: Data, for characteristic: CBMutableCharacteristic,
        onSubscribedCentrals centrals: [CBCentral]?
    ) -> Bool {
        system?.update(value, characteristic, centrals) ?? false
    }
}
