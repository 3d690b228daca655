#if canImport(CoreBluetooth)
    import CoreBluetooth
    import Foundation
    import KomootNav

    /// A link of a `CoreBluetoothRadio`, and the request that is outstanding on it.
    ///
    /// It may be marked as sendable because it is used only on the queue of its surroundings.
    final class CoreBluetoothLink: NSObject, @unchecked Sendable {
        let peripheral: CBPeripheral
        let ticket: Ticket
        private let surroundings: any Surroundings
        private let tell: (GATTCentralEvent) -> Void
        private let fail: () -> Void
        private var isUp = false
        /// The MTU that was last told.
        private var mtu = 0
        /// What was discovered.
        private var characteristics: [GATTCharacteristic.Path: CBCharacteristic] = [:]
        private var outstanding: (request: GATTRequest, ticket: Ticket)?
        /// What the outstanding request is about. It is answered even if services have changed since.
        private var requested: CBCharacteristic?
        /// The services of a discovery whose characteristics are still to be told.
        private var incomplete: [CBService] = []
        /// What a discovery has found.
        private var found: [GATTService] = []
        /// Subscriptions from before this link, which the system has kept and the discovery ends: no answer could be told
        /// from what they notify.
        private var leftovers: [CBCharacteristic] = []
        /// What was subscribed to on this link.
        private var subscribed: Set<GATTCharacteristic.Path> = []

        init(
            _ peripheral: CBPeripheral, _ ticket: Ticket, _ surroundings: any Surroundings,
            tell: @escaping (GATTCentralEvent) -> Void, fail: @escaping () -> Void
        ) {
            self.peripheral = peripheral
            self.ticket = ticket
            self.surroundings = surroundings
            self.tell = tell
            self.fail = fail
        }

        /// The link is up.
        func begin() {
            guard !isUp else { return }
            isUp = true
            mtu = currentMTU
            tell(.connected(link: ticket, mtu: mtu))
        }

        /// How many bytes of a Write Command are not its value.
        private static let writeHeader = 3

        private var currentMTU: Int {
            peripheral.maximumWriteValueLength(for: .withoutResponse) + Self.writeHeader
        }

        func send(_ request: GATTRequest, _ ticket: Ticket) {
            outstanding = (request, ticket)
            requested = nil
            switch request {
            case .discover(let service): peripheral.discoverServices([service.cbUUID])
            case .read(let path): with(path) { peripheral.readValue(for: $0) }
            case .write(let value, let path):
                with(path) { peripheral.writeValue(Data(value), for: $0, type: .withResponse) }
            case .writeWithoutResponse:
                if peripheral.canSendWriteWithoutResponse { writeWithoutResponse() }
            case .subscribe(let path, let isOn):
                with(path) { peripheral.setNotifyValue(isOn, for: $0) }
            }
        }

        private func writeWithoutResponse() {
            guard case .writeWithoutResponse(let value, let path) = outstanding?.request else {
                return
            }
            with(path) {
                peripheral.writeValue(Data(value), for: $0, type: .withoutResponse)
                answer(.done)
            }
        }

        private func with(_ path: GATTCharacteristic.Path, _ body: (CBCharacteristic) -> Void) {
            guard let characteristic = characteristics[path] else {
                return answer(.refused(.invalidHandle))
            }
            requested = characteristic
            body(characteristic)
        }

        private func answer(_ answer: GATTAnswer) {
            guard let ticket = outstanding?.ticket else { return }
            outstanding = nil
            tellMTU()
            tell(.answered(request: ticket, answer))
        }

        /// Tells an error of the peripheral, or what the request has led to. If the system itself has failed the request, the
        /// link is of no use any more.
        private func answer(_ error: (any Error)?, or success: GATTAnswer = .done) {
            guard let error else { return answer(success) }
            let isAnswer = (error as NSError).domain == CBATTErrorDomain
            isAnswer ? answer(.refused(ATTError(error))) : fail()
        }

        /// The MTU may be agreed on after the link is up, and the system does not tell.
        private func tellMTU() {
            let current = currentMTU
            guard current != mtu else { return }
            mtu = current
            tell(.mtuChanged(link: ticket, current))
        }

        /// The outstanding request, if it is about this characteristic.
        private func request(about characteristic: CBCharacteristic) -> GATTRequest? {
            requested === characteristic ? outstanding?.request : nil
        }
    }

    extension CoreBluetoothLink: CBPeripheralDelegate {
        func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
            guard case .discover(let wanted) = outstanding?.request, incomplete.isEmpty else {
                return
            }
            if error != nil { return answer(error) }
            found = []
            incomplete = peripheral.services?.filter { UUID128($0.uuid) == wanted } ?? []
            if incomplete.isEmpty { return tellDiscovery() }
            for service in incomplete { peripheral.discoverCharacteristics(nil, for: service) }
        }

        private func tellDiscovery() {
            guard found.contains(where: { $0.characteristics.isEmpty }) || found.isEmpty else {
                return answer(.discovered(found))
            }
            // Perhaps what is missing was there, and the system is about to tell that services have changed since.
            let ticket = outstanding?.ticket
            surroundings.performAfterCallbacks { [weak self, found] in
                if self?.outstanding?.ticket == ticket { self?.answer(.discovered(found)) }
            }
        }

        func peripheral(
            _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
            error: (any Error)?
        ) {
            guard case .discover(let uuid) = outstanding?.request, incomplete.contains(service)
            else { return }
            if error != nil {
                incomplete = []
                return answer(error)
            }
            incomplete.removeAll { $0 === service }
            guard incomplete.isEmpty else { return }
            let services = peripheral.services?.filter { UUID128($0.uuid) == uuid } ?? []
            found = services.map(GATTService.init)
            leftovers = []
            for characteristic in services.flatMap({ $0.characteristics ?? [] }) {
                let path = GATTCharacteristic.Path(UUID128(characteristic.uuid), in: uuid)
                characteristics[path] = characteristic
                if characteristic.isNotifying && !subscribed.contains(path) {
                    leftovers.append(characteristic)
                }
            }
            if leftovers.isEmpty || peripheral.state != .connected { return tellDiscovery() }
            for characteristic in leftovers {
                peripheral.setNotifyValue(false, for: characteristic)
            }
        }

        /// A subscription from before has ended, or has not.
        private func end(_ leftover: CBCharacteristic, _ error: (any Error)?) {
            leftovers.removeAll { $0 === leftover }
            if error != nil || leftover.isNotifying {
                leftovers = []
                answer(error, or: .refused(.unlikelyError))
            } else if leftovers.isEmpty {
                tellDiscovery()
            }
        }

        func peripheral(
            _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
            error: (any Error)?
        ) {
            let value = ContiguousArray(characteristic.value ?? Data())
            if case .read = request(about: characteristic) {
                return answer(error, or: .value(value))
            }
            let path = characteristics.first { $0.value === characteristic }?.key
            guard let path else { return }  // of an earlier link
            tellMTU()
            let failure = error.map { GATTCentralEvent.failed(link: ticket, path, ATTError($0)) }
            tell(failure ?? .notified(link: ticket, path, value))
        }

        func peripheral(
            _ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic,
            error: (any Error)?
        ) {
            if case .write = request(about: characteristic) { answer(error) }
        }

        func peripheral(
            _ peripheral: CBPeripheral,
            didUpdateNotificationStateFor characteristic: CBCharacteristic, error: (any Error)?
        ) {
            if leftovers.contains(characteristic) {
                end(characteristic, error)
            } else if case .subscribe(let path, let isOn) = request(about: characteristic) {
                let isDone = characteristic.isNotifying == isOn
                if characteristic.isNotifying {
                    subscribed.insert(path)
                } else {
                    subscribed.remove(path)
                }
                answer(error, or: isDone ? .done : .refused(.unlikelyError))
            } else if characteristics.values.contains(characteristic), !characteristic.isNotifying {
                // The system has ended the subscription, so what it is to is looked for again.
                forgetServices()
            }
        }

        func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBPeripheral) {
            writeWithoutResponse()
        }

        func peripheral(
            _ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]
        ) {
            forgetServices()
        }

        private func forgetServices() {
            characteristics = [:]
            subscribed = []
            let wasEnding = !leftovers.isEmpty
            leftovers = []
            tell(.servicesChanged(link: ticket))
            // The discovery that waited for the ends of subscriptions is void, and over.
            if wasEnding { answer(.discovered(found)) }
        }
    }

    extension GATTService {
        /// What was discovered.
        fileprivate init(_ service: CBService) {
            let characteristics = (service.characteristics ?? []).map {
                // The rest of the bits are about this system.
                GATTCharacteristic(
                    uuid: UUID128($0.uuid),
                    properties: .init(rawValue: UInt8(truncatingIfNeeded: $0.properties.rawValue)))
            }
            self.init(uuid: UUID128(service.uuid), characteristics: characteristics)
        }
    }
#endif
