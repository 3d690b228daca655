package import CyclingSensors
package import LinkVocabulary
package import Simulation

/// A trainer at the other end of a world's radio.
@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
package final class PlayedTrainer: Sendable {
    private typealias Known = SensorCharacteristic

    package let server: GATTServer
    private let model: Lock<SimulatedTrainer>

    private init(_ server: GATTServer, _ offer: TrainerControl.Offer) {
        self.server = server
        var trainer = SimulatedTrainer(offer)
        trainer.isSubscribed = true
        model = Lock(trainer)
    }

    package var trainer: SimulatedTrainer { model.with { $0 } }

    package func restart() {
        model.with {
            $0.restart()
            $0.isSubscribed = true
        }
    }

    /// What is told of a trainer while something is done with it.
    package static func follow(
        _ service: GATTService, _ offer: TrainerControl.Offer,
        makeCentral: @Sendable (isolated World) -> GATTCentral = { $0.addCentral() },
        while act:
            @escaping @Sendable (isolated World, TrainerLink, PlayedTrainer) async throws -> Void
    ) async throws -> [TrainerControl.Update] {
        let stage = await SensorStage(sensors: [[service]], makeCentral: makeCentral)
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

    /// Takes what is written, until the task is cancelled.
    private func play(_ clock: VirtualClock) async throws {
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

extension GATTService {
    package static let machine = GATTService(
        uuid: SensorService.fitnessMachine,
        characteristics: [
            GATTCharacteristic(
                uuid: SensorCharacteristic.fitnessMachineFeature, properties: .read),
            GATTCharacteristic(uuid: SensorCharacteristic.powerRange, properties: .read),
            GATTCharacteristic(uuid: SensorCharacteristic.resistanceRange, properties: .read),
            GATTCharacteristic(
                uuid: SensorCharacteristic.fitnessMachineControlPoint,
                properties: [.write, .indicate]),
            GATTCharacteristic(
                uuid: SensorCharacteristic.fitnessMachineStatus, properties: .notify),
        ])

    package static func fec(_ properties: GATTCharacteristic.Properties) -> GATTService {
        GATTService(
            uuid: SensorService.fec,
            characteristics: [
                GATTCharacteristic(uuid: SensorCharacteristic.fecNotification, properties: .notify),
                GATTCharacteristic(uuid: SensorCharacteristic.fecCommand, properties: properties),
            ])
    }
}

extension [TrainerControl.Update] {
    package var states: [TrainerControl.State] {
        compactMap { if case .state(let state) = $0 { state } else { nil } }
    }
}
