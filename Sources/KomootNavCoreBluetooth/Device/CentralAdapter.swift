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
        let clock: SessionClock
        let driver: CentralDriver<CBPeripheral>
        var manager: CBCentralManager?
        /// The characteristic of the link in use.
        var characteristic: CBCharacteristic?
        /// The MTU that was last told, of the link in use.
        var mtu = 0
        /// Phones that the system kept connected, or was connecting, while the app was away.
        var restored: [CBPeripheral] = []
        private var status: NavigationDevice.Status?
        /// Whether the system says that the phone and this device disagree about being paired.
        var hasLostPairing = false

        init(layout: InstructionLayout?, _ surroundings: any Surroundings) {
            self.surroundings = surroundings
            clock = SessionClock(surroundings)
            observer = surroundings.deviceObserver
            var configuration = CentralSession.Configuration(radio: .oneCallback, layout: layout)
            configuration.readTimeout = Self.readTimeout
            driver = CentralDriver(configuration)
        }

        /// The system pairs inside a read, while the user decides. It ends a pairing and a request by itself after 30 s
        /// without a word from the phone (Core Specification, Vol 3, Part H, section 3.4, and Part F, section 3.3.3), and
        /// a dead link sooner. So this is only for a system that forgets a request.
        static let readTimeout = Duration.seconds(35)

        /// What the manager is created with.
        var managerOptions: [String: Any] { [:] }

        /// Looks for a phone as soon as Bluetooth is on. Creates the manager, if there is none. May be called from any
        /// thread.
        func start() {
            surroundings.performAndWait {
                if self.manager == nil { self.createManager() }
                self.handle(.start)
            }
        }

        private func createManager() {
            // The first callbacks come when the queue is free again.
            manager = CBCentralManager(
                delegate: self, queue: surroundings.queue, options: managerOptions)
            // Off until the manager says how it is.
            handle(.radioOff)
        }

        func stop() {
            let listener = hub.newestListener
            surroundings.perform {
                self.handle(.stop)
                self.endRestored()
                self.hub.end(upTo: listener)
            }
        }

        func handle(_ event: CentralDriver<CBPeripheral>.Event) {
            driver.handle(event, at: clock.read(), on: self)
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

        // The class does not declare that it is a delegate: without this, Core Bluetooth would not find the method.
        #if canImport(ObjectiveC)
            @objc
        #endif
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
