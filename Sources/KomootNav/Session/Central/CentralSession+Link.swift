// What happens on a link that is up: discovery, subscription, and changes.
extension CentralSession {
    /// Takes an event. `link` is the state's; it goes back there if it is still up afterwards.
    mutating func follow(_ event: borrowing Event, on link: inout CentralLink) {
        switch event {
        case .start, .radioOn, .found: break
        case .stop: stop()
        case .radioOff: loseRadio()
        case .connected: reportLateArrival()
        case .disconnected(let ticket): ticket == link.ticket ? scan() : reportLateArrival()
        case .discovered(let ticket, let hasCCCD): discover(ticket, hasCCCD: hasCCCD, on: &link)
        case .notDiscovered(let ticket): discoverNothing(ticket, on: &link)
        case .subscribed(let ticket): subscribe(ticket, on: &link)
        case .answered(let ticket, let bytes): receive(bytes, for: ticket, on: &link)
        case .failed(let ticket, let error): receive(error, for: ticket, on: &link)
        case .notified(let ticket, let bytes): receiveNotification(bytes, of: ticket, on: &link)
        case .arrived(let ticket, let bytes): receiveArrival(bytes, of: ticket, on: &link)
        case .mtuChanged(let ticket, let mtu): changeMTU(to: mtu, of: ticket, on: &link)
        case .serviceChanged(let ticket): changeServices(of: ticket, on: &link)
        case .timePassed: passMarker(on: &link)
        }
    }

    @inline(never)  // One copy for all callers saves flash.
    mutating func requestDiscovery(on link: inout CentralLink) {
        // Whoever serves now may not know the MTU yet.
        reassembler.forgetChunkSize()
        let ticket = newTicket()
        link.activity = .discovering(
            CentralLink.Request(ticket, deadline: time(after: Milliseconds.setupTimeout)))
        effects.append(.discover(ticket))
    }

    private mutating func discover(
        _ ticket: Ticket, hasCCCD: Bool, on link: inout CentralLink
    ) {
        guard case .discovering(let request) = link.activity, request.ticket == ticket else {
            return reportLateArrival()
        }
        link.hear(at: now)
        if request.mustDiscover { return requestDiscovery(on: &link) }
        shown.hasEnded = false
        link.isSubscribed = false
        let subscribes = hasCCCD && configuration.subscribes
        // With one callback, only what arrives before is certainly an answer (C.12).
        link.mustSubscribe = subscribes && configuration.radio == .oneCallback
        if subscribes && !link.mustSubscribe { return requestSubscription(on: &link) }
        link.owesSubscription = false
        read(on: &link)
    }

    private mutating func discoverNothing(_ ticket: Ticket, on link: inout CentralLink) {
        guard case .discovering(let request) = link.activity, request.ticket == ticket else {
            return reportLateArrival()
        }
        link.hear(at: now)
        request.mustDiscover ? requestDiscovery(on: &link) : end(link.ticket)
    }

    /// The service is gone, because navigation was stopped (clause 9.8). Whatever comes next is new
    /// to the rider.
    private mutating func end(_ link: Ticket) {
        shown = ShownNavigation()
        shown.hasEnded = true
        effects.append(.disconnect(link: link))
        scan()
    }

    mutating func requestSubscription(on link: inout CentralLink) {
        link.mustSubscribe = false
        if configuration.radio == .oneCallback && !mayBeNotified {
            reassembler.expectNotifications()
        }
        let ticket = newTicket()
        // The system may ask the user whether to pair.
        let timeout = max(Milliseconds.setupTimeout, configuration.readTimeoutInMilliseconds)
        link.activity = .subscribing(CentralLink.Request(ticket, deadline: time(after: timeout)))
        effects.append(.subscribe(ticket))
    }

    private mutating func subscribe(_ ticket: Ticket, on link: inout CentralLink) {
        guard case .subscribing(let request) = link.activity, request.ticket == ticket else {
            return reportLateArrival()
        }
        link.hear(at: now)
        link.owesSubscription = false
        link.isSubscribed = true
        request.mustDiscover ? requestDiscovery(on: &link) : read(on: &link)
    }

