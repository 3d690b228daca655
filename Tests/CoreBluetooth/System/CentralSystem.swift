import CCoreBluetooth
import Foundation
import KomootNav
import Simulation

/// What the system of a simulated Apple device does for an app that is a central.
///
/// It may be marked as sendable because only code on its world's executor uses it.
final class CentralSystem: CentralHost, @unchecked Sendable {
    /// What is looked for.
    struct Scan {
        let services: [CBUUID]?
        let options: [String: Any]?
        var told: Set<Int32> = []

        var allowsDuplicates: Bool {
            let value = options?[CBCentralManagerScanOptionAllowDuplicatesKey]
            return value as? Bool ?? (value as? NSNumber)?.boolValue ?? false
        }
    }

    unowned let bluetooth: SimulatedBluetooth
    let linkLayer: LinkLayer
    let callbacks: CallbackQueue
    /// Its number among the centrals of its world.
    private(set) var number: Int32 = -1
    weak var manager: CBCentralManager?
    private var restoreIdentifier: String?
    /// What the system knows of Bluetooth. The manager learns it later.
    private var state: CBManagerState
    /// The state that the next change of the radio means.
    private var nextState: CBManagerState?
    /// How many changes of the state the app was not told yet.
    private var untoldStates = 0
    /// Every peripheral that this device has ever heard.
    var peers: [Int32: Peer] = [:]
    private var scan: Scan?
    private var lastToken: UInt32 = 0

    init(_ bluetooth: SimulatedBluetooth) {
        self.bluetooth = bluetooth
        linkLayer = bluetooth.linkLayer
        callbacks = CallbackQueue(bluetooth)
        state = .poweredOn
        number = linkLayer.addCentral(self)
        follow(bluetooth.state)
    }

    func nextToken() -> UInt32 {
        lastToken += 1
        return lastToken
    }

    // MARK: Managers

    /// A new app's manager takes over.
    func attach(_ manager: CBCentralManager, _ identifier: String?) {
        if self.manager != nil { terminate(keepsState: false) }
        self.manager = manager
        manager.system = self
        let isRestored = identifier != nil && identifier == restoreIdentifier
        restoreIdentifier = identifier
        if !isRestored { dropEverything() }
        let waiting = isRestored ? callbacks.release() : []
        callbacks.clear()
        if isRestored { callbacks.post { [weak self] in self?.tellRestoration() } }
        tellState()
        for call in waiting { callbacks.post(call) }
    }

    /// The manager is gone, without a word from the app.
    func detach(_ manager: ObjectIdentifier) {
        guard self.manager.map(ObjectIdentifier.init) == manager || self.manager == nil else {
            return
        }
        dropEverything()
        callbacks.clear()
    }

    func terminate(keepsState: Bool) {
        guard let manager else { return }
        manager.system = nil
        manager.state = .unknown
        self.manager = nil
        for peer in peers.values { disown(peer) }
        if keepsState && restoreIdentifier != nil {
            callbacks.hold()
        } else {
            restoreIdentifier = nil
            dropEverything()
            callbacks.clear()
        }
    }

    /// Ends what an app wanted.
    private func dropEverything() {
        stopScanning()
        for peer in knownPeers {
            if let link = peer.link { linkLayer.disconnect(link) }
            end(peer)
            disown(peer)
        }
    }

    /// The app's object is of no use any more. A new one is made when one is needed.
    func disown(_ peer: Peer) {
        loseOperations(of: peer)
        peer.object?.isInvalid = true
        peer.object?.state = .disconnected
        peer.object = nil
        peer.isToldConnected = false
        peer.wish += 1
    }

    private func tellRestoration() {
        guard let manager else { return }
        var kept: [String: Any] = [:]
        let restored = knownPeers.filter { $0.phase == .connecting || $0.phase == .connected }
        let objects = restored.map { peer in
            peer.isToldConnected = peer.phase == .connected
            return object(of: peer)
        }
        if !objects.isEmpty { kept[CBCentralManagerRestoredStatePeripheralsKey] = objects }
        if let scan {
            manager.isScanning = true
            kept[CBCentralManagerRestoredStateScanServicesKey] = scan.services
            kept[CBCentralManagerRestoredStateScanOptionsKey] = scan.options
        }
        if !kept.isEmpty { manager.delegate?.centralManager(manager, willRestoreState: kept) }
    }

    /// The peripherals that this device has ever heard, in an order that does not change.
    var knownPeers: [Peer] { peers.values.sorted { $0.number < $1.number } }

    /// The app's object of a peripheral.
    func object(of peer: Peer) -> CBPeripheral {
        if let object = peer.object { return object }
        let object = CBPeripheral(peer, of: self)
        object.name = "Peripheral \(peer.number)"
        object.services = peer.services
        for service in peer.services ?? [] { service.peripheral = object }
        switch peer.phase {
        case .idle: object.state = .disconnected
        case .connecting: object.state = .connecting
        case .connected: object.state = .connected
        case .ending: object.state = .disconnecting
        }
        peer.object = object
        return object
    }

    /// Whether the app may call its manager. If not, that is noted.
    func mayBeCalled(_ call: String) -> Bool {
        if manager?.state == .poweredOn { return true }
        bluetooth.note(.notPoweredOn(call))
        return false
    }

    /// Whether Bluetooth is on, and the app was told so.
    var isOn: Bool { state == .poweredOn && untoldStates == 0 }

