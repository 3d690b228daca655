import CompanionPairing
import KomootNav

extension ExploredPairing {
    /// Lets everything go on without faults, and lets a client connect.
    mutating func recover(_ client: Int) {
        budget = Budget(faults: 0, presses: 0, waits: 0)
        for number in clients.indices where !clients[number].isRadioOn {
            perform(.switchRadio(number))
        }
        if !isServerRadioOn { perform(.switchServerRadio) }
        for number in clients.indices where clients[number].machine == nil { launch(number) }
        if server == nil { launchServer() }
        settle(forMilliseconds: 5000)
        for number in clients.indices { handle(.disconnect, by: number) }
        settle(forMilliseconds: 70_000)
        if let name = server?.clientName, name != clients[client].machine?.names.own {
            unpairServer()
            settle(forMilliseconds: 10_000)
        }
        for attempt in 0..<4 where clients[client].machine?.isConnected != true {
            // A plain server may have lost its own name (clause 6.3).
            let peer = clients[client].machine?.names.peer
            if attempt == 2, peer != nil, peer != server?.names.own {
                unpair(client)
                settle(forMilliseconds: 5000)
            }
            perform(.search(client))
            settle(forMilliseconds: 32_000)
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
