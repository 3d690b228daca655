import KomootNav
import KomootNavCoreBluetooth
import SimulatedApps

@testable import CoreBluetooth
@testable import Simulation

/// Whose radio it is.
enum SharedRadio: CaseIterable {
    case simulated, coreBluetooth

    func makeCentral(in world: isolated World, _ bluetooth: Diary<SimulatedBluetooth>)
        -> GATTCentral
    {
        guard self == .coreBluetooth else { return world.addCentral() }
        let standIn = StandIn(Habits())
        let central = standIn.makeCentral(in: world)
        if let made = standIn.bluetooth { bluetooth.add(made) }
        return central
    }

    func makePeripheral(
        in world: isolated World, _ bluetooth: Diary<SimulatedBluetooth>,
        _ restoreIdentifier: String? = nil
    ) -> GATTPeripheral {
        guard self == .coreBluetooth else { return world.addPeripheral() }
        let made = SimulatedBluetooth(in: world)
        _ = made.enterAsPeripheral()
        bluetooth.add(made)
        return WorldSurroundings(made).run {
            GATTPeripheral(restoreIdentifier: restoreIdentifier)
        }
    }
}