    /// Calls the app, later, about a peripheral of which it has an object.
    func tell(
        _ peer: Peer, _ call: @escaping (CBCentralManager, CBPeripheral) -> Void
    ) {
        callbacks.post { [weak self] in
            guard let manager = self?.manager, let object = peer.object else { return }
            call(manager, object)
        }
    }

    // MARK: Bluetooth's state

    /// Switches the radio as the device's state says.
    func follow(_ wanted: CBManagerState) {
        let isRadioOn = linkLayer.state.centrals[Int(number)].isRadioOn
        if wanted == .poweredOn {
            if !isRadioOn { linkLayer.switchRadioOn(.central(number)) }
        } else if isRadioOn {
            nextState = wanted
            linkLayer.switchRadioOff(.central(number))
        } else if wanted != state {
            change(to: wanted)
        }
    }

    private func tellState() {
        untoldStates += 1
        callbacks.post { [weak self, state] in self?.tell(state) }
    }

    private func tell(_ state: CBManagerState) {
        untoldStates -= 1
        guard let manager else { return }
        manager.state = state
        if state != .poweredOn {
            manager.isScanning = false
            for peer in peers.values { peer.isToldConnected = false }
        }
        manager.delegate?.centralManagerDidUpdateState(manager)
    }

    private func change(to new: CBManagerState) {
        state = new
        if new.rawValue < CBManagerState.poweredOff.rawValue {
            for peer in knownPeers { disown(peer) }
        }
        tellState()
    }

    private func switchOff() {
        stopScanning()
        let linked = knownPeers.filter { $0.phase == .connected || $0.phase == .ending }
        var owed: [Operation] = []
        for peer in knownPeers {
            if peer.phase == .connected, let first = peer.operations.first { owed.append(first) }
            end(peer)
        }
        change(to: nextState ?? .poweredOff)
        nextState = nil
        for peer in linked {
            if let first = owed.first { tellFailure(of: first, of: peer) }
            owed = Array(owed.dropFirst())
            guard bluetooth.draws(bluetooth.habits.tellsLinksEndedBySwitchingOff) else { continue }
            tellDisconnection(of: peer, CBError(.peripheralDisconnected))
        }
    }

    func hear(_ indication: CentralIndication, _ payload: Span<UInt8>) {
        linkLayer.state.mayHaveResumed = true
        switch indication {
        case .wake: break
        case .radioOff: switchOff()
        case .radioOn: change(to: .poweredOn)
        case .found(let number): find(number)
        case .connected(let link, let attempt, _): connected(link, attempt: attempt)
        case .disconnected(let attempt): disconnected(attempt: attempt)
        case .response(let response, let token, let attempt):
            guard let peer = peer(attempt: attempt) else { return }
            take(response, token: token, from: peer, payload)
        case .notification(let handle, let attempt):
            guard let peer = peer(attempt: attempt) else { return }
            takeNotification(of: handle, from: peer, payload)
        case .mtuChanged: break
        case .serviceChanged(let attempt):
            guard let peer = peer(attempt: attempt) else { return }
            forgetServices(of: peer)
        }
    }

    private func peer(attempt: UInt32) -> Peer? {
        peers.values.first { $0.link != nil && $0.attempt == attempt }
    }

    // MARK: Scan

    func scan(for services: [CBUUID]?, _ options: [String: Any]?) {
        guard mayBeCalled("scanForPeripherals") else { return }
        guard let services, services.count == 1 else {
            return bluetooth.note(.notSimulated("to scan for other than one service"))
        }
        manager?.isScanning = true
        guard isOn else { return }
        scan = Scan(services: services, options: options)
        linkLayer.startScan(number, for: services[0].full)
    }

    func stopScan() {
        guard mayBeCalled("stopScan") else { return }
        manager?.isScanning = false
        stopScanning()
    }

    private func stopScanning() {
        scan = nil
        linkLayer.stopScan(number)
    }

    private func find(_ number: Int32) {
        guard let scan else { return }
        let peer = peers[number] ?? Peer(number: number, device: self.number)
        peers[number] = peer
        guard scan.allowsDuplicates || !scan.told.contains(number) else { return }
        self.scan?.told.insert(number)
        // Nobody but this call keeps a new object until the app does.
        let object = object(of: peer)
        let advertised: [String: Any] = [
            CBAdvertisementDataServiceUUIDsKey: scan.services ?? [],
            CBAdvertisementDataIsConnectable: NSNumber(value: true),
        ]
        let strength = NSNumber(value: -Int(bluetooth.drawTime(40...90)))
        callbacks.post { [weak self] in
            guard let manager = self?.manager, !object.isInvalid else { return }
            manager.delegate?.centralManager(
                manager, didDiscover: object, advertisementData: advertised, rssi: strength)
        }
    }

    // MARK: Known peripherals

    func peripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
        guard mayBeCalled("retrievePeripherals") else { return [] }
        return identifiers.compactMap { identifier in
            knownPeers.first { $0.identifier == identifier }.map(object)
        }
    }

    func connectedPeripherals(withServices services: [CBUUID]) -> [CBPeripheral] {
        guard mayBeCalled("retrieveConnectedPeripherals") else { return [] }
        return knownPeers.filter { peer in
            let served = linkLayer.state.peripherals[Int(peer.number)].database.services
            return peer.phase == .connected && services.contains { served.contains($0.full) }
        }.map(object)
    }
}
