// The store, the user, the radio and time.
extension PairingServer {
    mutating func follow(_ event: borrowing Event) {
        switch event {
        case .start: start()
        case .loaded(let names): load(names)
        case .loadFailed: failToLoad()
        case .stored(let ticket): finishStore(ticket, succeeded: true)
        case .storeFailed(let ticket): finishStore(ticket, succeeded: false)
        case .unpair: unpair()
        case .radioOff: loseRadio()
        case .radioOn: regainRadio()
        case .connected(let link):
            links.remove(link)
            hear(link)
        case .disconnected(let link):
            links.remove(link)
            lose(link)
        case .read(let link, let characteristic, let offset, let request):
            read(characteristic, at: offset, on: link, request)
        case .write(let link, let bytes, let request): write(bytes, on: link, request)
        case .timePassed: break
        }
    }

    private mutating func start() {
        switch state {
        case .stopped, .unreadable:
            state = .loading
            effects.append(.load)
        case .loading, .naming, .unpaired, .waiting, .claimed, .pairing, .paired, .takingOver,
            .unpairing:
            break
        }
    }

    private mutating func load(_ names: PairingNames?) {
        guard case .loading = state else { return effects.append(.fault(.lateArrival)) }
        guard let names else {
            state = .naming
            return keep(peer: nil)
        }
        keeper = NameKeeper(stored: names)
        // What was answered before the launch is not known (clause 4.7).
        lastGrant = now
        state = names.peer.map { State.paired($0, nil) } ?? .unpaired(freeAt: freeAfterGrants)
        if isRadioOn { effects.append(.startAdvertising) }
    }

    /// When every lease that was ever granted is over.
    private var freeAfterGrants: SessionTime {
        lastGrant?.advanced(byMilliseconds: PairingMilliseconds.leaseWithMargin) ?? now
    }

    private mutating func failToLoad() {
        guard case .loading = state else { return effects.append(.fault(.lateArrival)) }
        state = .unreadable
        // If the names are gone, this is not the first launch (clause 4.7).
        lastGrant = now
        effects.append(.fault(.unreadableStore))
    }

    /// Has the names stored, with this client or without one.
    mutating func keep(peer: PairingName?) {
        if keeper.keep(PairingNames(own: names.own, peer: peer)) { storeNames() }
    }

    private mutating func storeNames() {
        lastTicket = Ticket(rawValue: lastTicket.rawValue &+ 1)
        keeper.begin(lastTicket)
        effects.append(.store(names, lastTicket))
    }

    private mutating func finishStore(_ ticket: Ticket, succeeded: Bool) {
        switch keeper.finish(ticket, succeeded: succeeded, at: now) {
        case .late: effects.append(.fault(.lateArrival))
        case .mustStore: storeNames()
        case .failed: effects.append(.fault(.storeFailed))
        case .done: goOnAfterStore()
        }
    }

    private mutating func goOnAfterStore() {
        switch state {
        case .naming:
            state = .unpaired(freeAt: freeAfterGrants)
            if isRadioOn { effects.append(.startAdvertising) }
        case .pairing(let name, let link, let request):
            state = .paired(name, link.map { ServedLink(link: $0, grantedAt: now) })
            if let link, let request { answerPairedName(.name(name), on: link, request) }
            effects.append(.pairedNameChanged)
        case .unpairing(_, _, let request):
            state = .unpaired(freeAt: freeAfterGrants)
            if let request { effects.append(.accept(request)) }
            effects.append(.pairedNameChanged)
        case .stopped, .loading, .unreadable, .unpaired, .waiting, .claimed, .paired, .takingOver:
            break
        }
    }

    private mutating func unpair() {
        switch state {
        case .stopped, .loading, .unreadable, .naming, .unpaired, .unpairing: break
        case .waiting(_, let request, let freeAt):
            effects.append(.refuse(request, .insufficientAuthorization))
            state = .unpaired(freeAt: freeAt)
        case .claimed:
            state = .unpaired(freeAt: now)
            effects.append(.pairedNameChanged)
        case .pairing(let name, let link, let request):
            if let request { effects.append(.refuse(request, .insufficientAuthorization)) }
            unpair(name, link, nil)
        case .paired(let name, let served): unpair(name, served?.link, nil)
        case .takingOver(let name, let served, let waiting, _):
            effects.append(.refuse(waiting.request, .insufficientAuthorization))
            unpair(name, served.link, nil)
        }
    }

