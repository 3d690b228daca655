import CompanionPairing
import LinkVocabulary
import Simulation

/// One run: faults and users for a while, and then rest, in which nobody may be stuck.
package struct PairingRun: Sendable {
    /// How a run went.
    package struct Outcome: Sendable {
        /// How each promise was broken for the first time, in this order; none if all were kept.
        package var broken: [BrokenPairing]
        /// Rare things that happened.
        package var marks: Set<String>
        /// A hash of everything that happened on the links.
        package var traceHash: UInt64
        /// What happened, if the run was asked to keep it.
        package var notes: [PairingNote]
    }

    package var seed: UInt64
    package var contestants: PairingContestants
    /// How many clients there are; `nil` to draw it.
    package var clientCount: Int?
    /// What goes wrong; `nil` to draw it.
    package var faults: PairingFaults?
    /// Whether names are used by those whose they are not, even if the faults are drawn.
    package var hasImpostors = false
    /// The promises that are checked; `nil` for those that the contestants keep.
    package var promises: Set<PairingPromise>?
    /// Whether the server's system tells when a link ends; `nil` to draw it.
    package var tellsDisconnections: Bool?
    /// For how long things go wrong, in seconds.
    package var length = 120
    /// Whether to keep what happens.
    package var keepsNotes = false

    package init(
        seed: UInt64, contestants: PairingContestants, clientCount: Int? = nil,
        faults: PairingFaults? = nil
    ) {
        self.seed = seed
        self.contestants = contestants
        self.clientCount = clientCount
        self.faults = faults
    }

    package func run() async -> Outcome {
        var random = SplitMix64(seed: seed ^ 0x5061_6972)
        let conditions = LinkConditions(
            connectionInterval: .milliseconds(random.number(in: 5...200)),
            mtu: random.element(of: [23, 23, 50, 185]),
            advertisingInterval: .milliseconds(random.number(in: 50...1000)))
        let world = World(seed: seed, conditions: conditions)
        return await world.play(self, using: random)
    }
}

extension World {
    fileprivate func play(_ run: PairingRun, using random: SplitMix64) -> PairingRun.Outcome {
        var random = random
        var faults = run.faults ?? PairingFaults(using: &random)
        if run.hasImpostors { faults.impostors = 100 }
        let judge = PairingJudge()
        if run.keepsNotes { judge.notes = [] }
        judge.promises = run.promises ?? run.contestants.promises
        judge.allowsOverlaps = run.contestants.kind == .plainServer
        judge.patience = PairingPatience.presses(run.contestants.kind)
        judge.expectsSearches = PairingPatience.goesOnWithoutPress(run.contestants.kind)
        judge.showsAfterUnpairing = run.contestants.showsToAnybody ? Overlaps.longest : 0
        judge.knowsImpostors = faults.impostors > 0
        // Who is nearer is found first.
        let isNear = faults.impostors > 0 && random.happens(1, in: 2)
        // Drawn apart, so that all else is the same in both cases.
        var draw = SplitMix64(seed: run.seed ^ 0x6465_6166)
        let tells = run.tellsDisconnections ?? draw.happens(1, in: 2)
        judge.mark("ends of links are \(tells ? "told" : "not told")")
        func make(_ end: PairingNote.End) -> any PairingServerHost {
            makeServer(end, run.contestants, tells, judge, &random)
        }
        var impostor = isNear ? make(.impostor) : nil
        let server = make(.server)
        judge.server = server
        if faults.impostors > 0, !isNear { impostor = make(.impostor) }
        let count = run.clientCount ?? random.number(in: 1...3)
        let clients = (0..<count).map { _ in makeClient(run.contestants, judge, &random) }
        server.app.storeFaults = faults.stores
        for client in clients { client.app.storeFaults = faults.stores }
        server.launch()
        for client in clients { client.launch() }
        var published: UInt32 = 0
        var end: UInt64 = 0
        while end < UInt64(run.length) * 1_000_000 {
            end += UInt64(random.number(in: 50...2000)) * 1000
            wait(until: end)
            published += 1
            judge.publishes(at: linkLayer.now)
            server.publish(published)
            act(faults, server, clients, judge, &random)
            if let impostor, random.happens(faults.impostors, in: 2000),
                let names = server.app.disk.names
            {
                impostor.pose(as: names)
            }
        }
        impostor?.kill()
        rest(server, clients, judge)
        // The ends and the judge refer to each other.
        defer { judge.forgetEnds() }
        return PairingRun.Outcome(
            broken: judge.broken, marks: judge.marks, traceHash: traceHash,
            notes: judge.notes ?? [])
    }

    func wait(until microseconds: UInt64) {
        run(until: VirtualClock.Instant(offset: .microseconds(Int64(microseconds))))
    }

    func wait(seconds: UInt64) { wait(until: linkLayer.now + seconds * 1_000_000) }

    /// The server, or one that will use its name.
    private func makeServer(
        _ end: PairingNote.End, _ contestants: PairingContestants, _ tellsLinks: Bool,
        _ judge: PairingJudge, _ random: inout SplitMix64
    ) -> any PairingServerHost {
        let app = SimulatedApp(end: end, layer: linkLayer, judge: judge, using: &random)
        if let host = contestants.makeServerHost { return host(self, app, tellsLinks) }
        return PairingPeripheral(app, tellsLinks: tellsLinks) {
            contestants.makeServer($0, tellsDisconnections: tellsLinks)
        }
    }

    private func makeClient(
        _ contestants: PairingContestants, _ judge: PairingJudge, _ random: inout SplitMix64
    ) -> any PairingClientHost {
        let app = SimulatedApp(end: .client(0), layer: linkLayer, judge: judge, using: &random)
        let client =
            contestants.makeClientHost?(self, app)
            ?? PairingCentral(app, makeMachine: contestants.makeClient)
        judge.clients.append(client)
        return client
    }
}
