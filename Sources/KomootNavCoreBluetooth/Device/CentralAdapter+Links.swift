#if canImport(CoreBluetooth)
    import CoreBluetooth
    import Foundation
    import KomootNav

    extension CentralAdapter: CBCentralManagerDelegate {
        func centralManagerDidUpdateState(_ central: CBCentralManager) {
            if central.state == .poweredOn {
                handle(.radioOn)
                endRestored()
            } else {
                restored = central.state == .unknown ? restored : []
                handle(.radioOff)
            }
            tellStatus()
        }

        func centralManager(
            _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
            advertisementData: [String: Any], rssi RSSI: NSNumber
        ) {
            handle(.found(peripheral))
        }

        func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
            mtu = Self.mtu(of: peripheral)
            handle(.connected(peripheral, mtu: mtu))
        }

        func centralManager(
            _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral,
            error: (any Error)?
        ) {
            notePairing(error)
            handle(.failedToConnect(peripheral))
            tellStatus()
        }

        func centralManager(
            _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
            error: (any Error)?
        ) {
            notePairing(error)
            switch peripheral.state {
            // A newer link is on its way or up.
            case .connecting, .connected: handle(.earlierLinkEnded(peripheral))
            default: handle(.disconnected(peripheral))
            }
            tellStatus()
        }

        /// If the app has stopped the device, ends what the system kept for it.
        func endRestored() {
            guard let manager, manager.state == .poweredOn, driver.phase == .stopped else { return }
            for phone in restored { manager.cancelPeripheralConnection(phone) }
            restored = []
            if manager.isScanning { manager.stopScan() }
        }

        private func notePairing(_ error: (any Error)?) {
            guard let error = error as NSError?, error.domain == CBErrorDomain else { return }
            let codes: [CBError.Code] = [.peerRemovedPairingInformation, .encryptionTimedOut]
            if codes.contains(where: { $0.rawValue == error.code }) { hasLostPairing = true }
        }
    }
#endif
