// How links end, and what is due on them.
extension PairingClient {
    /// Forgets the server (clause 4.13).
    mutating func forget(_ link: ClientLink, _ search: Search) {
        keep(peer: nil)
        effects.append(.disconnect(link: link.ticket))
        guard search.isDiscovery else { return state = .idle }
        // It may become unpaired after each claim (clause 4.11).
        avoided.avoid(link.peer, from: now)
        scan(search)
    }

    /// Ends a link with a peer that is not the one that is wanted.
    mutating func leave(_ link: ClientLink, _ search: Search) {
        effects.append(.disconnect(link: link.ticket))
        searchAfterLoss(of: link, search)
    }

    /// Ends a link because of a fault.
    mutating func drop(_ link: ClientLink, _ search: Search, because fault: Fault) {
        effects.append(.fault(fault))
        leave(link, search)
    }

    /// Does what is due on a link.
    mutating func meet(_ link: ClientLink, _ search: Search) {
        guard case .connected(var connection) = link.step else {
            return drop(link, search, because: .timedOut)
        }
        guard connection.leaseEnd > now else {
            return drop(link, search, because: .leaseExpired)
        }
        var link = link
        connection.activity = .reading(readPairedName())
        link.step = .connected(connection)
        state = .linked(search, link)
    }
}
