extension CentralSession {
    /// A phone that was found, by a handle of the radio's own. It is used for one connection and
    /// then forgotten, because addresses change (clause 9.12).
    public struct Peer: RawRepresentable, Hashable, Sendable {
        /// The radio's handle.
        public let rawValue: UInt64

        /// Creates a peer from the radio's handle.
        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// What happened. Bytes are borrowed for the call only.
    ///
    /// A `link` is the ticket of ``Effect/connect(_:link:)``; the other tickets are those of the
    /// requests that are answered. With a ticket that is not the awaited one an event is late: it
    /// is reported as ``Fault/lateArrival`` and changes nothing.
    public enum Event: ~Escapable {
        /// The app wants instructions.
        case start
        /// The app wants none any more.
        case stop
        /// Bluetooth was switched off: links and scan are gone.
        case radioOff
        /// Bluetooth was switched on again.
        case radioOn
        /// The scan found a phone that advertises the service.
        case found(Peer)
        /// The link is up, with this MTU in bytes.
        case connected(link: Ticket, mtu: Int)
        /// The link is down, or did not come up.
        case disconnected(link: Ticket)
        /// Service and characteristic are there; without a CCCD nobody can subscribe (clause 9.11).
        case discovered(Ticket, hasCCCD: Bool)
        /// There is no such service or no such characteristic.
        case notDiscovered(Ticket)
        /// The subscription was accepted.
        case subscribed(Ticket)
        /// A read was answered with a value.
        case answered(Ticket, Span<UInt8>)
        /// A request was answered with an error.
        case failed(Ticket, ATTError)
        /// The characteristic was notified.
        case notified(link: Ticket, Span<UInt8>)
        /// A value arrived, and the radio does not tell whether it was notified or read.
        case arrived(link: Ticket, Span<UInt8>)
        /// The link's MTU, in bytes, is another one.
        case mtuChanged(link: Ticket, Int)
        /// The phone's services changed (the Service Changed indication).
        case serviceChanged(link: Ticket)
        /// Nothing but time: ``CentralSession/nextDeadline`` was reached.
        case timePassed
    }

    /// What to do, in the order given.
    public enum Effect: Hashable, Sendable {
        /// Scan for ``NavigationService/uuid``, without filtering duplicates.
        case startScan
        /// Stop the scan.
        case stopScan
        /// Connect; answer with `connected` or `disconnected` and this ticket.
        case connect(Peer, link: Ticket)
        /// End the link, or the attempt to connect; no answer is awaited.
        case disconnect(link: Ticket)
        /// Find ``NavigationService/uuid`` and its
        /// ``NavigationService/instructionCharacteristic``.
        case discover(Ticket)
        /// Subscribe to the characteristic's notifications.
        case subscribe(Ticket)
        /// Read the characteristic at an offset; the whole value where the radio can only do that.
        case read(Ticket, offset: Int)
        /// Show what ``CentralSession/withDelivery(_:)`` lends until the next event.
        case deliver(ObjectExtent)
        /// Tell the rider.
        case report(Status)
        /// Nothing to do: the peer, or the radio, did what it should not. For a log.
        case fault(Fault)
    }

    /// What a rider should be told.
    public enum Status: String, Hashable, Sendable {
        /// Not started.
        case stopped
        /// Bluetooth is off.
        case radioOff
        /// Looking for a phone.
        case searching
        /// A phone is there, an instruction is not.
        case waiting
        /// Instructions come.
        case navigating
        /// Nothing arrived for ``NavigationTiming/silenceInterval``.
        case silent
        /// The same instruction was still read after ``NavigationTiming/staleInterval``.
        case stale
        /// The phone took the service away: navigation was stopped.
        case ended
        /// The phone wants to be paired first, in the system's settings (clause 9.10).
        case pairingRequired
    }

    /// What was not as it should be. The session has dealt with it and goes on.
    public enum Fault: Hashable, Sendable {
        /// An event of an earlier link or request, or of none.
        case lateArrival
        /// A notification that no phone sends; it is a reason to read like any other.
        case malformedNotification(KomootNavError)
        /// An object could not be read, or was none.
        case unreadable(KomootNavError)
        /// The phone refused the request for a discovery or a subscription.
        case refused(ATTError)
        /// A request was not answered in time; the link was ended.
        case timedOut
        /// Too many reads in a row failed; the link was ended.
        case gaveUp
    }
}
