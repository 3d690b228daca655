import CCoreBluetooth
import Foundation
import Simulation

/// What all peripheral managers of a simulated Apple device share: the database, the advertisement, and the links.
///
/// It may be marked as sendable because only code on its world's executor uses it.
final class PeripheralRadio: RoleRadio<PeripheralSystem>, PeripheralHost, @unchecked Sendable {
    /// Its number among the peripherals of its world.
    private(set) var number: Int32 = -1

    override init(_ bluetooth: SimulatedBluetooth) {
        super.init(bluetooth)
        number = linkLayer.addPeripheral(self)
        join(as: .peripheral(number))
    }

    override func makeSystem() -> PeripheralSystem { PeripheralSystem(on: self) }

    /// Advertises what the managers want.
    func showAdvertisement() {
        guard isOn else { return }
        let wanted = systems.compactMap(\.advertisement)
        let services = wanted.flatMap { $0[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] ?? [] }
        linkLayer.state.peripherals[Int(number)].advertised = services.map(\.full)
        linkLayer.state.peripherals[Int(number)].advertisedName =
            wanted.lazy.compactMap { $0[CBAdvertisementDataLocalNameKey] as? String }.first
    }

    func hear(_ indication: PeripheralIndication, _ payload: Span<UInt8>) {
        linkLayer.state.mayHaveResumed = true
        switch indication {
        case .radioOff:
            let new = takeNextState()
            for system in systems { system.switchOff(new) }
        case .radioOn:
            takeOn()
            for system in systems { system.switchOn() }
        case .read(_, let uuid, _, _), .write(_, let uuid, _):
            let owner = systems.first { $0.characteristic(uuid) != nil }
            (owner ?? current).hear(indication, payload)
        default: for system in systems { system.hear(indication, payload) }
        }
    }
}
