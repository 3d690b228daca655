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
            // The app may have given up a link to this phone before the system started the app again. The end of that link
            // would be taken for the end of a new one. The phone is found again when the old link has ended.
            guard peripheral.state != .disconnecting || peripheral.delegate === self else { return }
            handle(.found(peripheral))
        }

        func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
            firstAttempt = nil
            mtu = Self.mtu(of: peripheral)
            handle(.connected(peripheral, mtu: mtu))
        }

        func centralManager(
            _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral,
            error: (any Error)?
        ) {
            firstAttempt = nil
            notePairing(error)
            handle(.failedToConnect(peripheral))
            tellStatus()
        }

        func centralManager(
            _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
            error: (any Error)?
        ) {
            notePairing(error)
            let isFirst = peripheral == firstAttempt
            firstAttempt = nil
            switch peripheral.state {
            // The end of an earlier link, told late: another is up.
            case .connected: return
            // It is on its way. At the first attempt, the earlier link is from before the system started the app again;
            // the driver knows its own.
            case .connecting where isFirst: return
            default: break
            }
            handle(.disconnected(peripheral))
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
