import KomootNav
import RepositorySupport
import SimulatedApps
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

/// A central for apps on the stand-in.
final class StandIn: @unchecked Sendable {
    var bluetooth: SimulatedBluetooth?
    private let habits: Habits

    init(_ habits: Habits) { self.habits = habits }

    func makeCentral(in world: isolated World) -> GATTCentral {
        let bluetooth = SimulatedBluetooth(in: world)
        bluetooth.habits = habits
        _ = bluetooth.enterAsCentral()
        self.bluetooth = bluetooth
        return WorldSurroundings(bluetooth).run { GATTCentral() }
    }
}

@Suite("A central for apps on Core Bluetooth")
struct CoreBluetoothCentralTests {
    @Test(
        "A central for apps on Core Bluetooth follows a thermostat whatever goes wrong",
        arguments: 0..<40 as Range<UInt64>)
    func thermostat(seed: UInt64) async throws {
        let standIn = StandIn(Habits())
        let stage = await CentralStage(seed: seed) { standIn.makeCentral(in: $0) }
        let run = try await ThermostatRun(seed: seed, on: stage)
        #expect(run.fault == nil)
        #expect(run.count > 30)
        #expect(standIn.bluetooth?.misuses == [])
    }
}
