// For explorations of all states. A new variable of the session or of its parts must be described here.
#if !hasFeature(Embedded)
    extension CentralSession {
        /// What a session expects of a ticket.
        package enum TicketRole: UInt64, Hashable, Sendable {
            /// It is of an earlier link or request: whatever carries it is late.
            case late
            /// It is the link's.
            case link
            /// It is the outstanding request's.
            case request
        }

        /// What the session expects of a ticket. Once late, a ticket stays late.
        package func role(of ticket: Ticket) -> TicketRole {
            if ticket == awaitedLink { return .link }
            return ticket == awaitedRequest ? .request : .late
        }

        /// Adds everything that decides what the session will do from `now` on. It must have no
        /// effects left. (Mutating only because lending bytes is.)
        package mutating func describe(to digest: inout StateDigest, at now: SessionTime) {
            precondition(isDone, "effects of the last event were not taken")
            switch state {
            case .stopped(let isRadioOn):
                digest.add(UInt64(0))
                digest.add(isRadioOn)
            case .radioOff: digest.add(UInt64(1))
            case .scanning: digest.add(UInt64(2))
            case .connecting(_, let deadline):
                digest.add(UInt64(3))
                digest.add(until: deadline, from: now)
            case .connected(let link):
                digest.add(UInt64(4))
                link.describe(to: &digest, at: now)
                if let end = link.earlierMTUEnd, let told = nextDeadline { digest.add(end <= told) }
                reassembler.describe(to: &digest, isReading: link.isReading)
            }
            shown.describe(to: &digest, at: now)
            digest.add(until: nextDeadline, from: now)
            digest.add(Status.allCases.firstIndex(of: status))
        }
    }

    extension CentralLink {
        /// Whether an object is being read, also if no request is outstanding.
        fileprivate var isReading: Bool {
            switch activity {
            case .reading, .ready(_, .some): true
            case .discovering, .subscribing, .ready: false
            }
        }

        fileprivate func describe(to digest: inout StateDigest, at now: SessionTime) {
            digest.add(since: lastArrival, to: now, limit: Milliseconds.silenceInterval)
            switch activity {
            case .discovering(let request): request.describe(as: 0, to: &digest, at: now)
            case .subscribing(let request): request.describe(as: 1, to: &digest, at: now)
            case .ready(let due, let quiet):
                digest.add(UInt64(2))
                digest.add(until: due, from: now)
                digest.add(until: quiet, from: now)
            case .reading(let request, let object):
                request.describe(as: 3, to: &digest, at: now)
                object.describe(to: &digest)
                digest.add(until: finalDeadline, from: now)
            }
            digest.add(hasValue)
            digest.add(lostObjects)
            digest.add(needsPairingToRead)
            digest.add(owesSubscription)
            digest.add(mustSubscribe)
            digest.add(isSubscribed)
            digest.add(notifiesObjects)
            digest.add(mayOweAnswer)
            digest.add(until: earlierMTUEnd, from: now)
            digest.add(failedRequests)
            digest.add(unreadableObjects)
        }
    }

    extension CentralLink.Request {
        fileprivate func describe(
            as kind: UInt64, to digest: inout StateDigest, at now: SessionTime
        ) {
            digest.add(kind)
            digest.add(until: deadline, from: now)
            digest.add(mustDiscover)
        }
    }

    extension CentralLink.ObjectRead {
        fileprivate func describe(to digest: inout StateDigest) {
            digest.add(offset)
            digest.add(isDiscarded)
            switch notice {
            case .none: digest.add(UInt64(0))
            case .naming(let identifier):
                digest.add(UInt64(1))
                digest.add(identifier)
            case .beginning(let prefixHash):
                digest.add(UInt64(2))
                digest.add(prefixHash)
            }
        }
    }

    extension ShownNavigation {
        fileprivate func describe(to digest: inout StateDigest, at now: SessionTime) {
            digest.add(hasEnded)
            lastShown.describe(to: &digest)
            digest.add(lastExtent == .whole)
        }
    }

    extension DeliveredObject {
        fileprivate func describe(to digest: inout StateDigest) {
            digest.add(count)
            digest.add(hash)
            digest.add(prefixHash)
        }
    }
#endif
