import CyclingSensors
import RepositorySupport
import Simulation
import Testing

@Suite("A link to a trainer")
struct TrainerLinkTests {
    @Test("A link to a trainer brings it to 150 W, and back to that after the link was lost")
    func power() async throws {
        let offer = TrainerControl.Offer.fitnessMachine(.power)
        let told = try await PlayedTrainer.follow(.machine, offer) { world, trainer, played in
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
                FitnessMachineStatus.stoppedBySafetyKey.encoded(),
                of: SensorCharacteristic.fitnessMachineStatus)
            try await world.clock.sleep(for: .seconds(1))
            trainer.startSpinDown()
            try await world.clock.sleep(for: .seconds(1))
        }
        let holding = TrainerControl.State.holding(.power(watts: 150))
        let again: [TrainerControl.State] = [.disconnected, .waiting, holding]
        #expect(
            told.states == [.waiting, holding] + again + again + again + [.stopped(.safetyKey)])
        #expect(told.contains(.fault(.invalid(SensorError(.truncated, at: 1)))))
        #expect(told.last == .spinDown(.failed(.notSupported)))
    }

    @Test(
        "A link to a trainer without a fitness machine is one by FE-C, with or without responses",
        arguments: [.write, .writeWithoutResponse] as [GATTCharacteristic.Properties])
    func fec(_ properties: GATTCharacteristic.Properties) async throws {
        let service = GATTService.fec(properties)
        let told = try await PlayedTrainer.follow(service, .fec(ControlRig.modes)) {
            world, trainer, played in
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
        #expect(told.states.last == .idle && told.states.contains(.disconnected))
        #expect(!told.contains(.fault(.timedOut)))
    }

    @Test("A link to a trainer that dies silently is made anew", arguments: [true, false])
    func silence(isMachine: Bool) async throws {
        let told = try await PlayedTrainer.follow(
            isMachine ? .machine : .fec(.writeWithoutResponse),
            isMachine ? .fitnessMachine(.power) : .fec(ControlRig.modes)
        ) { world, trainer, played in
            trainer.set(.power(watts: 150))
            try await world.clock.sleep(for: .seconds(5))
            played.restart()
            try world.inject(.link(.droppedSilently))
            try await world.clock.sleep(for: .seconds(60 + 35 + 8))
            #expect(
                isMachine
                    ? played.trainer.target == .power(watts: 150)
                    : played.trainer.pages[49] == FECTargetPower(watts: 150).page)
            // An FE-C trainer would have to notify meanwhile.
            if isMachine { try await world.clock.sleep(for: .seconds(300)) }
        }
        let holding = TrainerControl.State.holding(.power(watts: 150))
        #expect(told.states == [.waiting, holding, .disconnected, .waiting, holding])
    }

    @Test("A link to a trainer that answers no more is made anew, after longer and longer pauses")
    func deafness() async throws {
        let told = try await PlayedTrainer.follow(.machine, .fitnessMachine(.power)) {
            world, trainer, played in
            trainer.set(.power(watts: 150))
            try await world.clock.sleep(for: .seconds(5))
            try world.inject(.link(.subscriptionsLost))
            trainer.set(.power(watts: 160))
            try await world.clock.sleep(for: .seconds(20))
            #expect(played.trainer.target == .power(watts: 160))
            trainer.set(.power(watts: 170))
            for _ in 0..<15_000 {
                try? world.inject(.link(.subscriptionsLost))
                try await world.clock.sleep(for: .milliseconds(20))
            }
        }
        #expect(told.states.contains(.holding(.power(watts: 160))))
        #expect((5...10).contains(told.states.count { $0 == .unanswered }))
    }

    @Test("A link to a trainer without anything to control is tried again, and says so")
    func nothing() async throws {
        let told = try await PlayedTrainer.follow(.speed, .fec([])) { world, trainer, _ in
            trainer.set(.power(watts: 150))
            try await world.clock.sleep(for: .seconds(10))
        }
        #expect(told.count > 1 && Set(told) == [.fault(.nothingToControl)])
    }
}
