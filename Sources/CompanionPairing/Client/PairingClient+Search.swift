// The store, the user, the radio and the scan.
extension PairingClient {
    mutating func follow(_ event: borrowing Event) {
        switch event {
        case .start: start()
        case .loaded(let names): load(names)
        case .loadFailed: failToLoad()
        case .stored(let ticket): finishStore(ticket, succeeded: true)
        case .storeFailed(let ticket): finishStore(ticket, succeeded: false)
        case .discover: if names.peer == nil { beginSearch(isDiscovery: true) }
        case .connect: if names.peer != nil { beginSearch(isDiscovery: false) }
        case .disconnect: stopSearch()
        case .unpair: unpair()
        case .radioOff: loseRadio()
        case .radioOn: regainRadio()
        case .found(let peer): find(peer)
        case .connected(let ticket): connect(ticket)
        case .disconnected(let ticket): lose(ticket)
        case .timePassed: break
        case .discovered, .notDiscovered, .answered, .written, .failed, .pairedNameChanged,
            .servicesChanged:
            followOnLink(event)
        }
    }

    mutating func reportLateArrival() { effects.append(.fault(.lateArrival)) }

    private mutating func start() {
        switch state {
        case .stopped, .unreadable:
            state = .loading
            effects.append(.load)
        case .loading, .naming, .idle, .waiting, .scanning, .connecting, .linked: break
        }
    }

    private mutating func load(_ names: PairingNames?) {
        guard case .loading = state else { return reportLateArrival() }
        if let names {
            keeper = NameKeeper(stored: names)
            state = .idle
        } else {
            state = .naming
            keep(peer: nil)
        }
    }

    private mutating func failToLoad() {
        guard case .loading = state else { return reportLateArrival() }
        state = .unreadable
        effects.append(.fault(.unreadableStore))
    }

    /// Remembers a server, or forgets it.
    mutating func keep(peer: PairingName?) {
        if keeper.keep(PairingNames(own: names.own, peer: peer)) { storeNames() }
    }

    mutating func storeNames() {
        let ticket = newTicket()
        keeper.begin(ticket)
        effects.append(.store(names, ticket))
    }

    private mutating func finishStore(_ ticket: Ticket, succeeded: Bool) {
        switch keeper.finish(ticket, succeeded: succeeded, at: now) {
        case .late: reportLateArrival()
        case .mustStore: storeNames()
        case .failed: effects.append(.fault(.storeFailed))
        case .done:
            if case .naming = state { state = .idle }
            if case .linked(let search, var link) = state, case .remembering = link.step {
                confirm(on: &link)
                state = .linked(search, link)
            }
        }
    }

    private mutating func beginSearch(isDiscovery: Bool) {
        guard case .idle = state else { return }
        let end = time(after: PairingMilliseconds.discoveryLimit)
        scan(Search(end: end, isDiscovery: isDiscovery))
    }

    /// Searches on, if the search is not over.
    mutating func scan(_ search: Search) {
        if let end = search.end, end <= now {
            state = .idle
        } else if isRadioOn {
            state = .scanning(search)
            avoided.beginScan()
            effects.append(.startScan)
        } else {
            state = .waiting(search)
        }
    }

    /// The user wants no link any more.
    private mutating func stopSearch() {
        switch state {
        case .stopped, .loading, .unreadable, .naming, .idle: break
        case .waiting: state = .idle
        case .scanning:
            effects.append(.stopScan)
            state = .idle
        case .connecting(_, _, let ticket, _):
            effects.append(.disconnect(link: ticket))
            state = .idle
        case .linked(_, let link):
            effects.append(.disconnect(link: link.ticket))
            forgetWhatIsOpen(on: link)
            state = .idle
        }
    }

    private mutating func unpair() {
        guard names.peer != nil else { return }
        switch state {
        case .stopped, .loading, .unreadable, .naming: break
        case .idle: keep(peer: nil)
        case .waiting, .scanning, .connecting:
            stopSearch()
            keep(peer: nil)
        case .linked(let search, var link):
            switch link.step {
            case .releasing: break
            case .connected(var connection):
                switch connection.activity {
                case .ready: release(on: &link)
                case .reading:
                    connection.mustRelease = true
                    link.step = .connected(connection)
                }
                state = .linked(search, link)
            case .discovering, .readingServerName, .readingPairedName, .claiming, .readingBack,
                .remembering, .confirming:
                stopSearch()
                if names.peer != nil { keep(peer: nil) }
            }
        }
    }

