import CompanionPairing
@_spi(Exploration) package import KomootNav

/// Visits every state that two clients and a server can reach, and checks every promise in each.
package struct PairingExplorer {
    /// What an exploration found.
    package struct Report: Sendable {
        package var states = 0
        package var transitions = 0
        /// Whether all states were visited.
        package var isExhausted = false
        /// The way to the first state in which a promise was broken.
        package var counterexample: (PairingPromise, [ExploredPairing.Step])?
        /// The phases of the server and of the clients that were met together.
        package var phases: Set<String> = []
    }

    private var visited: Set<StateDigest> = []
    private var recovered: Set<StateDigest> = []
    private var report = Report()
    private let maximumStates: Int

    package init(maximumStates: Int = 20_000_000) { self.maximumStates = maximumStates }

    /// Visits all states from this one on, depth first.
    ///
    /// - Parameter checksRecovery: whether to let each state go on without faults, and check that the first client
    ///   can connect.
    package mutating func run(
        _ start: ExploredPairing, checksRecovery: Bool
    ) -> Report {
        var stack: [(world: ExploredPairing, steps: [ExploredPairing.Step])] = [
            (start, start.steps)
        ]
        _ = visited.insert(start.digest(countsBudget: true))
        var path: [ExploredPairing.Step] = []
        report.states = 1
        while let last = stack.indices.last {
            guard let step = stack[last].steps.popLast() else {
                stack.removeLast()
                if !path.isEmpty { path.removeLast() }
                continue
            }
            var world = stack[last].world
            world.perform(step)
            report.transitions += 1
            if let broken = world.broken {
                report.counterexample = (broken, path + [step])
                return report
            }
            guard visited.insert(world.digest(countsBudget: true)).inserted else { continue }
            report.states += 1
            report.phases.insert(world.phases)
            if checksRecovery, recovered.insert(world.digest(countsBudget: false)).inserted {
                var copy = world
                copy.recover()
                if let broken = copy.broken {
                    report.counterexample = (broken, path + [step])
                    return report
                }
            }
            if report.states >= maximumStates { return report }
            path.append(step)
            stack.append((world, world.steps))
        }
        report.isExhausted = true
        return report
    }
}

extension ExploredPairing {
    var phases: String {
        let ends = clients.map { $0.machine.map { "\($0.phase)" } ?? "dead" }.joined(separator: " ")
        return "\(server.map { "\($0.phase)" } ?? "dead") \(ends)"
    }

    /// The digest of everything that decides what can happen from now on.
    package func digest(countsBudget: Bool) -> StateDigest {
        var digest = StateDigest()
        if countsBudget { digest.add(budget.faults << 32 | budget.presses << 16 | budget.ticks) }
        digest.add(serverDisk?.peer?.description.hashValueOfName)
        digest.add(isAdvertising)
        for client in clients { describe(client, to: &digest) }
        for ghost in ghosts {
            digest.add(UInt64(77))
            digest.add(now.milliseconds - ghost.since.milliseconds)
        }
        describe(serverWork, to: &digest) { server?.role(of: $0) ?? .late }
        digest.add(server != nil)
        server?.describe(
            to: &digest, at: now, number: { number(of: $0.rawValue) },
            requestNumber: { number(of: $0.rawValue) })
        return digest
    }

    /// A number of a link that does not depend on how many there were before.
    private func number(of link: UInt64) -> Int {
        if let position = clients.firstIndex(where: { $0.link?.number == link }) {
            return position + 1
        }
        if let position = ghosts.firstIndex(where: { $0.number == link }) { return position + 100 }
        return 0
    }

    private func describe(_ client: Client, to digest: inout StateDigest) {
        digest.add(client.machine != nil)
        client.machine?.describe(to: &digest, at: now)
        digest.add(client.disk?.peer?.description.hashValueOfName)
        describe(client.work, to: &digest) { client.machine?.role(of: $0) ?? .late }
        digest.add(client.isScanning)
        digest.add(client.server != nil)
        digest.add(client.wasConnected)
        digest.add(client.isExcused)
        digest.add(client.isConnected)
        guard let link = client.link else { return digest.add(UInt64(0)) }
        digest.add(UInt64(1))
        digest.add(link.isLost)
        digest.add(ghosts.firstIndex { $0.number == link.number } ?? -1)
        func add(_ kind: UInt64, _ ticket: Ticket) {
            digest.add(kind)
            digest.add(client.machine?.role(of: ticket).rawValue ?? 0)
        }
        switch link.exchange {
        case .none: digest.add(UInt64(0))
        case .read(let ticket): add(1, ticket)
        case .write(let value, let ticket):
            add(2, ticket)
            digest.add(value == .unpaired)
        case .atServer(let ticket, let isWrite):
            add(3, ticket)
            digest.add(isWrite)
        case .value(let ticket, let value):
            add(4, ticket)
            digest.add(value.name?.description.hashValueOfName)
        case .accepted(let ticket): add(5, ticket)
        case .refused(let ticket, let error):
            add(6, ticket)
            digest.add(error.rawValue)
        }
    }

    private func describe(
        _ work: Work?, to digest: inout StateDigest, role: (Ticket) -> TicketRole
    ) {
        switch work {
        case nil: digest.add(UInt64(0))
        case .load: digest.add(UInt64(1))
        case .store(let names, let ticket):
            digest.add(UInt64(2))
            digest.add(names.peer?.description.hashValueOfName)
            digest.add(role(ticket).rawValue)
        }
    }

    /// Lets everything go on without faults, and lets the first client connect.
    mutating func recover() {
        budget = Budget(faults: 0, presses: 0, ticks: 0)
        for number in clients.indices where clients[number].machine == nil { launch(number) }
        if server == nil { launchServer() }
        settle(forMilliseconds: 5000)
        for number in clients.indices { handle(.disconnect, by: number) }
        settle(forMilliseconds: 45_000)
        if let name = server?.clientName, name != clients[0].machine?.names.own {
            unpairServer()
            settle(forMilliseconds: 10_000)
        }
        for _ in 0..<3 where clients[0].machine?.isConnected != true {
            perform(.search(0))
            settle(forMilliseconds: 32_000)
        }
        if clients[0].machine?.isConnected != true { note(.nobodyIsStuck) }
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

extension String {
    /// The number of a name of an exploration.
    fileprivate var hashValueOfName: UInt64 { UInt64(self, radix: 16) ?? .max }
}
