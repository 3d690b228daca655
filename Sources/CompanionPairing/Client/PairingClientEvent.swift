extension PairingClient {
    /// A server that the scan found, as a handle that the radio chose.
    public struct Peer: RawRepresentable, Hashable, Sendable {
        /// The radio's handle.
        public let rawValue: UInt64

        /// Creates a peer from the radio's handle.
        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// What happened. Bytes are borrowed only for the call.
    ///
    /// A `link` is the ticket of ``Effect/connect(_:link:)``; the other tickets are those of the
    /// effects that the events answer. An event with any other ticket is late: the session reports it
    /// as ``Fault/lateArrival`` and changes nothing.
    public enum Event: ~Escapable {
        /// The app runs.
        case start
        /// The store had these names; `nil` if nothing was ever stored.
        case loaded(PairingNames?)
        /// The store could not be read. `start` tries again.
        case loadFailed
        /// The names are stored.
        case stored(Ticket)
        /// The names may not be stored. The session tries again.
        case storeFailed(Ticket)
        /// The user pressed *Discover server*.
        case discover
        /// The user pressed *Connect*, or the app did it for the user.
        case connect
        /// The user pressed *Disconnect*, or ended the search.
        case disconnect
        /// The user pressed *Unpair*.
        case unpair
        /// Bluetooth was switched off: links and scan are gone.
        case radioOff
        /// Bluetooth was switched on again.
        case radioOn
        /// The scan found a server that advertises the service.
        case found(Peer)
        /// The link is up.
        case connected(link: Ticket)
        /// The link is down, or did not come up.
        case disconnected(link: Ticket)
        /// The service and both characteristics exist.
        case discovered(Ticket)
        /// The peer has no such service, or not both characteristics.
        case notDiscovered(Ticket)
        /// A read was answered with the whole value.
        case answered(Ticket, Span<UInt8>)
        /// A write was accepted.
        case written(Ticket)
        /// A request was answered with an error.
        case failed(Ticket, ATTError)
        /// The server notified that the paired client name has changed. The value is not needed.
        case pairedNameChanged(link: Ticket)
        /// The server's services changed (the Service Changed indication).
        case servicesChanged(link: Ticket)
        /// Only time has passed: ``PairingClient/nextDeadline`` has come.
        case timePassed
    }

    /// What to do. Do effects in the order given.
    public enum Effect: Hashable, Sendable {
        /// Load the names. Answer with `loaded` or `loadFailed`.
        case load
        /// Store the names. Answer with `stored` or `storeFailed`, and with this ticket.
        case store(PairingNames, Ticket)
        /// Scan for the service. Report each peer at least once in each scan; duplicates do no harm (clause 4.11).
        case startScan
        /// Stop the scan.
        case stopScan
        /// Connect. Answer with `connected` or `disconnected`, and with this ticket.
        case connect(Peer, link: Ticket)
        /// End the link, or the attempt to connect. The session expects no answer.
        case disconnect(link: Ticket)
        /// Find the service and both characteristics; subscribe to the paired client name if it can be notified.
        case discover(Ticket)
        /// Read the whole server name.
        case readServerName(Ticket)
        /// Read the whole paired client name.
        case readPairedName(Ticket)
        /// Write the paired client name, and ask for a response.
        case writePairedName(PairedName, Ticket)
        /// Show this screen.
        case show(Screen)
        /// Nothing to do: something happened that should not. For a log.
        case fault(Fault)
    }

    /// Something that should not happen. The session has dealt with it and goes on.
    public enum Fault: Hashable, Sendable {
        /// An event that belongs to an earlier link or request, or to none.
        case lateArrival
        /// The store could not be read.
        case unreadableStore
        /// A store failed; it is tried again.
        case storeFailed
        /// The server refused a request.
        case refused(ATTError)
        /// A value that is not a name.
        case invalidName
        /// The peer has no such service.
        case noService
        /// The server did not answer in time, so the session ended the link.
        case timedOut
        /// No answer confirmed the pairing for ``PairingTiming/lease``, so the session ended the link.
        case leaseExpired
        /// Another client was faster.
        case outrun
        /// The server's services changed, so the session ended the link.
        case servicesChanged
    }
}
