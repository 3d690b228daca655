import Foundation
import KomootNav
import Simulation

// What was discovered.
extension CentralSystem {
    /// Makes objects of the services that are new.
    func keepServices(_ found: [UUID128], of peer: Peer) {
        var services = peer.services ?? []
        for uuid in found where !services.contains(where: { $0.uuid.full == uuid }) {
            let service = CBService(uuid: CBUUID(uuid), isPrimary: true)
            service.peripheral = peer.object
            services.append(service)
        }
        peer.services = services
        peer.object?.services = services
    }

    /// Makes objects of the characteristics that are new.
    func keepCharacteristics(_ found: [Operation.Found], of service: CBService, on peer: Peer) {
        var characteristics = service.listedCharacteristics ?? []
        for found in found where peer.characteristics[found.handle] == nil {
            let characteristic = CBCharacteristic(
                uuid: CBUUID(found.step.characteristic),
                properties: CBCharacteristicProperties(
                    rawValue: UInt(found.step.properties.rawValue)),
                handle: found.handle)
            characteristic.service = service
            peer.characteristics[found.handle] = characteristic
            characteristics.append(characteristic)
        }
        service.listedCharacteristics = characteristics
        peer.remembered.removeAll { $0.step.service == service.uuid.full }
        peer.remembered += found
    }

    /// What the system gives for a discovery without asking the peripheral.
    func remembered(_ request: Operation.Request, of peer: Peer) -> [Operation.Found] {
        guard peer.isRemembering else { return [] }
        return peer.remembered.filter { found in
            switch request {
            case .discoverServices(let wanted):
                wanted?.contains { $0.full == found.step.service } ?? true
            case .discoverCharacteristics(let wanted, let service):
                service.uuid.full == found.step.service
                    && wanted?.contains { $0.full == found.step.characteristic } ?? true
            case .read, .setNotify, .write: false
            }
        }
    }

    /// The peripheral says that its services have changed: what was known of them is void.
    func forgetServices(of peer: Peer) {
        let old = peer.services ?? []
        peer.remembered = []
        killServices(of: peer)
        tell(peer) { _, object in object.delegate?.peripheral(object, didModifyServices: old) }
    }

    func killServices(of peer: Peer) {
        for service in peer.services ?? [] { service.isDead = true }
        peer.services = nil
        peer.object?.services = nil
        peer.characteristics = [:]
    }
}