    private mutating func receive(
        _ error: ATTError, for ticket: Ticket, on link: inout CentralLink
    ) {
        switch link.activity {
        case .discovering(let request) where request.ticket == ticket:
            failDiscovery(error, request, on: &link)
        case .subscribing(let request) where request.ticket == ticket:
            failSubscription(error, request, on: &link)
        case .reading(let request, let object) where request.ticket == ticket:
            link.hear(at: now)
            receive(error, of: object, request, on: &link)
        case .discovering, .subscribing, .ready, .reading:
            reportLateArrival()
        }
    }

    /// An error does not end the navigation: the phone did not say that the service is gone.
    private mutating func failDiscovery(
        _ error: ATTError, _ request: CentralLink.Request, on link: inout CentralLink
    ) {
        guard request.mustDiscover else { return drop(link.ticket, because: .refused(error)) }
        link.hear(at: now)
        effects.append(.fault(.refused(error)))
        requestDiscovery(on: &link)
    }

    /// Without a subscription, the session polls. If pairing was required, it asks for the
    /// subscription again whenever time makes a read due (C.3).
    private mutating func failSubscription(
        _ error: ATTError, _ request: CentralLink.Request, on link: inout CentralLink
    ) {
        link.hear(at: now)
        effects.append(.fault(.refused(error)))
        if request.mustDiscover { return requestDiscovery(on: &link) }
        if error == .invalidHandle { return discoverAgain(on: &link) }
        link.owesSubscription = error.requiresPairing
        read(on: &link)
    }

    /// The handle is no longer valid. Without progress, the link ends the fourth time (C.7).
    mutating func discoverAgain(on link: inout CentralLink) {
        if link.failRequest() { return drop(link.ticket, because: .gaveUp) }
        requestDiscovery(on: &link)
    }

    private mutating func changeMTU(
        to mtu: Int?, of ticket: Ticket, on link: inout CentralLink
    ) {
        guard ticket == link.ticket else { return reportLateArrival() }
        let before = reassembler.mtu
        reassembler.mtu = mtu
        guard reassembler.mtu != before else { return }
        link.discardRead()
        guard mayBeNotified else { return }
        link.earlierMTUEnd = time(after: Milliseconds.oldestReadInterval)
        // What waits to be checked is read from the beginning.
        if case .ready(_, .some) = link.activity { _ = reassembler.begin() }
    }

    private mutating func changeServices(of ticket: Ticket, on link: inout CentralLink) {
        guard ticket == link.ticket else { return reportLateArrival() }
        link.hear(at: now)
        if case .ready = link.activity { return requestDiscovery(on: &link) }
        link.discoverNext()
    }
}

// What a radio may tell while effects are still to be taken.
extension CentralSession {
    /// A failure that waits until all effects are taken.
    struct Interruption: Sendable {
        let ticket: Ticket
        /// `nil` if the link is down.
        let error: ATTError?
        let time: SessionTime
        let weight: Weight
    }

    /// How much a failure counts among several.
    enum Weight: UInt8, Sendable {
        /// Its ticket is not awaited.
        case late
        /// The outstanding request failed.
        case failed
        /// The link is down: it has no requests any more.
        case disconnected
    }

    /// Keeps a failure. One place is enough, because only one request is outstanding, on one link.
    mutating func interrupt(with event: Event, at time: SessionTime) {
        let told: Interruption
        switch event {
        case .disconnected(let ticket):
            told = Interruption(
                ticket: ticket, error: nil, time: time,
                weight: ticket == awaitedLink ? .disconnected : .late)
        case .failed(let ticket, let error):
            told = Interruption(
                ticket: ticket, error: error, time: time,
                weight: ticket == awaitedRequest ? .failed : .late)
        default: preconditionFailure("effects of the last event were not taken")
        }
        if let kept = interruption, told.weight.rawValue <= kept.weight.rawValue { return }
        interruption = told
    }

    /// The ticket of the link that is up or coming up.
    var awaitedLink: Ticket? {
        switch state {
        case .stopped, .radioOff, .scanning: nil
        case .connecting(let ticket, _): ticket
        case .connected(let link): link.ticket
        }
    }

    /// The ticket of the outstanding request.
    var awaitedRequest: Ticket? {
        switch state {
        case .stopped, .radioOff, .scanning, .connecting: nil
        case .connected(let link): link.request?.ticket
        }
    }
}
