// For explorations of all states. A new variable of the session or of its parts must be described here.
#if !hasFeature(Embedded)
    extension PairingServer {
        /// What the session expects of a ticket.
        package func role(of ticket: Ticket) -> TicketRole {
            keeper.isStoring(ticket) ? .store : .late
        }

        /// The largest number of links that it tells apart. Of more, it forgets those that it heard longest ago.
        package static var maximumLinks: Int { ServerLinks.capacity }

        /// Adds everything that decides what the session will do from `now` on, if there are never more than
        /// ``maximumLinks``, and nobody reads on where an earlier read ended. It must have no effects left.
        ///
        /// - Parameters:
        ///   - number: gives each link a number that does not depend on how many there were before. A link that has
        ///     none any more does not matter.
        ///   - requestNumber: the same for requests.
        ///   - nameNumber: the same for names.
        package func describe(
            to digest: inout StateDigest, at now: SessionTime, number: (Link) -> Int,
            requestNumber: (Request) -> Int, nameNumber: NameNumber
        ) {
            func add(_ link: Link?) { digest.add(link.map(number)) }
            func add(_ request: Request?) { digest.add(request.map(requestNumber)) }
            keeper.describe(to: &digest, at: now, nameNumber: nameNumber)
            digest.add(isRadioOn)
            // A grant matters for as long as a claim may have to be held back for it.
            digest.add(
                lastGrant?.advanced(byMilliseconds: PairingMilliseconds.leaseWithMargin), from: now)
            links.describe(to: &digest, number: number, nameNumber: nameNumber)
            digest.add(UInt64(Phase.allCases.firstIndex(of: phase) ?? 0))
            switch state {
            case .stopped, .loading, .unreadable, .naming: break
            case .unpaired(let freeAt): digest.add(freeAt, from: now)
            case .waiting(let claim, let request, let freeAt):
                digest.add(nameNumber(claim.name))
                add(claim.link)
                add(request)
                digest.add(freeAt, from: now)
            case .claimed(let claim, let acceptedAt, let wasReadBack):
                digest.add(nameNumber(claim.name))
                add(claim.link)
                digest.add(now.milliseconds(since: acceptedAt))
                digest.add(wasReadBack)
            case .pairing(let name, let link, let request),
                .unpairing(let name, let link, let request):
                digest.add(nameNumber(name))
                add(link)
                add(request)
            case .paired(let name, let served):
                digest.add(nameNumber(name))
                add(served?.link)
                digest.add(served?.leaseEnd, from: now)
            case .takingOver(let name, let served, let waiting, let until):
                digest.add(nameNumber(name))
                add(served.link)
                digest.add(served.leaseEnd, from: now)
                add(waiting.link)
                add(waiting.request)
                digest.add(until, from: now)
            }
        }
    }

    extension ServerLinks {
        /// The order in which links were heard decides only which one loses its place when there are more, and that
        /// `UNPAIRED` was read only how it is read on.
        fileprivate func describe(
            to digest: inout StateDigest, number: (PairingServer.Link) -> Int,
            nameNumber: NameNumber
        ) {
            let known = (0..<Self.capacity).compactMap { self[$0] }
                .map { (number: number($0.link), pairedName: $0.pairedName) }
                .sorted { $0.number < $1.number }
            digest.add(known.count)
            for link in known {
                digest.add(link.number)
                digest.add((link.pairedName?.name).map(nameNumber))
            }
        }
    }
#endif
