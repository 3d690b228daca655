#if canImport(CoreBluetooth)
    import CoreBluetooth
    import Foundation
    import KomootNav

    extension CentralAdapter: CBPeripheralDelegate {
        func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
            if let error { return handle(.failed(peripheral, ATTError(error))) }
            let service = peripheral.services?.first { $0.uuid == NavigationService.type }
            guard let service else { return handle(.notDiscovered(peripheral)) }
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
            guard let found else { return handle(.notDiscovered(peripheral)) }
            if peripheral == driver.peer { characteristic = found }
            handle(.discovered(peripheral, hasCCCD: found.properties.contains(.notify)))
        }

        func peripheral(
            _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
            error: (any Error)?
        ) {
            guard characteristic.uuid == NavigationService.instructionType else { return }
            if let error { return handle(.failed(peripheral, ATTError(error))) }
            hasLostPairing = false
            tellMTU(of: peripheral)
            let value = ContiguousArray(characteristic.value ?? Data())
            driver.handle(.either, value.span, from: peripheral, at: clock.read(), on: self)
            observer?.didHandle()
        }

        /// The MTU may be agreed on after the link is up, and the system does not tell.
        private func tellMTU(of phone: CBPeripheral) {
            guard phone == driver.peer else { return }
            let current = Self.mtu(of: phone)
            guard current != mtu else { return }
            mtu = current
            handle(.mtuChanged(phone, mtu: current))
        }

        /// How many bytes of a Write Command are not its value.
        private static let writeHeader = 3

        /// The least that the MTU can be: the system also counts what it can send.
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
