#if canImport(CoreBluetooth) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    import CoreBluetooth
    import KomootNav

    /// The service that a phone serves.
    struct ServedService {
        /// What was added to the manager; `nil` if nothing is served.
        private(set) var service: CBMutableService?
        /// Whether it was served before the app was started again, and has not been asked for since.
        private(set) var isRestored = false
        private let hasCCCD: Bool

        /// Nothing is served yet.
        ///
        /// - Parameter hasCCCD: whether centrals can subscribe.
        init(hasCCCD: Bool) { self.hasCCCD = hasCCCD }

        /// The characteristic that is served.
        var characteristic: CBMutableCharacteristic? {
            service?.characteristics?.first as? CBMutableCharacteristic
        }

        /// Takes over what was served before the app was started again.
        mutating func restore(_ services: [CBMutableService]) {
            service = services.first { $0.uuid == NavigationService.type }
            isRestored = service != nil
        }

        /// Serves, if it does not yet.
        ///
        /// - Returns: who was subscribed before the app was started again.
        mutating func add(to manager: CBPeripheralManager) -> [CBCentral] {
            if isRestored && !isAsConfigured { remove(from: manager) }
            defer { isRestored = false }
            guard service == nil else {
                return isRestored ? characteristic?.subscribedCentrals ?? [] : []
            }
            let new = CBMutableService(type: NavigationService.type, primary: true)
            new.characteristics = [
                CBMutableCharacteristic(
                    type: NavigationService.instructionType,
                    properties: hasCCCD ? [.read, .notify] : [.read],
                    value: nil, permissions: [.readable])
            ]
            service = new
            manager.add(new)
            return []
        }

        /// Whether centrals may do with it what they should be able to.
        private var isAsConfigured: Bool {
            guard let characteristic else { return false }
            return characteristic.uuid == NavigationService.instructionType
                && characteristic.properties.contains(.read)
                && characteristic.properties.contains(.notify) == hasCCCD
        }

        /// Serves no more.
        mutating func remove(from manager: CBPeripheralManager) {
            if let service { manager.remove(service) }
            forget()
        }

        /// The system does not serve it any more.
        mutating func forget() {
            service = nil
            isRestored = false
        }
    }
#endif
