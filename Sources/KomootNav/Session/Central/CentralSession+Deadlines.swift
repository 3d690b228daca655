// What is due when.
extension CentralSession {
    /// When to hand in `timePassed`; `nil` when no deadline is set.
    var earliestDeadline: SessionTime? {
        switch state {
        case .stopped, .radioOff, .scanning: nil
        case .connecting(_, let deadline): deadline
        case .connected(let link):
            isSilent(link) ? link.deadline : min(link.deadline, link.silence)
        }
    }

    /// Whether the phone has been quiet for so long that the rider must be told.
    func isSilent(_ link: CentralLink) -> Bool { link.silence <= now }

    /// Does everything that is due.
    mutating func meetDeadlines() {
        switch state {
        case .stopped, .radioOff, .scanning: break
        case .connecting(let ticket, let deadline):
            if deadline <= now { drop(ticket, because: .timedOut) }
        case .connected(var link):
            guard link.deadline <= now else { return }
            switch link.activity {
            case .discovering, .subscribing, .reading: drop(link.ticket, because: .timedOut)
            case .ready:
                link.owesSubscription ? requestSubscription(on: &link) : read(on: &link)
                state = .connected(link)
            }
        }
    }

    /// The moment this many milliseconds from now.
    func time(after interval: UInt64) -> SessionTime { now.advanced(byMilliseconds: interval) }
}

extension CentralLink {
    /// When the next read is due, or when the outstanding request times out.
    fileprivate var deadline: SessionTime {
        switch activity {
        case .ready(let due): due
        case .discovering(let request), .subscribing(let request), .reading(let request, _):
            request.deadline
        }
    }

    /// When the phone counts as silent, unless something arrives first.
    fileprivate var silence: SessionTime {
        lastArrival.advanced(byMilliseconds: Milliseconds.silenceInterval)
    }
}
