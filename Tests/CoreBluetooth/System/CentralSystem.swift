import CCoreBluetooth
import Foundation
import KomootNav
import Simulation

/// What the system of a simulated Apple device does for a central manager.
///
/// It may be marked as sendable because only code on its world's executor uses it.
final class CentralSystem: RoleSystem, @unchecked Sendable {
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

    unowned let radio: CentralRadio
    weak var manager: CBCentralManager?
    /// Every peripheral that this manager, or one before it, has found.
    var peers: [Int32: Peer] = [:]
    var scan: Scan?

    init(on radio: CentralRadio) {
        self.radio = radio
        super.init(radio.bluetooth, radio.state)
        callbacks.mayBeBusy = true
    }

    override var anyManager: CBManager? { manager }

    // MARK: Managers

    func attach(_ manager: CBCentralManager, _ identifier: String?) {
        terminate(keepsState: false)
        self.manager = manager
        manager.system = self
        begin(identifier, canBeRestored: manager.delegate is any CentralRestorationDelegate)
    }

    /// The manager is gone, without a word from the app.
    func detach(_ manager: ObjectIdentifier) {
        guard self.manager == nil || self.manager.map(ObjectIdentifier.init) == manager else {
            return
        }
        endApp(keepsState: false)
    }

    func terminate(keepsState: Bool) {
        guard let manager else { return }
        manager.system = nil
        manager.state = .unknown
        self.manager = nil
        endApp(keepsState: keepsState)
    }

    override func dropEverything() {
        stopScanning()
        for peer in knownPeers {
            giveUpLink(of: peer)
            end(peer)
        }
        disownObjects()
    }

    override func disownObjects() {
        for peer in knownPeers {
            loseOperations(of: peer)
            peer.object?.isInvalid = true
            peer.object?.state = .disconnected
            peer.object = nil
            peer.isToldConnected = false
            peer.wish += 1
        }
    }

    override func tellRestoration() {
        guard let manager else { return }
        var kept: [String: Any] = [:]
        let restored = knownPeers.filter {
            $0.phase == .connecting || $0.phase == .connected || $0.isWanted
        }
        let objects = restored.map { peer in
            peer.isToldConnected = peer.phase == .connected
            return object(of: peer)
        }
        if !objects.isEmpty { kept[CBCentralManagerRestoredStatePeripheralsKey] = objects }
        if let scan {
            self.scan?.told = []
            manager.isScanning = true
            kept[CBCentralManagerRestoredStateScanServicesKey] = scan.services
            kept[CBCentralManagerRestoredStateScanOptionsKey] = scan.options
        }
        guard !kept.isEmpty, let delegate = manager.delegate as? any CentralRestorationDelegate
        else {
            return
        }
        delegate.centralManager(manager, willRestoreState: kept)
    }

    /// A peripheral, which the device may have heard for another manager.
    func peer(_ number: Int32) -> Peer {
        let peer = peers[number] ?? Peer(number: number, device: radio.number)
        peers[number] = peer
        return peer
    }

    /// The peripherals that this manager has found, in an order that does not change.
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
        case .ending: object.state = peer.isWanted ? .connecting : .disconnecting
        }
        peer.object = object
        return object
    }

    /// Calls the app, later, about a peripheral of which it has an object.
    func tell(
        _ peer: Peer, telling told: ObjectIdentifier? = nil,
        _ call: @escaping (CBCentralManager, CBPeripheral) -> Void
    ) {
        callbacks.post(telling: told) { [weak self] in
            guard let manager = self?.manager, let object = peer.object else { return }
            call(manager, object)
        }
    }

    // MARK: Bluetooth's state

    override func tell(_ state: CBManagerState) {
        guard let manager else { return }
        if state != .poweredOn {
            manager.isScanning = false
            for peer in peers.values { peer.isToldConnected = false }
        }
        manager.delegate?.centralManagerDidUpdateState(manager)
    }

    /// Bluetooth has gone off.
    func switchOff(_ new: CBManagerState) {
        stopScanning()
        let linked = knownPeers.filter { $0.phase == .connected || $0.phase == .ending }
            .map { ($0, takeFailing(of: $0)) }
        for peer in knownPeers {
            end(peer)
            peer.remembered = []
        }
        change(to: new)
        for (peer, failing) in linked {
            if let failing { tellFailure(of: failing, of: peer) }
            guard bluetooth.draws(bluetooth.habits.tellsLinksEndedBySwitchingOff) else { continue }
            tellDisconnection(of: peer, CBError(.peripheralDisconnected))
        }
    }

    func hear(_ indication: CentralIndication, _ payload: Span<UInt8>) {
        switch indication {
        case .wake, .radioOff, .radioOn: break
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
}
