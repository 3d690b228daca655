#if canImport(CoreBluetooth) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    import CoreBluetooth
    import KomootNav

    /// A `PeripheralAdapter` of a phone that the system can restore.
    ///
    /// Core Bluetooth checks whether a delegate has the method `willRestoreState`. With a restoration identifier it must
    /// be there; without one the system logs a misuse of its interface.
    final class RestorablePeripheralAdapter: PeripheralAdapter, @unchecked Sendable {
        private let identifier: String

        /// - Parameter identifier: the name of the phone among the app's.
        init(
            _ identifier: String, _ configuration: PeripheralSession.Configuration,
            _ surroundings: any Surroundings
        ) {
            self.identifier = identifier
            super.init(configuration, surroundings)
        }

        override var managerOptions: [String: Any] {
            [CBPeripheralManagerOptionRestoreIdentifierKey: identifier]
        }

        func peripheralManager(
            _ peripheral: CBPeripheralManager, willRestoreState dictionary: [String: Any]
        ) {
            let key = CBPeripheralManagerRestoredStateServicesKey
            let services = dictionary[key] as? [CBMutableService] ?? []
            served.restore(services)
        }
    }

    #if !canImport(ObjectiveC)
        // Where nobody can look for the method, the stand-in wants to be told that it is there.
        extension RestorablePeripheralAdapter: PeripheralRestorationDelegate {}
    #endif
#endif
