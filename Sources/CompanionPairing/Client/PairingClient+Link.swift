// What happens on a link that is up.
extension PairingClient {
    mutating func newRequest() -> ClientLink.Request {
        ClientLink.Request(ticket: newTicket(), sent: now)
    }

    mutating func followOnLink(_ event: borrowing Event) {
        guard case .linked(let search, let link) = state else { return reportLateArrival() }
        switch event {
        case .discovered(let ticket):
            guard case .discovering(let request) = link.step, request.ticket == ticket else {
                return reportLateArrival()
            }
            readServerName(on: link, search)
        case .notDiscovered(let ticket):
            guard case .discovering(let request) = link.step, request.ticket == ticket else {
                return reportLateArrival()
            }
            drop(link, search, because: .noService)
        case .answered(let ticket, let bytes):
            guard link.request?.ticket == ticket else { return reportLateArrival() }
            receive(bytes, on: link, search)
        case .written(let ticket):
            guard link.request?.ticket == ticket else { return reportLateArrival() }
            receiveConfirmation(on: link, search)
        case .failed(let ticket, let error):
            guard link.request?.ticket == ticket else { return reportLateArrival() }
            receive(error, on: link, search)
        case .pairedNameChanged(let ticket):
            guard link.ticket == ticket else { return reportLateArrival() }
            hint(on: link, search)
        case .servicesChanged(let ticket):
            guard link.ticket == ticket else { return reportLateArrival() }
            drop(link, search, because: .servicesChanged)
        case .start, .loaded, .loadFailed, .stored, .storeFailed, .discover, .connect, .disconnect,
            .unpair, .radioOff, .radioOn, .found, .connected, .disconnected, .timePassed:
            break
        }
    }

    private mutating func readServerName(on link: ClientLink, _ search: Search) {
        var link = link
        let request = newRequest()
        effects.append(.readServerName(request.ticket))
        link.step = .readingServerName(request)
        state = .linked(search, link)
    }

    /// Asks for the paired client name.
    mutating func readPairedName() -> ClientLink.Request {
        let request = newRequest()
        effects.append(.readPairedName(request.ticket))
        return request
    }

    /// Reads the paired client name once more (clause 4.4).
    mutating func confirm(on link: inout ClientLink) { link.step = .confirming(readPairedName()) }

    /// Tells the server that it is unpaired (clause 2.5).
    mutating func release(on link: inout ClientLink) {
        let request = newRequest()
        effects.append(.writePairedName(.unpaired, request.ticket))
        link.step = .releasing(request)
    }

    private mutating func receive(
        _ bytes: Span<UInt8>, on link: ClientLink, _ search: Search
    ) {
        switch link.step {
        case .discovering, .claiming, .remembering, .releasing: reportLateArrival()
        case .readingServerName: receiveServerName(bytes, on: link, search)
        case .readingPairedName, .readingBack, .confirming:
            guard let value = PairedName(bytes) else {
                return drop(link, search, because: .invalidName)
            }
            if value == .name(names.own) {
                receiveOwnName(on: link, search)
            } else {
                receiveForeignName(value, on: link, search)
            }
        case .connected(let connection):
            guard case .reading(let request) = connection.activity else { return }
            check(PairedName(bytes), request, connection, on: link, search)
        }
    }

    private mutating func receiveServerName(
        _ bytes: Span<UInt8>, on link: ClientLink, _ search: Search
    ) {
        guard let name = PairingName(bytes) else {
            return drop(link, search, because: .invalidName)
        }
        if let server = names.peer, server != name { return leave(link, search) }
        var link = link
        link.serverName = name
        link.step = .readingPairedName(readPairedName())
        state = .linked(search, link)
    }

