import CyclingSensors
import PropertyTesting
import RepositorySupport
import SimulatedApps
import Simulation
import Testing

@testable import CoreBluetooth

@Suite("Links to sensors on Core Bluetooth")
struct CoreBluetoothSensorsTests {
    @Test(
        "Links to sensors on Core Bluetooth all come back whatever goes wrong, and no packet is told of another sensor",
        arguments: propertySeeds(1))
    func faults(seed: UInt64) async throws {
        let standIn = StandIn(Habits())
        let stage = await SensorRun.stage(seed: seed) { standIn.makeCentral(in: $0) }
        let run = try await SensorRun(seed: seed, on: stage)
        #expect(run.fault == nil)
        #expect(run.packetCount > 300 && run.lossCount > 3)
        #expect(standIn.bluetooth?.misuses == [])
    }

    @Test(
        "Links to sensors on Core Bluetooth tell what of a sensor can't be used, and the rest of it and the others go on",
        arguments: BadSensor.allCases.filter(\.isKnownToStandIn))
    func badInput(_ sensor: BadSensor) async throws {
        let standIn = StandIn(.plain)
        let (bad, good) = try await sensor.updates { standIn.makeCentral(in: $0) }
        #expect(good.packetCount >= 8 && good.faults.isEmpty)
        #expect(bad.faults == [sensor.fault].compactMap(\.self))
        #expect(bad.packetCount >= (sensor == .unknown ? 0 : 8))
        #expect(standIn.bluetooth?.misuses == [])
    }

    @Test("Links to sensors on Core Bluetooth give the speed of the page's example")
    func speed() async throws {
        let standIn = StandIn(.plain)
        let shown = try await SensorStage.shownSpeeds { standIn.makeCentral(in: $0) }
        #expect(shown.count > 50 && shown.allSatisfy { (28.5...29.1).contains($0) })
        #expect(standIn.bluetooth?.misuses == [])
    }

    @Test(
        "A link to a trainer on Core Bluetooth brings it to 150 W, again after the link was lost",
        arguments: [.link(.dropped), .link(.droppedSilently), .link(.centralRadioOff(.seconds(5)))]
            as [Fault])
    func trainer(fault: Fault) async throws {
        let standIn = StandIn(.plain)
        let told = try await PlayedTrainer.follow(
            .machine, .fitnessMachine(.power), makeCentral: { standIn.makeCentral(in: $0) }
        ) { world, trainer, played in
            trainer.set(.power(watts: 150))
            try await world.clock.sleep(for: .seconds(5))
            #expect(played.trainer.target == .power(watts: 150))
            played.restart()
            try world.inject(fault)
            try await world.clock.sleep(for: .seconds(60 + 35 + 8))
            #expect(played.trainer.target == .power(watts: 150))
        }
        let holding = TrainerControl.State.holding(.power(watts: 150))
        #expect(told.states == [.waiting, holding, .disconnected, .waiting, holding])
        #expect(standIn.bluetooth?.misuses == [])
    }
}
