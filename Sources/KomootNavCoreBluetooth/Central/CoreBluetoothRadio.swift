#if canImport(CoreBluetooth)
    import CoreBluetooth
    import Foundation
    public import KomootNav
    import KomootNavFoundation

    extension GATTCentral {
        /// Creates a central on Core Bluetooth. Its first call makes the system ask the user for permission.
        ///
        /// An app needs one, also for its ``NavigationDevice``.
        ///
        /// - Parameter restoreIdentifier: lets the system start the app again, in the background, for links, attempts to
        ///   connect and scans. It names this central among the app's. Then make the central again while the app launches, and ask
        ///   it for the same. What the system has kept connected is found by the first search for a service of it; what
        ///   nobody has asked for 2 s after that search, or without one 2 s after the first connection, is let go. iOS ends an
        ///   app that gives an identifier without the background mode `bluetooth-central`.
        public convenience init(restoreIdentifier: String? = nil) {
            self.init(GATTCentral.systemRadio(restoreIdentifier: restoreIdentifier))
        }

        /// The radio of ``init(restoreIdentifier:)``, for a radio that sits on it, as one that records.
        public static func systemRadio(
            restoreIdentifier: String? = nil
        ) -> any GATTCentralRadio {
            let surroundings = CurrentSurroundings.create()
            return restoreIdentifier.map { RestorableCoreBluetoothRadio($0, surroundings) }
                ?? CoreBluetoothRadio(surroundings)
        }
    }

    /// The radio of a `GATTCentral` on Core Bluetooth.
    class CoreBluetoothRadio: CoreBluetoothRole, GATTCentralRadio, @unchecked Sendable {
        private var manager: CBCentralManager?
        private var handle: (@Sendable (GATTCentralEvent) -> Void)?
        /// The links that are up or wanted.
        private var links: [CoreBluetoothLink] = []
        /// What was found since Bluetooth was switched on. The system forgets objects that no app keeps.
        private var found: [GATTPeer: CBPeripheral] = [:]
        /// What the system kept connected, or was connecting, while the app was away, and nobody has asked for.
        fileprivate var kept: [CBPeripheral] = []
        /// Whether the system may have kept a scan, and nobody has said whether it is still wanted.
        fileprivate var mayHaveKeptScan = false

        /// How many of the objects that were found are kept when a scan begins.
        private static let mostFound = 64

        func open(_ handle: @escaping @Sendable (GATTCentralEvent) -> Void) {
            self.handle = handle
            let manager = CBCentralManager(
                delegate: self, queue: surroundings.queue, options: managerOptions)
            self.manager = manager
            handle(.state(GATTRadioState(manager.state)))
        }

        private func tell(_ event: GATTCentralEvent) { handle?(event) }

        override func tellTime() { tell(.timePassed) }

        override func letGo() {
            guard let manager, manager.state == .poweredOn else { return }
            for peripheral in kept { manager.cancelPeripheralConnection(peripheral) }
            kept = []
        }

        func perform(_ request: GATTCentralRequest) {
            guard let manager, manager.state == .poweredOn else { return }
            switch request {
            case .scan(let services, let repeats):
                if found.count > Self.mostFound { forgetFound() }
                manager.scanForPeripherals(
                    withServices: services.map(\.cbUUID),
                    options: [CBCentralManagerScanOptionAllowDuplicatesKey: repeats])
                mayHaveKeptScan = false
                keep()
                tellConnected(services, manager)
            case .stopScan: stopScan(manager)
            case .connect(let peer, let ticket):
                connect(to: peer, ticket, manager)
                if mayHaveKeptScan { stopScan(manager) }
            case .disconnect(let ticket):
                guard let link = remove({ $0.ticket == ticket }) else { return }
                manager.cancelPeripheralConnection(link.peripheral)
            case .send(let request, let ticket, let link):
                links.first { $0.ticket == link }?.send(request, ticket)
            }
        }

        private func stopScan(_ manager: CBCentralManager) {
            manager.stopScan()
            mayHaveKeptScan = false
            if !kept.isEmpty { letGoLater() }
        }

        /// What the system is connected to need not advertise.
        private func tellConnected(_ services: [UUID128], _ manager: CBCentralManager) {
            for peripheral in kept {
                let known = (peripheral.services ?? []).map { UUID128($0.uuid) }
                // It may not have been discovered before the app ended. If only one is looked for, it will be that.
                tellConnected(peripheral, known.isEmpty && services.count == 1 ? services : known)
            }
            for service in services {
                let connected = manager.retrieveConnectedPeripherals(withServices: [
                    service.cbUUID
                ])
                for peripheral in connected where peripheral.state != .disconnecting {
                    tellConnected(peripheral, [service])
                }
            }
        }

        /// Addresses change, so what was found long ago may not be there any more.
        private func forgetFound() {
            let linked = links.map { GATTPeer($0.peripheral) }
            found = found.filter { linked.contains($0.key) }
        }

        private func tellConnected(_ peripheral: CBPeripheral, _ services: [UUID128]) {
            let peer = GATTPeer(peripheral)
            found[peer] = peripheral
            tell(
                .found(
                    GATTAdvertisement(
                        peer: peer, name: peripheral.name, signalStrength: nil, services: services))
            )
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
            kept.removeAll { $0 == peripheral }
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
                if central.state != .unknown { kept = [] }
            }
            tell(.state(GATTRadioState(central.state)))
        }

        func centralManager(
            _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
            advertisementData: [String: Any], rssi RSSI: NSNumber
        ) {
            let peer = GATTPeer(peripheral)
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
            end(peripheral, error)
        }

        func centralManager(
            _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
            error: (any Error)?
        ) {
            end(peripheral, error)
        }

        private func end(_ peripheral: CBPeripheral, _ error: (any Error)?) {
            if error.map(isLossOfPairing) ?? false { tell(.pairingLost(GATTPeer(peripheral))) }
            kept.removeAll { $0 == peripheral && $0.state == .disconnected }
            // Otherwise it is the end of an earlier link.
            guard peripheral.state != .connecting && peripheral.state != .connected,
                let link = remove({ $0.peripheral == peripheral })
            else { return }
            tell(.ended(link: link.ticket))
        }

        private func isLossOfPairing(_ error: any Error) -> Bool {
            let error = error as NSError
            let codes: [CBError.Code] = [.peerRemovedPairingInformation, .encryptionTimedOut]
            return error.domain == CBErrorDomain
                && codes.contains { $0.rawValue == error.code }
        }
    }

    /// A `CoreBluetoothRadio` that the system can restore.
    ///
    /// Core Bluetooth checks whether a delegate has the method `willRestoreState`. With a restoration identifier it must
    /// be there; without one the system logs a misuse of its interface.
    final class RestorableCoreBluetoothRadio: CoreBluetoothRadio, @unchecked Sendable {
        private let identifier: String

        /// - Parameter identifier: the name of the central among the app's.
        init(_ identifier: String, _ surroundings: any Surroundings) {
            self.identifier = identifier
            super.init(surroundings)
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
            let peripherals = dictionary[CBCentralManagerRestoredStatePeripheralsKey]
            kept = (peripherals as? [CBPeripheral] ?? []).filter { $0.state != .disconnected }
            mayHaveKeptScan = true
        }
    }

    #if !canImport(ObjectiveC)
        // Where nobody can look for the method, the stand-in wants to be told that it is there.
        extension RestorableCoreBluetoothRadio: CentralRestorationDelegate {}
    #endif

    extension GATTPeer {
        /// The peripheral of this object.
        init(_ peripheral: CBPeripheral) {
            self.init(identifier: UUID128(peripheral.identifier))
        }
    }

    extension BluetoothObstacle {
        /// Why a manager in this state can't be used; `nil` if Bluetooth is just off.
        init?(_ state: CBManagerState) { self.init(GATTRadioState(state)) }
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