    /// The paired client name is the session's own.
    private mutating func receiveOwnName(on link: ClientLink, _ search: Search) {
        var link = link
        switch link.step {
        case .readingPairedName: claim(on: &link)
        case .readingBack(_, let claimedAt):
            // What is remembered here is stored: what was being stored was forgotten with its link (clause 4.13).
            if names.peer == link.serverName {
                confirm(on: &link)
                break
            }
            link.step = .remembering(
                deadline: claimedAt.advanced(byMilliseconds: PairingMilliseconds.rememberTimeout))
            state = .linked(search, link)
            keep(peer: link.serverName)
            return
        case .confirming(let request):
            let leaseEnd = request.sent.advanced(byMilliseconds: PairingMilliseconds.lease)
            // The answer was so long under way that it proves nothing any more.
            guard leaseEnd > now else {
                confirm(on: &link)
                break
            }
            let due = time(after: PairingMilliseconds.checkInterval)
            link.step = .connected(
                ClientLink.Connection(leaseEnd: leaseEnd, activity: .ready(due: due)))
            state = .linked(Search(end: nil, isDiscovery: false), link)
            return
        case .discovering, .readingServerName, .claiming, .remembering, .connected, .releasing:
            break
        }
        state = .linked(search, link)
    }

    /// The paired client name is `UNPAIRED`, or another's.
    private mutating func receiveForeignName(
        _ value: PairedName, on link: ClientLink, _ search: Search
    ) {
        if let server = names.peer, server == link.serverName {
            return forget(link, search)
        }
        guard case .readingPairedName = link.step else {
            return drop(link, search, because: .outrun)
        }
        guard value == .unpaired else { return leave(link, search) }
        var link = link
        claim(on: &link)
        state = .linked(search, link)
    }

    /// Writes the own name (clause 4.1).
    private mutating func claim(on link: inout ClientLink) {
        let request = newRequest()
        effects.append(.writePairedName(.name(names.own), request.ticket))
        link.step = .claiming(request)
    }

    /// Takes the answer to a read of a connected client; `nil` if it is not a name.
    private mutating func check(
        _ value: PairedName?, _ request: ClientLink.Request, _ connection: ClientLink.Connection,
        on link: ClientLink, _ search: Search
    ) {
        guard let value else {
            effects.append(.fault(.invalidName))
            return readLater(connection, on: link, search)
        }
        guard value == .name(names.own) else { return forget(link, search) }
        var connection = connection
        connection.leaseEnd = request.sent.advanced(byMilliseconds: PairingMilliseconds.lease)
        go(
            on: link, search, connection,
            due: time(
                after: connection.mustReadAgain ? 0 : PairingMilliseconds.checkInterval))
    }

    private mutating func readLater(
        _ connection: ClientLink.Connection, on link: ClientLink, _ search: Search
    ) {
        go(
            on: link, search, connection,
            due: time(after: PairingMilliseconds.readRetryInterval))
    }

    /// The read of a connected client is over: what comes next.
    private mutating func go(
        on link: ClientLink, _ search: Search, _ connection: ClientLink.Connection,
        due: SessionTime
    ) {
        var link = link
        var connection = connection
        connection.mustReadAgain = false
        connection.activity = .ready(due: due)
        link.step = .connected(connection)
        if connection.mustRelease { release(on: &link) }
        state = .linked(search, link)
    }

    private mutating func receiveConfirmation(on link: ClientLink, _ search: Search) {
        switch link.step {
        case .claiming(let request):
            var link = link
            link.step = .readingBack(readPairedName(), claimedAt: request.sent)
            state = .linked(search, link)
        case .releasing:
            effects.append(.disconnect(link: link.ticket))
            searchAfterLoss(of: link, search)
        case .discovering, .readingServerName, .readingPairedName, .readingBack, .remembering,
            .confirming, .connected:
            reportLateArrival()
        }
    }

    private mutating func receive(
        _ error: ATTError, on link: ClientLink, _ search: Search
    ) {
        switch link.step {
        case .connected(let connection):
            effects.append(.fault(.refused(error)))
            readLater(connection, on: link, search)
        case .releasing: drop(link, search, because: .refused(error))
        case .readingPairedName where error == .insufficientAuthorization:
            // The claim may be the session's own, on a link that was lost (clause 4.1).
            effects.append(.fault(.refused(error)))
            var link = link
            claim(on: &link)
            state = .linked(search, link)
        case .discovering, .readingServerName, .readingPairedName, .claiming, .readingBack,
            .remembering, .confirming:
            drop(link, search, because: .refused(error))
        }
    }

    private mutating func hint(on link: ClientLink, _ search: Search) {
        guard case .connected(var connection) = link.step else { return }
        var link = link
        switch connection.activity {
        case .ready: connection.activity = .ready(due: now)
        case .reading: connection.mustReadAgain = true
        }
        link.step = .connected(connection)
        state = .linked(search, link)
    }
}
