#if canImport(CoreBluetooth)
    import CoreBluetooth
    import KomootNav

    /// A `CentralAdapter` of a device that the system can restore.
    ///
    /// Core Bluetooth checks whether a delegate has the method `willRestoreState`. With a restoration identifier it must
    /// be there; without one the system logs a misuse of its interface.
    final class RestorableCentralAdapter: CentralAdapter, @unchecked Sendable {
        private let identifier: String

        /// - Parameter identifier: the name of the device among the app's.
        init(_ identifier: String, layout: InstructionLayout?, _ surroundings: any Surroundings) {
            self.identifier = identifier
            super.init(layout: layout, surroundings)
        }

        override var managerOptions: [String: Any] {
            [CBCentralManagerOptionRestoreIdentifierKey: identifier]
        }

        func centralManager(
            _ central: CBCentralManager, willRestoreState dictionary: [String: Any]
        ) {
            let phones = dictionary[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral]
            restored = (phones ?? []).filter { $0.state != .disconnected }
            for phone in restored { phone.delegate = self }
        }
    }

    #if !canImport(ObjectiveC)
        // Where nobody can look for the method, the stand-in wants to be told that it is there.
        extension RestorableCentralAdapter: CentralRestorationDelegate {}
    #endif
#endif
