// For explorations of all states.
#if !hasFeature(Embedded)
    /// What a session expects of a ticket.
    package enum TicketRole: UInt64, Hashable, Sendable {
        /// Whatever carries it is late.
        case late
        /// It is the link's.
        case link
        /// It is the outstanding request's.
        case request
        /// It is that of the store that is under way.
        case store
    }

    /// Gives each name a number. Only whether two names are the same matters, so that states with other names can be
    /// the same.
    package typealias NameNumber = (PairingName) -> Int

    extension StateDigest {
        /// Adds how long there is until a moment; zero if it is over.
        package mutating func add(_ moment: SessionTime?, from now: SessionTime) {
            add(moment.map { $0.milliseconds(since: now) })
        }
    }

    extension NameKeeper {
        func describe(
            to digest: inout StateDigest, at now: SessionTime, nameNumber: NameNumber
        ) {
            digest.add(nameNumber(names.own))
            digest.add(names.peer.map(nameNumber))
            switch activity {
            case .done: digest.add(UInt64(0))
            case .storing(_, let isOutdated):
                digest.add(UInt64(1))
                digest.add(isOutdated)
            case .failed(let retry):
                digest.add(UInt64(2))
                digest.add(retry, from: now)
            }
        }

        func isStoring(_ ticket: Ticket) -> Bool {
            if case .storing(ticket, _) = activity { true } else { false }
        }
    }
#endif
