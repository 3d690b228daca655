import CompanionPairing
package import LinkVocabulary
import Simulation

extension ExploredPairing {
    package mutating func recover(_ isNew: (StateDigest) -> Bool) -> PairingPromise? {
        guard setting.checksRecovery, isNew(digest(countsBudget: false)) else { return nil }
        if isSilent { return .nobodyIsStuck }
        for client in clients.indices {
            var world = self
            world.recover(client)
            if let broken = world.broken { return broken }
        }
        return nil
    }

    /// Whether an end waits for what nobody may ever tell.
    private var isSilent: Bool {
        let client = clients.compactMap(\.machine).contains { client in
            Silence.follows(client, at: now, isAtRest: \.isAtRest, deadline: \.nextDeadline) {
                $0.handle(.timePassed, at: $1)
                return $0.nextEffect() != nil
            }
        }
        guard !client, let server else { return client }
        return Silence.follows(
            server, at: now, isAtRest: \.isAtRest, deadline: \.nextDeadline
        ) {
            $0.handle(.timePassed, at: $1)
            return $0.nextEffect() != nil
        }
    }

    /// Lets everything go on without faults: first without a press, and then a client's user presses what leads to a
    /// connection.
    private mutating func recover(_ client: Int) {
        budget = Budget(faults: 0, presses: 0, waits: 0)
        for number in clients.indices where !clients[number].isRadioOn {
            perform(.switchRadio(number))
        }
        if !isServerRadioOn { perform(.switchServerRadio) }
        for number in clients.indices where clients[number].machine == nil { launch(number) }
        if server == nil { launchServer() }
        settle(forMilliseconds: 5000)
        settle(forMilliseconds: PairingPatience.searchInSeconds * 1000)
        checkSearches()
        for number in clients.indices where buttons(of: number).contains(.disconnect) {
            handle(.disconnect, by: number)
        }
        settle(forMilliseconds: 70_000)
        if let name = server?.clientName, name != clients[client].machine?.names.own {
            unpairServer()
            settle(forMilliseconds: 10_000)
        }
        connect(client)
    }

    private func buttons(of client: Int) -> PairingClient.Screen.Buttons {
        clients[client].machine?.buttons ?? []
    }

    /// Who searched when the faults ended is connected by now, without a press; and a paired server can be unpaired.
    private mutating func checkSearches() {
        guard let server else { return }
        for (number, client) in clients.enumerated() {
            guard let machine = client.machine else { continue }
            let others = clients.indices.filter { $0 != number }.compactMap { clients[$0].machine }
            let isStuck = PairingPatience.isStuck(machine, others, server)
            if PairingPatience.goesOnWithoutPress(setting.contestants.kind), isStuck {
                note(.nobodyIsStuck)
            }
        }
        if server.clientName != nil, !server.canUnpair { note(.nobodyIsStuck) }
    }

    /// The user of a client presses what helps, until it is connected.
    private mutating func connect(_ client: Int) {
        let patience = PairingPatience.presses(setting.contestants.kind)
        var presses = 0
        var hasUnpaired = false
        while let machine = clients[client].machine, !machine.isConnected, presses < patience {
            // A plain server may have lost its own name (clause 6.3).
            let isGone = machine.names.peer.map { $0 != server?.names.own } ?? false
            let unpairs = isGone && !hasUnpaired
            guard PairingPatience.button(machine, unpairs: unpairs) != nil else { break }
            hasUnpaired = hasUnpaired || unpairs
            if unpairs { unpair(client) } else { perform(.search(client)) }
            settle(forMilliseconds: unpairs ? 5000 : PairingPatience.attemptInSeconds * 1000)
            if !unpairs { presses += 1 }
        }
        if clients[client].machine?.isConnected != true { note(.nobodyIsStuck) }
    }

    /// Lets this much time pass: whatever can happen without a user and without a fault happens at once.
    private mutating func settle(forMilliseconds milliseconds: UInt64) {
        let end = now.milliseconds + milliseconds
        var left = 5000
        while left > 0, broken == nil {
            left -= 1
            if let step = nextWithoutFaults {
                perform(step)
                continue
            }
            let meetings = steps.filter { if case .meet = $0 { true } else { false } }
            meetings.forEach { perform($0) }
            // To meet takes some time; a peer that was avoided is met again within a second.
            let pause: UInt64 = nextWithoutFaults == nil ? 1000 : 200
            let next = min(nextDeadline?.milliseconds ?? .max, now.milliseconds + pause)
            guard next <= end else { break }
            now = SessionTime(milliseconds: max(now.milliseconds, next))
            if let deadline = nextDeadline, deadline <= now { meetDeadlines() }
        }
        if left == 0 { note(.comesToRest) }
        now = SessionTime(milliseconds: max(now.milliseconds, end))
    }

    /// Something that is under way and arrives.
    private var nextWithoutFaults: Step? {
        steps.first { step in
            switch step {
            case .arrive, .finish, .finishServer, .tellClient, .tellServer: true
            default: false
            }
        }
    }
}
