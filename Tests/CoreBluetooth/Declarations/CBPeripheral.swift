public import CCoreBluetooth
public import Foundation

/// A peripheral that a central manager has found.
open class CBPeripheral: CBPeer {
    /// Is told what comes from the peripheral.
    public weak var delegate: (any CBPeripheralDelegate)?
    /// Its name, as far as it is known.
    public internal(set) var name: String?
    /// Whether it is connected.
    public internal(set) var state = CBPeripheralState.disconnected
    /// The services that were discovered on this link.
    public internal(set) var services: [CBService]?
    /// Whether a write without response would be sent at once.
    public var canSendWriteWithoutResponse: Bool { state == .connected }

    /// Whether it belongs to a time before the system's Bluetooth was reset.
    var isInvalid = false
    let peer: Peer
    weak var system: CentralSystem?

    init(_ peer: Peer, of system: CentralSystem) {
        self.peer = peer
        self.system = system
        super.init(identifier: peer.identifier)
    }

    // The system keeps links only for apps that keep the object.
    deinit { if !isInvalid { system?.forget(peer) } }

    /// Discovers the services of these types; all of them if `nil`.
    open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
        system?.request(.discoverServices(serviceUUIDs), of: self)
    }

    /// Discovers a service's characteristics of these types; all of them if `nil`.
    open func discoverCharacteristics(
        _ characteristicUUIDs: [CBUUID]?, for service: CBService
    ) {
        system?.request(.discoverCharacteristics(characteristicUUIDs, service), of: self)
    }

    /// Reads a whole value.
    open func readValue(for characteristic: CBCharacteristic) {
        system?.request(.read(characteristic), of: self)
    }

    /// Subscribes, or ends a subscription.
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
        system?.request(.setNotify(enabled, characteristic), of: self)
    }

    /// Writes a value.
    open func writeValue(
        _ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType
    ) {
        system?.request(.write(data, characteristic, type), of: self)
    }

    /// The most bytes that one write can have.
    open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
        system?.maximumWriteValueLength(for: type, to: peer) ?? 0
    }
}
