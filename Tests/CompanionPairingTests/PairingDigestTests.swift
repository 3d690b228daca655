import CompanionPairing
import KomootNav
import PairingSimulation
import PropertyTesting
import Simulation
import Testing

/// An exploration visits a state once for each digest, so states with equal digests must behave alike.
@Suite("Clients and a server with equal digests")
struct PairingDigestTests {
    /// Where a search begins.
    struct Start: CustomTestStringConvertible, Sendable {
        var kind = PairingContestants.Kind.library
        var clients = 2
        var tellsEnds = true
        var faults = 0
        var presses = 0
        var waits = 0

        var world: ExploredPairing {
            ExploredPairing(
                PairingContestants(kind), clientCount: clients, tellsDisconnections: tellsEnds,
                budget: ExploredPairing.Budget(faults: faults, presses: presses, waits: waits))
        }

        var testDescription: String {
            "\(kind.rawValue), \(clients) clients, ends \(tellsEnds ? "told" : "untold"), "
                + "\(faults) faults, \(presses) presses, \(waits) waits"
        }
    }

    /// What follows from a step.
    private enum Outcome: Hashable {
        case state(StateDigest)
        case broken(PairingPromise)
    }

    private func outcome(of world: ExploredPairing) -> Outcome {
        world.broken.map(Outcome.broken) ?? .state(world.digest(countsBudget: true))
    }

    /// What follows from each step that is possible.
    private func outcomes(
        of world: ExploredPairing
    ) -> [(step: ExploredPairing.Step, outcome: Outcome)] {
        world.steps.map { step in
            var next = world
            next.perform(step)
            return (step, outcome(of: next))
        }
    }

    /// How often each outcome follows.
    private func counts(
        _ outcomes: [(step: ExploredPairing.Step, outcome: Outcome)]
    ) -> [Outcome: Int] {
        outcomes.reduce(into: [:]) { $0[$1.outcome, default: 0] += 1 }
    }

    /// Takes steps with the same outcomes in two worlds. What the digest left out shows when the worlds part.
    ///
    /// - Returns: the step after which they differ; `nil` if they stay alike.
    private func part(
        _ one: ExploredPairing, _ other: ExploredPairing, using generator: inout SplitMix64
    ) -> ExploredPairing.Step? {
        var (one, other) = (one, other)
        for _ in 0..<12 {
            let (next, others) = (outcomes(of: one), outcomes(of: other))
            guard counts(next) == counts(others) else {
                let known = Set(others.map(\.outcome))
                return (next.first { !known.contains($0.outcome) } ?? next.first)?.step
            }
            guard let chosen = next.randomElement(using: &generator),
                case .state = chosen.outcome,
                let same = others.first(where: { $0.outcome == chosen.outcome })
            else { return nil }
            one.perform(chosen.step)
            other.perform(same.step)
        }
        return nil
    }

    @Test(
        "Clients and a server with equal digests have the same steps, which lead to equal digests",
        arguments: [
            Start(clients: 1, faults: 2), Start(faults: 1, presses: 1),
            Start(tellsEnds: false, faults: 1, presses: 1),
            Start(clients: 1, faults: 1, waits: 1), Start(faults: 1, waits: 1), Start(waits: 2),
            Start(kind: .plain, faults: 2), Start(kind: .plainClients, faults: 1, presses: 1),
            Start(kind: .plainServer, faults: 2),
        ])
    func behaveAlike(start: Start) throws {
        let count = try propertyRuns(150)
        var generator = SplitMix64(seed: 1)
        var known: [StateDigest: ExploredPairing] = [:]
        var waiting = [start.world]
        var repetitions = 0
        // Somewhere, not the nearest first: states that come again on long ways differ most.
        while !waiting.isEmpty, known.count < count {
            let world = waiting.remove(at: Int.random(in: waiting.indices, using: &generator))
            let digest = world.digest(countsBudget: true)
            if let other = known[digest] {
                repetitions += 1
                if let step = part(world, other, using: &generator) {
                    Issue.record("states with equal digests part at \(step)")
                    return
                }
                continue
            }
            known[digest] = world
            for step in world.steps {
                var next = world
                next.perform(step)
                if next.broken == nil { waiting.append(next) }
            }
        }
        #expect(repetitions > 10)
    }