    /// Stores that the server is unpaired; only then anybody is told (clause 4.6).
    mutating func unpair(_ name: PairingName, _ link: Link?, _ request: Request?) {
        state = .unpairing(name, link: link, request)
        keep(peer: nil)
    }

    private mutating func loseRadio() {
        isRadioOn = false
        links.removeAll()
        switch state {
        case .stopped, .loading, .unreadable, .naming, .unpaired: break
        case .waiting(_, _, let freeAt): state = .unpaired(freeAt: freeAt)
        case .claimed: state = .unpaired(freeAt: now)
        case .pairing(let name, _, _): state = .pairing(name, link: nil, nil)
        case .paired(let name, _), .takingOver(let name, _, _, _): state = .paired(name, nil)
        case .unpairing(let name, _, _): state = .unpairing(name, link: nil, nil)
        }
    }

    private mutating func regainRadio() {
        guard !isRadioOn else { return }
        isRadioOn = true
        switch state {
        case .stopped, .loading, .unreadable, .naming: break
        case .unpaired, .waiting, .claimed, .pairing, .paired, .takingOver, .unpairing:
            effects.append(.startAdvertising)
        }
    }

    /// A link is gone, and what belonged to it with it (clause 4.1).
    private mutating func lose(_ link: Link) {
        switch state {
        case .stopped, .loading, .unreadable, .naming, .unpaired: break
        case .waiting(let claim, _, let freeAt):
            if claim.link == link { state = .unpaired(freeAt: freeAt) }
        case .claimed(let claim, _, _):
            guard claim.link == link else { return }
            state = .unpaired(freeAt: now)
            effects.append(.pairedNameChanged)
        case .pairing(let name, let claimant, _):
            if claimant == link { state = .pairing(name, link: nil, nil) }
        case .paired(let name, let served):
            if served?.link == link { state = .paired(name, nil) }
        case .takingOver(let name, let served, let waiting, _):
            if served.link == link {
                takeOver(name, served, waiting)
            } else if waiting.link == link {
                state = .paired(name, served)
            }
        case .unpairing(let name, let client, _):
            if client == link { state = .unpairing(name, link: nil, nil) }
        }
    }

    /// The paired client goes on on another link.
    private mutating func takeOver(_ name: PairingName, _ served: ServedLink, _ waiting: Waiting) {
        serve(waiting.link, name, after: served)
        effects.append(.accept(waiting.request))
    }

    /// When to hand in `timePassed`; `nil` when no deadline is set.
    var earliestDeadline: SessionTime? {
        guard let due else { return keeper.retry }
        return min(keeper.retry ?? due, due)
    }

    /// When the state changes by time.
    private var due: SessionTime? {
        switch state {
        case .stopped, .loading, .unreadable, .naming, .unpaired, .pairing, .unpairing: nil
        case .waiting(_, _, let freeAt): freeAt
        case .claimed(_, let acceptedAt, _):
            acceptedAt.advanced(byMilliseconds: PairingMilliseconds.claimConfirmation)
        case .paired(_, let served):
            configuration.tellsDisconnections ? nil : served?.leaseEnd
        case .takingOver(_, _, _, let until): until
        }
    }

    /// Does everything that is due.
    mutating func meetDeadlines() {
        if let retry = keeper.retry, retry <= now { storeNames() }
        guard let due, due <= now else { return }
        switch state {
        case .stopped, .loading, .unreadable, .naming, .unpaired, .pairing, .unpairing: break
        case .waiting(let claim, let request, _): accept(claim, request)
        case .claimed(let claim, _, _):
            guard configuration.tellsDisconnections else {
                state = .unpaired(freeAt: now)
                return effects.append(.pairedNameChanged)
            }
            state = .pairing(claim.name, link: claim.link, nil)
            keep(peer: claim.name)
        case .paired(let name, let served):
            if let served { beginAnew(served.link) }
            state = .paired(name, nil)
        case .takingOver(let name, let served, let waiting, _): takeOver(name, served, waiting)
        }
    }
}

extension PairingServer.ServedLink {
    /// When the client's lease is over for certain.
    var leaseEnd: SessionTime {
        grantedAt.advanced(byMilliseconds: PairingMilliseconds.leaseWithMargin)
    }
}
