#if canImport(CoreBluetooth)
    import CoreBluetooth
    import Foundation
    import KomootNav

    extension CentralAdapter: CBPeripheralDelegate {
        func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
            if let error { return handle(.failed(peripheral, ATTError(error))) }
            let service = peripheral.services?.first { $0.uuid == NavigationService.type }
            guard let service else { return tellNotDiscovered(on: peripheral) }
            // The link may have been given up meanwhile.
            guard peripheral == driver.peer, peripheral.state == .connected else { return }
            peripheral.discoverCharacteristics([NavigationService.instructionType], for: service)
        }

        func peripheral(
            _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
            error: (any Error)?
        ) {
            if let error { return handle(.failed(peripheral, ATTError(error))) }
            let found = service.characteristics?.first {
                $0.uuid == NavigationService.instructionType
            }
            guard let found else { return tellNotDiscovered(on: peripheral) }
            if peripheral == driver.peer { characteristic = found }
            tellMTU(of: peripheral)
            // On a link that the system has kept, the first answer would not be known for one.
            guard !found.isNotifying || peripheral.state != .connected else {
                return peripheral.setNotifyValue(false, for: found)
            }
            handle(.discovered(peripheral, hasCCCD: found.properties.contains(.notify)))
        }

        /// Perhaps the service was there, and the system is about to tell that it has changed since.
        private func tellNotDiscovered(on phone: CBPeripheral) {
            let identifier = phone.identifier
            surroundings.performAfterCallbacks {
                guard let phone = self.driver.peer, phone.identifier == identifier else { return }
                self.handle(.notDiscovered(phone))
            }
        }

        func peripheral(
            _ peripheral: CBPeripheral,
            didUpdateNotificationStateFor characteristic: CBCharacteristic, error: (any Error)?
        ) {
            guard peripheral == driver.peer, characteristic === self.characteristic else { return }
            switch (driver.phase, characteristic.isNotifying) {
            case (.discovering, _) where error != nil:
                handle(.failed(peripheral, error.map(ATTError.init) ?? .unlikelyError))
            case (.subscribing, _) where error != nil:
                // An invalid handle may be that of a descriptor that the phone lacks (clause 9.11). If the services
                // have changed, the system says so.
                let refusal = error.map(ATTError.init) ?? .unlikelyError
                handle(.failed(peripheral, refusal.requiresPairing ? refusal : .unlikelyError))
            // Without an end of the old subscription no answer would be known for one.
            case (.discovering, true): handle(.failed(peripheral, .unlikelyError))
            case (.discovering, false): handle(.discovered(peripheral, hasCCCD: true))
            case (.subscribing, true): handle(.subscribed(peripheral))
            case (.subscribing, false): handle(.failed(peripheral, .unlikelyError))
            // The system has ended the subscription, so what it is to is looked for again.
            case (_, false): handle(.serviceChanged(peripheral))
            case (_, true): break
            }
        }

        func peripheral(
            _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
            error: (any Error)?
        ) {
            guard characteristic.uuid == NavigationService.instructionType else { return }
            if let error {
                // A read may fail late, if a notification was taken for its answer.
                guard driver.phase == .reading else { return }
                return handle(.failed(peripheral, ATTError(error)))
            }
            hasLostPairing = false
            tellMTU(of: peripheral)
            let value = ContiguousArray(characteristic.value ?? Data())
            driver.handle(.either, value.span, from: peripheral, at: clock.read(), on: self)
            observer?.didHandle()
        }

        /// The MTU may be agreed on after the link is up, and the system does not tell. It must know it
        /// when it tells what came with it (clause 8.9).
        private func tellMTU(of phone: CBPeripheral) {
            guard phone == driver.peer else { return }
            let current = Self.mtu(of: phone)
            guard current != mtu else { return }
            mtu = current
            handle(.mtuChanged(phone, mtu: current))
        }

        /// How many bytes of a Write Command are not its value.
        private static let writeHeader = 3

        /// The MTU of now, by what one Write Command can carry.
        static func mtu(of phone: CBPeripheral) -> Int {
            phone.maximumWriteValueLength(for: .withoutResponse) + writeHeader
        }

        func peripheral(
            _ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]
        ) {
            handle(.serviceChanged(peripheral))
        }
    }
#endif
