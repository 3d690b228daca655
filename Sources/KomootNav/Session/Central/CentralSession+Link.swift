// From the scan to the subscription, and back after a loss.
extension CentralSession {
    mutating func start() {
        guard case .stopped = state else { return }
        hasEnded = false
        forgetDeliveries()
        isRadioOn ? scan() : (state = .radioOff)
    }

    /// What comes next is new to the rider.
    private mutating func forgetDeliveries() {
        lastWhole = DeliveredObject()
        lastShown = DeliveredObject()
        lastIdentifier = nil
        isStale = false
    }

    mutating func stop() {
        switch state {
        case .stopped: return
        case .radioOff: break
        case .scanning: effects.append(.stopScan)
        case .connecting, .discovering, .subscribing, .ready, .reading:
            effects.append(.disconnect(link: link.ticket))
        }
        state = .stopped
    }

    mutating func loseRadio() {
        isRadioOn = false
        if case .stopped = state { return }
        state = .radioOff
    }

    mutating func regainRadio() {
        isRadioOn = true
        if case .radioOff = state { scan() }
    }

    mutating func scan() {
        state = .scanning
        effects.append(.startScan)
    }

    /// Ends the link and looks for the phone again, at once (clause 9.7).
    mutating func drop(because fault: Fault) {
        effects.append(.fault(fault))
        effects.append(.disconnect(link: link.ticket))
        scan()
    }

    mutating func find(_ peer: Peer) {
        guard case .scanning = state else { return }
        link = CentralLink(ticket: newTicket(), at: now)
        state = .connecting(deadline: now.advanced(byMilliseconds: NavigationTiming.setupTimeout))
        effects.append(.stopScan)
        effects.append(.connect(peer, link: link.ticket))
    }

    mutating func connect(_ ticket: Ticket, mtu: Int) {
        guard case .connecting = state, ticket == link.ticket else { return reportLateArrival() }
        link.hear(at: now)
        link.mtu = max(mtu, ATT.defaultMTU)
        reassembler.forgetPieceSize()
        requestDiscovery()
    }

    mutating func disconnect(_ ticket: Ticket) {
        guard isOn(ticket) else { return reportLateArrival() }
        scan()
    }

    mutating func requestDiscovery() {
        link.mustDiscover = false
        let ticket = newTicket()
        state = .discovering(
            ticket, deadline: now.advanced(byMilliseconds: NavigationTiming.setupTimeout))
        effects.append(.discover(ticket))
    }

    mutating func discover(_ ticket: Ticket, hasCCCD: Bool) {
        guard case .discovering(let awaited, _) = state, ticket == awaited else {
            return reportLateArrival()
        }
        link.hear(at: now)
        if link.mustDiscover { return requestDiscovery() }
        hasEnded = false
        link.owesSubscription = false
        hasCCCD && configuration.subscribes ? requestSubscription() : read()
    }

    mutating func discoverNothing(_ ticket: Ticket) {
        guard case .discovering(let awaited, _) = state, ticket == awaited else {
            return reportLateArrival()
        }
        link.hear(at: now)
        if link.mustDiscover { return requestDiscovery() }
        end()
    }

    /// That is no end of navigation: nobody said that there is no service.
    mutating func failDiscovery(_ error: ATTError) {
        guard link.mustDiscover else { return drop(because: .refused(error)) }
        link.hear(at: now)
        effects.append(.fault(.refused(error)))
        requestDiscovery()
    }

    /// The service is gone: navigation was stopped (clause 9.8).
    mutating func end() {
        hasEnded = true
        forgetDeliveries()
        effects.append(.disconnect(link: link.ticket))
        scan()
    }

    mutating func requestSubscription() {
        let ticket = newTicket()
        state = .subscribing(
            ticket, deadline: now.advanced(byMilliseconds: NavigationTiming.setupTimeout))
        effects.append(.subscribe(ticket))
    }

    mutating func subscribe(_ ticket: Ticket) {
        guard case .subscribing(let awaited, _) = state, ticket == awaited else {
            return reportLateArrival()
        }
        link.hear(at: now)
        link.isSubscribed = true
        link.owesSubscription = false
        link.mustDiscover ? requestDiscovery() : read()
    }

    /// Without a subscription the link is polled; if pairing was wanted, it is tried once more when a
    /// read has succeeded.
    mutating func failSubscription(_ error: ATTError) {
        link.hear(at: now)
        effects.append(.fault(.refused(error)))
        if link.mustDiscover || error == .invalidHandle { return requestDiscovery() }
        if error.asksForPairing && !link.owesSubscription {
            link.owesSubscription = true
            link.isPairingRequired = true
            return rest()
        }
        link.owesSubscription = false
        read()
    }

    mutating func changeMTU(to mtu: Int, on ticket: Ticket) {
        guard isOn(ticket) else { return reportLateArrival() }
        link.mtu = max(mtu, ATT.defaultMTU)
        reassembler.forgetPieceSize()
        discardRead()
    }

    mutating func changeServices(on ticket: Ticket) {
        guard isOn(ticket) else { return reportLateArrival() }
        link.hear(at: now)
        switch state {
        case .stopped, .radioOff, .scanning, .connecting: break
        case .discovering, .subscribing, .reading:
            // One request at a time: the outstanding one must end first.
            link.mustDiscover = true
        case .ready: requestDiscovery()
        }
    }

    /// Whether a link with this ticket is up or coming up.
    func isOn(_ ticket: Ticket) -> Bool {
        switch state {
        case .stopped, .radioOff, .scanning: false
        case .connecting, .discovering, .subscribing, .ready, .reading: ticket == link.ticket
        }
    }

    mutating func newTicket() -> Ticket {
        lastTicket = lastTicket.next
        return lastTicket
    }

    mutating func reportLateArrival() { effects.append(.fault(.lateArrival)) }

    /// Does what is due by now.
    mutating func meetDeadlines() {
        switch state {
        case .stopped, .radioOff, .scanning: return
        case .connecting(let deadline), .discovering(_, let deadline),
            .subscribing(_, let deadline), .reading(_, _, let deadline, _):
            if deadline <= now { return drop(because: .timedOut) }
        case .ready(let due):
            if due <= now { read() }
        }
        let silence = link.lastArrival.advanced(byMilliseconds: NavigationTiming.silenceInterval)
        if case .connecting = state { return }
        if silence <= now { link.isSilent = true }
    }

    mutating func reportStatus() {
        let current = currentStatus
        guard current != status else { return }
        status = current
        effects.append(.report(current))
    }

    private var currentStatus: Status {
        switch state {
        case .stopped: .stopped
        case .radioOff: .radioOff
        case .scanning, .connecting: hasEnded ? .ended : .searching
        case .discovering, .subscribing, .ready, .reading:
            if link.isSilent {
                .silent
            } else if link.isPairingRequired {
                .pairingRequired
            } else if !link.hasValue {
                hasEnded ? .ended : .waiting
            } else {
                isStale ? .stale : .navigating
            }
        }
    }
}

extension ATTError {
    /// Whether the phone must be paired before it answers (clause 9.10).
    var asksForPairing: Bool {
        self == .insufficientAuthentication || self == .insufficientEncryption
    }
}
