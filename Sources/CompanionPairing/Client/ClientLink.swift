/// What a client knows about its link.
struct ClientLink: Hashable, Sendable {
    /// A request that is not answered yet.
    struct Request: Hashable, Sendable {
        let ticket: Ticket
        /// When it was sent.
        let sent: SessionTime

        var deadline: SessionTime {
            sent.advanced(byMilliseconds: PairingMilliseconds.requestTimeout)
        }
    }

    /// What the link is doing: one request at a time, or none.
    enum Step: Hashable, Sendable {
        case discovering(Request)
        case readingServerName(Request)
        case readingPairedName(Request)
        /// Writing the own name (clause 4.1).
        case claiming(Request)
        /// Reading it back (clause 4.3), after a write that was sent at this time.
        case readingBack(Request, claimedAt: SessionTime)
        /// Storing the server's name (clause 4.4).
        case remembering(deadline: SessionTime)
        /// Reading the paired client name once more (clause 4.4).
        case confirming(Request)
        case connected(Connection)
        /// Writing `UNPAIRED` (clause 2.5).
        case releasing(Request)
    }

    /// A connected client.
    struct Connection: Hashable, Sendable {
        /// When the lease is over.
        var leaseEnd: SessionTime
        var activity: Activity
        /// The paired client name has changed since the outstanding read was sent.
        var mustReadAgain = false
        /// The user unpaired while a read was outstanding.
        var mustRelease = false

        enum Activity: Hashable, Sendable {
            /// No request is outstanding; the next read is due.
            case ready(due: SessionTime)
            case reading(Request)
        }
    }

    let peer: PairingClient.Peer
    /// The link's ticket.
    let ticket: Ticket
    /// The server's name, once it was read.
    var serverName: PairingName?
    var step: Step

    /// The outstanding request.
    var request: Request? {
        switch step {
        case .discovering(let request), .readingServerName(let request),
            .readingPairedName(let request), .claiming(let request), .readingBack(let request, _),
            .confirming(let request), .releasing(let request):
            request
        case .remembering: nil
        case .connected(let connection):
            switch connection.activity {
            case .ready: nil
            case .reading(let request): request
            }
        }
    }

    /// When something is due.
    var deadline: SessionTime {
        switch step {
        case .discovering(let request), .readingServerName(let request),
            .readingPairedName(let request), .claiming(let request), .readingBack(let request, _),
            .confirming(let request), .releasing(let request):
            request.deadline
        case .remembering(let deadline): deadline
        case .connected(let connection):
            switch connection.activity {
            case .ready(let due): min(due, connection.leaseEnd)
            case .reading: connection.leaseEnd
            }
        }
    }
}
