// Reads and writes.
extension PairingServer {
    /// Notes that something was heard of a link.
    ///
    /// - Returns: its position in the table.
    @discardableResult
    mutating func hear(_ link: Link) -> Int {
        let waiting: Link? =
            switch state {
            case .waiting(let claim, _, _): claim.link
            case .takingOver(_, _, let waiting, _): waiting.link
            case .stopped, .loading, .unreadable, .naming, .unpaired, .claimed, .pairing, .paired,
                .unpairing:
                nil
            }
        return links.hear(link, at: now, keeping: client, and: waiting)
    }

    mutating func read(
        _ characteristic: Characteristic, at offset: Int, on link: Link, _ request: Request
    ) {
        switch state {
        case .stopped, .loading, .unreadable, .naming:
            return effects.append(.refuse(request, .unlikelyError))
        case .unpaired, .waiting, .claimed, .pairing, .paired, .takingOver, .unpairing: break
        }
        let position = hear(link)
        switch characteristic {
        case .serverName:
            if offset == 0 { beginAnew(link) }
            answer(.name(names.own), at: offset, request)
        case .pairedClientName:
            if offset == 0 { return readPairedName(on: link, request, position) }
            // A later chunk of the value whose beginning was read.
            guard let value = links[position]?.pairedName else {
                return effects.append(.refuse(request, .invalidOffset))
            }
            answer(value, at: offset, request)
        }
    }

    /// Takes a link for a new one of the same peer, unless the radio would have told: what was read before does not count
    /// (clause 4.15).
    mutating func beginAnew(_ link: Link) {
        guard !configuration.tellsDisconnections else { return }
        if let position = links.position(of: link) { links[position]?.pairedName = nil }
        guard case .claimed(let claim, let acceptedAt, _) = state, claim.link == link else {
            return
        }
        state = .claimed(claim, acceptedAt: acceptedAt, wasReadBack: false)
    }

    private mutating func answer(_ value: PairedName, at offset: Int, _ request: Request) {
        guard 0...value.byteCount ~= offset else {
            return effects.append(.refuse(request, .invalidOffset))
        }
        effects.append(.answer(request, Answer(value: value, offset: offset)))
    }

    /// Answers a read of the paired client name from its beginning.
    mutating func answerPairedName(_ value: PairedName, on link: Link, _ request: Request) {
        if value != .unpaired { lastGrant = now }
        if let position = links.position(of: link) { links[position]?.pairedName = value }
        answer(value, at: 0, request)
    }

    private mutating func readPairedName(on link: Link, _ request: Request, _ position: Int) {
        switch state {
        case .stopped, .loading, .unreadable, .naming: break
        case .unpaired, .waiting: answerPairedName(.unpaired, on: link, request)
        case .claimed(let claim, let acceptedAt, let wasReadBack):
            guard claim.link == link else { return refuse(request) }
            guard wasReadBack else {
                state = .claimed(claim, acceptedAt: acceptedAt, wasReadBack: true)
                return answerPairedName(.name(claim.name), on: link, request)
            }
            // The second read confirms the claim (clause 4.4).
            state = .pairing(claim.name, link: link, request)
            keep(peer: claim.name)
        case .pairing(let name, let claimant, let waiting):
            guard claimant == link, waiting == nil else { return refuse(request) }
            state = .pairing(name, link: link, request)
        case .paired(let name, let served): readWhilePaired(name, served, link, request, position)
        case .takingOver(let name, let served, let waiting, _):
            guard served.link == link else {
                return tell(name, served.link, link, request, position)
            }
            // The client is still there, so the other one is not the client.
            refuse(waiting.request)
            state = .paired(name, ServedLink(link: link, grantedAt: now))
            answerPairedName(.name(name), on: link, request)
        case .unpairing(let name, let client, _): tell(name, client, link, request, position)
        }
    }

    private mutating func readWhilePaired(
        _ name: PairingName, _ served: ServedLink?, _ link: Link, _ request: Request,
        _ position: Int
    ) {
        if let served, served.link != link, served.leaseEnd > now {
            return tell(name, served.link, link, request, position)
        }
        // Who reads the name twice is the client; anybody else would have left (clause 4.5).
        if served?.link == link || links[position]?.pairedName == .name(name) {
            serve(link, name, after: served)
        }
        answerPairedName(.name(name), on: link, request)
    }

