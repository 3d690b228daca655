#if canImport(CoreBluetooth)
    import CoreBluetooth
    import Foundation
    public import KomootNav
    import KomootNavFoundation

    extension GATTCentral {
        /// Creates a central on Core Bluetooth. Its first call makes the system ask the user for permission.
        ///
        /// An app needs one. A ``NavigationDevice`` has a manager of its own.
        public convenience init() { self.init(CoreBluetoothRadio(CurrentSurroundings.create())) }
    }

    /// The radio of a `GATTCentral` on Core Bluetooth.
    ///
    /// It may be marked as sendable because it is used only on the queue of its surroundings.
    final class CoreBluetoothRadio: NSObject, GATTCentralRadio, @unchecked Sendable {
        private let surroundings: any Surroundings
        private let clock: SessionClock
        private var manager: CBCentralManager?
        private var handle: (@Sendable (GATTRadioEvent) -> Void)?
        /// The links that are up or wanted.
        private var links: [CoreBluetoothLink] = []
        /// What was found since Bluetooth was switched on. The system forgets objects that no app keeps.
        private var found: [GATTPeer: CBPeripheral] = [:]

        init(_ surroundings: any Surroundings) {
            self.surroundings = surroundings
            clock = SessionClock(surroundings)
        }

        func run(_ work: @escaping @Sendable () -> Void) { surroundings.perform(work) }

        func open(_ handle: @escaping @Sendable (GATTRadioEvent) -> Void) {
            self.handle = handle
            let manager = CBCentralManager(delegate: self, queue: surroundings.queue, options: [:])
            self.manager = manager
            handle(.state(GATTRadioState(manager.state)))
        }

        private func tell(_ event: GATTRadioEvent) { handle?(event) }

        var now: SessionTime { clock.read() }

        func wake(at time: SessionTime?) {
            clock.wake(at: time) { [weak self] in self?.tell(.timePassed) }
        }

        func perform(_ request: GATTRadioRequest) {
            guard let manager, manager.state == .poweredOn else { return }
            switch request {
            case .scan(let services):
                manager.scanForPeripherals(
                    withServices: services.map(CBUUID.shortest),
                    options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
            case .stopScan: manager.stopScan()
            case .connect(let peer, let ticket): connect(to: peer, ticket, manager)
            case .disconnect(let ticket):
                guard let link = remove({ $0.ticket == ticket }) else { return }
                manager.cancelPeripheralConnection(link.peripheral)
            case .send(let request, let ticket, let link):
                links.first { $0.ticket == link }?.send(request, ticket)
            }
        }

        private func connect(to peer: GATTPeer, _ ticket: Ticket, _ manager: CBCentralManager) {
            let identifier = UUID(peer.identifier)
            let peripheral =
                found[peer] ?? manager.retrievePeripherals(withIdentifiers: [identifier]).first
            guard let peripheral else { return tell(.ended(link: ticket)) }
            let link = CoreBluetoothLink(peripheral, ticket, surroundings) { [weak self] in
                self?.tell($0)
            } fail: { [weak self] in
                self?.perform(.disconnect(link: ticket))
                self?.tell(.ended(link: ticket))
            }
            links.append(link)
            peripheral.delegate = link
            manager.connect(peripheral)
        }

        private func remove(_ isWanted: (CoreBluetoothLink) -> Bool) -> CoreBluetoothLink? {
            links.firstIndex(where: isWanted).map { links.remove(at: $0) }
        }
    }

    extension CoreBluetoothRadio: CBCentralManagerDelegate {
        func centralManagerDidUpdateState(_ central: CBCentralManager) {
            if central.state != .poweredOn {
                links = []
                found = [:]
            }
            tell(.state(GATTRadioState(central.state)))
        }

        func centralManager(
            _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
            advertisementData: [String: Any], rssi RSSI: NSNumber
        ) {
            let peer = GATTPeer(identifier: UUID128(peripheral.identifier))
            found[peer] = peripheral
            // Services of an app in the background are in an area of their own.
            let keys = [
                CBAdvertisementDataServiceUUIDsKey, CBAdvertisementDataOverflowServiceUUIDsKey,
            ]
            let services = keys.flatMap { advertisementData[$0] as? [CBUUID] ?? [] }
            let strength = RSSI.intValue
            tell(
                .found(
                    GATTAdvertisement(
                        peer: peer,
                        name: advertisementData[CBAdvertisementDataLocalNameKey] as? String,
                        signalStrength: strength == Self.unknownStrength ? nil : strength,
                        services: services.map(UUID128.init))))
        }

        /// The signal strength that stands for none.
        private static let unknownStrength = 127

        func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
            // It may be that of an earlier link, told late.
            guard peripheral.state == .connected else { return }
            links.first { $0.peripheral == peripheral }?.begin()
        }

        func centralManager(
            _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral,
            error: (any Error)?
        ) {
            end(peripheral)
        }

        func centralManager(
            _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
            error: (any Error)?
        ) {
            end(peripheral)
        }

        private func end(_ peripheral: CBPeripheral) {
            // Otherwise it is the end of an earlier link.
            guard peripheral.state != .connecting && peripheral.state != .connected,
                let link = remove({ $0.peripheral == peripheral })
            else { return }
            tell(.ended(link: link.ticket))
        }
    }

    extension GATTRadioState {
        /// What a manager's state means.
        init(_ state: CBManagerState) {
            switch state {
            case .poweredOn: self = .on
            case .unsupported: self = .unsupported
            case .unauthorized: self = .unauthorized
            case .unknown: self = .unknown
            case .poweredOff, .resetting: self = .off
            @unknown default: self = .off
            }
        }
    }
#endif
