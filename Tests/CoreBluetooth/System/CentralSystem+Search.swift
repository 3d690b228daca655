import CCoreBluetooth
import Foundation
import Simulation

// How the app finds peripherals: by a scan, or by what the system knows.
extension CentralSystem {
    func scan(for services: [CBUUID]?, _ options: [String: Any]?) {
        guard mayBeCalled("scanForPeripherals") else { return }
        guard let services, !services.isEmpty else {
            return bluetooth.note(.notSimulated("to scan for anything"))
        }
        manager?.isScanning = true
        guard isOn else { return }
        scan = Scan(services: services, options: options)
        linkLayer.startScan(number, for: services.map(\.full))
    }

    func stopScan() {
        guard mayBeCalled("stopScan") else { return }
        manager?.isScanning = false
        stopScanning()
    }

    func stopScanning() {
        scan = nil
        linkLayer.stopScan(number)
    }

    func find(_ number: Int32) {
        guard let scan, number != bluetooth.peripheralNumber else { return }
        let peer = peers[number] ?? Peer(number: number, device: self.number)
        peers[number] = peer
        guard scan.allowsDuplicates || !scan.told.contains(number) else { return }
        self.scan?.told.insert(number)
        // Nobody but this call keeps a new object until the app does.
        let object = object(of: peer)
        let heard = linkLayer.state.peripherals[Int(number)]
        let services = (scan.services ?? []).filter { heard.advertised.contains($0.full) }
        var advertised: [String: Any] = [
            CBAdvertisementDataServiceUUIDsKey: services,
            CBAdvertisementDataIsConnectable: NSNumber(value: true),
        ]
        advertised[CBAdvertisementDataLocalNameKey] = heard.advertisedName
        let drawn = -Int(bluetooth.drawTime(40...90))
        let strength = NSNumber(value: heard.signalStrength ?? drawn)
        callbacks.post { [weak self] in
            guard let manager = self?.manager, !object.isInvalid else { return }
            manager.delegate?.centralManager(
                manager, didDiscover: object, advertisementData: advertised, rssi: strength)
        }
    }

    func peripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
        guard mayBeCalled("retrievePeripherals") else { return [] }
        return identifiers.compactMap { identifier in
            knownPeers.first { $0.identifier == identifier }.map(object)
        }
    }

    func connectedPeripherals(withServices services: [CBUUID]) -> [CBPeripheral] {
        guard mayBeCalled("retrieveConnectedPeripherals") else { return [] }
        return knownPeers.filter { peer in
            let served = linkLayer.state.peripherals[Int(peer.number)].database.services
            return peer.phase == .connected && services.contains { served.contains($0.full) }
        }.map(object)
    }
}