    /// Tells who else asks that the server is paired: once, because the second answer would confirm a claim
    /// (clause 4.8).
    private mutating func tell(
        _ name: PairingName, _ client: Link?, _ link: Link, _ request: Request, _ position: Int
    ) {
        if let client, client != link, links[position]?.pairedName == .name(name) {
            return refuse(request)
        }
        answerPairedName(.name(name), on: link, request)
    }

    private mutating func refuse(_ request: Request) {
        effects.append(.refuse(request, .insufficientAuthorization))
    }

    mutating func write(_ bytes: Span<UInt8>, on link: Link, _ request: Request) {
        switch state {
        case .stopped, .loading, .unreadable, .naming:
            return effects.append(.refuse(request, .unlikelyError))
        case .unpaired, .waiting, .claimed, .pairing, .paired, .takingOver, .unpairing: break
        }
        hear(link)
        switch PairedName(bytes) {
        case nil:
            effects.append(.fault(.invalidName))
            effects.append(.refuse(request, .invalidAttributeValueLength))
        case .unpaired: release(on: link, request)
        case .name(let name): claim(name, on: link, request)
        }
    }

    /// The client unpairs (clause 2.5).
    private mutating func release(on link: Link, _ request: Request) {
        switch state {
        case .stopped, .loading, .unreadable, .naming: break
        case .unpaired: effects.append(.accept(request))
        case .waiting, .unpairing: refuse(request)
        case .claimed(let claim, _, _):
            guard claim.link == link else { return refuse(request) }
            state = .unpaired(freeAt: now)
            effects.append(.accept(request))
            effects.append(.pairedNameChanged)
        case .pairing(let name, let claimant, let waiting):
            guard claimant == link else { return refuse(request) }
            if let waiting { refuse(waiting) }
            unpair(name, link, request)
        case .paired(let name, let served):
            served?.link == link ? unpair(name, link, request) : refuse(request)
        case .takingOver(let name, let served, let waiting, _):
            guard served.link == link else { return refuse(request) }
            refuse(waiting.request)
            unpair(name, link, request)
        }
    }

    /// A client writes its name.
    private mutating func claim(_ name: PairingName, on link: Link, _ request: Request) {
        switch state {
        case .stopped, .loading, .unreadable, .naming: break
        case .unpaired(let freeAt):
            let claim = Claim(name: name, link: link)
            freeAt > now
                ? (state = .waiting(claim, request, freeAt: freeAt)) : accept(claim, request)
        case .waiting(let claim, let waiting, let freeAt):
            guard claim.name == name else { return refuse(request) }
            refuse(waiting)
            state = .waiting(Claim(name: name, link: link), request, freeAt: freeAt)
        case .claimed(let claim, _, _):
            guard claim.name == name else { return refuse(request) }
            accept(Claim(name: name, link: link), request)
        case .pairing(let claimed, _, let waiting):
            guard claimed == name else { return refuse(request) }
            if let waiting { refuse(waiting) }
            state = .pairing(name, link: link, nil)
            effects.append(.accept(request))
        case .paired(let client, let served):
            client == name ? identify(name, served, on: link, request) : refuse(request)
        case .takingOver, .unpairing: refuse(request)
        }
    }

    /// Accepts a claim, in memory only (clause 4.1).
    mutating func accept(_ claim: Claim, _ request: Request) {
        state = .claimed(claim, acceptedAt: now, wasReadBack: false)
        effects.append(.accept(request))
    }

    /// The paired client says who it is (clause 4.8).
    private mutating func identify(
        _ name: PairingName, _ served: ServedLink?, on link: Link, _ request: Request
    ) {
        if let served, served.link != link, served.leaseEnd > now {
            let waiting = Waiting(link: link, request: request)
            state = .takingOver(name, served, waiting, until: served.leaseEnd)
        } else {
            serve(link, name, after: served)
            effects.append(.accept(request))
        }
    }

    /// Serves the paired client on a link, on which its lease begins. On another one it is over.
    mutating func serve(_ link: Link, _ name: PairingName, after served: ServedLink?) {
        if let served, served.link != link { beginAnew(served.link) }
        state = .paired(name, ServedLink(link: link, grantedAt: now))
    }
}
