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
        radio.scan()
    }

    func stopScan() {
        guard mayBeCalled("stopScan") else { return }
        manager?.isScanning = false
        stopScanning()
    }

    func stopScanning() {
        scan = nil
        radio.scan()
    }

    func find(_ number: Int32) {
        guard let scan, number != bluetooth.peripheralNumber else { return }
        let heard = linkLayer.state.peripherals[Int(number)]
        let services = (scan.services ?? []).filter { heard.advertised.contains($0.full) }
        // It may be what another manager looks for.
        guard !services.isEmpty else { return }
        let peer = peer(number)
        guard scan.allowsDuplicates || !scan.told.contains(number) else { return }
        self.scan?.told.insert(number)
        // Nobody but this call keeps a new object until the app does.
        let object = object(of: peer)
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
            radio.heard.map(peer).first { $0.identifier == identifier }.map(object)
        }
    }

    func connectedPeripherals(withServices services: [CBUUID]) -> [CBPeripheral] {
        guard mayBeCalled("retrieveConnectedPeripherals") else { return [] }
        return radio.heard.filter { number in
            let served = linkLayer.state.peripherals[Int(number)].database.services
            return radio.user(of: number)?.phase == .connected
                && services.contains { served.contains($0.full) }
        }.map { object(of: peer($0)) }
    }
}
