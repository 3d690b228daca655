import CCoreBluetooth
import Foundation
import KomootNav
import Simulation

// What the app serves and advertises.
extension PeripheralSystem {
    func add(_ service: CBMutableService) {
        guard mayBeCalled("add") else { return }
        guard !services.contains(where: { $0 === service }) else {
            return bluetooth.note(.addedTwice)
        }
        guard !radio.systems.contains(where: { $0 !== self && $0.serves(service) }) else {
            return bluetooth.note(.notSimulated("to add a service that another manager has"))
        }
        services.append(service)
        if radio.isOn { linkLayer.changeServices(of: radio.number) { $0.add(service.described) } }
        tell { $0.delegate?.peripheralManager($0, didAdd: service, error: nil) }
    }

    func remove(_ service: CBMutableService) {
        guard mayBeCalled("remove") else { return }
        guard let index = services.firstIndex(where: { $0 === service }) else {
            return noteUnlessReset(.notAdded("remove"))
        }
        services.remove(at: index)
        endSubscriptions(of: service)
        if radio.isOn {
            linkLayer.changeServices(of: radio.number) { $0.remove(service.uuid.full) }
        }
    }

    func removeAllServices() {
        guard mayBeCalled("removeAllServices") else { return }
        for service in services { endSubscriptions(of: service) }
        withdrawServices()
    }

    /// Takes the manager's services out of the database.
    func withdrawServices() {
        let removed = services
        services = []
        guard radio.isOn, !removed.isEmpty else { return }
        linkLayer.changeServices(of: radio.number) { database in
            for service in removed { database.remove(service.uuid.full) }
        }
    }

    private func serves(_ service: CBMutableService) -> Bool {
        services.contains { $0.uuid == service.uuid }
    }

    /// Forgets who was subscribed. Nobody is told: the app knows what it has removed.
    private func endSubscriptions(of service: CBMutableService) {
        for index in links.indices {
            links[index].subscriptions.removeAll { $0.service === service }
        }
        for characteristic in service.characteristics ?? [] {
            (characteristic as? CBMutableCharacteristic)?.subscribedCentrals = []
        }
    }

    func startAdvertising(_ data: [String: Any]?) {
        guard mayBeCalled("startAdvertising") else { return }
        guard let wanted = data?[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID], !wanted.isEmpty
        else { return bluetooth.note(.notSimulated("to advertise no service")) }
        guard advertisement == nil else {
            return tell {
                $0.delegate?.peripheralManagerDidStartAdvertising(
                    $0, error: CBError(.alreadyAdvertising))
            }
        }
        advertisement = data
        radio.showAdvertisement()
        tell { [weak self] manager in
            manager.isAdvertising = self?.advertisement != nil && manager.state == .poweredOn
            manager.delegate?.peripheralManagerDidStartAdvertising(manager, error: nil)
        }
    }

    func stopAdvertising() {
        guard mayBeCalled("stopAdvertising") else { return }
        advertisement = nil
        manager?.isAdvertising = false
        radio.showAdvertisement()
    }
}

extension CBMutableService {
    /// The service as the simulated link describes it.
    var described: GATTService {
        GATTService(
            uuid: uuid.full,
            characteristics: (characteristics ?? []).map { characteristic in
                var properties: GATTCharacteristic.Properties = []
                let permissions = (characteristic as? CBMutableCharacteristic)?.permissions ?? []
                let listed = characteristic.properties
                if listed.contains(.read) && permissions.contains(.readable) {
                    properties.insert(.read)
                }
                if permissions.contains(.writeable) {
                    if listed.contains(.write) { properties.insert(.write) }
                    if listed.contains(.writeWithoutResponse) {
                        properties.insert(.writeWithoutResponse)
                    }
                }
                if !listed.isDisjoint(with: [.notify, .indicate]) { properties.insert(.notify) }
                return GATTCharacteristic(uuid: characteristic.uuid.full, properties: properties)
            })
    }
}
