#if canImport(CoreBluetooth) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    import CoreBluetooth
    import Foundation
    import KomootNav

    /// Translates between Core Bluetooth and a `PeripheralDriver`.
    ///
    /// It may be marked as sendable because everything but ``hub`` and what never changes is used only on the queue
    /// of its surroundings.
    class PeripheralAdapter: NSObject, UpdatingAdapter, @unchecked Sendable {
        /// Takes the updates.
        let hub = UpdateHub<NavigationPhone.Update>()
        let configuration: PeripheralSession.Configuration
        /// What is advertised with the service; empty for nothing.
        private let advertisedName: String
        private let surroundings: any Surroundings
        private let clock: SessionClock
        private let observer: (any PhoneObserver)?
        private let driver: PeripheralDriver<UUID, CBATTRequest>
        private var manager: CBPeripheralManager?
        var served: ServedService
        /// Whether the system has refused to advertise.
        var isRefusedAdvertising = false
        private var status: NavigationPhone.Status?

        init(
            _ configuration: PeripheralSession.Configuration, name: String,
            _ surroundings: any Surroundings
        ) {
            self.configuration = configuration
            advertisedName = name
            self.surroundings = surroundings
            clock = SessionClock(surroundings)
            observer = surroundings.phoneObserver
            driver = PeripheralDriver(configuration)
            served = ServedService(hasCCCD: configuration.hasCCCD)
        }

        /// What the manager is created with.
        var managerOptions: [String: Any] { [:] }

        /// Serves and advertises as soon as Bluetooth is on. Creates the manager, if there is none. May be called from any
        /// thread.
        func start() {
            surroundings.performAndWait {
                if self.manager == nil { self.createManager() }
                self.handle(.startNavigation)
            }
        }

        private func createManager() {
            // The first callbacks come when the queue is free again.
            manager = CBPeripheralManager(
                delegate: self, queue: surroundings.queue, options: managerOptions)
            // Off until the manager says how it is.
            handle(.radioOff)
        }

        func stop() {
            let listener = hub.newestListener
            surroundings.perform {
                self.handle(.stopNavigation)
                self.withdrawIfStopped()
                self.hub.end(upTo: listener)
            }
        }

        /// Lets devices find the phone for a while. May be called from any thread.
        func advertise() {
            surroundings.perform {
                self.handle(.startAdvertising)
                self.tryAgain()
            }
        }

        /// Publishes an object from any thread.
        func publish(_ object: ContiguousArray<UInt8>) {
            surroundings.perform {
                let now = self.clock.read()
                self.observer?.willPublish(object.span, at: now)
                self.driver.publish(object.span, at: now, on: self)
                self.observer?.didHandle()
            }
        }

        /// A random identifier of the layout's kind.
        func newIdentifier() -> InstructionIdentifier {
            switch configuration.layout.identifierFormat {
            case .uint32: .uint32(UInt32(truncatingIfNeeded: surroundings.random()))
            case .uuid: .uuid(.random(surroundings))
            }
        }

        func handle(_ event: PeripheralDriver<UUID, CBATTRequest>.Event) {
            let now = clock.read()
            observer?.willHandle(resolved(event), at: now)
            driver.handle(event, at: now, on: self)
            observer?.didHandle()
        }

        /// The event, and for a device that is heard what that means.
        private func resolved(
            _ event: PeripheralDriver<UUID, CBATTRequest>.Event
        ) -> PeripheralDriver<UUID, CBATTRequest>.Event {
            guard case .heard(let central, let mtu) = event else { return event }
            return driver.isConnected(central)
                ? .mtuChanged(central, mtu: mtu) : .connected(central, mtu: mtu)
        }

        /// Tells the status if it is another one than before.
        func tellStatus() {
            guard let state = manager?.state, state != .unknown || status != nil else { return }
            let current = NavigationPhone.Status(driver.phase, state)
            guard current != status else { return }
            status = current
            hub.send(.status(current))
        }

        func tell(_ error: any Error, of operation: NavigationPhone.Failure.Operation) {
            let error = error as NSError
            hub.send(
                .failure(
                    NavigationPhone.Failure(
                        operation: operation, domain: error.domain, code: error.code)))
        }
    }

    extension PeripheralAdapter: PeripheralRadio {
        func perform(_ request: PeripheralDriver<UUID, CBATTRequest>.Request) {
            observer?.willPerform(request)
            guard let manager, manager.state == .poweredOn else { return }
            switch request {
            case .addService: serve(manager)
            case .removeService: served.remove(from: manager)
            case .startAdvertising:
                isRefusedAdvertising = false
                // After Bluetooth was off, the system goes on by itself.
                if manager.isAdvertising { manager.stopAdvertising() }
                manager.startAdvertising(advertisement)
            case .stopAdvertising: manager.stopAdvertising()
            }
        }

        private var advertisement: [String: Any] {
            var data: [String: Any] = [CBAdvertisementDataServiceUUIDsKey: [NavigationService.type]]
            if !advertisedName.isEmpty { data[CBAdvertisementDataLocalNameKey] = advertisedName }
            return data
        }

        private func serve(_ manager: CBPeripheralManager) {
            for central in served.add(to: manager) {
                hear(central)
                handle(.subscribed(central.identifier))
            }
        }

        /// Asks again for what the system has refused.
        private func tryAgain() {
            guard let manager, manager.state == .poweredOn else { return }
            switch driver.phase {
            case .stopped, .radioOff: break
            case .advertising, .advertisingAgain:
                if served.service == nil { serve(manager) }
                if isRefusedAdvertising { perform(.startAdvertising) }
            case .serving: if served.service == nil { serve(manager) }
            }
        }

        /// Takes away what the system has kept, if the app has stopped the phone.
        func withdrawIfStopped() {
            guard let manager, manager.state == .poweredOn, driver.phase == .stopped
            else { return }
            manager.stopAdvertising()
            served.remove(from: manager)
        }

        func notify(_ central: UUID, with value: Span<UInt8>) -> Bool {
            observer?.willNotify(central, with: value)
            guard let manager, let characteristic = served.characteristic,
                let subscriber = characteristic.subscribedCentrals?.first(where: {
                    $0.identifier == central
                })
            else { return true }
            return manager.updateValue(
                Data(value), for: characteristic, onSubscribedCentrals: [subscriber])
        }

        func answer(_ read: CBATTRequest, with value: Span<UInt8>) {
            observer?.willAnswer(read, with: value)
            read.value = Data(value)
            manager?.respond(to: read, withResult: .success)
        }

        func reject(_ read: CBATTRequest, with error: ATTError) {
            observer?.willReject(read, with: error)
            manager?.respond(to: read, withResult: error.result)
        }

        func wake(at time: SessionTime?) {
            clock.wake(at: time) { [weak self] in self?.handle(.timePassed) }
        }

        func report(_ phase: PeripheralSession.Phase) { tellStatus() }
    }

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

    /// A `PeripheralAdapter` of a phone that the system can restore.
    ///
    /// Core Bluetooth checks whether a delegate has the method `willRestoreState`. With a restoration identifier it must
    /// be there; without one the system logs a misuse of its interface.
    final class RestorablePeripheralAdapter: PeripheralAdapter, @unchecked Sendable {
        private let identifier: String

        /// - Parameter identifier: the name of the phone among the app's.
        init(
            _ identifier: String, _ configuration: PeripheralSession.Configuration, name: String,
            _ surroundings: any Surroundings
        ) {
            self.identifier = identifier
            super.init(configuration, name: name, surroundings)
        }

        override var managerOptions: [String: Any] {
            [CBPeripheralManagerOptionRestoreIdentifierKey: identifier]
        }

        // The class does not declare that it is a delegate: without this, Core Bluetooth would not find the method.
        #if canImport(ObjectiveC)
            @objc
        #endif
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