    /// The step of the other client.
    private func mirrored(_ step: ExploredPairing.Step) -> ExploredPairing.Step {
        switch step {
        case .search(let number): .search(1 - number)
        case .disconnect(let number): .disconnect(1 - number)
        case .unpair(let number): .unpair(1 - number)
        case .meet(let number): .meet(1 - number)
        case .arrive(let number, let life): .arrive(1 - number, effectsToLive: life)
        case .finish(let number, let life): .finish(1 - number, effectsToLive: life)
        case .fail(let number, let lands): .fail(1 - number, lands: lands)
        case .kill(let number, let lands): .kill(1 - number, lands: lands)
        case .launch(let number): .launch(1 - number)
        case .lose(let number): .lose(1 - number)
        case .tellClient(let number): .tellClient(1 - number)
        case .switchRadio(let number): .switchRadio(1 - number)
        case .unpairServer, .finishServer, .failServer, .killServer, .launchServer, .tellServer,
            .switchServerRadio, .wait:
            step
        }
    }

    @Test(
        "Two clients that have changed places have the same digest",
        arguments: [
            Start(faults: 3, presses: 3), Start(tellsEnds: false, faults: 3, presses: 3),
            Start(faults: 2, presses: 2, waits: 4), Start(tellsEnds: false, faults: 2, waits: 4),
            Start(kind: .plain, faults: 3), Start(kind: .plainServer, faults: 3, waits: 3),
        ])
    func changedPlaces(start: Start) throws {
        var generator = SplitMix64(seed: 1)
        for _ in 0..<(try propertyRuns(15)) {
            var (world, mirror) = (start.world, start.world)
            var steps: [ExploredPairing.Step] = []
            while steps.count < 40, world.broken == nil,
                let step = world.steps.randomElement(using: &generator)
            {
                steps.append(step)
                world.perform(step)
                mirror.perform(mirrored(step))
                guard outcome(of: world) == outcome(of: mirror) else {
                    Issue.record("the digests differ after \(steps)")
                    return
                }
            }
        }
    }

    @Test("A server with another fresh name has the same digest")
    func freshName() {
        let world = Start(faults: 1).world
        var other = world
        other.perform(.killServer(lands: false))
        other.perform(.launchServer)
        other.perform(.finishServer(effectsToLive: nil))
        #expect(other.digest(countsBudget: false) == world.digest(countsBudget: false))
    }
    /// The digest of a client at its time.
    private func digest(of client: SteppedClient) -> StateDigest {
        var digest = StateDigest()
        client.session.describe(to: &digest, at: client.time) { _ in 0 }
        return digest
    }

    @Test("A connected client's digest tells when its next read is due, and when its lease ends")
    func connected() {
        var reading = SteppedClient.connected(to: "server")
        reading.waitForDeadline()
        // Both were sent the same read's answer, and have the same lease.
        var (early, late) = (reading, reading)
        early.answer("client")
        early.handle(.radioOn, after: 1)
        late.answer("client", after: 1)
        #expect(early.time == late.time && early.session.phase == late.session.phase)
        #expect(early.session.nextDeadline != late.session.nextDeadline)
        #expect(digest(of: early) != digest(of: late))
        // The next read of both is due at the same time, and one of them has an older lease.
        var (failed, answered) = (reading, reading)
        failed.handle(.failed(failed.request, .unlikelyError), after: 1.5)
        answered.answer("client")
        answered.handle(.radioOn, after: 1.5)
        #expect(failed.time == answered.time)
        #expect(failed.session.nextDeadline == answered.session.nextDeadline)
        #expect(digest(of: failed) != digest(of: answered))
    }
}
