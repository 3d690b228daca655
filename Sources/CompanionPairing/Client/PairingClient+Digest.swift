// For explorations of all states. A new variable of the session or of its parts must be described here.
#if !hasFeature(Embedded)
    extension PairingClient {
        /// What the session expects of a ticket.
        package func role(of ticket: Ticket) -> TicketRole {
            if keeper.isStoring(ticket) { return .store }
            switch state {
            case .stopped, .loading, .unreadable, .naming, .idle, .waiting, .scanning:
                return .late
            case .connecting(_, _, ticket, _): return .link
            case .connecting: return .late
            case .linked(_, let link):
                if link.ticket == ticket { return .link }
                return link.request?.ticket == ticket ? .request : .late
            }
        }

        /// When the next of the peers that the session avoids may be connected to again; `nil` if it avoids none.
        package func avoidanceEnd(after now: SessionTime) -> SessionTime? {
            [avoided.entries.0, avoided.entries.1, avoided.entries.2, avoided.entries.3]
                .compactMap { $0?.end }.filter { $0 > now }.min()
        }

        /// Adds everything that decides what the session will do from `now` on. It must have no effects left.
        package func describe(
            to digest: inout StateDigest, at now: SessionTime, nameNumber: NameNumber
        ) {
            keeper.describe(to: &digest, at: now, nameNumber: nameNumber)
            digest.add(isRadioOn)
            avoided.describe(to: &digest, at: now)
            switch state {
            case .stopped: digest.add(UInt64(0))
            case .loading: digest.add(UInt64(1))
            case .unreadable: digest.add(UInt64(2))
            case .naming: digest.add(UInt64(3))
            case .idle: digest.add(UInt64(4))
            case .waiting(let search):
                digest.add(UInt64(5))
                search.describe(to: &digest, at: now)
            case .scanning(let search):
                digest.add(UInt64(6))
                search.describe(to: &digest, at: now)
            case .connecting(let search, let peer, _, let deadline):
                digest.add(UInt64(7))
                search.describe(to: &digest, at: now)
                digest.add(peer.rawValue)
                digest.add(deadline, from: now)
            case .linked(let search, let link):
                digest.add(UInt64(8))
                search.describe(to: &digest, at: now)
                link.describe(to: &digest, at: now, nameNumber: nameNumber)
            }
        }
    }

    extension PairingClient.Search {
        fileprivate func describe(to digest: inout StateDigest, at now: SessionTime) {
            digest.add(end, from: now)
            digest.add(isDiscovery)
        }
    }

    extension AvoidedPeers {
        fileprivate func describe(to digest: inout StateDigest, at now: SessionTime) {
            let known = [entries.0, entries.1, entries.2, entries.3].compactMap { $0 }
                .filter { $0.end > now }
            digest.add(known.count)
            for entry in known {
                digest.add(entry.peer.rawValue)
                digest.add(entry.end, from: now)
                digest.add(entry.wasFound)
            }
        }
    }

    extension ClientLink {
        fileprivate func describe(
            to digest: inout StateDigest, at now: SessionTime, nameNumber: NameNumber
        ) {
            digest.add(peer.rawValue)
            digest.add(serverName.map(nameNumber))
            digest.add(request.map { $0.deadline.milliseconds(since: now) })
            switch step {
            case .discovering: digest.add(UInt64(0))
            case .readingServerName: digest.add(UInt64(1))
            case .readingPairedName: digest.add(UInt64(2))
            case .claiming: digest.add(UInt64(3))
            case .readingBack(_, let claimedAt):
                digest.add(UInt64(4))
                digest.add(
                    claimedAt.advanced(byMilliseconds: PairingMilliseconds.rememberTimeout),
                    from: now)
            case .remembering(let deadline):
                digest.add(UInt64(5))
                digest.add(deadline, from: now)
            case .confirming: digest.add(UInt64(6))
            case .releasing: digest.add(UInt64(7))
            case .connected(let connection):
                digest.add(UInt64(8))
                digest.add(connection.leaseEnd, from: now)
                digest.add(connection.mustReadAgain)
                digest.add(connection.mustRelease)
                if case .ready(let due) = connection.activity { digest.add(due, from: now) }
            }
        }
    }
#endif
