import CompanionPairing
import KomootNav

extension ExploredPairing {
    /// Lets everything go on without faults, and lets a client connect.
    mutating func recover(_ client: Int) {
        budget = Budget(faults: 0, presses: 0, ticks: 0)
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
        for _ in 0..<3 where clients[client].machine?.isConnected != true {
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
            for number in clients.indices where steps.contains(.meet(number)) {
                perform(.meet(number))
            }
            guard nextWithoutFaults == nil else { continue }
            // A peer that was avoided is met again within a second.
            let next = min(nextDeadline?.milliseconds ?? .max, now.milliseconds + 1000)
            guard next <= end else { break }
            now = SessionTime(milliseconds: max(now.milliseconds, next))
            if let deadline = nextDeadline, deadline <= now { perform(.tick) }
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
