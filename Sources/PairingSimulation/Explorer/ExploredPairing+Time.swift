import CompanionPairing
import LinkVocabulary

// Time passes.
extension ExploredPairing {
    /// The longest time that one wait takes, in milliseconds: longer than every interval of the two ends.
    package static let longestWait: UInt64 = 70_000
    /// The largest number of things that are due during one wait.
    package static let maximumDeadlines = 12

    /// When something is due: at an end, or the notice that a link is gone.
    var nextDeadline: SessionTime? {
        var deadlines = clients.compactMap { $0.machine?.nextDeadline }
        if let deadline = server?.nextDeadline { deadlines.append(deadline) }
        for ghost in ghosts { deadlines.append(Self.notice(of: ghost)) }
        return deadlines.min()
    }

    /// The next moment that makes a difference: a deadline, or that a client may meet a peer again.
    private var nextMoment: SessionTime? {
        let ends = clients.compactMap { client in
            client.isScanning ? client.machine?.avoidanceEnd(after: now) : nil
        }
        return ([nextDeadline].compactMap(\.self) + ends).min()
    }

    private static func notice(of ghost: Ghost) -> SessionTime {
        ghost.since.advanced(by: .milliseconds(supervisionTimeout))
    }

    /// How many things are due one after the other within the longest wait.
    var reachableDeadlines: Int {
        var copy = self
        var count = 0
        while count < Self.maximumDeadlines, copy.broken == nil, let moment = copy.nextMoment,
            moment.milliseconds(since: now) <= Self.longestWait
        {
            copy.pass()
            count += 1
        }
        return count
    }

    /// Time passes until the next moment that makes a difference.
    mutating func pass() {
        guard let moment = nextMoment else { return }
        now = max(now, moment)
        meetDeadlines()
    }

    /// Does what is due. If it is due at both clients, it does not matter which one is the first of them.
    mutating func meetDeadlines() {
        let due = clients.indices.filter { number in
            (clients[number].machine?.nextDeadline).map { $0 <= now } ?? false
        }
        for number in due.count > 1 ? clientsInOrder : due { handle(.timePassed, by: number) }
        if let deadline = server?.nextDeadline, deadline <= now { handle(.timePassed) }
        while let position = ghosts.firstIndex(where: { Self.notice(of: $0) <= now }) {
            handle(.disconnected(PairingServer.Link(rawValue: ghosts.remove(at: position).number)))
        }
    }
}
