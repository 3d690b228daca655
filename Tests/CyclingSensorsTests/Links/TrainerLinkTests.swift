import CyclingSensors
import RepositorySupport
import Testing

@testable import Simulation

@Suite("A link to a trainer")
struct TrainerLinkTests {
    private typealias Known = SensorCharacteristic

    private static let machine = GATTService(
        uuid: SensorService.fitnessMachine,
        characteristics: [
            GATTCharacteristic(uuid: Known.fitnessMachineFeature, properties: .read),
            GATTCharacteristic(uuid: Known.powerRange, properties: .read),
            GATTCharacteristic(uuid: Known.resistanceRange, properties: .read),
            GATTCharacteristic(
                uuid: Known.fitnessMachineControlPoint, properties: [.write, .indicate]),
            GATTCharacteristic(uuid: Known.fitnessMachineStatus, properties: .notify),
        ])

    private static func fec(_ properties: GATTCharacteristic.Properties) -> GATTService {
        GATTService(
            uuid: SensorService.fec,
            characteristics: [
                GATTCharacteristic(uuid: Known.fecNotification, properties: .notify),
                GATTCharacteristic(uuid: Known.fecCommand, properties: properties),
            ])
    }

    /// A trainer at the other end of the simulated radio.
    private final class PlayedTrainer: Sendable {
        let server: GATTServer
        private let model: Lock<SimulatedTrainer>

        init(_ server: GATTServer, _ offer: TrainerControl.Offer) {
            self.server = server
            var trainer = SimulatedTrainer(offer)
            trainer.isSubscribed = true
            model = Lock(trainer)
        }

        var trainer: SimulatedTrainer { model.with { $0 } }

        func restart() {
            model.with {
                $0.restart()
                $0.isSubscribed = true
            }
        }

        /// Takes what is written, until the task is cancelled.
        func play(_ clock: VirtualClock) async throws {
            while true {
                try await clock.sleep(for: .milliseconds(20))
                for uuid in [Known.fitnessMachineControlPoint, Known.fecCommand] {
                    let value = await server.value(of: uuid)
                    if value.isEmpty { continue }
                    await server.setValue([], of: uuid)
                    let request =
                        uuid == Known.fecCommand
                        ? TrainerControl.Request.send(try FECFrame(decoding: value.span).page)
                        : .write(try FitnessMachineCommand(decoding: value.span))
                    for reply in model.with({ $0.take(request, Ticket(rawValue: 0)) }) {
                        switch reply {
                        case .answer(let bytes):
                            await server.notify(bytes, of: Known.fitnessMachineControlPoint)
                        case .status(let bytes):
                            await server.notify(bytes, of: Known.fitnessMachineStatus)
                        case .frame(let bytes):
                            await server.notify(bytes, of: Known.fecNotification)
                        case .done, .failed: break
                        }
                    }
                }
            }
        }
    }

    /// What is told of a trainer while something is done with it.
    private func follow(
        _ service: GATTService, _ offer: TrainerControl.Offer,
        while act:
            @escaping @Sendable (isolated World, TrainerLink, PlayedTrainer) async throws -> Void
    ) async throws -> [TrainerControl.Update] {
        let stage = await SensorStage(sensors: [[service]])
        let server = stage.sensors[0]
        await server.setValue(
            FitnessMachineFeature(measured: [], settable: .power).encoded(),
            of: Known.fitnessMachineFeature)
        await server.setValue(
            SupportedSignedRange(minimum: 0, maximum: 800, minimumIncrement: 5).encoded(),
            of: Known.powerRange)
        await server.setValue([1], of: Known.resistanceRange)
        let played = PlayedTrainer(server, offer)
        return try await stage.world.run { world in
            let peer = try await stage.peers([service.uuid])[0]
            let clock = world.clock
            return try await stage.central.withTrainer(peer) { trainer in
                try await withThrowingTaskGroup(of: [TrainerControl.Update].self) { group in
                    group.addTask {
                        try? await played.play(clock)
                        return []
                    }
                    group.addTask {
                        var told: [TrainerControl.Update] = []
                        for await update in trainer.updates { told.append(update) }
                        return told
                    }
                    try await act(world, trainer, played)
                    group.cancelAll()
                    var told: [TrainerControl.Update] = []
                    for try await part in group { told += part }
                    return told
                }
            }
        }
    }

    private func states(_ told: [TrainerControl.Update]) -> [TrainerControl.State] {
        told.compactMap { if case .state(let state) = $0 { state } else { nil } }
    }

    @Test("A link to a trainer brings it to 150 W, and back to that after the link was lost")
    func power() async throws {
        let offer = TrainerControl.Offer.fitnessMachine(.power)
        let told = try await follow(Self.machine, offer) { world, trainer, played in
            trainer.set(.power(watts: 152))
            try await world.clock.sleep(for: .seconds(5))
            #expect(played.trainer.target == .power(watts: 150))
            for _ in 0..<3 {
                played.restart()
                try world.inject(.link(.dropped))
                try await world.clock.sleep(for: .seconds(8))
                #expect(played.trainer.target == .power(watts: 150))
            }
            await played.server.notify(
                FitnessMachineStatus.stoppedBySafetyKey.encoded(), of: Known.fitnessMachineStatus)
            try await world.clock.sleep(for: .seconds(1))
            trainer.startSpinDown()
            try await world.clock.sleep(for: .seconds(1))
        }
        let holding = TrainerControl.State.holding(.power(watts: 150))
        let again: [TrainerControl.State] = [.disconnected, .waiting, holding]
        #expect(
            states(told) == [.waiting, holding] + again + again + again + [.stopped(.safetyKey)])
        #expect(told.contains(.fault(.invalid(SensorError(.truncated, at: 1)))))
        #expect(told.last == .spinDown(.failed(.notSupported)))
    }

    @Test(
        "A link to a trainer without a fitness machine is one by FE-C, with or without responses",
        arguments: [.write, .writeWithoutResponse] as [GATTCharacteristic.Properties])
    func fec(_ properties: GATTCharacteristic.Properties) async throws {
        let service = Self.fec(properties)
        let told = try await follow(service, .fec(ControlRig.modes)) { world, trainer, played in
            trainer.set(.power(watts: 150))
            try await world.clock.sleep(for: .seconds(5))
            #expect(played.trainer.pages[49] == FECTargetPower(watts: 150).page)
            await played.server.removeService(SensorService.fec)
            played.restart()
            await played.server.add(service)
            trainer.set(.power(watts: 160))
            try await world.clock.sleep(for: .seconds(10))
            #expect(played.trainer.pages[49] == FECTargetPower(watts: 160).page)
            trainer.set(nil)
            try await world.clock.sleep(for: .seconds(5))
            #expect(played.trainer.mode == 48)
        }
        #expect(states(told).last == .idle && states(told).contains(.disconnected))
        #expect(!told.contains(.fault(.timedOut)))
    }

    @Test("A link to a trainer without anything to control is tried again, and says so")
    func nothing() async throws {
        let told = try await follow(.speed, .fec([])) { world, trainer, _ in
            trainer.set(.power(watts: 150))
            try await world.clock.sleep(for: .seconds(10))
        }
        #expect(told.count > 1 && Set(told) == [.fault(.nothingToControl)])
    }
}
