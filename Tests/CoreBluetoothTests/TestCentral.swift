import CoreBluetooth
import Foundation
import KomootNav
import Simulation

/// A small app that is a central. It notes what it is told, and does nothing that a test does not ask for, unless
/// `connectsItself` is set: then it connects, discovers and subscribes as most apps do.
class TestCentral: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate,
    @unchecked Sendable
{
    /// What it was told, in order.
    enum Event: Equatable {
        case state(CBManagerState)
        case restored
        case discovered(UUID)
        case connected
        case failedToConnect
        case disconnected(hasError: Bool)
        case modified(Int)
        case services
        case characteristics
        case value([UInt8]?, CBATTError.Code?)
        case failure(CBError.Code)
        case subscribed(Bool)
        case wrote
    }

    private(set) var events: [Event] = []
    private(set) var manager: CBCentralManager?
    private(set) var advertised: [String: Any] = [:]
    var peripheral: CBPeripheral?
    var characteristic: CBCharacteristic?
    var connectsItself = true
    var subscribes = false
    /// Is called at each event.
    var listener: ((Event) -> Void)?
    /// Whether a call of the app is under way, in which its delegate must not be called.
    var isInCall = false
    var wasCalledInCall = false

    func start(on bluetooth: SimulatedBluetooth, identifier: String? = nil) {
        var options: [String: Any] = [:]
        options[CBCentralManagerOptionRestoreIdentifierKey] = identifier
        call {
            manager = SimulatedBluetooth.$current.withValue(bluetooth) {
                CBCentralManager(delegate: self, queue: nil, options: options)
            }
        }
    }

    /// Calls the system; nothing may be told in the meantime.
    func call(_ body: () -> Void) {
        isInCall = true
        body()
        isInCall = false
    }

    func take(_ event: Event) {
        if isInCall { wasCalledInCall = true }
        events.append(event)
        listener?(event)
    }

    func forgetEvents() { events = [] }

    func count(_ event: Event) -> Int { events.count { $0 == event } }

    var values: [[UInt8]?] {
        events.compactMap { if case .value(let bytes, nil) = $0 { bytes } else { nil } }
    }

    func scan(allowDuplicates: Bool = false) {
        call {
            manager?.scanForPeripherals(
                withServices: [.navigation],
                options: [CBCentralManagerScanOptionAllowDuplicatesKey: allowDuplicates])
        }
    }

    func read() {
        guard let peripheral, let characteristic else { return }
        call { peripheral.readValue(for: characteristic) }
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
        take(.state(central.state))
        if connectsItself && central.state == .poweredOn && peripheral == nil { scan() }
    }

    func centralManager(
        _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
        advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
        advertised = advertisementData
        take(.discovered(peripheral.identifier))
        guard connectsItself, self.peripheral == nil else { return }
        self.peripheral = peripheral
        peripheral.delegate = self
        call {
            central.stopScan()
            central.connect(peripheral)
        }
    }

    func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
        take(.connected)
        guard connectsItself, peripheral.state == .connected else { return }
        call { peripheral.discoverServices([.navigation]) }
    }

    func centralManager(
        _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral,
        error: (any Error)?
    ) {
        take(.failedToConnect)
    }

    func centralManager(
        _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
        error: (any Error)?
    ) {
        take(.disconnected(hasError: error != nil))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]
    ) {
        take(.modified(invalidatedServices.count))
    }

    func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
        take(.services)
        guard connectsItself, let service = peripheral.services?.first else { return }
        call { peripheral.discoverCharacteristics([.instruction], for: service) }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
        error: (any Error)?
    ) {
        let found = service.characteristics?.first
        if connectsItself, let found { characteristic = found }
        take(.characteristics)
        guard connectsItself, let found else { return }
        if subscribes { call { peripheral.setNotifyValue(true, for: found) } }
    }

    func peripheral(
        _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        if let error = error as? CBError { return take(.failure(error.code)) }
        take(.value(characteristic.value.map(Array.init), (error as? CBATTError)?.code))
    }

    func peripheral(
        _ peripheral: CBPeripheral,
        didUpdateNotificationStateFor characteristic: CBCharacteristic, error: (any Error)?
    ) {
        take(.subscribed(characteristic.isNotifying))
    }

    func peripheral(
        _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
        error: (any Error)?
    ) {
        take(.wrote)
    }
}

/// A `TestCentral` that the system can restore.
final class RestorableTestCentral: TestCentral, CentralRestorationDelegate, @unchecked Sendable {
    func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
        peripheral = (dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral])?.first
        peripheral?.delegate = self
        characteristic = peripheral?.services?.first?.characteristics?.first
        take(.restored)
    }
}

extension CBUUID {
    static var navigation: CBUUID { CBUUID(string: NavigationService.uuid.description) }
    static var instruction: CBUUID {
        CBUUID(string: NavigationService.instructionCharacteristic.description)
    }
}
