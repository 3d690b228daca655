public import Dispatch
public import Foundation

/// What an app does as a central: it looks for peripherals, and connects to them.
open class CBCentralManager: CBManager {
    /// Is told what happens.
    public weak var delegate: (any CBCentralManagerDelegate)?
    /// Whether it scans.
    public internal(set) var isScanning = false

    weak var system: CentralSystem?
    /// The queue that delegates would be called on. Here they are called in the world's time.
    let queue: DispatchQueue?

    /// Creates a manager of the simulated Apple device that is current; without one, Bluetooth is not supported.
    ///
    /// Call this, and everything else, on the world's executor.
    public init(
        delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?,
        options: [String: Any]? = nil
    ) {
        self.delegate = delegate
        self.queue = queue
        super.init()
        if let bluetooth = SimulatedBluetooth.current {
            let identifier = options?[CBCentralManagerOptionRestoreIdentifierKey] as? String
            bluetooth.centralRadio.system(for: identifier).attach(self, identifier)
        } else {
            state = .unsupported
        }
    }

    /// Creates a manager without options.
    public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
        self.init(delegate: delegate, queue: queue, options: nil)
    }

    /// Creates a manager whose delegate is set later.
    public convenience override init() { self.init(delegate: nil, queue: nil, options: nil) }

    deinit { system?.detach(ObjectIdentifier(self)) }

    /// The known peripherals with these identifiers.
    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
        system?.peripherals(withIdentifiers: identifiers) ?? []
    }

    /// The peripherals that are connected to the system, if they have one of these services.
    open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
        system?.connectedPeripherals(withServices: serviceUUIDs) ?? []
    }

    /// Looks for peripherals that advertise a service.
    open func scanForPeripherals(
        withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil
    ) {
        system?.scan(for: serviceUUIDs, options)
    }

    /// Ends the scan.
    open func stopScan() { system?.stopScan() }

    /// Connects, as soon as the peripheral advertises. It never gives up by itself.
    open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
        system?.connect(peripheral)
    }

    /// Ends a link, or an attempt to connect. The delegate is told later.
    open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
        system?.cancel(peripheral)
    }
}
