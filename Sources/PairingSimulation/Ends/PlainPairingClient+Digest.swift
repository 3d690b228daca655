package import CompanionPairing
package import LinkVocabulary

extension PlainPairingClient: ExplorableClient {
    package var phaseName: String {
        switch state {
        case .stopped: "stopped"
        case .loading: "loading"
        case .idle: "idle"
        case .scanning: "scanning"
        case .connecting: "connecting"
        case .discovering: "discovering"
        case .readingServerName: "readingServerName"
        case .readingPairedName: "readingPairedName"
        case .writing: "writing"
        case .connected: "connected"
        }
    }

    package var isIdle: Bool { if case .idle = state { true } else { false } }

    package func avoidanceEnd(after now: SessionTime) -> SessionTime? { nil }

    private var linkTicket: Ticket? {
        switch state {
        case .stopped, .loading, .idle, .scanning: nil
        case .connecting(let link), .discovering(let link, _), .readingServerName(let link, _),
            .readingPairedName(let link, _, _), .writing(let link, _, _),
            .connected(let link, _, _):
            link
        }
    }

    private var requestTicket: Ticket? {
        switch state {
        case .stopped, .loading, .idle, .scanning, .connecting: nil
        case .discovering(_, let request), .readingServerName(_, let request),
            .readingPairedName(_, _, let request), .writing(_, _, let request):
            request
        case .connected(_, _, let request): request
        }
    }

    package func role(of ticket: Ticket) -> TicketRole {
        linkTicket == ticket ? .link : requestTicket == ticket ? .request : .late
    }

    package func describe(
        to digest: inout StateDigest, at now: SessionTime, nameNumber: NameNumber
    ) {
        phaseName.utf8.forEach { digest.add($0) }
        digest.add(nameNumber(names.own))
        digest.add(names.peer.map(nameNumber))
        digest.add(nextDeadline, from: now)
        // It is kept while the client is connected, and decides when a later search ends.
        digest.add(searchEnd, from: now)
        digest.add(requestTicket != nil)
        switch state {
        case .readingPairedName(_, let server, _), .writing(_, let server, _):
            digest.add(nameNumber(server))
        case .stopped, .loading, .idle, .scanning, .connecting, .discovering, .readingServerName,
            .connected:
            break
        }
    }
}
