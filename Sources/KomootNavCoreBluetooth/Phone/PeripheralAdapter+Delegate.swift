#if canImport(CoreBluetooth) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    import CoreBluetooth
    import Foundation
    import KomootNav

    extension PeripheralAdapter: CBPeripheralManagerDelegate {
        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
            switch peripheral.state {
            case .poweredOn:
                // Apple's documents disagree on whether the services are still there.
                if !served.isRestored {
                    if peripheral.isAdvertising { peripheral.stopAdvertising() }
                    peripheral.removeAllServices()
                    served.forget()
                }
                handle(.radioOn)
                // The app may have stopped while Bluetooth was off.
                withdrawIfStopped()
            case .unknown: handle(.radioOff)
            default:
                // What the system had kept for the app is gone.
                served.forget()
                handle(.radioOff)
            }
            tellStatus()
        }

        func peripheralManager(
            _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
        ) {
            guard let error else { return }
            // An older one may have been refused, which is not served any more.
            if service === served.service { served.forget() }
            tell(error, of: .addService)
        }

        func peripheralManagerDidStartAdvertising(
            _ peripheral: CBPeripheralManager, error: (any Error)?
        ) {
            guard let error else { return }
            isRefusedAdvertising = true
            tell(error, of: .startAdvertising)
        }

        func peripheralManager(
            _ peripheral: CBPeripheralManager, central: CBCentral,
            didSubscribeTo characteristic: CBCharacteristic
        ) {
            hear(central)
            handle(.subscribed(central.identifier))
        }

        func peripheralManager(
            _ peripheral: CBPeripheralManager, central: CBCentral,
            didUnsubscribeFrom characteristic: CBCharacteristic
        ) {
            handle(.unsubscribed(central.identifier))
        }

        func peripheralManager(
            _ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest
        ) {
            guard request.characteristic.uuid == NavigationService.instructionType else {
                return peripheral.respond(to: request, withResult: .attributeNotFound)
            }
            hear(request.central)
            handle(.read(request, by: request.central.identifier, offset: request.offset))
        }

        func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
            handle(.notificationsReady)
        }

        /// Core Bluetooth does not report connections; and it cuts each answer and each notification to what fits, so
        /// the session may offer all it has.
        func hear(_ central: CBCentral) {
            handle(.heard(central.identifier, mtu: ATT.maximumMTU))
        }
    }
#endif
