#if canImport(CoreBluetooth) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    import CoreBluetooth
    import Foundation
    public import KomootNav
    import KomootNavFoundation

    extension GATTPeripheral {
        /// Creates a peripheral on Core Bluetooth. Its first use makes the system ask the user for permission.
        ///
        /// An app needs one, also for its ``NavigationPhone``.
        ///
        /// - Parameter restoreIdentifier: lets the system start the app again, in the background, when a central reads or
        ///   writes. It names this peripheral among the app's. Then make the peripheral again while the app launches, and
        ///   serve the same; what nobody serves 2 s after Bluetooth is on is taken away. iOS ends an app that gives an
        ///   identifier without the background mode `bluetooth-peripheral`.
        public convenience init(restoreIdentifier: String? = nil) {
            self.init(GATTPeripheral.systemRadio(restoreIdentifier: restoreIdentifier))
        }

        /// The radio of ``init(restoreIdentifier:)``, for a radio that sits on it, as one that records.
        public static func systemRadio(
            restoreIdentifier: String? = nil
        ) -> any GATTPeripheralRadio {
            let surroundings = CurrentSurroundings.create()
            return restoreIdentifier.map {
                RestorableCoreBluetoothPeripheralRadio($0, surroundings)
            } ?? CoreBluetoothPeripheralRadio(surroundings)
        }
    }

    /// The radio of a `GATTPeripheral` on Core Bluetooth.
    class CoreBluetoothPeripheralRadio: CoreBluetoothRole, GATTPeripheralRadio, @unchecked Sendable
    {
        private var manager: CBPeripheralManager?
        private var handle: (@Sendable (GATTPeripheralEvent) -> Void)?
        /// What was added to the manager.
        private var served: [UUID128: CBMutableService] = [:]
        /// What the system has served since before the app began, and nobody has asked for.
        fileprivate var kept: [CBMutableService] = []
        /// Whether the manager was asked to advertise. It says only later that it does.
        private var hasAdvertised = false
        /// The requests that the app has not answered. Of a write in several parts, the first one.
        private var requests: [Ticket: CBATTRequest] = [:]
        private var lastTicket = Ticket(rawValue: 0)

        func open(_ handle: @escaping @Sendable (GATTPeripheralEvent) -> Void) {
            self.handle = handle
            // The first callbacks come when the queue is free again.
            let manager = CBPeripheralManager(
                delegate: self, queue: surroundings.queue, options: managerOptions)
            self.manager = manager
            // If it can be used, it says so.
            handle(.state(manager.state == .poweredOn ? .unknown : GATTRadioState(manager.state)))
        }

        private func tell(_ event: GATTPeripheralEvent) { handle?(event) }

        override func tellTime() { tell(.timePassed) }

        /// Takes away what the system has kept and nobody has asked for, and ends its advertising.
        override func letGo() {
            guard let manager, manager.state == .poweredOn else { return }
            for service in kept { manager.remove(service) }
            kept = []
            if !hasAdvertised { manager.stopAdvertising() }
        }

        // MARK: Requests

        func perform(_ request: GATTPeripheralRequest) {
            guard let manager, manager.state == .poweredOn else { return }
            switch request {
            case .add(let service): if served[service.uuid] == nil { add(service, to: manager) }
            case .remove(let uuid):
                // Whoever serves the service may answer no more.
                let open = requests.filter { path(of: $0.value.characteristic).service == uuid }
                for ticket in open.keys.sorted(by: { $0.rawValue < $1.rawValue }) {
                    refuse(ticket, with: .invalidHandle)
                }
                let kept = takeKept(uuid)
                if let service = served.removeValue(forKey: uuid) ?? kept {
                    manager.remove(service)
                }
            case .advertise(let services, let name):
                // After Bluetooth was off, the system goes on by itself.
                if hasAdvertised || manager.isAdvertising { manager.stopAdvertising() }
                var data: [String: Any] = [
                    CBAdvertisementDataServiceUUIDsKey: services.map(\.cbUUID)
                ]
                if let name, !name.isEmpty { data[CBAdvertisementDataLocalNameKey] = name }
                hasAdvertised = true
                manager.startAdvertising(data)
            case .stopAdvertising:
                hasAdvertised = false
                manager.stopAdvertising()
            }
        }

        private func takeKept(_ uuid: UUID128) -> CBMutableService? {
            kept.firstIndex { UUID128($0.uuid) == uuid }.map { kept.remove(at: $0) }
        }

        private func add(_ service: GATTService, to manager: CBPeripheralManager) {
            if let old = takeKept(service.uuid) {
                guard !old.serves(service) else {
                    served[service.uuid] = old
                    return tellSubscribers(of: old)
                }
                manager.remove(old)
            }
            let new = CBMutableService(service)
            served[service.uuid] = new
            manager.add(new)
        }

        private func tellSubscribers(of service: CBMutableService) {
            for characteristic in service.characteristics ?? [] {
                let centrals = (characteristic as? CBMutableCharacteristic)?.subscribedCentrals
                for central in centrals ?? [] {
                    tell(.subscribed(GATTPeer(central), path(of: characteristic)))
                }
            }
        }

        private func path(of characteristic: CBCharacteristic) -> GATTCharacteristic.Path {
            // The reference to the service is weak: if that is gone, nobody serves it.
            let service = characteristic.service.map { UUID128($0.uuid) }
            return GATTCharacteristic.Path(
                UUID128(characteristic.uuid), in: service ?? UUID128(assignedNumber: 0))
        }

        func notify(
            _ value: Span<UInt8>, of path: GATTCharacteristic.Path, to central: GATTPeer
        ) -> Bool {
            let characteristic = served[path.service]?.characteristics?.first {
                UUID128($0.uuid) == path.characteristic
            }
            guard let manager, let characteristic = characteristic as? CBMutableCharacteristic,
                let subscriber = characteristic.subscribedCentrals?.first(where: {
                    GATTPeer($0) == central
                })
            else { return true }
            return manager.updateValue(
                Data(value), for: characteristic, onSubscribedCentrals: [subscriber])
        }

        func answer(_ read: Ticket, with value: Span<UInt8>) {
            guard let request = requests.removeValue(forKey: read) else { return }
            request.value = Data(value)
            manager?.respond(to: request, withResult: .success)
        }

        func accept(_ write: Ticket) {
            guard let request = requests.removeValue(forKey: write) else { return }
            manager?.respond(to: request, withResult: .success)
        }

        func refuse(_ request: Ticket, with error: ATTError) {
            guard let request = requests.removeValue(forKey: request) else { return }
            manager?.respond(to: request, withResult: error.result)
        }

        private func ticket(of request: CBATTRequest) -> Ticket {
            lastTicket = lastTicket.next
            requests[lastTicket] = request
            return lastTicket
        }
    }

    extension CoreBluetoothPeripheralRadio: CBPeripheralManagerDelegate {
        func peripheralManagerDidUpdateState(_ peripheral: CBPeripheralManager) {
            // Even if it was on before: then what was served is taken away below.
            if peripheral.state == .poweredOn && !served.isEmpty { tell(.state(.unknown)) }
            let old = served
            served = [:]
            requests = [:]
            hasAdvertised = false
            switch peripheral.state {
            case .poweredOn:
                if kept.isEmpty {
                    // Apple's documents disagree on whether the services are still there.
                    if peripheral.isAdvertising { peripheral.stopAdvertising() }
                    peripheral.removeAllServices()
                } else {
                    for service in old.values { peripheral.remove(service) }
                    letGoLater()
                }
            case .unknown: break
            default: kept = []
            }
            tell(.state(GATTRadioState(peripheral.state)))
        }

        func peripheralManager(
            _ peripheral: CBPeripheralManager, didAdd service: CBService, error: (any Error)?
        ) {
            guard let error else { return }
            let uuid = UUID128(service.uuid)
            // Otherwise it is an older one, which is not served any more.
            guard service === served[uuid] else { return }
            served[uuid] = nil
            tell(.serviceRefused(uuid, GATTFailure(error)))
        }

        func peripheralManagerDidStartAdvertising(
            _ peripheral: CBPeripheralManager, error: (any Error)?
        ) {
            if let error { tell(.advertisingRefused(GATTFailure(error))) }
        }

        func peripheralManager(
            _ peripheral: CBPeripheralManager, central: CBCentral,
            didSubscribeTo characteristic: CBCharacteristic
        ) {
            tell(.subscribed(GATTPeer(central), path(of: characteristic)))
        }

        func peripheralManager(
            _ peripheral: CBPeripheralManager, central: CBCentral,
            didUnsubscribeFrom characteristic: CBCharacteristic
        ) {
            tell(.unsubscribed(GATTPeer(central), path(of: characteristic)))
        }

        func peripheralManager(
            _ peripheral: CBPeripheralManager, didReceiveRead request: CBATTRequest
        ) {
            tell(
                .read(
                    GATTRead(
                        ticket: ticket(of: request), central: GATTPeer(request.central),
                        characteristic: path(of: request.characteristic),
                        offset: request.offset)))
        }

        /// Several requests are parts of one write, and the answer to the first one is the answer to all of them.
        func peripheralManager(
            _ peripheral: CBPeripheralManager, didReceiveWrite requests: [CBATTRequest]
        ) {
            guard let first = requests.first else { return }
            var value: ContiguousArray<UInt8> = []
            for request in requests {
                guard request.characteristic === first.characteristic else {
                    return peripheral.respond(to: first, withResult: .requestNotSupported)
                }
                guard request.offset == value.count else {
                    return peripheral.respond(to: first, withResult: .invalidOffset)
                }
                value.append(contentsOf: request.value ?? Data())
            }
            tell(
                .write(
                    GATTWrite(
                        ticket: ticket(of: first), central: GATTPeer(first.central),
                        characteristic: path(of: first.characteristic),
                        value: value)))
        }

        func peripheralManagerIsReady(toUpdateSubscribers peripheral: CBPeripheralManager) {
            tell(.ready)
        }
    }

    /// A `CoreBluetoothPeripheralRadio` that the system can restore.
    ///
    /// Core Bluetooth checks whether a delegate has the method `willRestoreState`. With a restoration identifier it must
    /// be there; without one the system logs a misuse of its interface.
    final class RestorableCoreBluetoothPeripheralRadio: CoreBluetoothPeripheralRadio,
        @unchecked Sendable
    {
        private let identifier: String

        /// - Parameter identifier: the name of the peripheral among the app's.
        init(_ identifier: String, _ surroundings: any Surroundings) {
            self.identifier = identifier
            super.init(surroundings)
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
            kept = dictionary[key] as? [CBMutableService] ?? []
        }
    }

    #if !canImport(ObjectiveC)
        // Where nobody can look for the method, the stand-in wants to be told that it is there.
        extension RestorableCoreBluetoothPeripheralRadio: PeripheralRestorationDelegate {}
    #endif

    extension CBMutableService {
        /// The same service, as Core Bluetooth serves it. Where there is something to subscribe to, it adds the CCCD.
        fileprivate convenience init(_ service: GATTService) {
            self.init(type: service.uuid.cbUUID, primary: true)
            characteristics = service.characteristics.map { characteristic in
                let properties = characteristic.properties
                var permissions: CBAttributePermissions = []
                if properties.contains(.read) { permissions.insert(.readable) }
                if !properties.isDisjoint(with: [.write, .writeWithoutResponse]) {
                    permissions.insert(.writeable)
                }
                return CBMutableCharacteristic(
                    type: characteristic.uuid.cbUUID,
                    properties: CBCharacteristicProperties(rawValue: UInt(properties.rawValue)),
                    value: nil, permissions: permissions)
            }
        }

        /// Whether centrals may do with it what they should be able to.
        fileprivate func serves(_ service: GATTService) -> Bool {
            let characteristics = characteristics ?? []
            return characteristics.count == service.characteristics.count
                && zip(characteristics, service.characteristics).allSatisfy { old, new in
                    UUID128(old.uuid) == new.uuid
                        && old.properties.rawValue == UInt(new.properties.rawValue)
                }
        }
    }

    extension GATTPeer {
        /// The central of this object.
        fileprivate init(_ central: CBCentral) {
            self.init(identifier: UUID128(central.identifier))
        }
    }

    extension GATTFailure {
        fileprivate init(_ error: any Error) {
            let error = error as NSError
            self.init(domain: error.domain, code: error.code)
        }
    }
#endif
