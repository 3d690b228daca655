import CompanionPairing
import KomootNav
import PairingSimulation
import PropertyTesting
import Simulation
import Testing

@Suite("A press of Unpair without an effect excuses nobody")
struct PairingJudgeTests {
    /// A client that was connected, in an exploration, and the steps that lead there.
    private func connected(_ contestants: PairingContestants = .library) -> ExploredPairing {
        var world = ExploredPairing(
            contestants, clientCount: 1,
            budget: ExploredPairing.Budget(faults: 9, presses: 9, waits: 9))
        world.perform(.finishServer(effectsToLive: nil))
        world.perform(.search(0))
        connect(&world)
        return world
    }

    /// Lets a client that searches connect.
    private func connect(_ world: inout ExploredPairing) {
        world.perform(.meet(0))
        for _ in 0..<40 where !world.phases.hasSuffix("paired connected") {
            let next = world.steps.first { step in
                switch step {
                case .arrive(0, nil), .finish(0, nil), .finishServer(nil): true
                default: false
                }
            }
            if let next { world.perform(next) }
        }
        #expect(world.phases == "paired connected")
    }

    @Test(
        "A press of Unpair at the server goes on until a store succeeds, even if one that failed was kept"
    )
    func storeThatFailedAndLanded() throws {
        let client = name("A")
        let own = name("S")
        var server = PairingServer(PairingServer.Configuration(freshName: own))
        let start = seconds(0)
        server.handle(.start, at: start)
        _ = stores(&server)
        server.handle(.loaded(PairingNames(own: own, peer: client)), at: start)
        _ = stores(&server)
        let unpairing = ServerUnpairing(client)
        server.handle(.unpair, at: start)
        let store = try #require(stores(&server).first)
        #expect(unpairing.outcome(stored: client, server: server) == .underWay)
        server.handle(.storeFailed(store), at: start)
        _ = stores(&server)
        #expect(unpairing.outcome(stored: nil, server: server) == .underWay)
        #expect(unpairing.outcome(stored: nil, server: nil) == .done)
        #expect(unpairing.outcome(stored: client, server: nil) == .withoutEffect)
        server.handle(.timePassed, at: seconds(2))
        let again = try #require(stores(&server).first)
        server.handle(.stored(again), at: seconds(2))
        _ = stores(&server)
        #expect(unpairing.outcome(stored: nil, server: server) == .done)
    }

    /// Takes the effects, and gives the tickets of stores.
    private func stores(_ server: inout PairingServer) -> [Ticket] {
        var tickets: [Ticket] = []
        while let effect = server.nextEffect() {
            if case .store(_, let ticket) = effect { tickets.append(ticket) }
        }
        return tickets
    }

    @Test("A press of Unpair without an effect excuses nobody if the client's app is just starting")
    func startingClient() {
        var world = connected(.planted(client: .unpairsLate))
        world.perform(.kill(0, lands: false))
        world.perform(.launch(0))
        world.perform(.unpair(0))
        #expect(world.broken == nil)
        world.perform(.finish(0, effectsToLive: nil))
        #expect(world.broken == .forgetsWithCause)
    }

    @Test(
        "A press of Unpair without an effect excuses nobody if the client's app ends before it did anything about it"
    )
    func endingClient() {
        var world = connected(.planted(client: .unpairsLate))
        world.perform(.wait(deadlines: 1))
        world.perform(.unpair(0))
        world.perform(.kill(0, lands: false))
        world.perform(.launch(0))
        world.perform(.unpair(0))
        #expect(world.broken == nil)
        world.perform(.finish(0, effectsToLive: nil))
        #expect(world.broken == .forgetsWithCause)
    }

    @Test("A press of Unpair without an effect excuses nobody if the server's app is just starting")
    func startingServer() {
        var world = connected(.planted(server: .unpairsLate))
        world.perform(.killServer(lands: false))
        world.perform(.launchServer)
        world.perform(.unpairServer)
        expectForgottenWithoutCause(&world)
    }

    @Test(
        "A press of Unpair without an effect excuses nobody if the server's app ends before it has stored that it is unpaired"
    )
    func endingServer() {
        var world = connected(.planted(server: .unpairsLate))
        world.perform(.unpairServer)
        world.perform(.killServer(lands: false))
        world.perform(.launchServer)
        world.perform(.unpairServer)
        expectForgottenWithoutCause(&world)
    }

