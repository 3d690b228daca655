import CyclingSensors
import Foundation
import KomootNav
import KomootNavModels
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@testable import ExampleApps

@Suite("The example app Trainer")
@MainActor
struct TrainerTests {
    private static func screen(_ trainer: Trainer) -> String {
        [trainer.powerText, trainer.goal ?? "-", trainer.progress, trainer.stateText]
            .joined(separator: " | ")
    }

    /// What is shown while a rider does what riders do, at five moments.
    private static func screens(
        _ source: TrainerSource, _ clock: VirtualClock
    ) async throws -> [String] {
        let trainer = Trainer(
            source, locale: Locale(identifier: "en_IE"), clock: AppClock(clock))
        let running = Task { await trainer.run() }
        defer { running.cancel() }
        var screens: [String] = []
        func look(after seconds: Int) async throws {
            try await clock.sleep(for: .seconds(seconds))
            screens.append(screen(trainer))
        }
        try await look(after: 5)
        trainer.add(watts: 50)
        try await look(after: 5)
        trainer.mode = .hill
        try await look(after: 60)
        try await look(after: 60)
        trainer.mode = .free
        try await look(after: 5)
        return screens
    }

    @Test("A simulated rider rides with power, up the hill and freely")
    func simulated() async throws {
        let screens = try await World(seed: 1).run { world in
            let clock = world.clock
            return try await Self.screens(.simulated(.sample), clock)
        }
        #expect(
            screens == [
                "165 W | 150 W | 0 m, 0 km/h | A simulated rider",
                "172 W | 200 W | 0 m, 0 km/h | A simulated rider",
                "246 W | 5 % | 377 m, 18 km/h | A simulated rider",
                "280 W | 6 % | 593 m, 17 km/h | A simulated rider",
                "280 W | - | 0 m, 0 km/h | A simulated rider",
            ])
    }

    @Test("The rider of a Bluetooth log rides up the hill until the log ends")
    func recorded() async throws {
        let characteristic = SensorCharacteristic.indoorBikeData
        var writer = try ValueCaptureWriter([
            CapturedService(SensorService.fitnessMachine, characteristics: [characteristic])
        ])
        let start = CaptureTime(microsecondsSince1970: 0)
        writer.writeConnection(at: start)
        var data = IndoorBikeData()
        data.instantaneousPower = 180
        let value = data.encoded()
        for second in 1...100 {
            try writer.write(
                value.span, of: characteristic, at: start.advanced(by: .seconds(second)))
        }
        let log = Array(writer.takeBytes())
        let screens = try await World(seed: 1).run { world in
            let clock = world.clock
            return try await Self.screens(.recorded { log }, clock)
        }
        #expect(
            screens == [
                "180 W | 150 W | 0 m, 0 km/h | A recorded ride",
                "180 W | 200 W | 0 m, 0 km/h | A recorded ride",
                "180 W | 5 % | 355 m, 15 km/h | A recorded ride",
                "180 W | 8 % | 455 m, 9 km/h | A recorded ride",
                "180 W | - | 0 m, 0 km/h | A recorded ride",
            ])
    }

    @Test("A trainer is found, holds the power, and is told the hill's grades")
    func live() async throws {
        let world = World(seed: 1)
        let server = await world.addServer()
        let data = GATTCharacteristic(
            uuid: SensorCharacteristic.indoorBikeData, properties: .notify)
        await server.add(
            GATTService(
                uuid: SensorService.fitnessMachine,
                characteristics: GATTService.machine.characteristics + [data]))
        let feature = FitnessMachineFeature(
            measured: .power, settable: [.power, .indoorBikeSimulation])
        await server.setValue(feature.encoded(), of: SensorCharacteristic.fitnessMachineFeature)
        await server.startAdvertising(SensorService.fitnessMachine)
        let (screens, grades) = try await world.run { world in
            let clock = world.clock
            let grades = Lock<[Int16]>([])
            let obeying = Task { try await Self.obey(server, grades) }
            let pedalling = Task { try await Self.pedal(server, clock) }
            defer {
                obeying.cancel()
                pedalling.cancel()
            }
            let screens = try await Self.screens(.live(world.addCentral()), clock)
            return (screens, grades.with { $0 })
        }
        #expect(
            screens == [
                "180 W | 150 W | 0 m, 0 km/h | Holding 150 W",
                "180 W | 200 W | 0 m, 0 km/h | Holding 200 W",
                "180 W | 5 % | 355 m, 15 km/h | Simulating the road",
                "180 W | 6 % | 541 m, 12 km/h | Simulating the road",
                "180 W | - | 0 m, 0 km/h | Free riding",
            ])
        #expect(grades == [0, 100, 300, 500, 800, 600])
    }

    @Test("Without a trainer, the app says that Bluetooth is off, or that it looks for one")
    func bluetoothOff() async throws {
        let texts = try await World(seed: 1).run { world in
            let trainer = await Trainer(
                .live(world.addCentral()), locale: Locale(identifier: "en_IE"),
                clock: AppClock(world.clock))
            let running = Task { await trainer.run() }
            defer { running.cancel() }
            var texts: [String] = []
            for isOff in [false, true, false] {
                if isOff { try world.inject(.link(.centralRadioOff(.seconds(10)))) }
                try await world.clock.sleep(for: .seconds(8))
                texts.append(await trainer.stateText)
                try await world.clock.sleep(for: .seconds(8))
            }
            return texts
        }
        let looking = "Looking for a trainer"
        #expect(texts == [looking, "Bluetooth is off", looking])
    }

    /// Does what is written, and notes the grades.
    nonisolated private static func obey(
        _ server: GATTServer, _ grades: Lock<[Int16]>
    ) async throws {
        var trainer = SimulatedTrainer(.fitnessMachine([.power, .indoorBikeSimulation]))
        trainer.isSubscribed = true
        while !Task.isCancelled {
            let command = try FitnessMachineCommand(decoding: await server.nextWrite().value.span)
            if case .set(.indoorBikeSimulation(let hill)) = command {
                grades.with { $0.append(hill.gradeInHundredthsOfPercent) }
            }
            for reply in trainer.take(.write(command), Ticket(rawValue: 0)) {
                switch reply {
                case .answer(let bytes):
                    await server.notify(bytes, of: SensorCharacteristic.fitnessMachineControlPoint)
                case .status(let bytes):
                    await server.notify(bytes, of: SensorCharacteristic.fitnessMachineStatus)
                case .frame, .done, .failed: break
                }
            }
        }
    }

    nonisolated private static func pedal(
        _ server: GATTServer, _ clock: VirtualClock
    ) async throws {
        var data = IndoorBikeData()
        data.instantaneousPower = 180
        while true {
            try await clock.sleep(for: .seconds(1))
            await server.notify(data.encoded(), of: SensorCharacteristic.indoorBikeData)
        }
    }
}
