// For explorations of all states. A new variable of the session or of its parts must be described here.
#if !hasFeature(Embedded)
    extension PairingServer {
        /// What the session expects of a ticket.
        package func role(of ticket: Ticket) -> TicketRole {
            keeper.isStoring(ticket) ? .store : .late
        }

        /// Adds everything that decides what the session will do from `now` on. It must have no effects left.
        ///
        /// - Parameters:
        ///   - number: gives each link a number that does not depend on how many there were before. A link that has
        ///     none any more does not matter.
        ///   - requestNumber: the same for requests.
        ///   - rename: gives the name to describe in place of each.
        package func describe(
            to digest: inout StateDigest, at now: SessionTime, number: (Link) -> Int,
            requestNumber: (Request) -> Int, renaming rename: Renaming
        ) {
            func add(_ link: Link?) { digest.add(link.map(number)) }
            func add(_ request: Request?) { digest.add(request.map(requestNumber)) }
            keeper.describe(to: &digest, at: now, renaming: rename)
            digest.add(isRadioOn)
            // A grant matters for as long as a claim may have to be held back for it.
            digest.add(
                lastGrant?.advanced(byMilliseconds: PairingMilliseconds.leaseWithMargin), from: now)
            links.describe(to: &digest, at: now, number: number, renaming: rename)
            digest.add(UInt64(Phase.allCases.firstIndex(of: phase) ?? 0))
            switch state {
            case .stopped, .loading, .unreadable, .naming: break
            case .unpaired(let freeAt): digest.add(freeAt, from: now)
            case .waiting(let claim, let request, let freeAt):
                digest.add(claim.name, rename)
                add(claim.link)
                add(request)
                digest.add(freeAt, from: now)
            case .claimed(let claim, let acceptedAt, let wasReadBack):
                digest.add(claim.name, rename)
                add(claim.link)
                digest.add(now.milliseconds(since: acceptedAt))
                digest.add(wasReadBack)
            case .pairing(let name, let link, let request),
                .unpairing(let name, let link, let request):
                digest.add(name, rename)
                add(link)
                add(request)
            case .paired(let name, let served):
                digest.add(name, rename)
                add(served?.link)
                digest.add(served?.leaseEnd, from: now)
            case .takingOver(let name, let served, let waiting, let until):
                digest.add(name, rename)
                add(served.link)
                digest.add(served.leaseEnd, from: now)
                add(waiting.link)
                add(waiting.request)
                digest.add(until, from: now)
            }
        }
    }

    extension ServerLinks {
        /// The order in which links were heard decides which one loses its place, and matters only when all places
        /// are taken.
        fileprivate func describe(
            to digest: inout StateDigest, at now: SessionTime,
            number: (PairingServer.Link) -> Int, renaming rename: Renaming
        ) {
            var known: [(number: Int, pairedName: PairedName?)] = []
            for position in 0..<Self.capacity {
                guard let link = self[position] else { continue }
                known.append((number(link.link), link.pairedName))
            }
            known.sort { $0.number < $1.number }
            for link in known {
                digest.add(link.number)
                digest.add(link.pairedName?.name, rename)
            }
            guard known.count == Self.capacity else { return }
            let order = (0..<Self.capacity).sorted { one, other in
                let times = (self[one]?.lastHeard ?? .zero, self[other]?.lastHeard ?? .zero)
                return times.0 == times.1 ? one < other : times.0 < times.1
            }
            for position in order { digest.add(self[position].map { number($0.link) }) }
        }
    }
#endif
