#if canImport(CoreBluetooth)
    import CoreBluetooth
    import Foundation
    import KomootNav

    /// Translates between Core Bluetooth and a `CentralDriver`.
    ///
    /// It may be marked as sendable because everything but ``hub`` is used only on the queue of its surroundings.
    final class CentralAdapter: NSObject, @unchecked Sendable {
        /// Takes the updates.
        let hub = UpdateHub<NavigationDevice.Update>()
        private let observer: (any DeviceObserver)?
        private let surroundings: any Surroundings
        private let driver: CentralDriver<CBPeripheral>
        private var manager: CBCentralManager?
        /// The characteristic of the link in use.
        private var characteristic: CBCharacteristic?
        /// The MTU that was last told, of the link in use.
        private var mtu = 0
        /// Phones that the system kept connected, or was connecting, while the app was away.
        private var restored: [CBPeripheral] = []
        private var wakeTime: SessionTime?
        private var status: NavigationDevice.Status?
        /// Whether the system says that the phone and this device disagree about being paired.
        private var hasLostPairing = false

        init(layout: InstructionLayout?, _ surroundings: any Surroundings) {
            self.surroundings = surroundings
            observer = surroundings.deviceObserver
            driver = CentralDriver(
                CentralSession.Configuration(radio: .oneCallback, layout: layout))
        }

        /// Creates the manager, and looks for a phone as soon as Bluetooth is on.
        func open(restoreIdentifier: String?) {
            // The first callbacks come when the queue is free again.
            surroundings.performAndWait {
                var options: [String: Any] = [:]
                options[CBCentralManagerOptionRestoreIdentifierKey] = restoreIdentifier
                self.manager = CBCentralManager(
                    delegate: self, queue: self.surroundings.queue, options: options)
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

        private func handle(_ event: CentralDriver<CBPeripheral>.Event) {
            driver.handle(event, at: surroundings.now, on: self)
            observer?.didHandle()
        }

        /// Tells the status if it is another one than before.
        private func tellStatus() {
            // Before the manager has said how it is, there is nothing to tell.
            guard let state = manager?.state, state != .unknown || status != nil else { return }
            var current = NavigationDevice.Status(driver.status, state)
            if hasLostPairing && current == .searching { current = .pairingRequired }
            guard current != status else { return }
            status = current
            hub.send(.status(current))
        }
    }

    extension CentralAdapter: CentralRadio {
        func perform(_ request: CentralDriver<CBPeripheral>.Request) {
            guard let manager else { return }
            switch request {
            case .startScan: scan(manager)
            case .stopScan: if manager.state == .poweredOn { manager.stopScan() }
            case .connect(let phone):
                characteristic = nil
                phone.delegate = self
                manager.connect(phone)
            case .disconnect(let phone):
                if manager.state == .poweredOn { manager.cancelPeripheralConnection(phone) }
            case .discover(let phone):
                characteristic = nil
                phone.discoverServices([NavigationService.type])
            // With one callback, no session asks for this.
            case .subscribe(let phone): handle(.failed(phone, .unlikelyError))
            case .read(let phone, _):
                guard let characteristic else { return handle(.failed(phone, .invalidHandle)) }
                phone.readValue(for: characteristic)
            }
        }

        private func scan(_ manager: CBCentralManager) {
            manager.scanForPeripherals(
                withServices: [NavigationService.type],
                options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
            // A restored phone need not be found. If it does not answer, the session ends the link and scans.
            guard !restored.isEmpty else { return }
            handle(.found(restored.removeFirst()))
            // One phone is enough.
            for other in restored { manager.cancelPeripheralConnection(other) }
            restored = []
        }

        /// If the app has stopped the device, ends what the system kept for it.
        private func endRestored() {
            guard let manager, manager.state == .poweredOn, driver.phase == .stopped else { return }
            for phone in restored { manager.cancelPeripheralConnection(phone) }
            restored = []
            if manager.isScanning { manager.stopScan() }
        }

        func wake(at time: SessionTime?) {
            wakeTime = time
            guard let time else { return }
            surroundings.perform(at: time) { [weak self] in
                guard let self, self.wakeTime == time else { return }
                self.handle(.timePassed)
            }
        }

        func show(_ object: Span<UInt8>, extent: ObjectExtent) {
            observer?.willShow(object, extent)
            // The session has decoded it before.
            let instruction = try? NavigationInstruction(
                decoding: object, layout: driver.configuration.layout, extent: extent)
            if let instruction { hub.send(.instruction(instruction, extent: extent)) }
        }

        func report(_ status: CentralSession.Status) {
            observer?.willReport(status)
            tellStatus()
        }

        func note(_ fault: CentralSession.Fault) { observer?.willNote(fault) }
    }

    extension CentralAdapter: CBCentralManagerDelegate {
        func centralManager(
            _ central: CBCentralManager, willRestoreState dictionary: [String: Any]
        ) {
            let phones = dictionary[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral]
            restored = (phones ?? []).filter { $0.state != .disconnected }
            for phone in restored { phone.delegate = self }
        }

        func centralManagerDidUpdateState(_ central: CBCentralManager) {
            if central.state == .poweredOn {
                handle(.radioOn)
                endRestored()
            } else {
                restored = central.state == .unknown ? restored : []
                handle(.radioOff)
            }
            tellStatus()
        }

        func centralManager(
            _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
            advertisementData: [String: Any], rssi RSSI: NSNumber
        ) {
            handle(.found(peripheral))
        }

        func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
            mtu = Self.mtu(of: peripheral)
            handle(.connected(peripheral, mtu: mtu))
        }

        func centralManager(
            _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral,
            error: (any Error)?
        ) {
            notePairing(error)
            handle(.failedToConnect(peripheral))
            tellStatus()
        }

        func centralManager(
            _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral,
            error: (any Error)?
        ) {
            notePairing(error)
            handle(.disconnected(peripheral))
            tellStatus()
        }

        private func notePairing(_ error: (any Error)?) {
            guard let error = error as NSError?, error.domain == CBErrorDomain else { return }
            let codes: [CBError.Code] = [.peerRemovedPairingInformation, .encryptionTimedOut]
            if codes.contains(where: { $0.rawValue == error.code }) { hasLostPairing = true }
        }

        /// How many bytes of a Write Command are not its value.
        private static let writeHeader = 3

        /// The least that the MTU can be: the system also counts what it can send.
        private static func mtu(of phone: CBPeripheral) -> Int {
            phone.maximumWriteValueLength(for: .withoutResponse) + writeHeader
        }
    }

    extension CentralAdapter: CBPeripheralDelegate {
        func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: (any Error)?) {
            if let error { return handle(.failed(peripheral, ATTError(error))) }
            let service = peripheral.services?.first { $0.uuid == NavigationService.type }
            guard let service else { return handle(.notDiscovered(peripheral)) }
            // The link may have been given up meanwhile.
            guard peripheral == driver.peer, peripheral.state == .connected else { return }
            peripheral.discoverCharacteristics([NavigationService.instructionType], for: service)
        }

        func peripheral(
            _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService,
            error: (any Error)?
        ) {
            if let error { return handle(.failed(peripheral, ATTError(error))) }
            let found = service.characteristics?.first {
                $0.uuid == NavigationService.instructionType
            }
            guard let found else { return handle(.notDiscovered(peripheral)) }
            if peripheral == driver.peer { characteristic = found }
            handle(.discovered(peripheral, hasCCCD: found.properties.contains(.notify)))
        }

        func peripheral(
            _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic,
            error: (any Error)?
        ) {
            guard characteristic.uuid == NavigationService.instructionType else { return }
            if let error { return handle(.failed(peripheral, ATTError(error))) }
            hasLostPairing = false
            tellMTU(of: peripheral)
            let value = ContiguousArray(characteristic.value ?? Data())
            driver.handle(
                .either, value.span, from: peripheral, at: surroundings.now, on: self)
            observer?.didHandle()
        }

        /// The MTU may be agreed on after the link is up, and the system does not tell.
        private func tellMTU(of phone: CBPeripheral) {
            guard phone == driver.peer else { return }
            let current = Self.mtu(of: phone)
            guard current != mtu else { return }
            mtu = current
            handle(.mtuChanged(phone, mtu: current))
        }

        func peripheral(
            _ peripheral: CBPeripheral, didModifyServices invalidatedServices: [CBService]
        ) {
            handle(.serviceChanged(peripheral))
        }
    }
#endif