    /// The server loads its names, is unpaired, and tells the client.
    private func expectForgottenWithoutCause(_ world: inout ExploredPairing) {
        world.perform(.finishServer(effectsToLive: nil))
        world.perform(.finishServer(effectsToLive: nil))
        #expect(world.phases == "unpaired connected")
        world.perform(.tellClient(0))
        world.perform(.meet(0))
        #expect(world.broken == nil || world.broken == .serverRemembers)
        world.broken = nil
        for _ in 0..<2 { world.perform(.arrive(0, effectsToLive: nil)) }
        #expect(world.broken == .forgetsWithCause)
    }

    @Test(
        "A press of Unpair without an effect excuses nobody, and one with an effect does",
        arguments: [true, false])
    func effect(atServer: Bool) {
        var world = connected()
        world.perform(atServer ? .unpairServer : .unpair(0))
        if atServer {
            world.perform(.finishServer(effectsToLive: nil))
            world.perform(.wait(deadlines: 1))
        }
        for _ in 0..<2 { world.perform(.arrive(0, effectsToLive: nil)) }
        if !atServer {
            world.perform(.finishServer(effectsToLive: nil))
            world.perform(.arrive(0, effectsToLive: nil))
        }
        world.perform(.finish(0, effectsToLive: nil))
        #expect(world.phases.hasPrefix("unpaired "))
        #expect(world.phases.hasSuffix(" idle"))
        #expect(world.broken == nil)
    }

    @Test("A press of Unpair without an effect excuses nobody in a run", arguments: [true, false])
    func run(atServer: Bool) async {
        var faults = PairingFaults()
        faults.kills = 100
        if atServer { faults.serverUnpairs = 100 } else { faults.clientUnpairs = 100 }
        var campaign = PairingCampaign(
            seeds: propertySeeds(60),
            contestants: atServer
                ? .planted(server: .unpairsLate) : .planted(client: .unpairsLate),
            clientCount: 1, faults: faults)
        campaign.promises = [.forgetsWithCause]
        let report = await campaign.run()
        #expect(report.broken[.forgetsWithCause] != nil)
        campaign.contestants = .library
        #expect(await campaign.run().broken.isEmpty)
    }

    @Test("A press of Unpair that ended a claim does not excuse the next pairing")
    func endedClaim() {
        var world = ExploredPairing(
            .planted(server: .hasty), clientCount: 1,
            budget: ExploredPairing.Budget(faults: 9, presses: 9, waits: 9))
        world.perform(.finishServer(effectsToLive: nil))
        world.perform(.search(0))
        world.perform(.meet(0))
        for _ in 0..<3 { world.perform(.arrive(0, effectsToLive: nil)) }
        #expect(world.phases == "claimed settingUp")
        world.perform(.unpairServer)
        for _ in 0..<3 { world.perform(.arrive(0, effectsToLive: nil)) }
        #expect(world.phases == "unpaired scanning")
        world.perform(.wait(deadlines: 1))
        world.perform(.meet(0))
        // The server answers before it has stored the client's name.
        for _ in 0..<40 where world.broken == nil && !world.phases.hasSuffix(" connected") {
            let next = world.steps.first { step in
                switch step {
                case .arrive(0, nil), .finish(0, nil): true
                default: false
                }
            }
            if let next { world.perform(next) }
        }
        #expect(world.phases.hasSuffix(" connected"))
        #expect(world.broken == .serverRemembers)
    }

    @Test("A press of Unpair that has arrived does not excuse the next pairing")
    func arrivedUnpairing() {
        var world = connected(.planted(client: .hasty))
        world.perform(.wait(deadlines: 1))
        world.perform(.unpair(0))
        finish(&world) { world in
            world.phases == "unpaired idle"
                && !world.steps.contains(.finish(0, effectsToLive: nil))
        }
        world.perform(.search(0))
        world.perform(.meet(0))
        finish(&world) { $0.phases == "waiting settingUp" }
        world.perform(.wait(deadlines: 1))
        // The server has stored the client's name, and the client not the server's.
        finish(&world, storesAtClient: false) { $0.phases.hasPrefix("paired ") }
        #expect(world.broken == nil)
        world.perform(.kill(0, lands: false))
        world.perform(.tellServer(0))
        #expect(world.broken == .serverIsRemembered)
    }

    /// Lets what is under way arrive and end.
    private func finish(
        _ world: inout ExploredPairing, storesAtClient: Bool = true,
        until isDone: (ExploredPairing) -> Bool
    ) {
        for _ in 0..<40 where !isDone(world) {
            let next = world.steps.first { step in
                switch step {
                case .arrive(0, nil), .finishServer(nil): true
                case .finish(0, nil): storesAtClient
                default: false
                }
            }
            if let next { world.perform(next) }
        }
        let phases = world.phases
        let hasEnded = isDone(world)
        #expect(hasEnded, "\(phases)")
    }
}