    private mutating func loseRadio() {
        isRadioOn = false
        switch state {
        case .stopped, .loading, .unreadable, .naming, .idle, .waiting: break
        case .scanning(let search), .connecting(let search, _, _, _): state = .waiting(search)
        case .linked(let search, let link): searchAfterLoss(of: link, search)
        }
    }

    private mutating func regainRadio() {
        isRadioOn = true
        if case .waiting(let search) = state { scan(search) }
    }

    private mutating func find(_ peer: Peer) {
        guard case .scanning(let search) = state, !avoided.find(peer, at: now) else { return }
        connect(to: peer, search)
    }

    private mutating func connect(to peer: Peer, _ search: Search) {
        let ticket = newTicket()
        effects.append(.stopScan)
        effects.append(.connect(peer, link: ticket))
        state = .connecting(
            search, peer, link: ticket, deadline: time(after: PairingMilliseconds.requestTimeout))
    }

    private mutating func connect(_ ticket: Ticket) {
        guard case .connecting(let search, let peer, ticket, _) = state else {
            return reportLateArrival()
        }
        let request = newRequest()
        effects.append(.discover(request.ticket))
        state = .linked(
            search, ClientLink(peer: peer, ticket: ticket, step: .discovering(request)))
    }

    private mutating func lose(_ ticket: Ticket) {
        if case .connecting(let search, _, ticket, _) = state {
            scan(search)
        } else if case .linked(let search, let link) = state, link.ticket == ticket {
            searchAfterLoss(of: link, search)
        } else {
            reportLateArrival()
        }
    }

    /// Forgets a server with which pairing was not complete, or that was being unpaired.
    private mutating func forgetWhatIsOpen(on link: ClientLink) {
        switch link.step {
        case .remembering, .releasing: keep(peer: nil)
        case .connected(let connection): if connection.mustRelease { keep(peer: nil) }
        case .discovering, .readingServerName, .readingPairedName, .claiming, .readingBack,
            .confirming:
            break
        }
    }

    /// Looks for the server again after the end of a link.
    mutating func searchAfterLoss(of link: ClientLink, _ search: Search) {
        forgetWhatIsOpen(on: link)
        switch link.step {
        case .releasing: state = .idle
        case .connected(let connection):
            if connection.mustRelease {
                state = .idle
            } else {
                scan(Search(end: nil, isDiscovery: false))
            }
        case .discovering, .readingServerName, .readingPairedName, .claiming, .readingBack,
            .remembering, .confirming:
            avoided.avoid(link.peer, from: now)
            scan(search)
        }
    }

    /// When to hand in `timePassed`; `nil` when no deadline is set.
    var earliestDeadline: SessionTime? {
        let due: SessionTime? =
            switch state {
            case .stopped, .loading, .unreadable, .naming, .idle: nil
            case .waiting(let search): search.end
            case .scanning(let search): earlier(search.end, avoided.next?.end)
            case .connecting(_, _, _, let end): end
            case .linked(_, let link): link.deadline
            }
        return earlier(keeper.retry, due)
    }

    private func earlier(_ time: SessionTime?, _ other: SessionTime?) -> SessionTime? {
        guard let time, let other else { return time ?? other }
        return min(time, other)
    }

    /// Does everything that is due.
    mutating func meetDeadlines() {
        if let retry = keeper.retry, retry <= now { storeNames() }
        switch state {
        case .stopped, .loading, .unreadable, .naming, .idle: break
        case .waiting(let search):
            if let end = search.end, end <= now { state = .idle }
        case .scanning(let search):
            if let end = search.end, end <= now {
                effects.append(.stopScan)
                state = .idle
            } else if let next = avoided.next, next.end <= now {
                connect(to: next.peer, search)
            }
        case .connecting(let search, _, let ticket, let deadline):
            guard deadline <= now else { return }
            effects.append(.fault(.timedOut))
            effects.append(.disconnect(link: ticket))
            scan(search)
        case .linked(let search, let link): if link.deadline <= now { meet(link, search) }
        }
    }
}
