#if canImport(CoreBluetooth)
    import CoreBluetooth
    import Foundation
    import KomootNav
    import KomootNavFoundation

    extension CentralAdapter: CentralRadio {
        func perform(_ request: CentralDriver<CBPeripheral>.Request) {
            guard let manager else { return }
            switch request {
            case .startScan: scan(manager)
            case .stopScan: if manager.state == .poweredOn { manager.stopScan() }
            case .connect(let phone):
                characteristic = nil
                phone.delegate = self
                manager.connect(phone)
            case .disconnect(let phone):
                if manager.state == .poweredOn { manager.cancelPeripheralConnection(phone) }
            case .discover(let phone):
                characteristic = nil
                phone.discoverServices([NavigationService.type])
            case .subscribe(let phone):
                guard let characteristic else { return handle(.failed(phone, .invalidHandle)) }
                phone.setNotifyValue(true, for: characteristic)
            case .read(let phone, _):
                guard let characteristic else { return handle(.failed(phone, .invalidHandle)) }
                phone.readValue(for: characteristic)
            }
        }

        private func scan(_ manager: CBCentralManager) {
            manager.scanForPeripherals(
                withServices: [NavigationService.type],
                options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
            // A restored phone need not be found. If it does not answer, the session ends the link and scans.
            guard !restored.isEmpty else { return }
            handle(.found(restored.removeFirst()))
            // One phone is enough.
            for other in restored { manager.cancelPeripheralConnection(other) }
            restored = []
        }

        func wake(at time: SessionTime?) {
            // When the time has come, this is put after the callbacks that the queue has already.
            clock.wake(at: time) { [weak self] in self?.handle(.timePassed) }
        }

        func show(_ object: Span<UInt8>, extent: ObjectExtent) {
            observer?.willShow(object, extent)
            // The session has decoded it before.
            let view = try? NavigationInstructionView(
                decoding: object, layout: driver.configuration.layout, extent: extent)
            if let view { hub.send(.instruction(DecodedInstruction(view))) }
        }

        func report(_ status: CentralSession.Status) {
            observer?.willReport(status)
            tellStatus()
        }

        func note(_ fault: CentralSession.Fault) { observer?.willNote(fault) }
    }

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
