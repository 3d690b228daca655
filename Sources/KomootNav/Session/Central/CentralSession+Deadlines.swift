// What is due, and when.
extension CentralSession {
    /// When to hand in `timePassed`; `nil` when no deadline is set.
    var earliestDeadline: SessionTime? {
        switch state {
        case .stopped, .radioOff, .scanning: nil
        case .connecting(_, let deadline): deadline
        case .connected(let link):
            if case .ready(_, let quiet?) = link.activity {
                // No other deadline may be taken for this one.
                quiet
            } else {
                min(
                    link.deadline, isSilent(link) ? link.deadline : link.silence,
                    link.earlierMTUEnd ?? link.deadline)
            }
        }
    }

    /// Whether the phone has been quiet for so long that the rider must be told.
    func isSilent(_ link: CentralLink) -> Bool { link.silence <= now }

    /// Does what waits until the radio has told everything that it had to tell: only `timePassed` for a
    /// deadline comes after all that (clause 8.9). Any other event may have been told late. So may this one,
    /// if the app was suspended: then it waits anew.
    mutating func passMarker(on link: inout CentralLink) {
        guard let told = nextDeadline, told <= now else { return }
        let isLate = now.milliseconds(since: told) > Milliseconds.markerTolerance
        if let end = link.earlierMTUEnd, end <= told {
            link.earlierMTUEnd = isLate ? time(after: Milliseconds.quietInterval) : nil
            if !isLate { reassembler.expectNotifications() }
        }
        guard case .ready(let due, .some) = link.activity else { return }
        isLate ? awaitMarker(on: &link, until: due) : confirm(on: &link)
    }

    /// Does everything that is due, except what waits for a marker.
    mutating func meetDeadlines() {
        switch state {
        case .stopped, .radioOff, .scanning: break
        case .connecting(let ticket, let deadline):
            if deadline <= now { drop(ticket, because: .timedOut) }
        case .connected(var link):
            guard link.deadline <= now else { return }
            switch link.activity {
            case .reading(let request, _):
                guard let timeout = link.finalDeadline, request.deadline < timeout else {
                    return drop(link.ticket, because: .timedOut)
                }
                read(on: &link, until: timeout)
                if request.mustDiscover { link.discoverNext() }
                state = .connected(link)
            case .discovering, .subscribing: drop(link.ticket, because: .timedOut)
            case .ready(_, .some): break
            case .ready(_, nil):
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
        case .ready(let due, _): due
        case .discovering(let request), .subscribing(let request), .reading(let request, _):
            request.deadline
        }
    }

    /// When the phone counts as silent, unless something arrives first.
    fileprivate var silence: SessionTime {
        lastArrival.advanced(byMilliseconds: Milliseconds.silenceInterval)
    }
}
