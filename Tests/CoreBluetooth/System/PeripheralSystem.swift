import CCoreBluetooth
import Foundation
import KomootNav
import Simulation

/// What the system of a simulated Apple device does for a peripheral manager.
///
/// It may be marked as sendable because only code on its world's executor uses it.
final class PeripheralSystem: RoleSystem, @unchecked Sendable {
    /// A central that is connected. The app is not told of it.
    struct Link {
        let number: Int32
        let central: CBCentral
        var mtu: Int
        var subscriptions: [CBMutableCharacteristic] = []
    }

    unowned let radio: PeripheralRadio
    weak var manager: CBPeripheralManager?
    /// The services that the app has added.
    var services: [CBMutableService] = []
    /// What the app advertises.
    var advertisement: [String: Any]?
    var links: [Link] = []
    /// Every central that this device has ever met, by its number.
    private var centrals: [Int32: CBCentral] = [:]
    /// The requests that the app was told of and has not answered.
    var untilAnswered: [ObjectIdentifier: CBATTRequest] = [:]
    /// Whether the queue was full for it.
    var awaitsRoom = false

    init(on radio: PeripheralRadio) {
        self.radio = radio
        super.init(radio.bluetooth, radio.state)
        let known = linkLayer.state.links
        for index in known.indices
        where known[index].peripheral == radio.number && known[index].isUpForPeripheral {
            connected(Int32(index), mtu: Int(known[index].mtu))
        }
    }

    override var anyManager: CBManager? { manager }

    // MARK: Managers

    func attach(_ manager: CBPeripheralManager, _ identifier: String?) {
        terminate(keepsState: false)
        self.manager = manager
        manager.system = self
        begin(identifier, canBeRestored: manager.delegate is any PeripheralRestorationDelegate)
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
        untilAnswered = [:]
        endApp(keepsState: keepsState)
    }

    override func dropEverything() {
        advertisement = nil
        radio.showAdvertisement()
        for index in links.indices { links[index].subscriptions = [] }
        withdrawServices()
    }

    override func tellRestoration() {
        guard let manager else { return }
        var kept: [String: Any] = [:]
        if !services.isEmpty { kept[CBPeripheralManagerRestoredStateServicesKey] = services }
        if let advertisement {
            manager.isAdvertising = true
            kept[CBPeripheralManagerRestoredStateAdvertisementDataKey] = advertisement
        }
        guard !kept.isEmpty, let delegate = manager.delegate as? any PeripheralRestorationDelegate
        else {
            return
        }
        delegate.peripheralManager(manager, willRestoreState: kept)
    }

    /// Calls the app, later.
    func tell(_ call: @escaping (CBPeripheralManager) -> Void) {
        callbacks.post { [weak self] in
            if let manager = self?.manager { call(manager) }
        }
    }

    // MARK: Bluetooth's state

    override func tell(_ state: CBManagerState) {
        if state.isBelowPoweredOff { clear() }
        guard let manager else { return }
        manager.isAdvertising = state == .poweredOn && advertisement != nil
        if state != .poweredOn { untilAnswered = [:] }
        manager.delegate?.peripheralManagerDidUpdateState(manager)
    }

    /// The radio has already cleared its database and its advertising.
    func switchOff(_ new: CBManagerState) {
        let lost = links
        links = []
        if new.isBelowPoweredOff { clear() }
        change(to: new)
        for link in lost {
            let isTold = bluetooth.draws(bluetooth.habits.tellsSubscriptionsEndedBySwitchingOff)
            endSubscriptions(of: link, isTold: isTold)
        }
    }

    /// Forgets what the app has added and advertised.
    private func clear() {
        services = []
        advertisement = nil
    }

    func switchOn() {
        linkLayer.changeServices(of: radio.number) { database in
            for service in services { database.add(service.described) }
        }
        radio.showAdvertisement()
        change(to: .poweredOn)
    }

    // MARK: What the radio reports

    func hear(_ indication: PeripheralIndication, _ payload: Span<UInt8>) {
        switch indication {
        case .wake, .alarm, .radioOff, .radioOn: break
        case .connected(let link, let mtu): connected(link, mtu: mtu)
        case .disconnected(let link): disconnected(link)
        case .mtuChanged(let link, let mtu):
            guard let index = index(of: link) else { return }
            links[index].mtu = mtu
        case .read(let link, let uuid, let offset, let token):
            takeRead(of: uuid, at: offset, on: link, token: token)
        case .write(let link, let uuid, let token):
            takeWrite(to: uuid, on: link, token: token, payload)
        case .subscribed(let link, let uuid): subscribed(to: uuid, on: link)
        case .unsubscribed(let link, let uuid): unsubscribed(from: uuid, on: link)
        case .queueReady:
            guard awaitsRoom else { return }
            awaitsRoom = false
            tell { $0.delegate?.peripheralManagerIsReady(toUpdateSubscribers: $0) }
        }
    }

    func index(of link: Int32) -> Int? { links.firstIndex { $0.number == link } }

    private func connected(_ link: Int32, mtu: Int) {
        let other = linkLayer.state.links[Int(link)].central
        let central =
            centrals[other]
            ?? CBCentral(other, identifier: UUID(device: ~radio.number, peer: other), of: self)
        centrals[other] = central
        // A central has one link at a time. If it has come again, its older link was lost without a word.
        for older in links where older.central === central { disconnected(older.number) }
        links.append(Link(number: link, central: central, mtu: mtu))
    }

    private func disconnected(_ link: Int32) {
        guard let index = index(of: link) else { return }
        endSubscriptions(of: links.remove(at: index), isTold: true)
    }

    private func endSubscriptions(of link: Link, isTold: Bool) {
        for characteristic in link.subscriptions {
            characteristic.subscribedCentrals?.removeAll { $0 === link.central }
            guard isTold else { continue }
            tell { manager in
                manager.delegate?.peripheralManager(
                    manager, central: link.central, didUnsubscribeFrom: characteristic)
            }
        }
    }

    func maximumUpdateValueLength(of central: Int32) -> Int {
        let link = links.first { $0.central.number == central }
        return ATT.notificationPayload(mtu: link?.mtu ?? ATT.defaultMTU)
    }
}
