import CyclingSensors
import PropertyTesting
import RepositorySupport
import Simulation
import Testing

@Suite("Control of a simulated trainer")
struct ControlWorldTests {
    /// Trainers that offer all of it, or parts, with ranges that make sense or none.
    private static let trainers: [SimulatedTrainer] = [
        SimulatedTrainer(
            .fitnessMachine(
                [.power, .indoorBikeSimulation, .spinDown],
                power: SupportedRange(minimum: 0, maximum: 800, minimumIncrement: 5))),
        SimulatedTrainer(.fec(ControlRig.modes)),
        SimulatedTrainer(.fec(ControlRig.modes), tellsCommands: false),
    ]

    @Test(
        "Control of a simulated trainer keeps its promises in every order of a few faults and wishes",
        arguments: trainers)
    func everyOrder(_ trainer: SimulatedTrainer) {
        let faults = asksForMore ? 2 : 1
        let start = ControlWorld(trainer, ControlWorld.Budget(faults: faults, wishes: 2, delays: 1))
        var exploration = Exploration(start, maximumStates: 1_000_000, tally: 0)
        let findings = exploration.run(progress: nil)
        #expect(findings.counterexamples.isEmpty, "\(findings.counterexamples)")
        #expect(findings.isExhausted && findings.states > 1000, "\(findings.states)")
    }

    @Test(
        "Control of a simulated trainer keeps its promises whatever goes wrong",
        arguments: propertySeeds(20))
    func anything(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for trainer in Self.trainers {
            let budget = ControlWorld.Budget(faults: 1000, wishes: 1000, delays: 1000)
            var world = ControlWorld(trainer, budget)
            var steps: [ControlWorld.Step] = []
            for number in 0..<400 {
                var next: [ControlWorld.Step] = []
                world.forEachStep { next.append($0) }
                // Mostly it goes on.
                let usual = next.filter {
                    [.deliverToTrainer(.obey), .deliverToControl, .connect, .start].contains($0)
                }
                let isUsual = !usual.isEmpty && random.happens(3, in: 4)
                steps.append(random.element(of: isUsual ? usual : next))
                world.perform(steps[number])
                var broken = world.broken
                if number % 20 == 0 { broken = broken ?? world.recover { _ in true } }
                guard let broken else { continue }
                throw Failure("\(broken) after \(steps)")
            }
        }
    }

    @Test("Control of a simulated trainer is fought for once in a minute at last")
    func fight() {
        var rig = ControlRig()
        var trainer = Self.trainers[0]
        trainer.isSubscribed = true
        rig.handle(.setTarget(.power(watts: 150)))
        rig.handle(.connected(trainer.offer))
        var lostCount = 0
        while rig.time < SessionTime(milliseconds: 1_800_000) {
            if let request = rig.requests.first {
                for reply in trainer.take(request, rig.ticket) {
                    switch reply {
                    case .done(let ticket): rig.handle(.done(ticket))
                    case .answer(let bytes): rig.handle(.answered(bytes.span))
                    default: break
                    }
                }
                continue
            }
            // Another app takes control back whenever it was lost, and its rider wants something.
            if trainer.hasControl {
                trainer.hasControl = false
                rig.status(.controlPermissionLost)
                if rig.control.state == .controlLost { lostCount += 1 }
                rig.handle(.setTarget(.power(watts: Int16(lostCount))))
            }
            _ = rig.passToRequest()
            if rig.requests.isEmpty { break }
        }
        #expect((30...36).contains(trainer.controlRequests), "\(trainer.controlRequests)")
        #expect(lostCount == trainer.controlRequests)
    }
}
