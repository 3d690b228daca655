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
                properties: properties(of: found, on: peer),
                handle: found.handle)
            characteristic.service = service
            peer.characteristics[found.handle] = characteristic
            characteristics.append(characteristic)
        }
        service.listedCharacteristics = characteristics
    }

    private func properties(
        of found: Operation.Found, on peer: Peer
    ) -> CBCharacteristicProperties {
        let database = linkLayer.state.peripherals[Int(peer.number)].database
        guard let properties = database.characteristic(at: found.handle)?.properties else {
            return found.hasCCCD ? [.read, .notify] : .read
        }
        var listed: CBCharacteristicProperties = []
        if properties.contains(.read) { listed.insert(.read) }
        if properties.contains(.write) { listed.insert(.write) }
        if properties.contains(.notify) { listed.insert(.notify) }
        return listed
    }

    /// The peripheral says that its services have changed: what was known of them is void.
    func forgetServices(of peer: Peer) {
        let old = peer.services ?? []
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
