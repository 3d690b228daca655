import CoreBluetooth
import Foundation
import KomootNav
import Simulation

/// A small app that is a peripheral. It notes what it is told, serves navigation and advertises.
class TestPeripheral: NSObject, CBPeripheralManagerDelegate, @unchecked Sendable {
    /// What it was told, in order.
    enum Event: Equatable {
        case state(CBManagerState)
        case restored(services: Int, isAdvertising: Bool)
        case advertising(CBError.Code?)
        case added
        case read(offset: Int)
        case write([UInt8])
        case subscribed(UUID)
        case unsubscribed(UUID)
        case ready
    }

    private(set) var events: [Event] = []
    private(set) var manager: CBPeripheralManager?
    private(set) var requests: [CBATTRequest] = []
    var centrals: [CBCentral] = []
    /// What it answers reads with; `nil` to answer none.
    var value: [UInt8]? = Array(0..<60)
    var result = CBATTError.success
    /// Whether it adds its service and advertises when Bluetooth is on for the first time.
    var servesItself = true
    private var hasServed = false
    let characteristic: CBMutableCharacteristic
    let service: CBMutableService
    var isInCall = false
    var wasCalledInCall = false

    init(
        type: CBUUID = .navigation, characteristic uuid: CBUUID = .instruction, value: Data? = nil,
        permissions: CBAttributePermissions = [.readable, .writeable]
    ) {
        characteristic = CBMutableCharacteristic(
            type: uuid, properties: [.read, .notify, .write], value: value,
            permissions: permissions)
        service = CBMutableService(type: type, primary: true)
        service.characteristics = [characteristic]
    }

    func start(on bluetooth: SimulatedBluetooth, identifier: String? = nil) {
        var options: [String: Any] = [:]
        options[CBPeripheralManagerOptionRestoreIdentifierKey] = identifier
        call {
            manager = SimulatedBluetooth.$current.withValue(bluetooth) {
                CBPeripheralManager(delegate: self, queue: nil, options: options)
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
    }

    func forgetEvents() { events = [] }

    func advertise() {
        call {
            manager?.startAdvertising([CBAdvertisementDataServiceUUIDsKey: [service.uuid]])
        }
    }

    func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
        take(.state(peripheral.state))
        guard servesItself, !hasServed, peripheral.state == .poweredOn else { return }
        hasServed = true
        call { peripheral.add(service) }
        advertise()
    }

    func peripheralManagerDidStartAdvertising(
        _ peripheral: CBPeripheralManager, error: (any Error)?
    ) {
        take(.advertising((error as? CBError)?.code))
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
    ) {
        take(.added)
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didSubscribeTo characteristic: CBCharacteristic
    ) {
        centrals.append(central)
        take(.subscribed(central.identifier))
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, central: CBCentral,
        didUnsubscribeFrom characteristic: CBCharacteristic
    ) {
        take(.unsubscribed(central.identifier))
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest
    ) {
        take(.read(offset: request.offset))
        requests.append(request)
        guard let value else { return }
        if request.offset <= value.count { request.value = Data(value[request.offset...]) }
        call { peripheral.respond(to: request, withResult: result) }
    }

    func peripheralManager(
        _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
    ) {
        take(.write(requests.first?.value.map(Array.init) ?? []))
        call { peripheral.respond(to: requests[0], withResult: result) }
    }

    func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
        take(.ready)
    }
}

/// A `TestPeripheral` that the system can restore.
final class RestorableTestPeripheral: TestPeripheral, PeripheralRestorationDelegate,
    @unchecked Sendable
{
    func peripheralManager(_ peripheral: CBPeripheralManager, willRestoreState dict: [String: Any])
    {
        let services = dict[CBPeripheralManagerRestoredStateServicesKey] as? [CBMutableService]
        let data = dict[CBPeripheralManagerRestoredStateAdvertisementDataKey] as? [String: Any]
        take(.restored(services: services?.count ?? 0, isAdvertising: data != nil))
    }
}
