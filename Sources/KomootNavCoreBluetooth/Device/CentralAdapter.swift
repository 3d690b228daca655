#if canImport(CoreBluetooth)
    import CoreBluetooth
    import Foundation
    import KomootNav

    /// Translates between Core Bluetooth and a `CentralDriver`.
    ///
    /// It may be marked as sendable because everything but ``hub`` is used only on the queue of its surroundings.
    class CentralAdapter: NSObject, UpdatingAdapter, @unchecked Sendable {
        /// Takes the updates.
        let hub = UpdateHub<NavigationDevice.Update>()
        let observer: (any DeviceObserver)?
        let surroundings: any Surroundings
        let driver: CentralDriver<CBPeripheral>
        var manager: CBCentralManager?
        /// The characteristic of the link in use.
        var characteristic: CBCharacteristic?
        /// The MTU that was last told, of the link in use.
        var mtu = 0
        /// Phones that the system kept connected, or was connecting, while the app was away.
        var restored: [CBPeripheral] = []
        var wakeTime: SessionTime?
        private var status: NavigationDevice.Status?
        /// Whether the system says that the phone and this device disagree about being paired.
        var hasLostPairing = false

        init(layout: InstructionLayout?, _ surroundings: any Surroundings) {
            self.surroundings = surroundings
            observer = surroundings.deviceObserver
            driver = CentralDriver(
                CentralSession.Configuration(radio: .oneCallback, layout: layout))
        }

        /// What the manager is created with.
        var managerOptions: [String: Any] { [:] }

        /// Creates the manager, and looks for a phone as soon as Bluetooth is on.
        func open() {
            // The first callbacks come when the queue is free again.
            surroundings.performAndWait {
                self.manager = CBCentralManager(
                    delegate: self, queue: self.surroundings.queue, options: self.managerOptions)
                // Off until the manager says how it is.
                self.handle(.radioOff)
                self.handle(.start)
            }
        }

        /// Tells the driver something from any thread.
        func tell(_ command: Command) {
            surroundings.perform {
                switch command {
                case .start: self.handle(.start)
                case .stop:
                    self.handle(.stop)
                    self.endRestored()
                }
            }
        }

        /// What the app may want.
        enum Command { case start, stop }

        func stop() { tell(.stop) }

        func handle(_ event: CentralDriver<CBPeripheral>.Event) {
            driver.handle(event, at: surroundings.now, on: self)
            observer?.didHandle()
        }

        /// Tells the status if it is another one than before.
        func tellStatus() {
            // Before the manager has said how it is, there is nothing to tell.
            guard let state = manager?.state, state != .unknown || status != nil else { return }
            var current = NavigationDevice.Status(driver.status, state)
            if hasLostPairing && current == .searching { current = .pairingRequired }
            guard current != status else { return }
            status = current
            hub.send(.status(current))
        }
    }

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
