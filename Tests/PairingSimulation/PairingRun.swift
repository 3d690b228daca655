import CompanionPairing
import KomootNav
import Simulation

/// One run: faults and users for a while, and then rest, in which nobody may be stuck.
package struct PairingRun: Sendable {
    /// How a run went.
    package struct Outcome: Sendable {
        /// The first promise that was broken; `nil` if all were kept.
        package var broken: BrokenPairing?
        /// Rare things that happened.
        package var marks: Set<String>
        /// A hash of everything that happened on the links.
        package var traceHash: UInt64
        /// What both ends did, line by line, if the run was asked to keep it.
        package var log: [String]
    }

    package var seed: UInt64
    package var contestants: PairingContestants
    /// How many clients there are; `nil` to draw it.
    package var clientCount: Int?
    /// What goes wrong; `nil` to draw it.
    package var faults: PairingFaults?
    /// The promises that are checked.
    package var promises = Set(PairingPromise.allCases)
    /// For how long, in seconds.
    package var length = 120
    /// Whether to write down what both ends do.
    package var keepsLog = false

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
        let faults = run.faults ?? PairingFaults(using: &random)
        let judge = PairingJudge()
        if run.keepsLog { judge.log = [] }
        judge.promises = run.promises
        let server = makeServer(run.contestants, judge, &random)
        let count = run.clientCount ?? random.number(in: 1...3)
        let clients = (0..<count).map { makeClient($0, run.contestants, judge, &random) }
        server.storeFaults = faults.stores
        for client in clients { client.storeFaults = faults.stores }
        server.launch()
        for client in clients { client.launch() }
        var end: UInt64 = 0
        while end < UInt64(run.length) * 1_000_000, judge.broken == nil {
            end += UInt64(random.number(in: 50...2000)) * 1000
            wait(until: end)
            act(faults, server, clients, judge, &random)
        }
        rest(server, clients, judge, &random)
        return PairingRun.Outcome(
            broken: judge.broken, marks: judge.marks, traceHash: traceHash,
            log: judge.log ?? [])
    }

    private func wait(until microseconds: UInt64) {
        run(until: VirtualClock.Instant(offset: .microseconds(Int64(microseconds))))
    }

    private func wait(seconds: UInt64) { wait(until: linkLayer.now + seconds * 1_000_000) }

    private func makeServer(
        _ contestants: PairingContestants, _ judge: PairingJudge, _ random: inout SplitMix64
    ) -> PairingPeripheral {
        let server = PairingPeripheral(
            layer: linkLayer, judge: judge, clock: Self.clock(&random),
            random: SplitMix64(seed: random.next()), makeMachine: contestants.server)
        server.number = linkLayer.addPeripheral(server)
        judge.server = server
        return server
    }

    private func makeClient(
        _ number: Int, _ contestants: PairingContestants, _ judge: PairingJudge,
        _ random: inout SplitMix64
    ) -> PairingCentral {
        let make = contestants.client
        let client = PairingCentral(
            layer: linkLayer, judge: judge, clock: Self.clock(&random),
            random: SplitMix64(seed: random.next()), makeMachine: { make(number, $0) })
        client.number = linkLayer.addCentral(client)
        judge.clients.append(client)
        return client
    }

    private static func clock(_ random: inout SplitMix64) -> LocalClock {
        LocalClock(
            offset: random.next() % 10_000_000, drift: Int64(random.number(in: -500...500)))
    }

    /// Users act, and things go wrong.
    private func act(
        _ faults: PairingFaults, _ server: PairingPeripheral, _ clients: [PairingCentral],
        _ judge: PairingJudge, _ random: inout SplitMix64
    ) {
        for (number, client) in clients.enumerated() {
            if random.happens(300, in: 1000) {
                client.press(client.machine?.names.peer == nil ? .discover : .connect)
            }
            if random.happens(faults.disconnects, in: 1000) { client.press(.disconnect) }
            if random.happens(faults.clientUnpairs, in: 1000) {
                judge.userUnpairs(number)
                client.press(.unpair)
            }
            if random.happens(faults.kills, in: 1000) {
                client.effectsToLive = random.number(in: 0...12)
            }
            if client.machine == nil, random.happens(1, in: 3) { client.launch() }
            if random.happens(faults.drops, in: 2000) { client.loseLink() }
            if random.happens(faults.radio, in: 2000) { toggle(.central(client.number)) }
            if random.happens(20, in: 1000) { client.addressEpoch += 1 }
        }
        if random.happens(faults.serverUnpairs, in: 1000) { server.unpair() }
        if random.happens(faults.kills, in: 1000) {
            server.effectsToLive = random.number(in: 0...12)
        }
        if server.machine == nil, random.happens(1, in: 3) { server.launch() }
        if random.happens(faults.radio, in: 2000) { toggle(.peripheral(server.number)) }
        if random.happens(faults.drops, in: 2000) {
            try? inject(.link(random.happens(1, in: 2) ? .dropped : .droppedSilently))
        }
        if random.happens(faults.answers, in: 1000), waitingFaults.isEmpty {
            try? inject(.answer(answerFault(&random)))
        }
    }

    private func answerFault(_ random: inout SplitMix64) -> AnswerFault {
        switch random.number(in: 0...3) {
        case 0: .lost
        case 1: .delayed(.milliseconds(random.number(in: 100...12_000)))
        case 2: .repeated(.milliseconds(random.number(in: 0...3000)))
        default:
            .failed(random.element(of: [.unlikelyError, .insufficientResources, .invalidHandle]))
        }
    }

    private func toggle(_ participant: Participant) {
        let isOn =
            switch participant {
            case .central(let number): linkLayer.state.centrals[Int(number)].isRadioOn
            case .peripheral(let number): linkLayer.state.peripherals[Int(number)].isRadioOn
            }
        if isOn {
            linkLayer.switchRadioOff(participant)
        } else {
            linkLayer.switchRadioOn(participant)
        }
    }

    /// The faults are over: everybody comes to rest, and then one client after the other must be able to connect.
    private func rest(
        _ server: PairingPeripheral, _ clients: [PairingCentral], _ judge: PairingJudge,
        _ random: inout SplitMix64
    ) {
        server.storeFaults = 0
        server.effectsToLive = nil
        for client in clients {
            client.storeFaults = 0
            client.effectsToLive = nil
            if !linkLayer.state.centrals[Int(client.number)].isRadioOn {
                toggle(.central(client.number))
            }
            client.launch()
        }
        if !linkLayer.state.peripherals[Int(server.number)].isRadioOn {
            toggle(.peripheral(server.number))
        }
        server.launch()
        // Answers that were to be lost or late were drawn for links that may be gone.
        wait(seconds: 5)
        for client in clients { client.press(.disconnect) }
        wait(seconds: 45)
        judge.checkRest(at: linkLayer.now)
        for (number, client) in clients.enumerated() where judge.broken == nil {
            connect(client, number, server, judge)
            client.press(.disconnect)
            wait(seconds: 10)
        }
    }

    private func connect(
        _ client: PairingCentral, _ number: Int, _ server: PairingPeripheral,
        _ judge: PairingJudge
    ) {
        guard let own = client.machine?.names.own else { return }
        if let name = server.machine?.clientName, name != own {
            server.unpair()
            wait(seconds: 10)
        }
        // A client that remembers a server that was unpaired forgets it first. A plain server may have lost its
        // own name: its client's user has to unpair (clause 6.3).
        for attempt in 0..<4 where client.machine?.isConnected != true {
            let server = server.machine?.names.own
            if attempt == 2, let peer = client.machine?.names.peer, peer != server {
                judge.userUnpairs(number)
                client.press(.unpair)
                wait(seconds: 5)
            }
            client.press(client.machine?.names.peer == nil ? .discover : .connect)
            wait(seconds: 32)
        }
        if client.machine?.isConnected != true {
            judge.note(.nobodyIsStuck, "client \(number) can't connect", at: linkLayer.now)
        }
    }
}
